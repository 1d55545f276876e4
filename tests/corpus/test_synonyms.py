from dataclasses import asdict
from pathlib import Path

import pytest

from corpus.catalog import read_catalog
from corpus.records import document_from
from corpus.types import Document

ENTRY = '[[document]]\nid = "a.{0}"\nfile = "a.txt"\ngame = "g"\nlanguage = "{0}"\nkind = "rulebook"\n'
GROUPS = "must be a list of groups"
EXAMPLE = 'write for example synonyms = [["queen", "lady"], ["rook", "castle"]]'
TABLE_EXAMPLE = 'write for example [synonyms] and below it en = [["queen", "lady"]]'


def catalog(folder: Path, text: str) -> Path:
    (folder / "a.txt").write_text("Pay.")
    (folder / "catalog.toml").write_text(text, "utf-8")
    return folder / "catalog.toml"


def test_synonyms_of_a_language_count_for_its_documents_and_a_document_adds_its_own(tmp_path: Path) -> None:
    table = '[synonyms]\npt = [["dama", "rainha"], ["peça  de dominó", "pedra"]]\nen = [["rook", "castle"]]\n'
    own = 'synonyms = [["dama", "rainha"], ["bispo", "alfil"]]\n'
    sources, problems = read_catalog(catalog(tmp_path, table + ENTRY.format("pt-BR") + own + ENTRY.format("de")))
    assert problems == []
    assert [source.document.synonyms for source in sources] == [
        (("dama", "rainha"), ("peça de dominó", "pedra"), ("bispo", "alfil")),
        (),
    ]


def test_an_index_keeps_them() -> None:
    document = Document("a", "g", "A", "en", synonyms=(("rook", "castle"), ("die", "dice", "cube")))
    assert document_from(asdict(document)) == document


@pytest.mark.parametrize(
    ("own", "problem"),
    [
        ('synonyms = "queen"', f"synonyms {GROUPS}; {EXAMPLE}"),
        ('synonyms = ["queen", "lady"]', f"synonyms {GROUPS}; {EXAMPLE}"),
        ('synonyms = [["queen"]]', f"group 1 of synonyms has fewer than two words; {EXAMPLE}"),
        ('synonyms = [["a", "b"], ["queen", "queen"]]', f"group 2 of synonyms has fewer than two words; {EXAMPLE}"),
        ('synonyms = [["queen", 3]]', "group 1 of synonyms holds 3; write words in quotes on one line"),
        ('synonyms = [["queen", "!"]]', "group 1 of synonyms holds '!'; write words in quotes on one line"),
        ('synonyms = [["queen", "a\\nb"]]', "group 1 of synonyms holds 'a\\nb'; write words in quotes on one line"),
    ],
)
def test_what_is_wrong_with_a_documents_synonyms_is_said(tmp_path: Path, own: str, problem: str) -> None:
    sources, problems = read_catalog(catalog(tmp_path, ENTRY.format("en") + own))
    assert problems == [f'document "a.en" (a.txt): {problem}']
    assert sources == ()


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ('synonyms = [["a", "b"]]', f"synonyms above the documents are listed by language; {TABLE_EXAMPLE}"),
        ('synonyms.english = [["a", "b"]]', f'synonyms: "english" is no BCP 47 language tag; {TABLE_EXAMPLE}'),
        ('synonyms.en = [["a"]]', f"en: group 1 of synonyms has fewer than two words; {EXAMPLE}"),
    ],
)
def test_what_is_wrong_with_synonyms_for_all_is_said_and_the_documents_are_read(
    tmp_path: Path, table: str, problem: str
) -> None:
    sources, problems = read_catalog(catalog(tmp_path, f"{table}\n{ENTRY.format('en')}"))
    assert problems == [problem]
    assert [source.document.synonyms for source in sources] == [()]
