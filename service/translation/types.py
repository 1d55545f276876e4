"""The shapes that comparing editions works on: sentences with their places, aligned pairs, findings."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from corpus.types import Vectors


class Severity(StrEnum):
    """How much a difference matters to a reader of the edition."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class Segment:
    """A sentence, heading or list item of an edition: ``text == page_text[start:end]`` of its page.

    ``block`` counts the paragraphs, headings and items of the edition from 0; segments of one paragraph share it.
    ``role`` is the ``ingest.structure.Role`` of its line, ``level`` a heading's level (0 for others).
    """

    text: str
    page: int
    start: int
    end: int
    block: int = 0
    role: str = "text"
    level: int = 0


@dataclass(frozen=True, slots=True)
class Edition:
    """One language edition as comparing sees it. ``name`` is a document id or a file's name."""

    name: str
    language: str
    segments: tuple[Segment, ...]
    vectors: Vectors
    """Unit vectors of the segments, shape (len(segments), dimension)."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Segments that say the same: indexes into both editions, ascending; one side empty where nothing corresponds.

    ``score`` is 0 to 1. ``moved`` marks a pair that stands out of order.
    """

    source: tuple[int, ...]
    target: tuple[int, ...]
    score: float
    moved: bool = False

    @property
    def one_sided(self) -> bool:
        """Whether one side has nothing that corresponds."""
        return not (self.source and self.target)


@dataclass(frozen=True, slots=True)
class Alignment:
    """All segments of both editions, each in exactly one pair, in the order of the source."""

    source: Edition
    target: Edition
    pairs: tuple[Pair, ...]


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of an edition: ``quote == page_text[start:end]`` of its page."""

    page: int
    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True)
class Finding:
    """A difference. ``kind`` is a stable machine name such as "number" or "missing"; ``confidence`` is 0 to 1.

    ``pair`` is the index of the alignment's pair that it was found in, if it was found in one.
    """

    id: str
    kind: str
    severity: Severity
    confidence: float
    message: str
    source: Quote | None
    target: Quote | None
    pair: int | None = None


class Check(Protocol):
    """Looks at an alignment and says what differs; one class a kind."""

    @property
    def kind(self) -> str:
        """The kind of its findings."""
        ...

    def findings(self, alignment: Alignment) -> Sequence[Finding]:
        """Return what differs, in the order of the pairs."""
        ...
