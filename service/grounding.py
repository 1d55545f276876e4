"""Which sentences that a language model wrote may be shown: those that the passage they cite bears out.

A sentence stands only with a verbatim quote. The quote is read as the whole sentences of the passage that it lies in,
so that no condition or negation can be left outside of it; then numbers, codes, page references, negations and
permissions of both are compared as two editions of one rulebook are. What cannot be compared is not shown.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from corpus.languages import primary
from corpus.types import Span
from ingest.sentences import sentences
from service.function_words import FUNCTION_WORDS
from service.language import by_words
from service.translation.checks.cues import cues, languages
from service.translation.checks.kept import CodeCheck
from service.translation.checks.modality import OPPOSITES, OppositesCheck
from service.translation.checks.negation import NegationCheck
from service.translation.checks.number import NumberCheck
from service.translation.checks.numerals import numerals
from service.translation.checks.words import words
from service.translation.types import Alignment, Check, Edition, Finding, Pair, Segment, Severity

LONGEST_SENTENCE = 500
"""Characters of a sentence that is shown."""
LONGEST_QUOTE = 900
"""Characters of the whole sentences that may bear one out."""
SHORTEST_QUOTE = 8
"""Characters: a word or two stand in any passage."""
OWN_WORDS = 0.4
"""Share of a sentence's words that may be neither the quote's nor the question's, where both speak one language."""
CLEARLY = 1.0
"""Small words by which another language must be ahead for a sentence to count as written in that one."""

CHECKS: tuple[Check, ...] = (
    NumberCheck(),
    NegationCheck(),
    CodeCheck(),
    *(OppositesCheck(each) for each in OPPOSITES if each.severity is Severity.HIGH),
)
_ADDRESS = re.compile(r"\w+://|www\.|\w@\w", re.IGNORECASE)
_NO = re.compile(r"(?:no|não|nein|non|nee|nie)\s*[,:;.–—-]\s+", re.IGNORECASE)
_ORDER = re.compile(
    r"\b(?:ignor|disregard|forget|override|overrul|vergiss|vergesst|missacht|oubli|olvid|esque[çc]|desconsider|dimentic|"
    r"negeer|vergeet|zapomnij|zignoruj)\w*\W+(?:\w+\W+){0,5}?(?:instru[cçk]|istruzion|anweisung|anleitung|aanwijzing|"
    r"polece|prompt)\w*",
    re.IGNORECASE,
)
"""Words that are meant for a language model and not for players."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A passage that may be quoted: ``page[start:end]``; ``about`` is what stands over it (title, headings)."""

    page: str
    span: Span
    language: str
    about: str = ""

    @property
    def text(self) -> str:
        """The passage's words."""
        return self.span.of(self.page)

    @property
    def gives_orders(self) -> bool:
        """Whether it tells its reader to ignore instructions: such a passage bears nothing out."""
        return _ORDER.search(self.text) is not None


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence as a language model wrote it, with the ground (by number) and the words that it leans on."""

    text: str
    ground: int
    quote: str


@dataclass(frozen=True, slots=True)
class Grounded:
    """A claim that holds; ``span`` is the place on its ground's page of the sentences that bear it out."""

    claim: Claim
    span: Span


def can_be_checked(language: str) -> bool:
    """Tell whether sentences of a language can be compared at all: its negations must be known."""
    return primary(language) in languages()


def grounded(claims: Iterable[Claim], grounds: Sequence[Ground], question: str, language: str) -> Iterator[Grounded]:
    """Yield the claims that hold, in order, none twice; ``language`` is the one that they are to be written in."""
    said: set[str] = set()
    for claim in claims:
        span = _borne_out(claim, grounds, question, primary(language))
        if span is not None and claim.text not in said:
            said.add(claim.text)
            yield Grounded(claim, span)


def _borne_out(claim: Claim, grounds: Sequence[Ground], question: str, language: str) -> Span | None:
    if not 0 <= claim.ground < len(grounds) or not _is_one_plain_sentence(claim.text, language):
        return None
    ground = grounds[claim.ground]
    span = None if ground.gives_orders else whole_sentences(ground, claim.quote)
    if span is None or not can_be_checked(language) or not can_be_checked(ground.language):
        return None
    quote, spoken = span.of(ground.page), primary(ground.language)
    if spoken == language and _share_of_own_words(claim, f"{quote} {ground.about} {question}", language) > OWN_WORDS:
        return None
    said = _without_no(claim.text, language)
    return span if said is not None and says_the_same(quote, spoken, said, language) else None


def whole_sentences(ground: Ground, quote: str) -> Span | None:
    """Return the sentences of a passage that hold ``quote`` byte for byte, or None where it does not stand there."""
    at = ground.page.find(quote, ground.span.start, ground.span.end)
    end = at + len(quote)
    if at < 0 or len(quote.strip()) < SHORTEST_QUOTE or _cuts_a_word(ground.page, at) or _cuts_a_word(ground.page, end):
        return None
    touched = [each for each in _sentences(ground) if each.start < end and at < each.end]
    if not touched or touched[-1].end - touched[0].start > LONGEST_QUOTE:
        return None
    return Span(touched[0].start, touched[-1].end)


def says_the_same(source: str, source_language: str, target: str, target_language: str) -> bool:
    """Tell whether two texts agree in their numbers, codes, page references, negations and permissions.

    Languages are primary subtags. Agreement is all that can be read from them; it does not prove that they mean the
    same.
    """
    ours = {each.page for each in numerals(source, source_language).references}
    theirs = {each.page for each in numerals(target, target_language).references}
    return theirs <= ours and not disagreements(source, source_language, target, target_language)


def disagreements(source: str, source_language: str, target: str, target_language: str) -> list[Finding]:
    """Return where the numbers, codes, negations and permissions of two texts differ."""
    sides = _edition(source, source_language), _edition(target, target_language)
    alignment = Alignment(*sides, (Pair((0,), (0,), 1.0),))
    return [found for check in CHECKS for found in check.findings(alignment)]


def _without_no(text: str, language: str) -> str | None:
    """Take off a "No, " that answers the question; None where what follows is not itself negated."""
    opening = _NO.match(text)
    rest = text[opening.end() :] if opening else text
    return rest if not opening or cues(rest, language, "negation") else None


def _is_one_plain_sentence(text: str, language: str) -> bool:
    if not 0 < len(text) <= LONGEST_SENTENCE or text != text.strip() or not text.isprintable():
        return False
    if _ADDRESS.search(text) or not _is_in(text, language):
        return False
    return len(list(sentences(text, Span(0, len(text)), language))) == 1


def _is_in(text: str, language: str) -> bool:
    """Tell whether a text's small words do not speak clearly for another language."""
    scores = by_words(text)
    return language not in FUNCTION_WORDS or max(scores.values()) - scores[language] <= CLEARLY


def _cuts_a_word(text: str, at: int) -> bool:
    return 0 < at < len(text) and text[at - 1].isalnum() and text[at].isalnum()


def _sentences(ground: Ground) -> Iterator[Span]:
    start = ground.span.start
    for line in ground.text.splitlines(keepends=True):
        yield from sentences(ground.page, Span(start, start + len(line)), ground.language)
        start += len(line)


def _share_of_own_words(claim: Claim, known: str, language: str) -> float:
    own = {word.stem for word in words(claim.text, language) if word.content}
    return len(own - {word.stem for word in words(known, language)}) / len(own) if own else 0.0


def _edition(text: str, language: str) -> Edition:
    return Edition("", language, (Segment(text, 1, 0, len(text)),), np.zeros((1, 0), np.float32))
