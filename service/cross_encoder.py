"""A learned reading of a question and a passage together, which tells the rule from its neighbours.

Vectors are made apart, and say what a question and a passage are about; whether the one answers the other shows where
each word of both is read in the light of all the others (Nogueira & Cho, "Passage Re-ranking with BERT", 2019). The
model's first layers were learned again for that (``eval.cross_encoding``) on questions whose rules are known, and on
questions that their rulebooks leave open: the score is the logarithm of the odds that a passage answers. Only the best
few passages are read, each in a window about its nearest sentence.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from corpus.graph_model import padded
from corpus.index import Index
from corpus.onnx_export import MASK, WORDS
from corpus.types import Words
from service.features import Asked
from service.learned import LearnedLayers

SCORE = "score"
"""What the graph gives, shape (pairs,), for tokens' vectors, (pairs, tokens, dimension), and 1 where tokens are."""
READ = 4
"""Passages that are read, the first as ranked."""
PAIR, QUESTION, HEADING, CONTEXT = 64, 40, 14, 20
"""Tokens that are read of question and passage together, and at most of a question, a heading, and what a passage leans
on."""
UTMOST = 6.0
"""Odds beyond which a score says no more, as their logarithm."""
ASKED = "query: "
"""What the model has learned to find before a question."""


class CrossEncoder(LearnedLayers):
    """The learned first layers of one model."""

    def of(self, pairs: Sequence[Sequence[int]], words: Words) -> NDArray[np.float32]:
        """Return the log-odds that each pair's passage answers its question, shape (pairs,), -6 to 6."""
        tokens, mask = padded(pairs)
        (scores,) = self.session.run([SCORE], {WORDS: words.of(tokens), MASK: mask.astype(np.float32)})
        return np.clip(np.asarray(scores, np.float32), -UTMOST, UTMOST)


def opened(graph: bytes, threads: int = 0) -> CrossEncoder:
    """Open a graph that ``eval.cross_encoding`` wrote; ``threads`` 0 is one a core."""
    return CrossEncoder.opened(graph, threads)


@cache
def shipped(threads: int = 0) -> CrossEncoder:
    """Return the layers that come with the package, for the embedded model; ``threads`` 0 is one a core."""
    return opened(resources.files("service").joinpath("cross_encoder.onnx").read_bytes(), threads)


def pairs_of(index: Index, asked: Asked, rows: Sequence[int], words: Words) -> Iterator[list[int]]:
    """Yield what is read of a question and of each passage: the question, the heading, and a window of sentences.

    The window holds the sentence nearest to where the question aims and as many about it as there is room for.
    """
    texts = [_texts(index, row) for row in rows]
    pieces = iter(words.pieces([f"{ASKED}{asked.text}", ":", *chain.from_iterable(texts)]))
    question, colon = next(pieces)[:QUESTION], next(pieces)
    for row, own in zip(rows, texts, strict=True):
        heading, context, *sentences = [next(pieces) for _ in own]
        head = [*heading[:HEADING], *colon]
        room = PAIR - len(question) - len(head) - 4
        body = _window(context[:CONTEXT], sentences, _nearest(index, row, asked), room)
        yield [words.first, *question, words.last, words.last, *head, *body, words.last]


def _texts(index: Index, row: int) -> list[str]:
    """Return a passage's heading, what it leans on, and its sentences."""
    passage = index.passages[row]
    page = index.page(passage.document, passage.page).text
    heading = passage.section[-1] if passage.section else index.document_of(row).title
    return [heading, passage.context, *([span.of(page) for span in passage.sentences] or [index.text(row)])]


def _nearest(index: Index, row: int, asked: Asked) -> int:
    vectors = index.sentence_vectors(row)
    return int(np.argmax(vectors @ asked.vector)) if len(vectors) else 0


def _window(context: list[int], sentences: Sequence[list[int]], nearest: int, room: int) -> list[int]:
    """Return the tokens of the nearest sentence and of its neighbours, after and before it by turns, that have room."""
    start, end, left = nearest, nearest + 1, room - len(sentences[nearest])
    while left > 0:
        after = end < len(sentences) and len(sentences[end]) <= left
        if after:
            left, end = left - len(sentences[end]), end + 1
        before = start > 0 and len(sentences[start - 1]) <= left
        if before:
            left, start = left - len(sentences[start - 1]), start - 1
        if not after and not before:
            break
    leaned_on = context if start == 0 and len(context) <= left else []
    return [*leaned_on, *chain.from_iterable(sentences[start:end])][:room]
