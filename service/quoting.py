"""Which words of a passage to quote: up to three whole sentences that stand together."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from corpus.index import Index
from corpus.languages import primary
from corpus.types import Span
from service.features import Asked, weight_of

MOST_SENTENCES = 3
LONGEST_QUOTE = 420
"""Characters; only a single sentence may be longer."""
WHOLE = 240
"""Characters up to which a passage is quoted whole."""
TERMS_WEIGHT = 0.06
"""What a sentence that holds all of the question's terms gains, in cosines."""


def quoted(index: Index, row: int, asked: Asked) -> Span:
    """Return the part of a passage's page to quote: the sentence that fits the question best, and its neighbours."""
    passage = index.passages[row]
    if passage.end - passage.start <= WHOLE or len(passage.sentences) < 2:
        return passage.span
    return grown(passage.sentences, sentence_scores(index, row, asked))


def sentence_scores(index: Index, row: int, asked: Asked) -> NDArray[np.float32]:
    """Return how well each of a passage's sentences fits the question, shape (sentences,)."""
    passage, language = index.passages[row], primary(index.language(row))
    page = index.page(passage.document, passage.page).text
    wanted = set(index.lexical.terms(asked.text, language))
    held = [wanted.intersection(index.lexical.terms(span.of(page), language)) for span in passage.sentences]
    shares = np.array([weight_of(index, terms, language) for terms in held], np.float32)
    cosines = index.sentence_vectors(row) @ asked.vector
    return np.asarray(cosines + TERMS_WEIGHT * shares / max(weight_of(index, wanted, language), 1e-6), np.float32)


def grown(sentences: Sequence[Span], scores: NDArray[np.float32]) -> Span:
    """Grow from the best sentence to its better neighbour, as long as the quote stays short."""
    first = last = int(np.argmax(scores))
    while last - first + 1 < MOST_SENTENCES:
        sides = [(scores[first - 1], first - 1, last)] if first > 0 else []
        sides += [(scores[last + 1], first, last + 1)] if last + 1 < len(sentences) else []
        fitting = [side for side in sides if sentences[side[2]].end - sentences[side[1]].start <= LONGEST_QUOTE]
        if not fitting:
            break
        _, first, last = max(fitting)
    return Span(sentences[first].start, sentences[last].end)
