"""Running headers, footers, page numbers and slug lines: known by place and repetition, taken out of the page.

A line that stands once in the document stays, unless it is a slug or the page's own number at its edge.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ingest.lines import Break, Edge, Line, without_gaps
from ingest.slug_lines import slug_positions

EDGE_LINES = 2
"""How many lines at each end of a page may be running lines."""
PAGES_OF_A_RUN = 3
"""A line at the edge of this many neighbouring pages is a running line, whatever it looks like."""

Pages = Sequence[Sequence[Line]]
Key = tuple[str, int]

_NUMBER = re.compile(
    r"\W*(?:(?:p|pp|pg|page|pág|página|seite|pagina|strona)\.?\s*)?(\d{1,4})(?:\s*(?:/|of|de|von|sur|di)\s*\d{1,4})?\W*",
    re.IGNORECASE,
)
_CALLOUT = re.compile(r"\W?(?:\d{1,3}|[^\W\d_])\W?")
_CONTINUED = re.compile(r"contin|cont\.|fortsetzung|forts\.|suite|seguit|segue", re.IGNORECASE)
_SERIES_TAIL = re.compile(r".*\S\s+[-–—|•·:]\s+(\S.{3,})")


@dataclass(frozen=True, slots=True)
class BodyPages:
    """The pages without their running lines, and each page's printed number where one was found."""

    pages: list[list[Line]]
    labels: list[str | None]


def without_running_lines(pages: Pages) -> BodyPages:
    """Take slug lines, page numbers, running headers and footers out of ``pages``; see the module."""
    bodies = [_without(page, slug_positions([line.text for line in page])) for page in pages]
    numbers = _page_numbers(bodies)
    labels = [_label(page, places) for page, places in zip(bodies, numbers, strict=True)]
    bodies = [_without(page, places) for page, places in zip(bodies, numbers, strict=True)]
    running = _running_keys(bodies)
    series = _series_keys(running, bodies)
    bodies = [_without(page, _running_places(page, n, running, series)) for n, page in enumerate(bodies)]
    return BodyPages(bodies, labels)


def is_callout(text: str) -> bool:
    """Say whether a line is nothing but one number or letter, as the callouts of a diagram are."""
    return _CALLOUT.fullmatch(text) is not None


def _without(page: Sequence[Line], places: Iterable[int]) -> list[Line]:
    gone = set(places)
    blank = (Line("", line.break_before) if n in gone else line for n, line in enumerate(page))
    return without_gaps(blank)


def _edge_places(page: Sequence[Line], edge: Edge) -> list[int]:
    """Return where running lines may stand, outermost first."""
    if any(line.box for line in page):
        apart = _short_blocks(page)
        return [n for n, line in enumerate(page) if line.edge is edge and n in apart]
    order = range(len(page)) if edge is Edge.TOP else range(len(page) - 1, -1, -1)
    places: list[int] = []
    for n in order:
        places.append(n)
        if sum(not is_callout(page[place].text) for place in places) == EDGE_LINES:
            break
    return places


def _short_blocks(page: Sequence[Line]) -> set[int]:
    """Return the places of lines in blocks that are short enough to be running lines."""
    starts = [n for n, line in enumerate(page) if n == 0 or line.break_before is not Break.NONE]
    ends = [*starts[1:], len(page)]
    return {n for start, end in zip(starts, ends, strict=True) if end - start <= EDGE_LINES for n in range(start, end)}


def _number(text: str) -> int | None:
    found = _NUMBER.fullmatch(text)
    return int(found.group(1)) if found else None


def _page_numbers(pages: Pages) -> list[set[int]]:
    """Return, page by page, the places of lines that count the pages (or the halves of double pages)."""
    candidates = [_number_candidates(page) for page in pages]
    pages_of: dict[tuple[int, int], set[int]] = defaultdict(set)
    for index, found in enumerate(candidates):
        for number, _ in found:
            for step in (1, 2):
                pages_of[step, number - step * index].add(index)
    counting = {key for key, where in pages_of.items() if len(where) > key[0]} | {(1, 1)}
    return [
        {place for number, place in found if any((s, number - s * index) in counting for s in (1, 2))}
        for index, found in enumerate(candidates)
    ]


def _number_candidates(page: Sequence[Line]) -> list[tuple[int, int]]:
    places = [place for edge in Edge for place in _outermost(page, edge)]
    numbers = ((_number(page[place].text), place) for place in places)
    return [(number, place) for number, place in numbers if number is not None]


def _outermost(page: Sequence[Line], edge: Edge) -> list[int]:
    places = _edge_places(page, edge)
    return places if any(line.box for line in page) else places[:1]


def _label(page: Sequence[Line], places: set[int]) -> str | None:
    numbers = [number for place in sorted(places) if (number := _number(page[place].text)) is not None]
    return "–".join(map(str, numbers)) if numbers else None


def _key(line: Line) -> Key:
    return re.sub(r"\d+", "#", " ".join(line.text.casefold().split())), round(line.size)


def _running_keys(pages: Pages) -> dict[Key, set[int]]:
    """Return the lines that run over pages, each with the indexes of the pages at whose edge it stands."""
    pages_of: dict[Key, set[int]] = defaultdict(set)
    texts: dict[Key, str] = {}
    for index, page in enumerate(pages):
        for edge in Edge:
            for place in _edge_places(page, edge):
                if not is_callout(page[place].text):
                    pages_of[_key(page[place])].add(index)
                    texts[_key(page[place])] = page[place].text
    return {key: where for key, where in pages_of.items() if _runs(texts[key], sorted(where))}


def _runs(text: str, where: list[int]) -> bool:
    if _CONTINUED.search(text):  # "Setup (continued)" is a heading of its page
        return False
    steps = [later - earlier for earlier, later in zip(where, where[1:], strict=False)]
    near = sum(step <= 2 for step in steps) + 1
    if near >= PAGES_OF_A_RUN:
        return True
    return near == 2 and _looks_running(text)


def _looks_running(text: str) -> bool:
    """Say whether a line is set like a running title: capitals, or parts set off by a dash or bar; no sentence."""
    short = len(text.split()) <= 8 and text[-1:] not in ".!?:;,"
    return short and _SERIES_TAIL.fullmatch(text) is not None


def _series_keys(running: dict[Key, set[int]], pages: Pages) -> set[Key]:
    """Return the running lines whose tail ("... - Rules of the game") is shared by other lines at page edges.

    Text without geometry may hold such a line amid the page, where the extraction happened to put it.
    """
    tails = {key: found.group(1) for key in running if (found := _SERIES_TAIL.fullmatch(key[0]))}
    others = {_key(page[place]) for page in pages for edge in Edge for place in _edge_places(page, edge)}
    return {key for key, tail in tails.items() if any(other[0].endswith(tail) and other != key for other in others)}


def _running_places(page: Sequence[Line], index: int, running: dict[Key, set[int]], series: set[Key]) -> set[int]:
    edges = {place for edge in Edge for place in _edge_places(page, edge)}
    if index == 0 and page and not page[0].box:
        edges.discard(0)  # the first line of all is the title, which running lines repeat
    return {n for n, line in enumerate(page) if (key := _key(line)) in running and (n in edges or key in series)}
