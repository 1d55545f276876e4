"""Words inside a sentence that one side has not: a bracketed remark, an item of an enumeration."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from service.translation.checks.finding import finding
from service.translation.checks.sides import Compared, Side, compared
from service.translation.types import Alignment, Finding, Severity

KIND = "part"
_REMARK = re.compile(r"\([^()\d|]*[^\W\d_]{3}[^()\d|]*\)")
"""In round brackets, with a word and without digits: lengths are converted there, values repeated."""
_ITEM = re.compile(r"[^,;:.!?()|]+")
_LONGEST_ITEM = 2
_FEWEST_ITEMS = 3


class PartsCheck:
    """Reports remarks in brackets and items of enumerations of which one side has more.

    They are remarks to a reader: translators say much of this otherwise.
    """

    kind = KIND

    def findings(self, alignment: Alignment) -> Sequence[Finding]:
        """Return the parts that one side lacks, in the order of the pairs."""
        return [found for pair in compared(alignment) for found in (*_remarks(pair), *_items(pair))]


def _remarks(pair: Compared) -> Iterator[Finding]:
    source, target = _REMARK.findall(pair.source.text), _REMARK.findall(pair.target.text)
    if bool(source) == bool(target):  # where both have some, which one is missing cannot be told
        return
    having, match = (pair.source, source) if source else (pair.target, target)
    start = having.text.index(match[0])
    yield _finding(pair, having, start, start + len(match[0]), "remark in brackets")


class _Run(NamedTuple):
    start: int
    end: int
    items: int


def _items(pair: Compared) -> Iterator[Finding]:
    source, target = _longest_run(pair.source.text), _longest_run(pair.target.text)
    if min(source.items, target.items) < 2 or max(source.items, target.items) < _FEWEST_ITEMS:
        return
    if source.items != target.items:
        having, run = (pair.source, source) if source.items > target.items else (pair.target, target)
        yield _finding(pair, having, run.start, run.end, "list of short items")


def _longest_run(text: str) -> _Run:
    """Return the most short items in a row that only commas part."""
    items = [(match, len(match.group().split())) for match in _ITEM.finditer(text)]
    runs = [list(run) for short, run in groupby(items, key=lambda item: 1 <= item[1] <= _LONGEST_ITEM) if short]
    parted = [part for run in runs for part in _by_commas(text, [match for match, _ in run])]
    best = max(parted, key=len, default=[])
    return _Run(best[0].start(), best[-1].end(), len(best)) if best else _Run(0, 0, 0)


def _by_commas(text: str, matches: Sequence[re.Match[str]]) -> Iterator[list[re.Match[str]]]:
    part: list[re.Match[str]] = []
    for match in matches:
        if part and text[part[-1].end() : match.start()] != ",":
            yield part
            part = []
        part.append(match)
    yield part


def _finding(pair: Compared, having: Side, start: int, end: int, what: str) -> Finding:
    where, other = ("source", "target") if having is pair.source else ("target", "source")
    quote = having.quote(start, end)
    message = f"The {where} has a {what} that the {other} has not, or not all of it: {quote.quote.strip()}"
    return finding(KIND, Severity.LOW, 0.4, message, *pair.beside_all(quote, where), pair.pair)
