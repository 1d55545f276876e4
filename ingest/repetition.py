"""A second text layer: some PDFs carry a paragraph twice, the second time stripped of its punctuation.

Text that was extracted elsewhere may hold such a copy in any form. Where the page itself is known, a repetition with
its punctuation is set there to be read, and stays.
"""

import re
from collections.abc import Sequence

from ingest.lines import Break, Line, without_gaps

SHORTEST_REPEAT = 12
"""Words; a shorter repetition may be meant (a reminder, a card's text)."""

_WORD = re.compile(r"[^\W_]+")


def without_repeated_blocks(lines: Sequence[Line]) -> list[Line]:
    """Return the page's lines without the blocks whose words, in order, all stand earlier on the page."""
    seen = " "
    kept: list[Line] = []
    for block in _blocks(lines):
        words = _WORD.findall(" ".join(line.text for line in block).lower())
        sequence = " ".join(words) + " "
        if len(words) < SHORTEST_REPEAT or f" {sequence}" not in seen or _is_set(block):
            kept.extend(block)
        seen += sequence
    return without_gaps(kept)


def _is_set(block: Sequence[Line]) -> bool:
    if any(line.tabular for line in block):
        return True
    return any(line.box for line in block) and any(mark in line.text for line in block for mark in ".,;:!?")


def _blocks(lines: Sequence[Line]) -> list[list[Line]]:
    blocks: list[list[Line]] = []
    for line in lines:
        if not blocks or line.break_before >= Break.BLOCK:
            blocks.append([])
        blocks[-1].append(line)
    return blocks
