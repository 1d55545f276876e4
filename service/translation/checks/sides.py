"""A pair as the checks see it: the text of either side as one string, and quotes cut from it."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from corpus.languages import primary
from service.translation.types import Alignment, Edition, Quote, Segment


@dataclass(frozen=True, slots=True)
class Side:
    """The segments of one side of a pair, joined by one space; ``starts`` are their offsets in ``text``."""

    text: str
    language: str
    """The primary subtag of the edition's language."""
    segments: tuple[Segment, ...]
    starts: tuple[int, ...]

    def quote(self, start: int, end: int) -> Quote:
        """Return ``text[start:end]`` as a quote of its page, cut at the end of the segment that it starts in."""
        number = max(0, bisect_right(self.starts, start) - 1)
        segment, begins = self.segments[number], self.starts[number]
        first = min(start - begins, len(segment.text))
        last = min(max(end - begins, first), len(segment.text))
        return Quote(segment.page, segment.start + first, segment.start + last, segment.text[first:last])

    def whole(self) -> Quote:
        """Return the longest segment as a quote."""
        longest = max(self.segments, key=lambda segment: len(segment.text))
        return Quote(longest.page, longest.start, longest.end, longest.text)


@dataclass(frozen=True, slots=True)
class Compared:
    """A pair with text on both sides; ``pair`` is its index in the alignment."""

    pair: int
    source: Side
    target: Side

    def beside_all(self, quote: Quote, where: str) -> tuple[Quote, Quote]:
        """Return a quote of one side, "source" or "target", and all of the other side; the source's comes first."""
        return (quote, self.target.whole()) if where == "source" else (self.source.whole(), quote)


def side(edition: Edition, numbers: Sequence[int]) -> Side:
    """Return the segments with these numbers as one side of a pair."""
    segments = tuple(edition.segments[number] for number in numbers)
    starts, length = [], 0
    for segment in segments:
        starts.append(length)
        length += len(segment.text) + 1
    text = " ".join(segment.text for segment in segments)
    return Side(text, primary(edition.language), segments, tuple(starts))


def compared(alignment: Alignment) -> Iterator[Compared]:
    """Yield the pairs that have both sides, in the alignment's order."""
    for number, pair in enumerate(alignment.pairs):
        if pair.source and pair.target:
            yield Compared(number, side(alignment.source, pair.source), side(alignment.target, pair.target))
