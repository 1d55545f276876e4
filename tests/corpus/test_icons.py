from pathlib import Path

import pytest

from corpus.catalog import read_catalog
from corpus.icons import code_of, icons_of, labelled, named, private_glyphs

WOOD, STONE = "\ue012", "\ue013"
ICONS = ((WOOD, "wood"), (STONE, "cut stone"))
ENTRY = '[[document]]\nid = "a.en"\nfile = "a.txt"\ngame = "g"\nlanguage = "en"\nkind = "rulebook"\n'


def catalog(folder: Path, text: str) -> Path:
    (folder / "a.txt").write_text("Pay.")
    (folder / "b.txt").write_text("Pague.")
    (folder / "catalog.toml").write_text(text, "utf-8")
    return folder / "catalog.toml"


@pytest.mark.parametrize(
    ("text", "words", "shown"),
    [
        (f"Pay 2{WOOD}.", "Pay 2 wood.", "Pay 2 [wood]."),
        (f"Pay {WOOD}{STONE}now", "Pay wood cut stone now", "Pay [wood] [cut stone] now"),
        (f"{WOOD} or {STONE}: gain \ue014", "wood or cut stone: gain \ue014", "[wood] or [cut stone]: gain \ue014"),
        ("Pay nothing.", "Pay nothing.", "Pay nothing."),
    ],
)
def test_names_stand_for_glyphs(text: str, words: str, shown: str) -> None:
    assert (named(text, ICONS), labelled(text, ICONS)) == (words, shown)


def test_glyphs_are_counted_and_written_as_a_catalogue_writes_them() -> None:
    assert private_glyphs([f"{WOOD}a{WOOD}", STONE, "★"]) == {WOOD: 2, STONE: 1}
    assert [code_of(WOOD), code_of("\U000f0001")] == ["\\uE012", "\\U000F0001"]


def test_a_catalogue_names_icons_for_all_documents_and_anew_for_one(tmp_path: Path) -> None:
    other = ENTRY.replace('"a.en"', '"a.pt"').replace("a.txt", "b.txt").replace('"en"', '"pt"')
    text = f'[icon]\n"\\uE012" = "wood"\n"\\uE013" = " stone "\n{ENTRY}{other}[document.icon]\n"\\uE012" = "madeira"\n'
    sources, problems = read_catalog(catalog(tmp_path, text))
    assert problems == []
    assert [source.document.icons for source in sources] == [
        ((WOOD, "wood"), (STONE, "stone")),
        ((WOOD, "madeira"), (STONE, "stone")),
    ]
    assert icons_of() == ()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f'icon."wood" = "x"\n{ENTRY}', 'icon "wood" is not one symbol; write its character, for example "\\uE012"'),
        (f'icon.a = "x"\n{ENTRY}', 'icon "a" is not one symbol; write its character, for example "\\uE012"'),
        (f'icon."\\uE012" = 3\n{ENTRY}', 'icon "\\uE012" needs a name: text in quotes on one line, and not empty'),
        (f'icon."\\uE012" = " "\n{ENTRY}', 'icon "\\uE012" needs a name: text in quotes on one line, and not empty'),
        (f'icon = "wood"\n{ENTRY}', 'icon must be a table of glyphs; write for example icon."\\uE012" = "wood"'),
        (f'{ENTRY}icon."+" = "plus"', 'icon "+" is not one symbol; write its character, for example "\\uE012"'),
        (
            f'icons."\\uE012" = "x"\n{ENTRY}',
            'unknown key "icons"; a catalogue holds [[document]] entries, [icon] and [synonyms]',
        ),
    ],
)
def test_what_is_wrong_with_icons_is_said(tmp_path: Path, text: str, problem: str) -> None:
    _, problems = read_catalog(catalog(tmp_path, text))
    assert [each.removeprefix('document "a.en" (a.txt): ') for each in problems] == [problem]
