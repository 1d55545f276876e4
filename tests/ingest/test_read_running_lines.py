from pathlib import Path

import pytest

from ingest.lines import Line
from ingest.readers import read
from ingest.running_lines import without_running_lines
from ingest.slug_lines import is_slug
from tests.ingest.shared import SHARED, needs_shared


def bodies(*pages: str) -> list[str]:
    found = without_running_lines([[Line(text) for text in page.split("\n") if text] for page in pages])
    return ["\n".join(line.text for line in page) for page in found.pages]


@needs_shared
def test_every_slug_line_leaves() -> None:
    lines = (SHARED / "footers" / "doubled-footer-lines.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 12
    assert [line for line in lines if not is_slug(line)] == []


@pytest.mark.parametrize(
    "line",
    [
        "board.indd 3board.indd 3 01/02/2023 10:11:1201/02/2023 10:11:12",
        "board_v2.indd   14",
        "2023_rules.indd 12023_rules.indd 1",
        "Board Rules.qxp 2-3 5/6/09 4:15 PM",
    ],
)
def test_slug_lines(line: str) -> None:
    assert is_slug(line)


@pytest.mark.parametrize(
    "line",
    [
        "On 13/11/2023 the rules changed.",
        "13/11/2023 15:56",
        "Open the file named rulebook.indd 7",
        "See rules.indd",
        "Pay 3 coins.",
        "rulebook.indd 7 was the first draft",
    ],
)
def test_body_text_is_no_slug(line: str) -> None:
    assert not is_slug(line)


def test_a_slug_on_two_lines_leaves_and_a_date_in_the_text_stays() -> None:
    page = "First published\n13/11/2023\nby us.\nrules.indd 2rules.indd 2\n13/11/2023 15:5613/11/2023 15:56"
    assert bodies(page) == ["First published\n13/11/2023\nby us."]


def test_page_numbers_leave_and_are_kept_as_labels() -> None:
    pages = [
        [Line("Body one"), Line("more"), Line("7")],
        [Line("8"), Line("Body two")],
        [Line("Body three"), Line("- 9 -")],
    ]
    found = without_running_lines(pages)
    assert found.labels == ["7", "8", "9"]
    assert [line.text for page in found.pages for line in page] == ["Body one", "more", "Body two", "Body three"]


def test_a_number_that_counts_no_pages_stays() -> None:
    assert bodies("Roll\n40", "Move\n12", "Pay\n3 coins") == ["Roll\n40", "Move\n12", "Pay\n3 coins"]


def test_headers_and_footers_that_repeat_leave() -> None:
    pages = [f"Isles of the North - Rules {n}\nTurn {n}\nDo thing {'abcd'[n]}.\nwww.isles.example" for n in range(4)]
    assert bodies(*pages)[1:] == [f"Turn {n}\nDo thing {'abcd'[n]}." for n in range(1, 4)]


def test_a_title_stays_on_the_first_page() -> None:
    first, *others = bodies(
        "Isles\nA game.\nby X", *(f"Isles\nRule {word}.\nEnd {word}" for word in ("one", "two", "six"))
    )
    assert first == "Isles\nA game.\nby X"
    assert others == ["Rule one.\nEnd one", "Rule two.\nEnd two", "Rule six.\nEnd six"]


def test_a_running_title_of_two_pages_leaves_and_a_heading_stays() -> None:
    pages = bodies(
        "Intro\nwords\nmore words",
        "Put the board down\nthen\nSETUP - ISLES",
        "SETUP - ISLES\nTake boats\nnow",
        "III. SETTLE (continued)\nPay\nall",
        "III. SETTLE (continued)\nTake\nall",
    )
    assert pages[1:3] == ["Put the board down\nthen", "Take boats\nnow"]
    assert pages[3].startswith("III. SETTLE (continued)")
    assert pages[4].startswith("III. SETTLE (continued)")


def test_a_line_that_is_all_its_pages_say_stays(tmp_path: Path) -> None:
    (tmp_path / "rules.txt").write_text("\f".join(["Draw a card"] * 4), encoding="utf-8")
    assert [page.text for page in read(tmp_path / "rules.txt").pages] == ["Draw a card"] * 4


def test_headings_that_count_stay() -> None:
    pages = [f"Scenario {n}\nDo thing {'abcd'[n - 1]}.\nStop at {'efgh'[n - 1]}." for n in (1, 2, 3, 4)]
    assert bodies(*pages) == pages
