"""Running headers, footers, page numbers and slug lines: known by place and repetition, taken out of the page.

A line that stands once in the document stays, unless it is a slug or the page's own number at its edge.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ingest.edges import edge_rows, is_callout, knows_places
from ingest.lines import Box, Line, without_gaps
from ingest.page_numbers import page_label, page_number_places
from ingest.slug_lines import slug_positions

PAGES_OF_A_RUN = 3
"""A line at the edge of this many neighbouring pages is a running line, whatever it looks like."""

Pages = Sequence[Sequence[Line]]
Key = tuple[str, int]

_NUMBER = re.compile(r"\d+")
_OUTER_NUMBER = re.compile(r"^\d{1,4}\b|\b\d{1,4}$")
_CONTINUED = re.compile(r"contin|cont\.|fortsetzung|forts\.|suite|seguit|segue", re.IGNORECASE)
_SERIES_TAIL = re.compile(r".*\S\s+[-–—|•·:]\s+(\S.{3,})")


@dataclass(frozen=True, slots=True)
class BodyPages:
    """The pages without their running lines, and each page's printed number where one was found."""

    pages: list[list[Line]]
    labels: list[str | None]


@dataclass(frozen=True, slots=True)
class Place:
    """What stands on one height of one page's edge."""

    text: str
    box: Box | None
    is_heading: bool


def without_running_lines(pages: Pages) -> BodyPages:
    """Take slug lines, page numbers, running headers and footers out of ``pages``; see the module."""
    bodies = [_without(page, slug_positions([line.text for line in page])) for page in pages]
    numbers = page_number_places(bodies)
    labels = [page_label(page, places) for page, places in zip(bodies, numbers, strict=True)]
    bodies = [_without(page, places) for page, places in zip(bodies, numbers, strict=True)]
    running = _running_keys(bodies)
    series = _series_keys(running, bodies)
    return BodyPages([_without(page, _places(page, n, running, series)) for n, page in enumerate(bodies)], labels)


def _without(page: Sequence[Line], places: Iterable[int]) -> list[Line]:
    gone = set(places)
    return without_gaps(Line("", line.break_before) if n in gone else line for n, line in enumerate(page))


def _keys(lines: Sequence[Line], index: int) -> set[Key]:
    """Return what a row reads like on any page: as it stands, and with its page number counted from the index."""
    text = " ".join(" ".join(line.text for line in lines).casefold().split())
    texts = {text}
    if _carries_page_number(text, lines):
        texts.add(_NUMBER.sub(lambda number: f"#{int(number.group()) - index}", text))
    return {(each, round(lines[0].size)) for each in texts}


def _carries_page_number(text: str, lines: Sequence[Line]) -> bool:
    """Say whether a row may be a title with the page number; "Scenario 3" at the top of page 3 is a heading."""
    if _OUTER_NUMBER.search(text) is None or any(line.level for line in lines):
        return False
    return any(line.box for line in lines) or len(text.split()) > 3


def _edge_keys(page: Sequence[Line], index: int) -> dict[Key, tuple[int, ...]]:
    rows = ((row, [page[place] for place in row]) for row in edge_rows(page))
    rows = ((row, lines) for row, lines in rows if not all(is_callout(line.text) for line in lines))
    return {key: row for row, lines in rows for key in _keys(lines, index)}


def _running_keys(pages: Pages) -> set[Key]:
    """Return what runs over pages; a line that is all that its pages say does not."""
    found: dict[Key, dict[int, Place]] = defaultdict(dict)
    for index, page in enumerate(pages):
        for key, row in _edge_keys(page, index).items():
            lines = [page[place] for place in row]
            found[key][index] = Place(lines[0].text, lines[0].box, any(line.level for line in lines))
    running = {key for key, places in found.items() if _runs(places)}
    covered = [_covered(page, index, running) for index, page in enumerate(pages)]
    with_body = {index for index, page in enumerate(pages) if len(covered[index]) < len(page)}
    return {key for key in running if with_body & set(found[key])}


def _covered(page: Sequence[Line], index: int, keys: set[Key]) -> set[int]:
    """Return the places of a page's edge lines that read like one of ``keys``."""
    return {place for key, row in _edge_keys(page, index).items() if key in keys for place in row}


def _runs(places: dict[int, Place]) -> bool:
    """Judge what reads alike at the edges of pages, by the pages' indexes."""
    where = sorted(places)
    first, *others = (places[index] for index in where)
    if _CONTINUED.search(first.text):  # "Setup (continued)" is a heading of its page
        return False
    near = sum(later - earlier <= 2 for earlier, later in pairwise(where)) + 1
    if near >= PAGES_OF_A_RUN:
        return True
    return near == 2 and (_looks_running(first.text) or any(_is_in_place_of(other, first) for other in others))


def _is_in_place_of(one: Place, other: Place) -> bool:
    """Say whether two lines stand at the same height of their pages, neither of them a heading."""
    if one.box is None or other.box is None or one.is_heading or other.is_heading:
        return False
    return abs(one.box.bottom - other.box.bottom) < 1 and abs(one.box.top - other.box.top) < 1


def _looks_running(text: str) -> bool:
    """Say whether a line is set like a running title: parts set off by a dash or bar, and no sentence."""
    short = len(text.split()) <= 8 and text[-1:] not in ".!?:;,"
    return short and _SERIES_TAIL.fullmatch(text) is not None


def _series_keys(running: set[Key], pages: Pages) -> set[Key]:
    """Return the running lines whose tail ("... - Rules of the game") is shared by other lines at page edges.

    Text without geometry may hold such a line amid the page, where the extraction happened to put it.
    """
    tails = {key: found.group(1) for key in running if (found := _SERIES_TAIL.fullmatch(key[0]))}
    others = {key for n, page in enumerate(pages) if not knows_places(page) for key in _edge_keys(page, n)}
    return {key for key, tail in tails.items() if any(other[0].endswith(tail) and other != key for other in others)}


def _places(page: Sequence[Line], index: int, running: set[Key], series: set[Key]) -> set[int]:
    places = _covered(page, index, running)
    if index == 0 and not knows_places(page):
        places.discard(0)  # the first line of all is the title, which running lines repeat
    return places | {n for n, line in enumerate(page) if _keys([line], index) & series}
