"""What each line of a page does: heading, paragraph, step, bullet, coded entry, question, example, note.

A reader leaves one paragraph, heading, list item or table row on a line, and a blank line between blocks.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import zip_longest

from corpus.types import Page, Span
from ingest import answers, wording
from ingest.lines import CELL_GAP

LONGEST_HEADING = 80
"""Characters; a longer line is text, however it is written."""
CAPITALS, TITLE = 1, 2
"""Levels of headings that only their wording shows, below those that type shows."""

_BULLET = re.compile(r"[•●○▪■◦‣·➢►▶✓❖♦*\-–—]\s+(?=\S)")
_STEP = re.compile(r"(?:\d{1,2}[.)]\s+)+(?=\S)")
_SUBSTEP = re.compile(r"[a-z][.)]\s+(?=\S)")
_ENTRY = re.compile(r"\(?[A-Z]{1,3}-?\d{1,3}[A-Za-z]?(?:\)|\s*[:.–-])\s*(?=\S)|\([A-Z]{1,3}-?\d{1,3}[A-Za-z]?\)\s*")
_LEADING_WORD = re.compile(r"[\W_]*([^\W\d_]+)(?:\s+\d+)?\s*[:.!)–—-]", re.UNICODE)
_ONE_WORD = re.compile(r"([^\W\d_]+)(?:\s\d{1,2})?")
_FOOTNOTE = re.compile(r"\*(?=\w)")
_ENDS_SENTENCE = re.compile(r"[.!?…:;,]['\"”»)\]]*$")
_ASIDE = re.compile(r"\([^()]*\)")
_WORD = re.compile(r"[^\W\d_]+")
_RUN_IN = re.compile(r"(?P<head>[^\W\d_][^.:!?\n]{2,48})\.\s+(?=[\"“«¿¡(]?[^\W\d_a-z])")


class Role(StrEnum):
    """What a line does on its page."""

    HEADING = "heading"
    TEXT = "text"
    STEP = "step"
    SUBSTEP = "substep"
    BULLET = "bullet"
    ENTRY = "entry"
    QUESTION = "question"
    ANSWER = "answer"
    EXAMPLE = "example"
    NOTE = "note"
    ROW = "row"


ITEMS = frozenset((Role.STEP, Role.SUBSTEP, Role.BULLET))
LONGEST_HEAD = 120
"""Characters of an item that head those in it."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a page: where it is, what it does, and for headings its level (1 the highest).

    ``cells`` are a table row's cells, each with the head of its column; ``opens_part`` says that a box begins or ends;
    ``depth`` is how many items a list's item stands in.
    """

    span: Span
    role: Role
    level: int = 0
    opens_block: bool = False
    cells: tuple[tuple[Span, Span], ...] = ()
    opens_part: bool = False
    depth: int = 0


def lines(page: Page) -> list[Line]:
    """Return the roles of a page's lines, in order; blank lines are left out."""
    typographic = {start: level for start, _, level in page.headings}
    deepest = max(typographic.values(), default=0)
    spans = list(_spans(page.text))
    found = [_line(page.text, spans, number, typographic, deepest) for number in range(len(spans))]
    found = list(_with_answers(found, page.text))
    nested = dict(page.depths)
    found = list(_without_lone_rows(found))
    apart = [
        replace(line, opens_part=line.span.start in page.parts, depth=nested.get(line.span.start, 0)) for line in found
    ]
    return _with_rows(apart, page) if page.cells else apart


def _with_answers(found: Sequence[Line], text: str) -> Iterator[Line]:
    """Yield the lines, questions and answers told as such where marks or headings that ask show them."""
    asking = answers.asking_levels([(line.span.of(text), line.level) for line in found if line.role is Role.HEADING])
    answered = False
    for line, after in zip_longest(found, found[1:]):
        words = line.span.of(text)
        pair = after is not None and answers.are_pair(words, after.span.of(text))
        if answered:
            yield replace(line, role=Role.ANSWER, level=0)
        elif pair or answers.holds_pair(words) or (line.level in asking and _is_asked(words, after)):
            yield replace(line, role=Role.QUESTION, level=0)
        else:
            yield line
        answered = pair


def _is_asked(words: str, after: Line | None) -> bool:
    """Say whether a heading is a question that the next line answers."""
    return answers.is_question(words) and after is not None and after.role is Role.TEXT


def _without_lone_rows(found: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines, rows that no other row stands beside as the text that they are."""
    for before, line, after in zip([None, *found], found, [*found[1:], None], strict=False):
        beside = [other for other in (before, after) if other and other.role is Role.ROW]
        yield replace(line, role=Role.TEXT) if line.role is Role.ROW and not beside else line


def _with_rows(found: Sequence[Line], page: Page) -> list[Line]:
    """Return the lines with those that are a table's rows and heads told as such."""
    cells = [(Span(start, end), Span(head, tail)) for start, end, head, tail in page.cells]
    made: list[Line] = []
    for line in found:
        own = tuple(cell for cell in cells if line.span.start <= cell[0].start < line.span.end)
        heads = any(line.span.start <= head.start < line.span.end for _, head in cells)
        made.append(replace(line, role=Role.ROW, level=0, cells=own) if own or heads else line)
    return made


def opens_item(text: str, start: int) -> bool:
    """Say whether a list's item, a step or a coded entry begins at ``start``."""
    return any(mark.match(text, start) for mark in (_BULLET, _STEP, _SUBSTEP, _ENTRY))


def heads_of_items(text: str, found: Sequence[Line]) -> dict[int, str]:
    """Return for the start of each nested item what opens the items around it, outermost first."""
    around: list[tuple[int, str]] = []
    heads: dict[int, str] = {}
    for line in found:
        if line.role not in ITEMS:
            around = []
            continue
        depth = max(line.depth, int(line.role is Role.SUBSTEP))
        while around and around[-1][0] >= depth:
            around.pop()
        if around:
            heads[line.span.start] = " › ".join(head for _, head in around)
        around.append((depth, _head(line.span.of(text))))
    return heads


def _head(words: str) -> str:
    """Return the first sentence of an item, or as much of it as a head may hold."""
    first = re.split(r"(?<=[.!?…:])\s", _STEP.sub("", _BULLET.sub("", words)), maxsplit=1)[0]
    return first if len(first) <= LONGEST_HEAD else f"{first[:LONGEST_HEAD].rsplit(None, 1)[0]} …"


def _spans(text: str) -> Iterator[tuple[Span, bool]]:
    """Yield each line that holds something, without its outer spaces, and whether a blank line stands before it."""
    at, opens = 0, True
    for raw in text.split("\n"):
        start = at + len(raw) - len(raw.lstrip())
        stripped = raw.strip()
        if stripped:
            yield Span(start, start + len(stripped)), opens
        opens = not stripped
        at += len(raw) + 1


def _line(
    text: str, spans: Sequence[tuple[Span, bool]], number: int, typographic: dict[int, int], deepest: int
) -> Line:
    span, opens = spans[number]
    words = span.of(text)
    if span.start in typographic:
        return Line(span, Role.HEADING, typographic[span.start], opens)
    role = marked_role(words)
    if role:
        return Line(span, role, opens_block=opens)
    after = spans[number + 1] if number + 1 < len(spans) else None
    level = heading_level(words, opens, after[0].of(text) if after else "", bool(after and after[1]))
    before = spans[number - 1][0].of(text) if number and not opens else ""
    if level and not _breaks_off(before):
        return Line(span, Role.HEADING, deepest + level, opens)
    if CELL_GAP in words:
        return Line(span, Role.ROW, opens_block=opens)
    return Line(span, Role.QUESTION if words.endswith("?") and len(words) <= 240 else Role.TEXT, opens_block=opens)


def marked_role(words: str) -> Role | None:
    """Return the role that a line's first characters give it, if they give it one."""
    for pattern, role in ((_BULLET, Role.BULLET), (_STEP, Role.STEP), (_SUBSTEP, Role.SUBSTEP), (_ENTRY, Role.ENTRY)):
        if pattern.match(words):
            return role
    if _FOOTNOTE.match(words):
        return Role.NOTE
    leading = _LEADING_WORD.match(words) or _ONE_WORD.fullmatch(words)
    first = wording.fold(leading[1]) if leading else ""
    if first in wording.EXAMPLE:
        return Role.EXAMPLE
    return Role.NOTE if first in wording.NOTE else None


def is_label(words: str) -> bool:
    """Say whether a line is nothing but a word, as "Example" over an example."""
    return _ONE_WORD.fullmatch(words) is not None


def _breaks_off(words: str) -> bool:
    """Say whether a line, no heading itself, goes on in capitals on the next one ("read more about VPN AND")."""
    mixed = any(map(str.islower, words)) and not _ENDS_SENTENCE.search(words)
    return mixed and len(words.split()) > 1 and words.split()[-1].isupper()


def heading_level(words: str, opens: bool, following: str, apart: bool) -> int:
    """Return 1 for a line of capitals, 2 for a short title above other text, 0 for a line that heads nothing.

    ``opens`` tells that a blank line stands before, ``apart`` that one stands after; ``following`` is the next line.
    """
    if len(words) > LONGEST_HEADING or _ENDS_SENTENCE.search(words) or not _WORD.search(words):
        return 0
    letters = [character for character in _ASIDE.sub("", words) if character.isalpha()]
    if words[0].isdigit() or len(letters) < 3:
        return 0
    if sum(map(str.isupper, letters)) > 0.8 * len(letters):
        return CAPITALS
    short = len(words.split()) <= 8 and words[0].isupper()
    heads = opens and apart and following and (_ENDS_SENTENCE.search(following) or marked_role(following) is not None)
    return TITLE if short and heads else 0


def run_in_heading(words: str) -> str:
    """Return the heading set at the start of a paragraph ("Scoring. Each chip is worth ..."), or "".

    Such a heading is a few words with a full stop, and no verb that we could know of; six words are the limit.
    """
    found = _RUN_IN.match(words)
    if not found or len(found["head"].split()) > 6 or "," in found["head"] or found["head"].isupper():
        return ""
    if found["head"][0].islower() or found["head"][-1].isdigit():  # the end of a sentence; an ordinal number
        return ""
    return found["head"]
