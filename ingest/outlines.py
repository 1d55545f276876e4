"""Headings told by a file's own outline: their lines found on the pages, their depth taken for their level."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ingest.lines import Line
from ingest.wording import fold

TRUSTED = 0.5
"""The share of an outline's entries that must stand on their pages for the outline to be believed."""
LOWEST_LEVEL = 6

_NUMBERING = re.compile(r"^[\W_]*(?:(?:\d+|[ivxlc]+|[a-z])[.)]?(?:\d+[.)]?)*\s+)?")


class Entry(NamedTuple):
    """One entry of an outline: its words, its page from 0, and its depth from 1."""

    title: str
    page: int
    depth: int


def with_outline(pages: Sequence[Sequence[Line]], outline: Sequence[Entry]) -> list[list[Line]]:
    """Return the pages with the levels of an outline, where it fits them.

    A line of a heading's type that the outline leaves out keeps its place among those of other types.
    """
    depths = _depths(pages, outline)
    if len(depths) < TRUSTED * len(outline) or not depths:
        return [list(page) for page in pages]
    above = len({line.level for page in pages for line in page if line.level} & set(range(1, _first(pages, depths))))
    depths = {where: min(depth + above, LOWEST_LEVEL) for where, depth in depths.items()}
    by_level = _levels(pages, depths)
    return [
        [_relevelled(line, depths.get((number, place)), by_level) for place, line in enumerate(page)]
        for number, page in enumerate(pages)
    ]


def _depths(pages: Sequence[Sequence[Line]], outline: Sequence[Entry]) -> dict[tuple[int, int], int]:
    """Return the depth of each line, by page and place, that an entry names; entries are taken in order."""
    found: dict[tuple[int, int], int] = {}
    for entry in outline:
        lines = pages[entry.page] if 0 <= entry.page < len(pages) else ()
        alike = [
            n for n, line in enumerate(lines) if _bare(line.text) == _bare(entry.title) and (entry.page, n) not in found
        ]
        best = min(alike, key=lambda n: (lines[n].level == 0, n), default=None)
        if best is not None:
            found[entry.page, best] = entry.depth
    return found


def _first(pages: Sequence[Sequence[Line]], depths: Mapping[tuple[int, int], int]) -> int:
    """Return the level of the largest type that the outline names; what is larger (a title) stands above all of it."""
    return min((level for page, place in depths if (level := pages[page][place].level)), default=1)


def _bare(text: str) -> str:
    return _NUMBERING.sub("", " ".join(fold(text).split())).strip(" .:")


def _levels(pages: Sequence[Sequence[Line]], depths: Mapping[tuple[int, int], int]) -> dict[int, int]:
    """Return for each level that type gives the level to set: the usual depth of its lines, else one below the last."""
    seen: dict[int, Counter[int]] = defaultdict(Counter)
    for (page, place), depth in depths.items():
        seen[pages[page][place].level][depth] += 1
    levels: dict[int, int] = {}
    last = 0
    for level in sorted({line.level for page in pages for line in page if line.level}):
        last = seen[level].most_common(1)[0][0] if level in seen else min(last + 1, LOWEST_LEVEL)
        levels[level] = last
    return levels


def _relevelled(line: Line, depth: int | None, by_level: Mapping[int, int]) -> Line:
    return replace(line, level=depth or by_level.get(line.level, 0))
