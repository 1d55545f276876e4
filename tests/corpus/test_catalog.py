from pathlib import Path

import pytest

from corpus.catalog import Source, read_catalog, survey
from corpus.types import Document, DocumentKind

READABLE = {".txt", ".md", ".pdf"}
SEEDS = Path(__file__).parents[3] / "shared" / "rulebooks" / "seeds"

GOOD = """
[[document]]
id = "nucleum-australia.pt-BR"
file = "australia.txt"
game = "nucleum"
title = "Nucleum: Austrália"
language = "pt-BR"
kind = "expansion"
expansion = "australia"
edition = "v6.1"
"""


def write(folder: Path, catalog: str, *files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for file in files:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text("A rule.")
    (folder / "catalog.toml").write_text(catalog, "utf-8")
    return folder / "catalog.toml"


def entry(**changes: str | None) -> str:
    fields = {"id": "a.en", "file": "a.txt", "game": "g", "language": "en", "kind": "rulebook"}
    lines = {key: f'"{value}"' for key, value in {**fields, **changes}.items() if value is not None}
    return "[[document]]\n" + "".join(f"{key} = {value}\n" for key, value in lines.items())


def ids(sources: tuple[Source, ...]) -> list[str]:
    return [source.document.id for source in sources]


def test_every_field_of_an_entry_arrives(tmp_path: Path) -> None:
    sources, problems = read_catalog(write(tmp_path, GOOD, "australia.txt"))
    assert problems == []
    assert sources == (
        Source(
            Document(
                "nucleum-australia.pt-BR",
                "nucleum",
                "Nucleum: Austrália",
                "pt-BR",
                DocumentKind.EXPANSION,
                "australia.txt",
                "australia",
                "v6.1",
            ),
            tmp_path / "australia.txt",
        ),
    )


@pytest.mark.parametrize(
    ("catalog", "named"),
    [
        (entry(titel="A"), ['document "a.en" (a.txt)', 'unknown key "titel"', "title"]),
        (entry(game=None), ['document "a.en" (a.txt)', 'missing key "game"']),
        (entry(id=None), ["document 1 (a.txt)", 'missing key "id"']),
        (entry(kind="manual"), ['unknown kind "manual"', "rulebook, expansion, faq, errata, reference"]),
        (entry(kind="expansion"), ['missing key "expansion"']),
        (entry(language="portuguese"), ['"portuguese" is no BCP 47 language tag']),
        (entry(language="jp"), ['"jp" is no BCP 47 language tag']),
        (entry(language="pt_BR"), ['"pt_BR" is no BCP 47 language tag']),
        (entry(file="b.txt"), ['document "a.en" (b.txt)', 'file "b.txt" does not exist']),
        (entry(file="../outside.txt"), ["lies outside the folder"]),
        (entry(file="/etc/hostname"), ["lies outside the folder"]),
        (entry(title=""), ['key "title" must be text']),
        (entry(id="a/b"), ["id holds a slash"]),
    ],
)
def test_a_faulty_entry_is_named_with_what_to_do_and_the_sound_one_stays(
    tmp_path: Path, catalog: str, named: list[str]
) -> None:
    (tmp_path / "outside.txt").write_text("A rule.")
    sound = entry(id="sound", file="sound.txt")
    sources, problems = read_catalog(write(tmp_path / "game", catalog + sound, "a.txt", "sound.txt"))
    assert ids(sources) == ["sound"]
    assert len(problems) == 1
    assert all(part in problems[0] for part in named), problems


def test_all_problems_are_listed_at_once(tmp_path: Path) -> None:
    catalog = "[icons]\nboat = 1\n" + entry(kind="x", language="english", file="gone.txt") + entry(edition=None, x="y")
    (error,) = survey(write(tmp_path, catalog, "a.txt").parent, READABLE).errors
    assert len(error.problems) == 5
    assert all(line.startswith(f"{tmp_path / 'catalog.toml'}: ") for line in str(error).splitlines())
    assert 'unknown key "icons"' in error.problems[0]


def test_values_of_another_type_are_refused(tmp_path: Path) -> None:
    catalog = entry() + "edition = 6\n"
    sources, problems = read_catalog(write(tmp_path, catalog, "a.txt"))
    assert (sources, len(problems)) == ((), 1)
    assert 'key "edition" must be text in quotes' in problems[0]


def test_of_two_documents_with_one_id_the_first_stays(tmp_path: Path) -> None:
    sources, problems = read_catalog(write(tmp_path, entry() + entry(file="b.txt"), "a.txt", "b.txt"))
    assert [source.path.name for source in sources] == ["a.txt"]
    assert problems == ['document "a.en" (b.txt): another document has this id; give each its own']


@pytest.mark.parametrize(
    ("catalog", "problem"),
    [
        (b"[[document]\nid = 1", "is not valid TOML"),
        (b"# \xff\xfe", "is not UTF-8"),
        (b"", "lists no documents"),
        (b"document = 3", "lists no documents"),
        (b'document = ["a"]', "entry 1 of document is no table"),
    ],
)
def test_a_catalogue_that_is_none(tmp_path: Path, catalog: bytes, problem: str) -> None:
    (tmp_path / "catalog.toml").write_bytes(catalog)
    (tmp_path / "a.en.txt").write_text("A rule.")
    found = survey(tmp_path, READABLE)
    assert found.sources == ()
    assert problem in str(found.errors[0])


def test_a_translation_says_which_language_it_was_made_from(tmp_path: Path) -> None:
    catalog = entry() + 'translated_from = "PT-br"\n' + entry(id="b.de", file="b.txt")
    (made, original), problems = read_catalog(write(tmp_path, catalog, "a.txt", "b.txt"))
    assert (made.document.translated_from, original.document.translated_from, problems) == ("pt-BR", None, [])
    wrong = entry() + 'translated_from = "the english one"\n'
    assert "is no BCP 47 language tag" in read_catalog(write(tmp_path, wrong, "a.txt"))[1][0]


def test_a_document_may_have_other_names(tmp_path: Path) -> None:
    catalog = entry() + 'aliases = ["Fischer random", " Fischerschach "]\n'
    ((source,), problems) = read_catalog(write(tmp_path, catalog, "a.txt"))
    assert (source.document.aliases, problems) == (("Fischer random", "Fischerschach"), [])


@pytest.mark.parametrize("wrong", ['"Fischer random"', "[960]", '["Fischer random", " "]'])
def test_other_names_that_are_none_are_refused(tmp_path: Path, wrong: str) -> None:
    sources, problems = read_catalog(write(tmp_path, entry() + f"aliases = {wrong}\n", "a.txt"))
    assert (sources, len(problems)) == ((), 1)
    assert "aliases must be a list of names" in problems[0]


def test_tags_come_in_their_usual_case_and_titles_from_file_names(tmp_path: Path) -> None:
    catalog = entry(language="PT-br", file="deep_sea-rules.pt-BR.txt")
    (source,), _ = read_catalog(write(tmp_path, catalog, "deep_sea-rules.pt-BR.txt"))
    assert (source.document.language, source.document.title) == ("pt-BR", "Deep sea rules")


def test_without_a_catalogue_names_say_it_all(tmp_path: Path) -> None:
    for name in ["rules.pt-BR.md", "faq.es.TXT", "plain.txt", "v2.final.pdf", "LICENSE.txt", ".hidden.txt", "map.png"]:
        path = tmp_path / "azul" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("A rule.")
    documents = [source.document for source in survey(tmp_path, READABLE).sources]
    assert documents == [
        Document("faq.es", "azul", "Faq", "es", DocumentKind.FAQ, "faq.es.TXT"),
        Document("plain", "azul", "Plain", "", DocumentKind.RULEBOOK, "plain.txt"),
        Document("rules.pt-BR", "azul", "Rules", "pt-BR", DocumentKind.RULEBOOK, "rules.pt-BR.md"),
        Document("v2.final", "azul", "V2 final", "", DocumentKind.RULEBOOK, "v2.final.pdf"),
    ]


def test_folders_in_folders_are_games_but_a_catalogue_governs_what_lies_below_it(tmp_path: Path) -> None:
    write(tmp_path / "chess", entry(id="chess.en", file="pdf/chess.txt"), "pdf/chess.txt", "source/draft.en.txt")
    write(tmp_path / "chess" / "extra", entry(id="extra.en", game="extra"), "a.txt")
    (tmp_path / "azul").mkdir()
    (tmp_path / "azul" / "azul.en.txt").write_text("A rule.")
    found = survey(tmp_path, READABLE)
    assert [(source.document.game, source.document.id) for source in found.sources] == [
        ("azul", "azul.en"),
        ("g", "chess.en"),
        ("extra", "extra.en"),
    ]
    assert found.errors == ()


def test_a_single_file_takes_its_entry_from_the_catalogue_beside_it(tmp_path: Path) -> None:
    write(tmp_path, entry(title="Listed") + entry(id="b", file="gone.txt"), "a.txt", "other.es.txt")
    listed, other = (survey(tmp_path / name, READABLE) for name in ("a.txt", "other.es.txt"))
    assert [source.document.title for source in listed.sources] == ["Listed"]
    assert [(source.document.id, source.named) for source in other.sources] == [("other.es", False)]
    assert (listed.errors, other.errors) == ((), ())


def test_a_single_file_whose_entry_is_faulty_is_not_taken_by_its_name(tmp_path: Path) -> None:
    write(tmp_path, entry(kind="x"), "a.txt")
    found = survey(tmp_path / "a.txt", READABLE)
    assert found.sources == ()
    assert 'unknown kind "x"' in str(found.errors[0])


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the shared rulebooks are not beside the repository")
def test_the_catalogue_of_real_rulebooks() -> None:
    found = survey(SEEDS, READABLE)
    assert ids(found.sources) == [
        "nucleum-faq.es",
        "nucleum-australia.pt-BR",
        "noclear.pt-PT",
        "rftg-brink-of-war.pt-BR",
    ]
    assert found.errors == ()
    assert found.sources[1].document.edition == "v6.1"
