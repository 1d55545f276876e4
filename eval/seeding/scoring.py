"""Seeds errors, runs the checks over the copies, and counts what they found and what they made up."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from eval.seeding.kinds import ErrorKind
from eval.seeding.parallel import Book, Sentence, edition, furnished, is_test
from service.translation.checks import find_all, weighed
from service.translation.types import Alignment, Check, Finding, Quote, Severity

Align = Callable[[Book], Alignment]
ORDER = (Severity.LOW, Severity.MEDIUM, Severity.HIGH)


@dataclass(slots=True)
class Tally:
    """What one kind of error gave in one language pair and half."""

    seeded: int = 0
    found: int = 0
    true: int = 0
    false: int = 0
    misses: list[str] = field(default_factory=list)
    inventions: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Add another tally to this one."""
        self.seeded, self.found = self.seeded + other.seeded, self.found + other.found
        self.true, self.false = self.true + other.true, self.false + other.false
        self.misses += other.misses
        self.inventions += other.inventions

    @property
    def recall(self) -> float | None:
        """Share of the seeded errors that a finding names; None where none was seeded."""
        return self.found / self.seeded if self.seeded else None

    @property
    def precision(self) -> float | None:
        """Share of the findings of the kind that lie on a seeded error; None where there is no finding."""
        return self.true / (self.true + self.false) if self.true + self.false else None


@dataclass(frozen=True, slots=True)
class Copy:
    """A book with errors; ``touched`` maps the id of each changed sentence to what was done, for reports."""

    book: Book
    touched: dict[str, str]


def copies(book: Book, kind: ErrorKind, test: bool, limit: int) -> Iterator[Copy]:
    """Yield copies of a book with at most ``limit`` errors of a kind in all, in sentences of one half."""
    clean = furnished(book) if kind.furnished else book
    random = Random(f"{book.game} {book.kind} {book.pair} {kind.name}")
    half = [sentence for sentence in clean.sentences if is_test(book.game, sentence.id) is test]
    random.shuffle(half)
    seeds = ((sentence, kind.seed(sentence, clean, random)) for sentence in half)
    chosen = [(sentence, changed) for sentence, changed in seeds if changed][:limit]
    for first in range(0, len(chosen), kind.per_copy):
        batch = chosen[first : first + kind.per_copy]
        touched = {changed[0].id: _told(sentence, changed[0]) for sentence, changed in batch}
        yield Copy(clean.with_sentences({sentence.id: changed for sentence, changed in batch}), touched)


def _told(sentence: Sentence, changed: Sentence) -> str:
    return f"{sentence.source} | {sentence.target} -> {changed.target}"


def tally(book: Book, kind: ErrorKind, test: bool, limit: int, checks: Sequence[Check], align: Align) -> Tally:
    """Seed a kind of error into one half of a book's sentences and count what the checks say to it."""
    total = Tally()
    invented: set[tuple[str | None, ...]] = set()
    for copy in copies(book, kind, test, limit):
        findings = _shown(checks, align(copy.book), kind)
        places = _places(copy.book)
        hits = [(found, _touched(found, places, copy.touched)) for found in findings]
        named = {sentence for _, sentence in hits if sentence}
        total.seeded += len(copy.touched)
        total.found += len(named)
        total.true += sum(sentence is not None for _, sentence in hits)
        total.misses += [f"{book.pair} {told}" for i, told in copy.touched.items() if i not in named]
        strays = [found for found, sentence in hits if sentence is None and _in_half(found, places, book.game, test)]
        fresh = {_about(found, places): found for found in strays if _about(found, places) not in invented}
        invented |= fresh.keys()
        total.inventions += [f"{book.pair} {_told_finding(found)}" for found in fresh.values()]
    total.false = len(total.inventions)
    return total


def _shown(checks: Sequence[Check], alignment: Alignment, kind: ErrorKind) -> list[Finding]:
    found = weighed(alignment, [each for check in checks for each in check.findings(alignment)])
    loud = ORDER[ORDER.index(kind.floor) :]
    return [each for each in found if each.severity in loud and each.kind in kind.accepted]


Places = dict[tuple[int, int], list[tuple[int, int, str]]]
"""Start, end and sentence id of the segments of each side and page."""


def _places(book: Book) -> Places:
    places: Places = defaultdict(list)
    for side in (0, 1):
        ids = [s.id for s in book.sentences if (s.target if side else s.source) is not None]
        for sentence, segment in zip(ids, edition(book, side).segments, strict=True):
            places[side, segment.page].append((segment.start, segment.end, sentence))
    return places


def _sentence_of(quote: Quote | None, side: int, places: Places) -> str | None:
    if quote is None:
        return None
    spans = places.get((side, quote.page), [])
    return next((sentence for start, end, sentence in spans if start <= quote.start and quote.end <= end), None)


def _touched(found: Finding, places: Places, touched: dict[str, str]) -> str | None:
    """Return the seeded sentence that a quote of the finding lies in."""
    sentences = (_sentence_of(found.source, 0, places), _sentence_of(found.target, 1, places))
    return next((sentence for sentence in sentences if sentence in touched), None)


def _in_half(found: Finding, places: Places, game: str, test: bool) -> bool:
    sentence = _sentence_of(found.target, 1, places) or _sentence_of(found.source, 0, places)
    return sentence is not None and is_test(game, sentence.rstrip("+")) is test


def _about(found: Finding, places: Places) -> tuple[str | None, ...]:
    """Return what makes two findings in different copies the same: their kind and their sentences."""
    return found.kind, _sentence_of(found.source, 0, places), _sentence_of(found.target, 1, places)


def _told_finding(found: Finding) -> str:
    quotes = " | ".join(quote.quote for quote in (found.source, found.target) if quote)
    return f"{found.kind} {found.severity.value}: {found.message} [{quotes}]"


def false_alarms(book: Book, test: bool, align: Align) -> tuple[int, Counter[str], list[str]]:
    """Return the sentences of one half of an untouched book, and the findings of medium or high severity for them."""
    places = _places(book)
    found = [each for each in find_all(align(book)) if each.severity is not Severity.LOW]
    alarms = [each for each in found if _in_half(each, places, book.game, test)]
    sentences = sum(is_test(book.game, sentence.id) is test for sentence in book.sentences)
    told = [f"{book.pair} {_told_finding(each)}" for each in alarms]
    return sentences, Counter(each.kind for each in alarms), told
