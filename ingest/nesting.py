"""How deep each item of a list stands in others: told by how far its mark is set in."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

FURTHER_IN = 0.75
"""An item that begins so many sizes further in than the one before stands in it; numbers set flush right move less."""
DEEPEST = 8


@dataclass(slots=True)
class Nesting:
    """The items around the next line, as lines go by."""

    _around: list[float] = field(default_factory=list)

    def depth(self, indent: float | None) -> int:
        """Return how many items the next line stands in.

        ``indent`` is how far the mark of an item is set in, in sizes of the type; None for a line that ends all lists
        (a heading, a paragraph between them), which stands in none.
        """
        if indent is None:
            self._around.clear()
            return 0
        while self._around and indent <= self._around[-1] - FURTHER_IN:
            self._around.pop()
        if self._around and indent < self._around[-1] + FURTHER_IN:
            self._around.pop()
        self._around.append(indent)
        return min(DEEPEST, len(self._around) - 1)


def depths(indents: Iterable[float | None]) -> Iterator[int]:
    """Yield for each of several lines how many items it stands in."""
    return map(Nesting().depth, indents)
