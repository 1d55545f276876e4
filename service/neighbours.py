"""Rules beside a rule: what its words send the reader to, then what stands around it under other headings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol, runtime_checkable

from corpus.index import Index
from corpus.types import Passage, PassageKind

MOST = 4
LONGEST_HEADING = 60
"""Characters; a longer line is a sentence that a reader took for a heading, and no button would hold it."""
NO_RULES = {PassageKind.CREDITS, PassageKind.COMPONENTS}


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A rule of the same document under its own ``heading``; its text is ``page_text[start:end]``."""

    heading: str
    page: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a document some words stand: their passage, its heading path, and the rules beside it."""

    passage_id: str
    section: tuple[str, ...] = ()
    beside: tuple[Neighbour, ...] = ()


@runtime_checkable
class Placing(Protocol):
    """An answering that knows what stands around the words it quotes."""

    def place(self, document: str, page: int, start: int) -> Place | None:
        """Return the place of the words at ``start`` of a page, None outside every rule. Raises UnknownNameError."""
        ...


def place_in(index: Index, document: str, page: int, start: int) -> Place | None:
    """Return the place of the words at ``start`` of a page, None outside every passage. Raises UnknownNameError."""
    passages = [index.passages[row] for row in index.document_rows(document)]
    own = next((one for one in passages if one.page == page and one.start <= start < one.end), None)
    return None if own is None else Place(own.id, own.section, tuple(_beside(passages, own)))


def _beside(passages: Sequence[Passage], own: Passage) -> list[Neighbour]:
    """Return up to ``MOST`` neighbours of ``own``, those that it names first, no heading twice."""
    found: dict[str, Neighbour] = {}
    passed = {heading.casefold() for heading in own.section}
    for passage in (*_named(passages, own), *_around(passages, own)):
        heading = passage.section[-1] if passage.section else ""
        if 0 < len(heading) <= LONGEST_HEADING and heading.casefold() not in passed:
            found.setdefault(heading.casefold(), Neighbour(heading, passage.page, passage.start, passage.end))
    return list(found.values())[:MOST]


def _named(passages: Sequence[Passage], own: Passage) -> list[Passage]:
    return [one for one in passages if one.id in own.references]


def _around(passages: Sequence[Passage], own: Passage) -> Iterator[Passage]:
    """Yield the first rule of each section, the nearest section first, the one after before the one before."""
    sections = [list(rules) for _, rules in groupby(passages, key=lambda one: one.section)]
    at = next(place for place, rules in enumerate(sections) if own in rules)
    for distance in range(1, len(sections)):
        for place in (at + distance, at - distance):
            if 0 <= place < len(sections):
                yield from [one for one in sections[place] if one.kind not in NO_RULES][:1]
