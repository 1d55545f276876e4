"""Printed page numbers: bare numbers at the pages' edges, arabic or roman, that count up with the pages."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ingest.edges import edge_places, knows_places
from ingest.lines import Edge, Line

_NUMBER = re.compile(
    r"\W*(?:(?:p|pp|pg|page|pág|página|pagina|seite|strona|sida|side)\.?\s*)?"
    r"(?:(?P<arabic>\d{1,4})(?:\s*(?:/|of|de|von|sur|di)\s*\d{1,4})?|(?P<roman>[ivxl]{1,6}))\W*",
    re.IGNORECASE,
)
_ROMAN = re.compile(r"(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3})")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50}


class Number(NamedTuple):
    """A printed number: what it counts, whether it is roman, and how it is written."""

    value: int
    is_roman: bool
    text: str


def page_number_places(pages: Sequence[Sequence[Line]]) -> list[set[int]]:
    """Return, page by page, the places of lines that count the pages (or the halves of double pages)."""
    candidates = [_candidates(page) for page in pages]
    pages_of: dict[tuple[bool, int, int], set[int]] = defaultdict(set)
    for index, found in enumerate(candidates):
        for number, _ in found:
            for key in _keys(number, index):
                pages_of[key].add(index)
    # the page's own number needs no second witness
    counting = {key for key, where in pages_of.items() if len(where) > key[1]} | {(False, 1, 1)}
    return [
        {place for number, place in found if counting & set(_keys(number, index))}
        for index, found in enumerate(candidates)
    ]


def page_label(page: Sequence[Line], places: Iterable[int]) -> str | None:
    """Return the printed number, or both of a double page, or None."""
    numbers = {number for place in places if (number := _number(page[place].text)) is not None}
    return "–".join(number.text for number in sorted(numbers)) or None


def _keys(number: Number, index: int) -> list[tuple[bool, int, int]]:
    """Return what a number on the page at ``index`` shares with those that count along, by ones and by twos."""
    return [(number.is_roman, step, number.value - step * index) for step in (1, 2)]


def _number(text: str) -> Number | None:
    found = _NUMBER.fullmatch(text)
    if found is None:
        return None
    if found["arabic"]:
        return Number(int(found["arabic"]), False, str(int(found["arabic"])))
    numeral = found["roman"].lower()
    return Number(_roman(numeral), True, found["roman"]) if _ROMAN.fullmatch(numeral) else None


def _roman(numeral: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in numeral]
    after = [*values[1:], 0]
    return sum(-value if value < following else value for value, following in zip(values, after, strict=True))


def _candidates(page: Sequence[Line]) -> list[tuple[Number, int]]:
    outermost = None if knows_places(page) else 1
    places = {place for edge in Edge for place in edge_places(page, edge)[:outermost]}
    numbers = ((_number(page[place].text), place) for place in sorted(places))
    return [(number, place) for number, place in numbers if number is not None]
