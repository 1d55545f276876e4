"""Editions read from files and from the index: places, languages, and the way back into the file."""

from pathlib import Path

import pytest
import typst

from corpus.errors import UnreadableFileError
from service.translation.editions import LanguageUnknownError, embedded, from_file, from_index
from service.translation.originals import traced
from tests.fakes import FakeEncoder

MARKDOWN = """---
title: The crossing
---
# Ferry <!-- draft -->

Place **one** boat
on each [harbour](https://example.org/h1). Nobody may swim!

- Roll 2 dice.
- Take 3&nbsp;coins &amp; pass.
"""
CAIRN = Path(__file__).parents[4] / "shared" / "rulebooks" / "cairn"


def letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def test_a_pdf_keeps_its_pages_and_offsets(tmp_path: Path) -> None:
    source = (
        "#set page(width: 9cm, height: 6cm)\n= Ferry\nEach boat is blue. Nobody swims.\n#pagebreak()\nThe end comes."
    )
    file = tmp_path / "ferry.en.pdf"
    file.write_bytes(typst.compile(source.encode()))
    script = from_file(file)
    assert [(s.text, s.page) for s in script.segments] == [
        ("Ferry", 1), ("Each boat is blue.", 1), ("Nobody swims.", 1), ("The end comes.", 2),
    ]  # fmt: skip
    assert script.original is None
    assert [s.block for s in script.segments] == [0, 1, 1, 2]
    assert (script.segments[0].role, script.segments[0].level) == ("heading", 1)


def test_markdown_is_one_page_and_leads_back_into_the_file(tmp_path: Path) -> None:
    file = tmp_path / "ferry.en.md"
    file.write_text(MARKDOWN)
    script = from_file(file)
    assert {s.page for s in script.segments} == {1}
    assert script.original is not None
    slices = [script.original.text[slice(*script.original.place(s.start, s.end))] for s in script.segments]
    assert slices == [
        "Ferry",
        "Place **one** boat\non each [harbour]",
        "Nobody may swim!",
        "- Roll 2 dice.",
        "- Take 3&nbsp;coins &amp; pass.",
    ]
    assert script.segments[1].text == "Place one boat on each harbour."


def test_pages_of_plain_text_run_on_in_one(tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_text("\ufeffThe first page is about boats.\n---\nThe second page is about the harbour.\n", "utf-8")
    script = from_file(file)
    assert script.language == "en"
    assert [s.page for s in script.segments] == [1, 1]
    assert script.original is not None
    for segment in script.segments:
        start, end = script.original.place(segment.start, segment.end)
        assert script.original.text[start:end] == segment.text


@pytest.mark.parametrize(
    ("name", "given", "expected"),
    [("a.pt-BR.txt", None, "pt-BR"), ("a.pt-BR.txt", "de", "de"), ("a.txt", None, "en"), ("a.v2.txt", None, "en")],
)
def test_the_language_is_given_or_in_the_name_or_told_by_the_words(
    tmp_path: Path, name: str, given: str | None, expected: str
) -> None:
    file = tmp_path / name
    file.write_text("Each player takes three coins from the bank and passes the dice.")
    assert from_file(file, given).language == expected


def test_a_text_without_a_language_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "numbers.txt"
    file.write_text("12 34 56")
    with pytest.raises(
        LanguageUnknownError, match=r"numbers\.txt: its language cannot be told; give --source-language"
    ):
        from_file(file)


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError, match=r"gone\.md: does not exist"):
        from_file(tmp_path / "gone.md")


def test_an_edition_has_a_vector_for_each_segment(tmp_path: Path, encoder: FakeEncoder) -> None:
    file = tmp_path / "ferry.en.md"
    file.write_text(MARKDOWN)
    edition = embedded(from_file(file), encoder)
    assert edition.vectors.shape == (5, 64)
    assert encoder.encoded == 5


def test_an_edition_comes_from_the_index_by_its_id(tmp_path: Path, encoder: FakeEncoder) -> None:
    from corpus.index import Index
    from ingest.build import ingest

    folder = tmp_path / "ferry"
    folder.mkdir()
    (folder / "ferry.en.md").write_text(MARKDOWN)
    ingest([folder], tmp_path / "index", encoder)
    index = Index.open(tmp_path / "index")
    script = from_index(index, index.documents[0].id)
    pages = {page.number: page.text for page in index.pages(script.name)}
    assert script.language == "en"
    assert [s.text for s in script.segments][1:3] == ["Place one boat on each harbour.", "Nobody may swim!"]
    assert all(pages[s.page][s.start : s.end] == s.text for s in script.segments)


def test_the_trace_skips_what_one_side_lacks() -> None:
    original = traced("Take it & go home now", "Take <b>it</b> &amp; go far away home now")
    assert original.text[slice(*original.place(0, 7))] == "Take <b>it"
    assert original.text[slice(*original.place(13, 21))] == "home now"


@pytest.mark.parametrize("language", ["en", "pt-BR", "es", "fr", "de", "it"])
def test_a_real_rulebook_leads_back_into_its_file(language: str) -> None:
    if not CAIRN.is_dir():
        pytest.skip(f"{CAIRN} is not there")
    script = from_file(CAIRN / f"cairn.{language}.md")
    assert script.original is not None
    lost = [
        s.text
        for s in script.segments
        if letters(s.text)[:12] not in letters(script.original.text[slice(*script.original.place(s.start, s.end))])
        and "]" not in script.original.text[slice(*script.original.place(s.start, s.end))]
    ]
    assert len(lost) <= 0.01 * len(script.segments), lost
