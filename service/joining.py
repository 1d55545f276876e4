"""What is quoted of ranked passages: a rule with the one beside it where both answer, and no words twice.

Where a rule and its neighbour under the same heading rank close to one another, either may decide, and a judge reads
out both. They are quoted in one piece, as long as that stays short, and leave their places to what ranks behind them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, takewhile

from corpus.index import Index
from corpus.types import Passage, PassageKind, Span
from service.features import Asked
from service.quoting import LONGEST_QUOTE, quoted
from service.retrieval import Ranked

CLOSE = 3.0
"""Ranker score by which a passage's neighbour may be behind it and still be quoted with it."""
ILLUSTRATED = 4.0
"""Ranker score by which a rule may be behind its example and still be quoted before it."""
ASIDE = frozenset((PassageKind.EXAMPLE, PassageKind.NOTE))
"""Kinds of passages that may stand between a rule and its example."""
APART = frozenset((PassageKind.ANSWER, PassageKind.ENTRY, PassageKind.EXAMPLE, PassageKind.ROW, PassageKind.CREDITS))
"""Kinds of passages that are a matter of their own, or no rule beside one."""


@dataclass(frozen=True, slots=True)
class Quote:
    """Words of a page for a passage, its ``row``, that ranks with a ``score``; ``rows`` are all that they are of."""

    row: int
    score: float
    words: Span
    rows: tuple[int, ...]


class Quotes:
    """Quotes what ranks, for one question."""

    def __init__(self, index: Index, found: Ranked, asked: Asked) -> None:
        self._index, self._asked = index, asked
        self._scores: dict[int, float] = dict(zip(found.rows.tolist(), found.scores.tolist(), strict=True))

    def __iter__(self) -> Iterator[Quote]:
        """Yield quotes in the order of their passages; what an earlier one holds is not quoted again."""
        shown: set[int] = set()
        for row in chain.from_iterable(map(self._rule_first, self._scores)):
            if row not in shown:
                quote = self._quote(row, shown)
                shown.update(quote.rows)
                yield quote

    def _rule_first(self, row: int) -> list[int]:
        """Return a passage, an example behind the rule that it illustrates where that ranks not far behind."""
        rule = self._illustrated(row) if self._index.passages[row].kind is PassageKind.EXAMPLE else None
        return [row] if rule is None or not self._is_behind(row, rule, ILLUSTRATED) else [rule, row]

    def _illustrated(self, row: int) -> int | None:
        """Return the rule that stands before an example, under the same heading or one above it."""
        example = self._index.passages[row]
        before = range(row - 1, self._index.document_rows(example.document).start - 1, -1)
        rule = next((other for other in before if self._index.passages[other].kind not in ASIDE), None)
        if rule is None:
            return None
        section = self._index.passages[rule].section
        return rule if section == example.section[: len(section)] else None

    def _quote(self, row: int, shown: set[int]) -> Quote:
        """Quote a passage, with its better neighbour where that is close and there is room."""
        score = self._scores[row]
        own = quoted(self._index, row, self._asked)
        close = [other for other in self._beside(row) if other not in shown and self._is_behind(row, other, CLOSE)]
        for other in sorted(close, key=self._scores.__getitem__, reverse=True):
            words = quoted(self._index, other, self._asked)
            both = Span(min(own.start, words.start), max(own.end, words.end))
            if both.end - both.start <= LONGEST_QUOTE:
                return Quote(row, score, both, (row, other))
        return Quote(row, score, own, (row, *self._others_in(row, own)))

    def _is_behind(self, row: int, other: int, at_most: float) -> bool:
        """Tell whether a passage ranks, and not farther behind another than that, if at all."""
        return other in self._scores and self._scores[row] - self._scores[other] <= at_most

    def _beside(self, row: int) -> list[int]:
        """Return the passages before and after one that go on with the same matter."""
        before = [row - 1] if self._follows(row - 1, row) else []
        after = [row + 1] if self._follows(row, row + 1) else []
        return before + after

    def _follows(self, row: int, after: int) -> bool:
        """Tell whether nothing but space is between two passages of a page, and no heading or edge of a box."""
        if row < 0 or after >= len(self._index):
            return False
        first, second = self._index.passages[row], self._index.passages[after]
        if (first.document, first.page) != (second.document, second.page) or {first.kind, second.kind} & APART:
            return False
        page = self._index.page(first.document, first.page)
        parted = any(first.end <= part <= second.start for part in page.parts)
        return first.end <= second.start and not parted and not page.text[first.end : second.start].strip()

    def _others_in(self, row: int, words: Span) -> Iterator[int]:
        """Yield the passages around one that lie in its quote: the other rows of a table."""
        own = self._index.passages[row]
        rows = self._index.document_rows(own.document)
        for around in (range(row - 1, rows.start - 1, -1), range(row + 1, rows.stop)):
            passages = ((other, self._index.passages[other]) for other in around)
            yield from (other for other, _ in takewhile(lambda each: _lies_in(each[1], own.page, words), passages))


def _lies_in(passage: Passage, page: int, words: Span) -> bool:
    return passage.page == page and words.start <= passage.start and passage.end <= words.end
