"""Where the words of a text, as its reader made it, stand in the file that was read.

Readers drop markup, join wrapped lines and decode entities. Whoever compares plain text or Markdown has the file, not
the reader's text, so what is reported are offsets into the file.
"""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

PROBE = 24
"""Letters that must agree before the walk through both texts skips anything."""
NEAR = 300
"""Characters in which a single word is looked for where no longer match is found."""
FARTHEST = 20_000
"""Letters that may be skipped at once: front matter and comments are longer than they look."""

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Original:
    """A file's text, and for each letter or digit of the read text its place there.

    ``read`` and ``raw`` are ascending offsets of the same characters, shape (letters,).
    """

    text: str
    read: Sequence[int]
    raw: Sequence[int]

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Return the slice of the file that holds ``start:end`` of the read text, marks beside its words included.

        Where nothing of it was found in the file, the slice is empty and stands where it would.
        """
        first, last = bisect_left(self.read, start), bisect_left(self.read, end)
        if first == last:
            at = self.raw[first - 1] + 1 if first else 0
            return at, at
        before, after = self.read[first] - start, end - self.read[last - 1] - 1
        return self._leftwards(self.raw[first], before), self._rightwards(self.raw[last - 1] + 1, after)

    def line(self, start: int) -> int:
        """Return the number, from 1, of the file's line in which the read text's character ``start`` stands."""
        return self.text.count("\n", 0, self.place(start, start + 1)[0]) + 1

    def _leftwards(self, at: int, marks: int) -> int:
        """Take in up to ``marks`` characters on the left that are neither letters nor line ends."""
        for _ in range(marks):
            if at == 0 or self.text[at - 1].isalnum() or self.text[at - 1] == "\n":
                break
            at -= 1
        return at

    def _rightwards(self, at: int, marks: int) -> int:
        for _ in range(marks):
            if at == len(self.text) or self.text[at].isalnum() or self.text[at] == "\n":
                break
            at += 1
        return at


def traced(read: str, raw: str) -> Original:
    """Find the letters and digits of ``read`` in ``raw``, in order; what one side lacks is skipped."""
    here, there = _letters(read), _letters(raw)
    ours, theirs = "".join(read[at] for at in here), "".join(raw[at] for at in there)
    found_here: list[int] = []
    found_there: list[int] = []
    at = to = 0
    while at < len(ours) and to < len(theirs):
        if ours[at] == theirs[to]:
            found_here.append(here[at])
            found_there.append(there[to])
            at, to = at + 1, to + 1
        else:
            ahead = _longer_match(ours, theirs, at, to)
            place = _word(read, here[at], raw, there[to]) if ahead < 0 else None
            ahead = bisect_left(there, place) if place is not None else ahead
            at, to = (at, ahead) if ahead >= 0 else (at + 1, to)
    return Original(raw, found_here, found_there)


def _letters(text: str) -> list[int]:
    return [at for at, character in enumerate(text) if character.isalnum()]


def _longer_match(ours: str, theirs: str, at: int, to: int) -> int:
    """Return where the file goes on as the read text does, or -1."""
    ahead = theirs.find(ours[at : at + PROBE], to, to + FARTHEST)
    return ahead if ahead >= 0 else theirs.find(ours[at : at + PROBE // 2], to, to + FARTHEST)


def _word(read: str, at: int, raw: str, to: int) -> int | None:
    """Return where the word at ``at`` stands a little further on in the file."""
    word = _WORD.match(read, at)
    found = re.compile(rf"\b{re.escape(word[0])}\b").search(raw, to, to + NEAR) if word else None
    return found.start() if found else None
