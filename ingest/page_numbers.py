"""Printed page numbers: bare numbers at the pages' edges that count up with the pages."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

from ingest.edges import edge_places, knows_places
from ingest.lines import Edge, Line

_NUMBER = re.compile(
    r"\W*(?:(?:p|pp|pg|page|pág|página|seite|pagina|strona)\.?\s*)?(\d{1,4})(?:\s*(?:/|of|de|von|sur|di)\s*\d{1,4})?\W*",
    re.IGNORECASE,
)


def page_number_places(pages: Sequence[Sequence[Line]]) -> list[set[int]]:
    """Return, page by page, the places of lines that count the pages (or the halves of double pages)."""
    candidates = [_candidates(page) for page in pages]
    pages_of: dict[tuple[int, int], set[int]] = defaultdict(set)
    for index, found in enumerate(candidates):
        for number, _ in found:
            for step in (1, 2):
                pages_of[step, number - step * index].add(index)
    # the page's own number needs no second witness
    counting = {key for key, where in pages_of.items() if len(where) > key[0]} | {(1, 1)}
    return [
        {place for number, place in found if any((s, number - s * index) in counting for s in (1, 2))}
        for index, found in enumerate(candidates)
    ]


def page_label(page: Sequence[Line], places: Iterable[int]) -> str | None:
    """Return the printed number, or both of a double page, or None."""
    numbers = sorted({number for place in places if (number := _number(page[place].text)) is not None})
    return "–".join(map(str, numbers)) if numbers else None


def _number(text: str) -> int | None:
    found = _NUMBER.fullmatch(text)
    return int(found.group(1)) if found else None


def _candidates(page: Sequence[Line]) -> list[tuple[int, int]]:
    outermost = None if knows_places(page) else 1
    places = {place for edge in Edge for place in edge_places(page, edge)[:outermost]}
    numbers = ((_number(page[place].text), place) for place in sorted(places))
    return [(number, place) for number, place in numbers if number is not None]
