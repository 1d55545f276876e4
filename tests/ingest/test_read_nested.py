"""Items in items: how deep they stand, in every kind of file, and what heads them in their passages."""

from pathlib import Path

import docx
import pytest

from corpus.types import Document, Page, Passage, PassageKind
from ingest import chunk
from ingest.nesting import depths
from ingest.readers import read
from tests.ingest.pdfs import typeset

DOCUMENT = Document("rules.en", "isles", "Isles", "en")
TEXT = """Each round has two phases:

- Sail. Move your boat.
  - With wind, move it twice.
    - In a storm, stop.
  - Without wind, row.
- Trade with one player.

Then the next player takes a turn."""
MARKDOWN = TEXT.replace("- ", "* ")
HTML = """<html><body><p>Each round has two phases:</p><ul><li>Sail. Move your boat.<ul><li>With wind, move it twice.
<ul><li>In a storm, stop.</li></ul></li><li>Without wind, row.</li></ul></li><li>Trade with one player.</li></ul>
<p>Then the next player takes a turn.</p></body></html>"""
TYPST = f'#set page(width: 8cm, height: 12cm, margin: 1cm)\n#set text(size: 10pt, lang: "en")\n{TEXT}'
NESTED = {"With wind, move it twice.": 1, "In a storm, stop.": 2, "Without wind, row.": 1}


def cut(*pages: Page) -> list[Passage]:
    return chunk.passages(DOCUMENT, pages, lambda texts: [len(text) // 3 for text in texts], 512)


def written(folder: Path, kind: str) -> Path:
    if kind == "pdf":
        return typeset(folder, TYPST)
    file = folder / f"rules.en.{kind}"
    if kind == "docx":
        document = docx.Document()
        document.add_paragraph("Each round has two phases:")
        for style, text in (
            ("List Bullet", "Sail. Move your boat."),
            ("List Bullet 2", "With wind, move it twice."),
            ("List Bullet 3", "In a storm, stop."),
            ("List Bullet 2", "Without wind, row."),
            ("List Bullet", "Trade with one player."),
        ):
            document.add_paragraph(text, style=style)
        document.save(str(file))
    else:
        file.write_text({"txt": TEXT, "md": MARKDOWN, "html": HTML}[kind], "utf-8")
    return file


@pytest.mark.parametrize("kind", ["txt", "md", "html", "docx", "pdf"])
def test_nested_items_are_as_deep_as_they_are_set(tmp_path: Path, kind: str) -> None:
    (page,) = read(written(tmp_path, kind), language="en").pages
    deep = {page.text[at:].split("\n")[0].partition(" ")[2]: depth for at, depth in page.depths}
    assert deep == NESTED


@pytest.mark.parametrize(
    ("indents", "deep"),
    [
        ([0, 1, 2, 1, 0], [0, 1, 2, 1, 0]),
        ([3, 3.5, 3], [0, 0, 0]),  # numbers set flush right
        ([0, 2, 1.5, 3, 0], [0, 1, 1, 2, 0]),
        ([0, 1, None, 1, 2], [0, 1, 0, 0, 1]),  # a heading ends all lists
        ([2, 0, 2], [0, 0, 1]),
    ],
)
def test_depth_follows_how_far_items_are_set_in(indents: list[float | None], deep: list[int]) -> None:
    assert list(depths(indents)) == deep


def test_nested_steps_stay_with_the_step_that_they_are_in() -> None:
    text = "1. Sail your boat to a harbour.\n1. Pay one coin.\n2. Unload all goods.\n2. Draw a card."
    starts = [text.index("1. Pay"), text.index("2. Unload")]
    found = cut(Page(1, text, depths=tuple((start, 1) for start in starts)))
    assert [(each.kind, each.span.of(text)) for each in found] == [
        (PassageKind.STEP, "1. Sail your boat to a harbour.\n1. Pay one coin.\n2. Unload all goods."),
        (PassageKind.STEP, "2. Draw a card."),
    ]


def test_a_nested_item_that_a_long_list_parts_from_its_parent_leans_on_it() -> None:
    items = [
        f"- In weather {n}, put {n} wind markers on the board and turn the weather dial on by {n}." for n in range(9)
    ]
    text = "\n".join(["- When the storm breaks, do all of this. Nobody may act.", *items])
    nested = [n for n in range(len(text)) if text.startswith("- In weather", n)]
    found = cut(Page(1, text, depths=tuple((at, 1) for at in nested)))
    assert len(found) > 1
    assert [each.context for each in found] == ["", *["When the storm breaks, do all of this."] * (len(found) - 1)]


def test_a_substep_that_is_not_set_in_leans_on_its_step_all_the_same() -> None:
    steps = [f"{letter}. Take {n} coins from the supply and put them on the space with the letter {letter}; then pass."
             for n, letter in enumerate("abcdefgh", 2)]  # fmt: skip
    text = "\n".join(["1. Prepare the market.", *steps])
    found = cut(Page(1, text))
    assert [each.context for each in found] == ["", *["Prepare the market."] * (len(found) - 1)]
    assert len(found) > 1
