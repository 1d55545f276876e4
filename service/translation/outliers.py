"""Of three editions or more, the one that stands alone: it differs from all others, and they agree."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from service.translation.types import Alignment, Finding

JUDGED = {"missing": "missing", "added": "missing"}
"""Kinds that are one and the same seen from the other side; any other kind is its own."""
UNCOUNTED = frozenset({"moved", "length", "punctuation", "unrelated", "term", "collapsed_term", "glossary"})
"""Kinds that say nothing on who is right."""

Judged = Mapping[tuple[int, int], tuple[Alignment, Sequence[Finding]]]
"""By the numbers of two editions, the smaller first: their alignment and what differs."""


@dataclass(frozen=True, slots=True)
class Outlier:
    """An edition that says something else than all the others at one place.

    ``findings`` are the ids of the differences to the source, each behind its target's name and a colon.
    """

    edition: str
    kind: str
    message: str
    findings: tuple[str, ...]


def outliers(names: Sequence[str], judged: Judged) -> list[Outlier]:
    """Return who stands alone, by place in the first edition. ``judged`` holds every pair of editions."""
    places = _differences(len(names), judged)
    return [
        Outlier(names[alone], kind, _message(names, alone), _ids(names, by_pair))
        for (_, kind), by_pair in sorted(places.items())
        if (alone := _alone(len(names), by_pair)) is not None and _ids(names, by_pair)
    ]


def _message(names: Sequence[str], alone: int) -> str:
    others = [name for number, name in enumerate(names) if number != alone]
    return f"{names[alone]} stands alone: {', '.join(others[:-1])} and {others[-1]} agree."


ByPair = dict[tuple[int, int], list[Finding]]


def _differences(count: int, judged: Judged) -> dict[tuple[int, str], ByPair]:
    """Return the differences by the first edition's segment and kind, and there by the two editions."""
    home = [_home(judged[0, other][0]) if other else {} for other in range(count)]
    found: dict[tuple[int, str], ByPair] = defaultdict(lambda: defaultdict(list))
    for (one, other), (alignment, findings) in judged.items():
        for finding in findings:
            if finding.kind in UNCOUNTED or finding.pair is None:
                continue
            at = _place(alignment, finding.pair, home, one, other)
            if at is not None:
                found[at, JUDGED.get(finding.kind, finding.kind)][one, other].append(finding)
    return found


def _home(alignment: Alignment) -> dict[int, int]:
    """Return for each segment of the target the source's segment that it belongs to, or stands behind."""
    home: dict[int, int] = {}
    last = -1
    for pair in alignment.pairs:
        last = pair.source[0] if pair.source else last
        home.update(dict.fromkeys(pair.target, last))
    return home


def _place(alignment: Alignment, number: int, home: Sequence[Mapping[int, int]], one: int, other: int) -> int | None:
    """Return the first edition's segment at which two editions differ."""
    pair = alignment.pairs[number]
    if pair.source:
        return pair.source[0] if one == 0 else home[one].get(pair.source[0])
    return home[other].get(pair.target[0])


def _alone(count: int, by_pair: Mapping[tuple[int, int], Sequence[Finding]]) -> int | None:
    """Return the edition that every difference is with, and that differs from all others."""
    for edition in range(count):
        with_it = {pair for pair in combinations(range(count), 2) if edition in pair}
        if with_it == set(by_pair):
            return edition
    return None


def _ids(names: Sequence[str], by_pair: Mapping[tuple[int, int], Iterable[Finding]]) -> tuple[str, ...]:
    return tuple(_to_source(names, by_pair))


def _to_source(names: Sequence[str], by_pair: Mapping[tuple[int, int], Iterable[Finding]]) -> Iterator[str]:
    for (one, other), findings in sorted(by_pair.items(), key=lambda item: item[0]):
        if one == 0:
            yield from (f"{names[other]}:{finding.id}" for finding in findings)
