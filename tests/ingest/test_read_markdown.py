from pathlib import Path

import pytest

from corpus.errors import UnreadableFileError
from corpus.types import Page
from ingest.readers import read
from ingest.readers.markdown import plain
from tests.ingest.shared import SHARED, needs_shared


def page_of(folder: Path, text: str) -> Page:
    (folder / "rules.md").write_text(text, encoding="utf-8")
    (page,) = read(folder / "rules.md").pages
    return page


def headings(page: Page) -> list[tuple[str, int]]:
    return [(page.text[start:end], level) for start, end, level in page.headings]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("**Bold** and *thin* and __both__ and _one_", "Bold and thin and both and one"),
        ("***all* of it** ~~gone~~ `code`", "all of it gone code"),
        ("[text](http://x.example/a_(b)) and [ref][1] and ![map](m.png)", "text and ref and map"),
        ("Abenteurer*innen und Spieler*innen", "Abenteurer*innen und Spieler*innen"),
        ("snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"),
        (r"5 \* 4 &amp; 3<br>2", "5 * 4 & 3 2"),
        ("a < b and c > d", "a < b and c > d"),
        ('<a name="x"></a>Rules', "Rules"),
        ("<https://x.example>", "https://x.example"),
    ],
)
def test_marks_leave_and_words_stay(source: str, words: str) -> None:
    assert plain(source) == words


def test_structure_stays_without_marks(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        "---\ntitle: x\n---\n\n# Isles *of* North #\n{: .no_toc }\n\n- TOC\n{:toc}\n\n"
        "Goal\n====\nBe **first**\nto land.\n\n"
        "<!-- a\ncomment -->\n## Setup\n1. Take boats\n   and oars.\n2. Go.\n\n---\n\n* one\n+ two\n\n[top](#setup)\n\n"
        "| a | b |\n|---|:-:|\n| 1 | **2** |\n\n> Quoted rule\n> goes on.\n\n```\nkept\n```\n",
    )
    assert page.text == (
        "Isles of North\n\nGoal\nBe first to land.\n\nSetup\n1. Take boats and oars.\n2. Go.\n\n- one\n- two\n\n"
        "a | b\n1 | 2\n\n"
        "Quoted rule goes on.\n\nkept"
    )
    assert headings(page) == [("Isles of North", 1), ("Goal", 1), ("Setup", 2)]


def test_only_a_form_feed_parts_pages(tmp_path: Path) -> None:
    (tmp_path / "rules.markdown").write_text("One.\n\n---\n\n***\n\nStill one.\n\fTwo.", encoding="utf-8")
    assert [page.text for page in read(tmp_path / "rules.markdown").pages] == ["One.\n\nStill one.", "Two."]


def test_markup_alone_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_text("---\ntitle: x\n---\n<p></p>\n", encoding="utf-8")
    with pytest.raises(UnreadableFileError, match="holds no text"):
        read(tmp_path / "rules.md")


@needs_shared
@pytest.mark.parametrize("language", ["en", "pt-BR", "es", "fr", "de", "it"])
def test_a_real_rulebook_reads_as_words(language: str) -> None:
    file = SHARED / "rulebooks" / "cairn" / f"cairn.{language}.md"
    (page,) = read(file).pages
    source = file.read_text(encoding="utf-8")
    assert len(page.headings) == sum(line.startswith("#") for line in source.splitlines())
    assert not any(mark in page.text for mark in ("](", "**C", "**P", "<p>", "{:", "<details", "nav_order", "</"))
    assert all(page.text[start:end].strip() and "\n" not in page.text[start:end] for start, end, _ in page.headings)
