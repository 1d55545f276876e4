"""Questions and their answers: told by marks ("Q: ... A: ..."), or by questions set as the lowest headings."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ingest import wording

_MARK = re.compile(r"[\W_]*(?P<mark>[^\W\d_]{1,12})\s?\d{0,3}\s?(?P<end>[.:)–—-])\s+(?=\S)")
_ENDS_ASKING = re.compile(r"[?？][\"'”’»)\]]*$")
_ASKS = re.compile(r"[?？]")
_ANSWERED = re.compile(r"[?？][\"'”’»)\]]*\s+(?P<rest>[^\W\d_]{1,12}\s?\d{0,3}\s?:\s.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark before a line, folded ("q", "frage"), and whether a colon ends it."""

    word: str
    colon: bool


def mark_of(words: str) -> Mark | None:
    """Return the mark that a line begins with, where it has one that may tell a question or an answer."""
    found = _MARK.match(words)
    return Mark(wording.fold(found["mark"]), found["end"] == ":") if found else None


def is_question(words: str) -> bool:
    """Say whether a line ends by asking."""
    return _ENDS_ASKING.search(words) is not None


def are_pair(question: str, answer: str) -> bool:
    """Say whether two lines are marked as a question and its answer: "P: ..." and "R: ...".

    Letters alone also count paragraphs ("Q. ... R. ..."), so that other marks than colons want a question mark.
    """
    asking, answering = mark_of(question), mark_of(answer)
    if asking is None or answering is None or (asking.word, answering.word) not in wording.ASKED_AND_ANSWERED:
        return False
    return (asking.colon and answering.colon) or _ASKS.search(question) is not None


def holds_pair(words: str) -> bool:
    """Say whether one line holds both: "Q: May I? A: No."."""
    found = _ANSWERED.search(words)
    return found is not None and are_pair(words[: found.start("rest")], found["rest"])


def asking_levels(headings: Sequence[tuple[str, int]]) -> set[int]:
    """Return the levels at which at least half of a page's headings ask: there they are questions, not headings.

    ``headings`` holds words and level of each heading of the page. Only levels with no deeper headings on the page
    count: what has sections of its own is one.
    """
    levels = [level for _, level in headings]
    asking = [level for words, level in headings if is_question(words)]
    deepest = max(levels, default=0)
    return {level for level in set(asking) if level == deepest and 2 * asking.count(level) >= levels.count(level)}
