import re
from pathlib import Path

import pytest
import typer
from playwright.sync_api import Page, expect
from typer.testing import CliRunner, Result

from corpus.errors import UnreadableFileError
from ingest import inspect_cli
from ingest.inspecting import Seen, seen, source_of
from ingest.page_pictures import page_pictures
from ingest.readers import read
from tests.chromium import FLAGS, MISSING, find
from tests.ingest.pdfs import typeset
from tests.ingest.test_languages_apart import ENGLISH, GERMAN

BOOK = """#set page(columns: 2, width: 16cm, height: 10cm, margin: 1.5cm)
#set page(header: [River of Coins], footer: context counter(page).display())
#set text(size: 10pt, lang: "en")
#set par(justify: true)
= River of Coins
== Setup
Place the board in the middle of the table. Each player takes a boat and seven coins.

+ Shuffle the river tiles.
+ Reveal three of them.

- wood <b>
- stone

== Movement
A player may use any boat on the river, also one that belongs to another player. The owner of the boat receives
one coin from the supply, never from the player who moves it. A boat that carries cargo moves at most three spaces,
and stops at the first bridge on its way.

Example: Anna moves the boat of Bruno, and Bruno receives a coin.
#pagebreak()
== Scoring
The player with the most points wins; ties are broken by the coins that are left.
#pagebreak()
== Variants
With two players, remove all tiles with a bridge before the first round.
"""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return typeset(tmp_path, BOOK.replace("<b>", '#raw("<script>alert(1)</script>")'), "river.en")


def looked_at(file: Path) -> Seen:
    return seen(source_of(file), read(file))


def run(*arguments: object) -> Result:
    app = typer.Typer()
    app.callback()(lambda: None)
    inspect_cli.register(app)
    return CliRunner().invoke(app, ["inspect", *map(str, arguments)])


def test_blocks_stand_in_reading_order_with_what_they_do(book: Path) -> None:
    first = looked_at(book).documents[0].pages[0]
    assert [(block.number, block.role, block.text[:12]) for block in first.blocks] == [
        (1, "heading 1", "River of Coi"),
        (2, "heading 2", "Setup"),
        (3, "text", "Place the bo"),
        (4, "step", "1. Shuffle t"),
        (5, "step", "2. Reveal th"),
        (6, "bullet", "• wood <scri"),
        (7, "bullet", "• stone"),
        (8, "heading 2", "Movement"),
        (9, "text", "A player may"),
        (10, "example", "Example: Ann"),
    ]


def test_a_block_that_runs_on_in_the_next_column_has_two_outlines(book: Path) -> None:
    blocks = looked_at(book).documents[0].pages[0].blocks
    halves = {block.text[:8]: [outline.left > 0.5 for outline in block.outlines] for block in blocks}
    assert [False, True] in halves.values()
    assert all(sides in ([False], [True], [False, True]) for sides in halves.values())
    assert halves["Setup"] == [False]
    assert halves["Example:"] == [True]


def test_what_was_left_out_is_told_by_page(book: Path) -> None:
    assert set(looked_at(book).dropped) >= {(n, "River of Coins") for n in (2, 3)} | {(n, str(n)) for n in (1, 2, 3)}


def test_passages_are_those_of_an_ingest_and_lie_on_their_pages(book: Path) -> None:
    document = looked_at(book).documents[0]
    scoring = document.pages[1].passages
    assert [(each.section, each.page, each.start) for each in scoring] == [(("River of Coins", "Scoring"), 2, 8)]
    assert document.pages[1].page.text[scoring[0].start :].startswith("The player with the most points")


def test_the_terminal_shows_pages_blocks_passages_and_lines_left_out(book: Path) -> None:
    result = run(book)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert re.fullmatch(rf"{re.escape(str(book))}: 3 pages, 14 blocks, \d+ passages, \d lines left out, en", lines[0])
    assert "  - left out      River of Coins" in lines
    assert "   4 step         1. Shuffle the river tiles." in lines
    assert any("passage 1 · rule · River of Coins › Setup" in line for line in lines)


def test_one_page_alone(book: Path) -> None:
    shown = run(book, "--page", 2).stdout
    assert "── page 2 ─" in shown
    assert "── page 1 ─" not in shown
    wrong = run(book, "--page", 9)
    assert (wrong.exit_code, "the file has pages 1 to 3" in wrong.output) == (2, True)


def test_the_page_needs_nothing_else_and_escapes_all_text(book: Path, tmp_path: Path) -> None:
    assert run(book, "--html", tmp_path / "out.html").exit_code == 0
    page = (tmp_path / "out.html").read_text("utf-8")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert len(re.findall(r"<script", page)) == 1
    assert not re.search(r"""(?:src|href)=["'](?!data:|#)""", page)
    assert page.count("data:image/jpeg;base64,") == 3


def test_a_text_file_is_shown_without_pictures_and_several_languages_apart(tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_text(f"{ENGLISH}\n\n{GERMAN}", "utf-8")
    assert run(file, "--html", tmp_path / "out.html").exit_code == 0
    page = (tmp_path / "out.html").read_text("utf-8")
    assert "data:image" not in page
    assert "<h3>In en</h3>" in page
    assert "<h3>In de</h3>" in page
    names = re.findall(r'<li id="([^"]+)"', page)
    assert len(names) == len(set(names)) == 10
    shown = run(file).stdout
    assert shown.index("in en:") < shown.index("The oldest player") < shown.index("in de:") < shown.index("Spielaufbau")


def test_a_language_given_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_text(f"{ENGLISH}\n\n{GERMAN}", "utf-8")
    assert run(file, "--language", "pt-br").stdout.splitlines()[0].endswith(", pt-BR")
    assert run(file, "--language", "very wrong").exit_code == 2


def test_a_language_that_cannot_be_told_is_a_remark(tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_text("1 2 3", "utf-8")
    first, remark = run(file).stdout.splitlines()[:2]
    assert first.endswith(", und")
    assert remark.startswith(f"remark: {file}: is in a language that could not be told; name the file")


def test_what_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "rules.pdf"
    file.write_bytes(b"%PDF-1.7 nothing")
    result = run(file)
    assert isinstance(result.exception, UnreadableFileError)
    assert str(result.exception).startswith(f"{file}: is damaged or no PDF")
    assert str(run(tmp_path / "gone.pdf").exception) == f"{tmp_path / 'gone.pdf'}: does not exist; check the path"


def test_pictures_end_where_they_would_be_too_much(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = page_pictures(book, [1, 2, 3])
    assert sorted(whole) == [1, 2, 3]
    monkeypatch.setattr("ingest.page_pictures.MOST_BYTES", len(whole[1]) + len(whole[2]))
    assert sorted(page_pictures(book, [1, 2, 3])) == [1, 2]
    assert page_pictures(book, [7]) == {}


@pytest.mark.skipif(find() is None, reason=MISSING)
@pytest.mark.browser
def test_outlines_lie_on_the_picture_and_the_page_filters(book: Path, tmp_path: Path) -> None:
    from playwright.sync_api import sync_playwright

    run(book, "--html", tmp_path / "out.html")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        page = browser.new_page()
        page.goto((tmp_path / "out.html").as_uri())
        _outlines_lie_within(page)
        page.select_option("#only", "2")
        expect(page.locator("#page-1")).to_be_hidden()
        expect(page.locator("#page-2")).to_be_visible()
        page.uncheck("#outlines")
        expect(page.locator("#page-2 .mark").first).to_be_hidden()
        page.locator("#page-2 .blocks li").first.hover()
        expect(page.locator("#page-2 .mark").first).to_have_class(re.compile("lit"))
        browser.close()


def _outlines_lie_within(page: Page) -> None:
    picture = page.locator("#page-1 img").bounding_box()
    assert picture is not None
    boxes = [mark.bounding_box() for mark in page.locator("#page-1 .mark").all()]
    assert len(boxes) >= 10
    for box in boxes:
        assert box is not None
        assert picture["x"] <= box["x"] + 1
        assert box["y"] + box["height"] <= picture["y"] + picture["height"] + 1
