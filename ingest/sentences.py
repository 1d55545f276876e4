"""Sentences as offsets, from ``sentencex``, mended where rulebooks write what its rules do not foresee."""

import re
from collections.abc import Iterator

from corpus.types import Span

_GOES_ON = re.compile(r"\s*[a-zà-öø-ÿ]")
_ABBREVIATED = re.compile(r"\b[^\W\d_]{1,4}\.\s*$")
_BARE_MARK = re.compile(r"^[\W_]*(?:\w{1,3}[.)]\s*)*[\W_]*$")


def sentences(text: str, span: Span, language: str) -> Iterator[Span]:
    """Yield the sentences of ``text[span.start:span.end]``, without outer spaces, covering all its words.

    A list mark ("1.", "a)", "(C56)") goes with the sentence it opens.
    """
    start = span.start
    for end in _ends(span.of(text), language.split("-")[0].lower()):
        sentence = _trimmed(text, start, span.start + end)
        if sentence is None or (_BARE_MARK.match(sentence.of(text)) and span.start + end < span.end):
            continue
        yield sentence
        start = span.start + end
    rest = _trimmed(text, start, span.end)
    if rest:
        yield rest


def _ends(words: str, language: str) -> Iterator[int]:
    from sentencex import get_sentence_boundaries

    for boundary in get_sentence_boundaries(language, words):
        end = int(boundary["end_index"])
        if end >= len(words) or not _runs_on(words, end):
            yield end


def _runs_on(words: str, end: int) -> bool:
    """Tell a false end: a small letter follows, or a number after an abbreviation ("p. 4", "Abb. 2")."""
    if _GOES_ON.match(words, end):
        return True
    return words[end : end + 1].isdigit() and _ABBREVIATED.search(words[:end]) is not None


def _trimmed(text: str, start: int, end: int) -> Span | None:
    words = text[start:end]
    left = start + len(words) - len(words.lstrip())
    right = left + len(words.strip())
    return Span(left, right) if right > left else None
