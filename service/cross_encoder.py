"""A learned reading of a question and a passage together, which tells the rule from its neighbours.

Vectors are made apart, and say what a question and a passage are about; whether the one answers the other shows where
each word of both is read in the light of all the others (Nogueira & Cho, "Passage Re-ranking with BERT", 2019). The
model's first layers were learned again for that (``eval.cross_encoding``) on questions whose rules are known, and on
questions that their rulebooks leave open: the score is the logarithm of the odds that a passage answers. Only the best
few passages are read, and of each the sentences that are nearest to where the question aims.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
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
PAIR, QUESTION, HEADING, CONTEXT = 80, 40, 14, 20
"""Tokens that are read of question and passage together, and at most of a question (its last ones), of a heading, and
of what a passage leans on."""
KEPT = 4096
"""Passages whose tokens are kept in memory, some 3 kB each."""
UTMOST = 6.0
"""Odds beyond which a score says no more, as their logarithm."""
ASKED = "query:"
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


class Excerpts:
    """What is read of an index's passages beside a question, in a model's tokens. Safe to use from several threads."""

    def __init__(self, index: Index, words: Words) -> None:
        self.index, self.words = index, words
        self._pieces = lru_cache(KEPT)(self._pieces_of)

    def pairs(self, asked: Asked, rows: Sequence[int]) -> Iterator[list[int]]:
        """Yield what is read of a question and of each passage: the question, the heading, and the nearest sentences.

        Those are as many as there is room for, in the order in which they stand; what the passage leans on goes before.
        """
        before, question, colon = self.words.pieces([ASKED, asked.text, ":"])
        question = question[len(before) - QUESTION :]  # what is asked for stands last, after what it goes on from
        opening = [self.words.first, *before, *question, self.words.last, self.words.last]
        for row in rows:
            heading, context, *sentences = self._pieces(row)
            head = [*opening, *heading[:HEADING], *colon]
            body = _excerpt(context[:CONTEXT], sentences, self._nearness(row, asked), PAIR - len(head) - 1)
            yield [*head, *body, self.words.last]

    def _pieces_of(self, row: int) -> list[list[int]]:
        """Return the tokens of a passage's heading, of what it leans on, and of each of its sentences."""
        passage = self.index.passages[row]
        page = self.index.page(passage.document, passage.page).text
        heading = passage.section[-1] if passage.section else self.index.document_of(row).title
        sentences = [span.of(page) for span in passage.sentences] or [self.index.text(row)]
        return self.words.pieces([heading, passage.context, *sentences])

    def _nearness(self, row: int, asked: Asked) -> NDArray[np.float32]:
        """Return how near each sentence of a passage is to where a question aims; one number where it has none."""
        vectors = self.index.sentence_vectors(row)
        return np.asarray(vectors @ asked.vector, np.float32) if len(vectors) else np.zeros(1, np.float32)


def _excerpt(
    context: Sequence[int], sentences: Sequence[list[int]], nearness: NDArray[np.float32], room: int
) -> list[int]:
    """Return the tokens of the nearest sentences, the last of them cut, behind the context if the nearest leaves room.

    A window of 64 tokens about the nearest sentence did not show the words that decide of one passage in six, one of 80
    tokens of one in twelve; this, of 80, of one in twenty (development questions of the shipped library).
    """
    nearest = np.argsort(-nearness, kind="stable").tolist()
    leaned_on = context if len(context) + len(sentences[nearest[0]]) <= room else []
    left, kept = room - len(leaned_on), {}
    for place in nearest:
        kept[place] = sentences[place][: max(left, 0)]
        left -= len(kept[place])
    return [*leaned_on, *chain.from_iterable(kept[place] for place in sorted(kept))]
