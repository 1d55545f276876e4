"""From pages to passages: each holds one rule, with the heading path and the words it leans on kept beside it."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from corpus.icons import named
from corpus.types import Document, DocumentKind, Page, Passage, PassageKind, Span
from ingest import wording
from ingest.references import with_references
from ingest.sentences import sentences
from ingest.structure import ITEMS, Line, Role, heads_of_items, is_label, lines, run_in_heading

SETTINGS = "chunk-5"
"""Raise when the same page would give other passages: documents are then read again."""
LONGEST = 520
"""Characters of a passage beyond which it is cut between sentences, where it has several."""
SHORTEST = 90
"""Characters below which a paragraph joins its neighbour in the same section."""
LONGEST_CONTEXT = 200

CountTokens = Callable[[Sequence[str]], list[int]]
_NUMBER = re.compile(r"\d{1,3}")
_WORDS = re.compile(r"[^\W\d_]{2}")
_HEADED_CELL = re.compile(r"(?:^| \| )[^|:]{1,60}: [^|]+(?: \||$)", re.MULTILINE)
_CAPITALIZED = re.compile(r"\b[^\W\d_]\w+")
_KIND = {
    Role.STEP: PassageKind.STEP,
    Role.SUBSTEP: PassageKind.STEP,
    Role.BULLET: PassageKind.ITEM,
    Role.ROW: PassageKind.ROW,
    Role.ENTRY: PassageKind.ENTRY,
    Role.QUESTION: PassageKind.ANSWER,
    Role.EXAMPLE: PassageKind.EXAMPLE,
    Role.NOTE: PassageKind.NOTE,
}
_FOLLOWERS = {
    Role.STEP: {Role.SUBSTEP, Role.BULLET},
    Role.QUESTION: {Role.TEXT, Role.ANSWER, Role.BULLET, Role.SUBSTEP},
    Role.ENTRY: {Role.TEXT},
    Role.BULLET: {Role.BULLET},
    Role.SUBSTEP: {Role.SUBSTEP},
    Role.TEXT: {Role.BULLET},
    Role.ROW: {Role.ROW},
}


_LABELS = frozenset((Role.EXAMPLE, Role.NOTE))
_UNDER_LABELS = frozenset((Role.TEXT, Role.BULLET))
_SAID_THERE = frozenset((Role.QUESTION, Role.EXAMPLE, Role.NOTE))
"""What is no list of components, though it stands under their heading."""
_COUNTED = re.compile(r"(?:[•●○▪■◦‣·*–—-]\s+)?(?:\d{1,3}\s?[x×]?|[x×]\s?\d{1,3})\s+(?:[^\W\d_]|\()[^.!?]{1,80}$")
FEWEST_PIECES = 3
_NAMES_PLACE = re.compile(r"\W*(?:[^\W\d_]+\W{1,2}){1,3}\d|.{0,24}[“„«\"]")
"""How a correction opens: "Page 4, “Setup”: …", "On p. 4 …", "In “Setup”, …"."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Lines that belong together, before sizes are looked at.

    ``headed`` says that a heading stands before them, ``apart`` that they join nothing before them.
    ``heads`` has for the start of each nested item the words that open the items around it, outermost first.
    """

    lines: tuple[Line, ...]
    section: tuple[str, ...]
    role: Role
    context: str = ""
    headed: bool = False
    apart: bool = False
    heads: Mapping[int, str] = field(default_factory=dict)

    @property
    def span(self) -> Span:
        """From the first line's start to the last line's end."""
        return Span(self.lines[0].span.start, self.lines[-1].span.end)


@dataclass(slots=True)
class _Section:
    """The heading path as lines go by; it runs on from page to page."""

    path: list[tuple[int, str]] = field(default_factory=list)
    run_in: str = ""

    def enter(self, level: int, words: str) -> None:
        while self.path and self.path[-1][0] >= level:
            self.path.pop()
        self.path.append((level, " ".join(words.split())))
        self.run_in = ""

    def number(self, words: str) -> None:
        """Put the number that stands below a heading's words to them."""
        level, name = self.path.pop()
        self.path.append((level, f"{name} {words}"))

    @property
    def names(self) -> tuple[str, ...]:
        return (*(words for _, words in self.path), *((self.run_in,) if self.run_in else ()))


def passages(document: Document, pages: Sequence[Page], count_tokens: CountTokens, max_tokens: int) -> list[Passage]:
    """Cut a document's pages into passages, in reading order.

    ``count_tokens`` and ``max_tokens`` are the encoder's; a passage that would not fit (one endless sentence) is cut
    inside it, since a vector of part of a text must not pass for all of it.
    """
    section, carried, found = _Section(), "", []
    for page in pages:
        units = list(_units(page, section))
        if document.kind is DocumentKind.ERRATA:
            units = [entry for unit in units for entry in _corrections(page.text, unit)]
        if units and carried and page.text[units[0].span.start].islower():
            units[0] = replace(units[0], context=carried)
        found += [piece for unit in _joined(units) for piece in _pieces(document, page, unit)]
        carried = _unfinished(page, units)
    fitting = [part for passage in found for part in _fitted(passage, document, pages, count_tokens, max_tokens)]
    named = [replace(passage, id=f"{document.id}#{number}") for number, passage in enumerate(fitting, 1)]
    return with_references(named, pages)


def embedded_text(document: Document, passage: Passage, page_text: str) -> str:
    """Return what is embedded for a passage: title and heading path, what it leans on, then its words, icons named."""
    path = " > ".join(filter(None, [document.title, *passage.section]))
    whole = "\n".join(part for part in (path, passage.context, passage.span.of(page_text)) if part)
    return named(whole, document.icons)


def _units(page: Page, section: _Section) -> Iterator[Unit]:
    """Group a page's lines: a step with its sub-steps, a question with its answer, a list with what introduces it."""
    group: list[Line] = []
    headed = named = False
    found = lines(page)
    heads = heads_of_items(page.text, found)
    for line in found:
        if group and not _belongs(page.text, group, line):
            yield _unit(page.text, group, section, heads, headed)
            group, headed = [], False
        if line.role is Role.HEADING:
            section.enter(line.level, line.span.of(page.text))
            headed, named = True, False
        elif headed and not (group or named) and _NUMBER.fullmatch(line.span.of(page.text)):
            section.number(line.span.of(page.text))  # "SITUATION", and large below it "12"
            named = True
        else:
            group.append(line)
    if group:
        yield _unit(page.text, group, section, heads, headed)


def _belongs(text: str, group: Sequence[Line], line: Line) -> bool:
    opener = group[0].role
    nested = opener in ITEMS and line.role in ITEMS and line.depth > group[0].depth
    labelled = opener in _LABELS and is_label(group[0].span.of(text)) and line.role in _UNDER_LABELS
    if line.opens_part or not (nested or labelled or line.role in _FOLLOWERS.get(opener, ())):
        return False
    if opener is Role.ROW and any(_HEADED_CELL.search(each.span.of(text)) for each in (*group, line)):
        return False  # each row says its heads
    if opener is Role.ROW and (line.cells or group[-1].cells):
        return not group[-1].cells  # a table's heads go with its first row
    if opener in _LABELS:
        return len(group) == 1 or not line.opens_block
    if opener is Role.TEXT and not group[0].span.of(text).rstrip().endswith(":"):
        return False
    if opener is Role.ENTRY and (line.opens_block or len(group) > 2):
        return False
    return line.span.end - group[0].span.start <= 2 * LONGEST


def _unit(text: str, group: Sequence[Line], section: _Section, heads: Mapping[int, str], headed: bool) -> Unit:
    opening = group[0].span.of(text)
    if group[0].role is Role.TEXT and group[0].opens_block:
        section.run_in = run_in_heading(opening) or section.run_in
    return Unit(tuple(group), section.names, group[0].role, _under_heads(text, group[-1]), headed, heads=heads)


def _under_heads(text: str, row: Line) -> str:
    """Return a table row's cells, each after the head of its column ("Players: 3; Silver: 11")."""
    return "; ".join(f"{head.of(text)}: {cell.of(text)}" for cell, head in row.cells)


def _corrections(text: str, unit: Unit) -> Iterator[Unit]:
    """Part corrections that stand under no heading of their own, each of which names the place that it is about."""
    places = [number for number, line in enumerate(unit.lines) if _NAMES_PLACE.match(line.span.of(text))]
    if len(unit.section) > 1 or not places:
        yield unit
        return
    if places[0] > 0:
        yield replace(unit, lines=unit.lines[: places[0]])
    for start, end in pairwise([*places, len(unit.lines)]):
        yield replace(unit, lines=unit.lines[start:end], apart=True)


def _joined(units: Sequence[Unit]) -> Iterator[Unit]:
    """Join a paragraph too short to stand alone with its neighbour in the same section."""
    held: Unit | None = None
    for unit in units:
        if held and _joins(held, unit):
            held = replace(held, lines=held.lines + unit.lines)
            continue
        if held:
            yield held
        held = unit
    if held:
        yield held


def _joins(first: Unit, second: Unit) -> bool:
    if second.lines[0].opens_part or second.headed or second.apart:
        return False
    if first.role is not Role.TEXT or second.role not in (Role.TEXT, Role.NOTE) or first.section != second.section:
        return False
    sizes = [unit.span.end - unit.span.start for unit in (first, second)]
    return min(sizes) < SHORTEST and sum(sizes) <= LONGEST


def _pieces(document: Document, page: Page, unit: Unit) -> Iterator[Passage]:
    """Turn a unit into one passage, or into several where it is long."""
    quotable = [span for line in unit.lines for span in sentences(page.text, line.span, document.language)]
    kind = _kind(page.text, unit)
    lead = unit.context
    starts = [line.span.start for line in unit.lines]
    says_something = _WORDS.search(unit.span.of(page.text) + unit.context)
    for group in _groups(quotable) if says_something else ():
        span = Span(group[0].start, group[-1].end)
        leans_on = unit.heads.get(starts[bisect_right(starts, span.start) - 1]) or lead
        yield Passage("", document.id, page.number, span.start, span.end, unit.section, kind, leans_on, tuple(group))
        lead = lead or (_lead(page.text, quotable[0]) if unit.role is not Role.BULLET else "")


def _groups(quotable: Sequence[Span]) -> Iterator[list[Span]]:
    """Part sentences into runs of at most ``LONGEST`` characters, as even as their lengths allow."""
    total = quotable[-1].end - quotable[0].start
    target = total / max(1, -(-total // LONGEST))
    group: list[Span] = []
    for span in quotable:
        if group and (span.end - group[0].start > LONGEST or span.start - group[0].start >= target):
            yield group
            group = []
        group.append(span)
    yield group


def _lead(text: str, first: Span) -> str:
    """Return the sentence that opens a rule, for the later pieces of it."""
    return " ".join(first.of(text).split())[:LONGEST_CONTEXT]


def _kind(text: str, unit: Unit) -> PassageKind:
    headings = {word for name in unit.section for word in wording.fold(name).split()}
    named = unit.role is not Role.ROW and _reads_like_credits(unit.span.of(text))
    if named or headings.intersection(wording.CREDITS):
        return PassageKind.CREDITS
    if unit.role not in _SAID_THERE and (headings.intersection(wording.COMPONENTS) or _counts_pieces(text, unit)):
        return PassageKind.COMPONENTS
    if headings.intersection(wording.EXAMPLE):
        return PassageKind.EXAMPLE
    return _KIND.get(unit.role, PassageKind.RULE)


def _counts_pieces(text: str, unit: Unit) -> bool:
    """Tell a list of what is in the box: lines that each begin with a number of things, and are no sentences."""
    words = [line.span.of(text) for line in unit.lines]
    counted = [line for line in words if _COUNTED.match(line) and not line.endswith((".", "!", "?", ":"))]
    return len(counted) >= FEWEST_PIECES and len(counted) > 0.8 * len(words)


def _reads_like_credits(words: str) -> bool:
    """Tell a run of names: most words, and not for shouting, begin with a capital."""
    found = _CAPITALIZED.findall(words)
    capitalized = [word for word in found if word[0].isupper() and not word.isupper()]
    return len(found) >= 8 and len(capitalized) > 0.6 * len(found)


def _unfinished(page: Page, units: Sequence[Unit]) -> str:
    """Return the words of a sentence that a page's end breaks off, for what goes on over the page."""
    if not units:
        return ""
    words = units[-1].lines[-1].span.of(page.text)
    if re.search(r"[.!?…:][\"”»)\]]*$", words):
        return ""
    return re.split(r"(?<=[.!?])\s", words)[-1][-LONGEST_CONTEXT:]


def _fitted(
    passage: Passage, document: Document, pages: Sequence[Page], count_tokens: CountTokens, max_tokens: int
) -> Iterator[Passage]:
    """Halve a passage, at a space, until what is embedded for each part fits the encoder."""
    text = pages[passage.page - 1].text
    length = passage.end - passage.start
    if length < max_tokens or count_tokens([embedded_text(document, passage, text)])[0] <= max_tokens or length < 2:
        yield passage
        return
    middle = text.rfind(" ", passage.start + 1, passage.start + length // 2 + 1) + 1 or passage.start + length // 2
    for start, end in ((passage.start, middle), (middle, passage.end)):
        inside = tuple(
            Span(max(span.start, start), min(span.end, end))
            for span in passage.sentences
            if span.start < end and span.end > start
        )
        yield from _fitted(
            replace(passage, start=start, end=end, sentences=inside), document, pages, count_tokens, max_tokens
        )
