"""What an erratum corrects: which sentence of which passage, told by its quotes, its page and its words.

An errata sheet says "on page 4, under “Draw”, replace “three extra minutes” by …". What stands in quotation marks is
looked for in the passage and its headings, the numbers are compared with its page, and the meaning decides among what
is left. Page words differ by language and are not needed for that.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from corpus.index import Index
from corpus.languages import primary
from corpus.terms import fold
from corpus.types import Document, DocumentKind, Span

QUOTED = 0.12
"""What a passage gains, in cosines, that holds all that an erratum quotes."""
SAME_PAGE = 0.02
"""What a passage gains, in cosines, whose page is among the numbers of the erratum."""
BESIDE = 0.05
"""What a passage loses, in cosines, of a FAQ or expansion that the sheet does not say it is for."""
TIED = 0.9
"""Cosine, with these gains, from which an erratum that names a page is about it; half of its quotes suffice, too."""
ALL_BUT_REPEATED = 0.95
"""Cosine from which one that does neither is, on a sheet whose others do; its preamble stays below."""

_QUOTE = re.compile(r"[“„\"](?P<high>[^“”„\"]{2,80})[”“\"]|[«‹](?P<angled>[^«»‹›]{2,80})[»›]")
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Correction:
    """The passages of an errata sheet (``rows``) that correct one passage of a book, and there these words."""

    rows: tuple[int, ...]
    words: Span


def corrections(index: Index) -> dict[int, list[Correction]]:
    """Return for each corrected passage (its row) what corrects it."""
    found: dict[int, list[Correction]] = defaultdict(list)
    for erratum in index.documents:
        if erratum.kind is DocumentKind.ERRATA:
            for row, correction in _corrected(index, erratum):
                found[row].append(correction)
    return found


def _corrected(index: Index, erratum: Document) -> Iterator[tuple[int, Correction]]:
    books, entries = _books(index, erratum), list(_entries(index, erratum))
    needed = ALL_BUT_REPEATED if any(_read(index, rows).quotes for rows in entries) else -1.0
    for rows in entries:
        for candidates in books:
            target = _target(index, rows, candidates, needed)
            if target is not None:
                yield target, Correction(tuple(rows), _words(index, rows, target))


def _books(index: Index, erratum: Document) -> list[NDArray[np.int64]]:
    """Return the rows that an erratum may be about, of each language apart."""
    found: dict[str, list[NDArray[np.int64]]] = defaultdict(list)
    for book in index.documents:
        if (
            book.game == erratum.game
            and book.kind is not DocumentKind.ERRATA
            and erratum.expansion in (None, book.expansion)
        ):
            found[primary(book.language)].append(np.asarray(index.document_rows(book.id), np.int64))
    return [np.concatenate(rows) for rows in found.values()]


def _entries(index: Index, erratum: Document) -> Iterator[list[int]]:
    """Yield the passages of a sheet, those under one heading together: where it corrects, and what holds."""
    rows = index.document_rows(erratum.id)
    for section, group in groupby(rows, key=lambda row: index.passages[row].section):
        entry = list(group)
        yield from [entry] if len(section) > 1 else [[row] for row in entry]


def _target(index: Index, rows: Sequence[int], candidates: NDArray[np.int64], needed: float) -> int | None:
    """Return the passage that an entry is about, None where it is about none.

    ``needed`` is the cosine from which one is that neither quotes nor names a page.
    """
    entry = _read(index, rows)
    alike = (index.vectors(candidates) @ index.vectors(np.array(rows)).T).max(axis=1)
    gains = np.array([_gain(index, row, entry) - _loss(index, row, rows[0]) for row in candidates.tolist()])
    best = int((alike + gains).argmax())
    tied = gains[best] >= QUOTED / 2 or alike[best] + gains[best] >= (TIED if gains[best] > 0 else needed)
    return int(candidates[best]) if tied else None


@dataclass(frozen=True, slots=True)
class _Entry:
    """What an entry quotes, folded, and its numbers."""

    quotes: list[str]
    numbers: set[str]


def _read(index: Index, rows: Sequence[int]) -> _Entry:
    text = " ".join(index.text(row) for row in rows)
    return _Entry(quotes_of(text), set(_NUMBER.findall(text)))


def _gain(index: Index, row: int, entry: _Entry) -> float:
    passage = index.passages[row]
    whole = _folded(" ".join((*passage.section, index.text(row))))
    return QUOTED * _share(entry.quotes, whole) + SAME_PAGE * (str(passage.page) in entry.numbers)


def _loss(index: Index, row: int, erratum: int) -> float:
    book, sheet = index.document_of(row), index.document_of(erratum)
    return BESIDE * (book.kind is DocumentKind.FAQ or book.expansion != sheet.expansion)


def quotes_of(text: str) -> list[str]:
    """Return what a text has in quotation marks, folded."""
    return [_folded(match["high"] or match["angled"]) for match in _QUOTE.finditer(text)]


def _share(quotes: Sequence[str], text: str) -> float:
    return sum(quote in text for quote in quotes) / len(quotes) if quotes else 0.0


def _words(index: Index, rows: Sequence[int], target: int) -> Span:
    """Return the sentence of a passage that is corrected: by what is quoted of it, by its numbers, by its meaning."""
    passage, entry = index.passages[target], _read(index, rows)
    if not passage.sentences:
        return passage.span
    page, headings = index.page(passage.document, passage.page).text, _folded(" ".join(passage.section))
    quotes = [quote for quote in entry.quotes if quote not in headings]
    meant = np.concatenate([index.sentence_vectors(row) for row in rows])
    alike = (index.sentence_vectors(target) @ meant.T).max(axis=1)
    held = [_evidence(span.of(page), quotes, entry.numbers) for span in passage.sentences]
    return passage.sentences[int(np.argmax(np.array(held) + alike))]


def _evidence(sentence: str, quotes: Sequence[str], numbers: set[str]) -> float:
    same = numbers.intersection(_NUMBER.findall(sentence))
    return _share(quotes, _folded(sentence)) + (len(same) / len(numbers) if numbers else 0.0)


def _folded(text: str) -> str:
    return " ".join(fold(text).split())
