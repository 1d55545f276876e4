"""Gold alignments from the shipped library: its sources name each sentence by an id that all editions share."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from corpus.library.build import LIBRARY, Target, targets
from corpus.library.sentences import read_sentences
from service.translation.editions import Script, from_file

Link = tuple[tuple[int, ...], tuple[int, ...]]
"""Segments of the source and of the target that say the same; one side may be empty."""
Ids = tuple[frozenset[str], ...]
"""For each segment the ids of the sentences that it holds a part of; empty for labels that the sources do not name."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A shipped edition as read from its PDF, and which sentences its segments hold."""

    game: str
    script: Script
    ids: Ids


def judged_editions(library: Path = LIBRARY) -> list[Judged]:
    """Read every edition of the library whose source and PDF are there, by game and language."""
    return [_judged(target) for target in targets(library) if target.pdf.exists()]


def pairs_of(editions: Sequence[Judged]) -> dict[tuple[str, str], list[tuple[Judged, Judged]]]:
    """Return the editions of one text side by side, by the pair of their languages."""
    found: dict[tuple[str, str], list[tuple[Judged, Judged]]] = defaultdict(list)
    ordered = sorted(editions, key=lambda edition: (edition.game, edition.script.language))
    for one, other in combinations(ordered, 2):
        if one.game == other.game:
            found[one.script.language, other.script.language].append((one, other))
    return dict(sorted(found.items()))


def _judged(target: Target) -> Judged:
    script = from_file(target.pdf)
    ids = located([segment.text for segment in script.segments], read_sentences(target.source))
    return Judged(re.sub(r"\.[^.]+\.pdf$", "", target.pdf.name), script, ids)


def located(texts: Sequence[str], sentences: dict[str, str]) -> Ids:
    """Return for each text the ids of the sentences it holds letters of.

    A sentence that stands in the texts several times is the unclaimed one nearest to where its forerunner ended.
    """
    owner = [number for number, text in enumerate(texts) for _ in _letters(text)]
    stream = "".join(map(_letters, texts))
    found: list[set[str]] = [set() for _ in texts]
    claimed = bytearray(len(stream))
    at = 0
    for name, sentence in sentences.items():
        wanted = _letters(sentence)
        place = _nearest_free(stream, wanted, at, claimed)
        if place is None:
            continue
        at = place + len(wanted)
        claimed[place:at] = b"\1" * len(wanted)
        for number in owner[place:at]:
            found[number].add(name)
    return tuple(map(frozenset, found))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _nearest_free(stream: str, wanted: str, at: int, claimed: bytearray) -> int | None:
    if not wanted:
        return None
    places = (match.start() for match in re.finditer(f"(?={re.escape(wanted)})", stream))
    free = [place for place in places if not any(claimed[place : place + len(wanted)])]
    return min(free, key=lambda place: abs(place - at), default=None)


def gold_links(source: Ids, target: Ids) -> list[Link]:
    """Return what belongs together: segments joined by the sentences they share, whole groups of them.

    Segments without ids are left out; a sentence that one side lacks leaves its segments without counterpart. An id
    that both sides read as the same number of segments (a question of two sentences) pairs these in their order.
    """
    parent: dict[str, str] = {}

    def root(name: str) -> str:
        while parent.setdefault(name, name) != name:
            name = parent[name]
        return name

    for ids in (*source, *target):
        for other in ids:
            parent[root(other)] = root(min(ids))
    groups: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side, editions in enumerate((source, target)):
        for number, ids in enumerate(editions):
            if ids:
                groups[root(min(ids))][side].append(number)
    return [link for group in groups.values() for link in _in_order(source, target, *group)]


def _in_order(source: Ids, target: Ids, ours: Sequence[int], theirs: Sequence[int]) -> list[Link]:
    held = {source[one] for one in ours} | {target[other] for other in theirs}
    if len(held) == 1 and len(ours) == len(theirs):
        return [((one,), (other,)) for one, other in zip(ours, theirs, strict=True)]
    return [(tuple(ours), tuple(theirs))]


def judgeable(links: Iterable[Link], source: Ids, target: Ids) -> list[Link]:
    """Return the links without the segments that the gold does not name."""
    kept = ((tuple(s for s in ours if source[s]), tuple(t for t in theirs if target[t])) for ours, theirs in links)
    return [link for link in kept if link[0] or link[1]]
