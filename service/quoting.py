"""Which words of a passage to quote: up to three whole sentences that stand together, with what they lean on.

A short passage is quoted whole. Of a longer one goes the sentence that fits the question best with its better
neighbours, an item of a list never in part. Where the quote stays short, what the words lean on goes before them: the
sentence that opens a list, the question of a FAQ's answer, the heads of a table's columns.
"""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from corpus.index import Index
from corpus.types import Page, Passage, PassageKind, Span
from ingest.answers import is_question
from ingest.structure import opens_item
from service.features import Asked

MOST_SENTENCES = 3
LONGEST_QUOTE = 480
"""Characters; only a single sentence may be longer."""
WHOLE = 300
"""Characters up to which a passage or a table is quoted whole."""
TERMS_WEIGHT = 0.3
"""What a sentence that holds all of the question's words gains, in cosines."""
BEFORE = 0.01
"""Cosine that a sentence before what is quoted gives away to the one after: a ruling comes first, and is explained."""


def quoted(index: Index, row: int, asked: Asked) -> Span:
    """Return the part of a passage's page to quote; the heads of a table may stand before the passage."""
    passage = index.passages[row]
    page = index.page(passage.document, passage.page)
    if table := _under_heads(page, passage):
        return table
    if passage.end - passage.start <= WHOLE or len(passage.sentences) < 2:
        return passage.span
    return _of_sentences(page.text, passage, sentence_scores(index, row, asked))


def sentence_scores(index: Index, row: int, asked: Asked) -> NDArray[np.float32]:
    """Return how well each of a passage's sentences fits the question, shape (sentences,)."""
    passage = index.passages[row]
    page = index.page(passage.document, passage.page).text
    texts = [sentence.of(page) for sentence in passage.sentences]
    held = index.lexical.held(asked.text, asked.language, index.language(row), texts)
    return np.asarray(index.sentence_vectors(row) @ asked.vector + TERMS_WEIGHT * held, np.float32)


def grown(pieces: Sequence[Span], scores: NDArray[np.float32], start: int) -> Span:
    """Grow from the best piece to its better neighbour, as long as the quote stays short.

    ``start`` is where the words begin that the best one leans on; they go before it if there is room.
    """
    last = int(np.argmax(scores))
    first = next(place for place, piece in enumerate(pieces) if piece.end > start)
    if pieces[last].end - pieces[first].start > LONGEST_QUOTE:
        first = last
    while last - first + 1 < MOST_SENTENCES:
        sides = [(scores[first - 1] - BEFORE, first - 1, last)] if first > 0 else []
        sides += [(scores[last + 1], first, last + 1)] if last + 1 < len(pieces) else []
        fitting = [side for side in sides if pieces[side[2]].end - pieces[side[1]].start <= LONGEST_QUOTE]
        if not fitting:
            break
        _, first, last = max(fitting)
    return Span(pieces[first].start, pieces[last].end)


def _of_sentences(text: str, passage: Passage, scores: NDArray[np.float32]) -> Span:
    groups = list(_pieces(text, passage.sentences))
    pieces = [Span(passage.sentences[group[0]].start, passage.sentences[group[-1]].end) for group in groups]
    best = np.array([scores[group].max() for group in groups], np.float32)
    return grown(pieces, best, _leans_on(text, passage, pieces[int(np.argmax(best))].start))


def _pieces(text: str, sentences: Sequence[Span]) -> Iterator[list[int]]:
    """Yield the numbers of the sentences that stand together: those of a list's item, the others each alone."""
    group: list[int] = []
    for number, sentence in enumerate(sentences):
        if group and not _goes_on(text, sentences[group[0]], sentences[group[-1]], sentence):
            yield group
            group = []
        group.append(number)
    yield group


def _goes_on(text: str, first: Span, before: Span, sentence: Span) -> bool:
    """Tell whether a sentence goes on with the list's item that ``first`` opens, and both are short enough."""
    same_line = "\n" not in text[before.end : sentence.start]
    return same_line and opens_item(text, first.start) and sentence.end - first.start <= LONGEST_QUOTE


def _leans_on(text: str, passage: Passage, start: int) -> int:
    """Return where the words begin without which those at ``start`` cannot be read; ``start`` where there are none."""
    before = [sentence for sentence in passage.sentences if sentence.end <= start]
    if passage.kind is PassageKind.ANSWER:
        asked = (sentence for sentence in reversed(before) if is_question(sentence.of(text)))
        return next((_line_start(text, sentence.start, passage.start) for sentence in asked), start)
    return _list_start(text, before, start) if opens_item(text, start) else start


def _list_start(text: str, before: Sequence[Span], start: int) -> int:
    """Return where the sentence begins that opens the list of an item, ``start`` where the passage does not hold it."""
    for sentence in reversed(before):
        if sentence.of(text).endswith(":"):
            return sentence.start
        if not opens_item(text, _line_start(text, sentence.start, 0)):
            break
    return start


def _line_start(text: str, at: int, earliest: int) -> int:
    return max(text.rfind("\n", 0, at) + 1, earliest)


def _under_heads(page: Page, passage: Passage) -> Span | None:
    """Return a short table whole, of a longer one the rows from its heads to a passage, None where there are no heads.

    None, too, where the heads stand too far above.
    """
    heads = {cell[2:] for cell in page.cells if passage.start <= cell[0] < passage.end}
    if not heads:
        return None
    start = min(passage.start, *(head for head, _ in heads))
    end = max(cell[1] for cell in page.cells if cell[2:] in heads)
    for stop in (max(end, passage.end), passage.end):
        if stop - start <= (WHOLE if stop > passage.end else LONGEST_QUOTE):
            return Span(start, stop)
    return None
