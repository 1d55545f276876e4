"""What is wrong with question files: places that do not stand, facts nobody can meet, leaks between the splits.

A file belongs to a split by its name, ``<collection>.dev.jsonl`` or ``<collection>.dialogues.test.jsonl``; tags
``rule:<name>`` name rules within a collection, which is what the file's name begins with.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from corpus.errors import UnknownNameError
from eval.matching import fold
from eval.questions import Anchor, JudgedQuestion, QuestionFileError, load

SPLITS = ("dev", "test")
NEARLY_THE_SAME = 0.87
"""Likeness of two questions (Ratcliff and Obershelp, 0 to 1) from which on they count as one asked twice."""

ReadPages = Callable[[str], Mapping[int, str]]
"""Returns the texts of a document's pages by number; raises UnknownNameError for an id that the library lacks."""


class ProblemKind(StrEnum):
    """What a problem is about."""

    UNREADABLE = "unreadable"
    ID = "id"
    ANCHOR = "anchor"
    FACT = "fact"
    LEAK = "leak"
    DUPLICATE = "duplicate"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to correct: in which file, at which question (or turn, ``<dialogue>.<number>``), and what."""

    file: str
    id: str
    kind: ProblemKind
    message: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.id, self.message) if part)


class _Asked(NamedTuple):
    file: Path
    question: JudgedQuestion
    opening: bool  # not a later turn of a dialogue

    @property
    def collection(self) -> str:
        return self.file.name.split(".")[0]

    @property
    def split(self) -> str | None:
        return next((part for part in self.file.name.split(".") if part in SPLITS), None)

    def problem(self, kind: ProblemKind, message: str) -> Problem:
        return Problem(self.file.name, self.question.id, kind, message)


class _Stretch(NamedTuple):
    """Where an anchor stands: folded characters ``start`` to ``end`` of a page."""

    document: str
    page: int
    start: int
    end: int


def problems(files: Sequence[Path], read_pages: ReadPages) -> list[Problem]:
    """Return everything that is wrong with the question files, file by file, then between them.

    ``read_pages`` gives the pages that anchors and facts must stand on, for instance those of an index. Anchors and
    facts are compared without case and accents, as answers are judged.
    """
    asked, found = _read(files)
    pages = _Pages(read_pages)
    for each in asked:
        found += [*_anchor_problems(each, pages), *_fact_problems(each, pages)]
    return [*found, *_twin_ids(asked), *_rule_leaks(asked), *_place_leaks(asked, pages), *_near_duplicates(asked)]


def _read(files: Sequence[Path]) -> tuple[list[_Asked], list[Problem]]:
    asked: list[_Asked] = []
    found: list[Problem] = []
    for file in files:
        try:
            held = load([file])
        except QuestionFileError as error:
            found += [_unreadable(file, problem) for problem in error.problems]
            continue
        asked += [_Asked(file, question, opening=True) for question in held.questions]
        turns = (turn for dialogue in held.dialogues for turn in enumerate(dialogue.questions()))
        asked += [_Asked(file, question, opening=number == 0) for number, question in turns]
    return asked, found


def _unreadable(file: Path, problem: str) -> Problem:
    # what the reader says begins with the file's path and, where it knows, the number of the line
    place, _, message = problem.removeprefix(str(file)).removeprefix(":").partition(": ")
    return Problem(file.name, f"line {place}" if place.isdigit() else place, ProblemKind.UNREADABLE, message)


class _Pages:
    """The folded pages of documents, each document read once."""

    def __init__(self, read_pages: ReadPages) -> None:
        self._read_pages = read_pages
        self._known: dict[str, dict[int, str]] = {}

    def of(self, document: str) -> dict[int, str]:
        """Return the pages by number; none for a document that the library lacks."""
        if document not in self._known:
            self._known[document] = self._folded(document)
        return self._known[document]

    def text(self, document: str) -> str:
        """Return the document's pages as one text."""
        return " ".join(text for _, text in sorted(self.of(document).items()))

    def stretch(self, place: Anchor) -> _Stretch | None:
        """Return where an anchor stands on its page, or None."""
        anchor = fold(place.anchor)
        start = self.of(place.document).get(place.page, "").find(anchor)
        return None if start < 0 else _Stretch(place.document, place.page, start, start + len(anchor))

    def _folded(self, document: str) -> dict[int, str]:
        try:
            return {number: fold(text) for number, text in self._read_pages(document).items()}
        except UnknownNameError:
            return {}


def _anchor_problems(asked: _Asked, pages: _Pages) -> Iterator[Problem]:
    seen: set[Anchor] = set()
    for place in asked.question.relevant:
        twice = f"{place.anchor!r} of {place.document} is listed twice; list a place once" if place in seen else ""
        seen.add(place)
        if message := twice or _anchor_message(place, pages):
            yield asked.problem(ProblemKind.ANCHOR, message)


def _anchor_message(place: Anchor, pages: _Pages) -> str:
    texts, anchor = pages.of(place.document), fold(place.anchor)
    if not texts:
        return f"no document {place.document!r}; name one of the library"
    found = [number for number, text in sorted(texts.items()) if anchor in text]
    if place.page not in found:
        pages_found = ", ".join(map(str, found))
        elsewhere = f"it stands on page {pages_found}" if found else "it stands nowhere there; take words that do"
        return f"{place.anchor!r} is not on page {place.page} of {place.document}; {elsewhere}"
    if pages.text(place.document).count(anchor) > 1:
        return f"{place.anchor!r} stands more than once in {place.document}; take more words"
    return ""


def _fact_problems(asked: _Asked, pages: _Pages) -> Iterator[Problem]:
    texts = {place.document: pages.text(place.document) for place in asked.question.relevant}
    for wordings in asked.question.facts:
        for fact in wordings:
            if not any(fold(fact) in text for text in texts.values()):
                yield asked.problem(ProblemKind.FACT, f"{fact!r} {_NO_SUCH_FACT}")
        for document, text in texts.items():
            if text and not any(fold(fact) in text for fact in wordings):
                yield asked.problem(ProblemKind.FACT, f"{document} holds none of {list(wordings)}; add its words")


_NO_SUCH_FACT = "occurs in none of the relevant documents; take words that stand there"


def _twin_ids(asked: Sequence[_Asked]) -> Iterator[Problem]:
    # within a file the reader has found them already
    files: dict[str, list[_Asked]] = defaultdict(list)
    for each in asked:
        files[each.question.id].append(each)
    for same in files.values():
        yield from (
            each.problem(ProblemKind.ID, f"the id is taken in {same[0].file.name}; take another") for each in same[1:]
        )


_TO_DEV = "move one of them to the other's split"


def _rule_leaks(asked: Sequence[_Asked]) -> Iterator[Problem]:
    tuned = {(each.collection, rule) for each in asked if each.split == "dev" for rule in rules(each.question)}
    for each in asked:
        leaking = [rule for rule in rules(each.question) if (each.collection, rule) in tuned]
        if each.split == "test" and leaking:
            yield each.problem(ProblemKind.LEAK, f"{', '.join(leaking)} is asked about in the dev split too; {_TO_DEV}")


def rules(question: JudgedQuestion) -> list[str]:
    """Return the rules that a question is tagged with, as ``rule:<name>``."""
    return [tag for tag in question.tags if tag.startswith("rule:")]


def _place_leaks(asked: Sequence[_Asked], pages: _Pages) -> Iterator[Problem]:
    tuned: dict[tuple[str, int], list[_Stretch]] = defaultdict(list)
    for stretch in (stretch for each in asked if each.split == "dev" for stretch in _stretches(each, pages)):
        tuned[stretch.document, stretch.page].append(stretch)
    for each in (each for each in asked if each.split == "test"):
        sought = [stretch for stretch in _stretches(each, pages) if _overlaps_any(stretch, tuned)]
        if sought:
            where = f"page {sought[0].page} of {sought[0].document}"
            yield each.problem(
                ProblemKind.LEAK, f"a question of the dev split seeks the same words on {where}; {_TO_DEV}"
            )


def _stretches(asked: _Asked, pages: _Pages) -> Iterator[_Stretch]:
    yield from (stretch for place in asked.question.relevant if (stretch := pages.stretch(place)))


def _overlaps_any(stretch: _Stretch, others: Mapping[tuple[str, int], Sequence[_Stretch]]) -> bool:
    same_page = others.get((stretch.document, stretch.page), ())
    return any(stretch.start < other.end and other.start < stretch.end for other in same_page)


def _near_duplicates(asked: Sequence[_Asked]) -> Iterator[Problem]:
    """Compare openings only: later turns ("and with two players?") are alike without asking the same."""
    by_language: dict[str | None, list[_Wording]] = defaultdict(list)
    for each in asked:
        if each.opening:
            by_language[each.question.language].append(_Wording.of(each))
    for wordings in by_language.values():
        for first, second in combinations(wordings, 2):
            if _alike(first, second):
                other = first.asked
                same = f"nearly the same as {other.question.id} of {other.file.name} ({other.question.question!r})"
                yield second.asked.problem(ProblemKind.DUPLICATE, f"{same}; word one otherwise or drop it")


class _Wording(NamedTuple):
    asked: _Asked
    text: str
    letters: Counter[str]

    @classmethod
    def of(cls, asked: _Asked) -> "_Wording":
        text = fold(asked.question.question).strip()
        return cls(asked, text, Counter(text))


def _alike(first: _Wording, second: _Wording) -> bool:
    enough = NEARLY_THE_SAME * (len(first.text) + len(second.text)) / 2
    if min(len(first.text), len(second.text)) <= enough or (first.letters & second.letters).total() <= enough:
        return False  # the letters in common bound the likeness from above
    return SequenceMatcher(None, first.text, second.text, autojunk=False).ratio() > NEARLY_THE_SAME
