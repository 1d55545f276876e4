"""Which line ends of a plain text were made by wrapping: told by how long the lines around are, in characters."""

from collections.abc import Sequence

NEAR, REACH = 3, 6
"""How many lines before and after tell the width of the wrapping: after the end of a sentence, and within one."""
WIDEST = 160
"""No text is wrapped wider than this many characters; a longer line is a whole paragraph."""

_ENDS = ".!?:…。！？"


def full_lines(texts: Sequence[str]) -> list[bool]:
    """Say of each line of one block whether the next line's first word would not have fitted on it.

    The width is that of the longest line near by which surely was wrapped: its sentence goes on, in lower case, on the
    next line. Letters differ in width, so a line within 5% of it counts as full.
    """
    wrapped = [len(text) if _goes_on(text, after) else 0 for text, after in zip(texts, [*texts[1:], ""], strict=False)]
    return [_is_full(n, texts, wrapped) for n in range(len(texts))]


def _goes_on(text: str, after: str) -> bool:
    if len(text) > WIDEST or not text or not after or text[-1] in _ENDS:
        return False
    return after[0].islower() or (after[0].isalpha() and not after[0].isupper())


def _is_full(n: int, texts: Sequence[str], wrapped: Sequence[int]) -> bool:
    if n + 1 >= len(texts) or not texts[n + 1]:
        return False
    width = _width_around(n, wrapped, texts[n][-1] in _ENDS)
    with_next_word = len(texts[n]) + 1 + len(texts[n + 1].split()[0])
    return 0 < len(texts[n]) <= 1.15 * width and with_next_word > 0.95 * width


def _width_around(n: int, wrapped: Sequence[int], ended: bool) -> int:
    """Return the width of the nearest wrapped lines, 0 where none is near."""
    near = wrapped[max(0, n - NEAR) : n + NEAR + 1]
    return max(near) or (0 if ended else max(wrapped[max(0, n - REACH) : n + REACH + 1]))
