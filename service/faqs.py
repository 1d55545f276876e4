"""A FAQ's answer or a rule: which of two goes first, where both may answer a question.

A FAQ's answer counts where its question is the one that was asked. Two questions about one matter share few words, and
their vectors say which subject they have rather than what of it they ask. So they are compared token by token, each
with the one nearest to it among the other's, both ways (after Khattab & Zaharia, "ColBERT: Efficient and Effective
Passage Search via Contextualized Late Interaction over BERT", 2020), and against the sheet's other questions: what a
sheet's questions have in common does not tell which of them was asked. The rest is told by how the cross-encoder reads
both, and by what the language editions of both hold (see ``service.opinions``). In games that all this was not fitted
on, it is right for nine in ten of the development questions that either a FAQ or a rule answers, and for three in four
of those on invented games, where one sounds as if it did.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from corpus.index import Index
from corpus.types import Document, DocumentKind, Encoder, PassageKind, States
from service.features import SPREAD, Asked
from service.opinions import Opinions, apart
from service.retrieval import Ranked

OPINION = (0.125, 0.5)
"""Log-odds for each point by which a FAQ's editions hold more of what was asked than those of a rule: as passages, and
in their best sentences. These and the next three were fitted by logistic regression on development questions, and on
invented games with a FAQ which the cross-encoder has not seen; what the ranker makes of both added nothing."""
LIKENESS = 0.265
"""Log-odds for each point by which its question is more like the one that was asked than the sheet's others."""
READ_AS = 0.58
"""Log-odds for each point by which a FAQ's answer is more surely read as answering than the rule."""
NEEDED = 0.63
"""What these must come to."""
UNTOLD = 2.6
"""The likeness that is taken for granted where the model shows no tokens."""
OTHERS = 12
"""Questions of a sheet, at even distances, that a question is measured against."""
SHEETS, QUESTIONS = 64, 256
"""FAQs and single questions whose tokens are kept in memory: some 25 MB."""

_ASKS = re.compile(r"[?？؟][\"'”’»)\]]*\s*$")


@dataclass(frozen=True, slots=True)
class _Sheet:
    """Questions of one FAQ: the mean of their tokens, and for each answer its question's as ``apart`` from that."""

    centre: NDArray[np.float32]
    questions: Mapping[int, NDArray[np.float32]]


class Faqs:
    """The FAQs of an index. Safe to use from several threads."""

    def __init__(self, index: Index, opinions: Opinions, encoder: Encoder | None) -> None:
        self._index, self._opinions, self._encoder = index, opinions, encoder
        self._sheet = lru_cache(SHEETS)(self._read_sheet)
        self._states = lru_cache(QUESTIONS)(self._read_states)

    def leading(self, answers: Ranked, rule: Ranked, asked: Asked) -> int | None:
        """Return which of some answers goes before a rule, by its number, None where the rule goes first.

        ``rule`` is one passage, ranked with the answers.
        """
        rows = answers.rows.tolist()
        gains = self._opinions.above(rows, int(rule.rows[0]), asked) @ np.array(OPINION, np.float32)
        read = READ_AS * (answers.column("read") - rule.column("read"))
        sums = gains + LIKENESS * self.likeness(rows, asked) + read
        best = int(np.argmax(sums))
        return best if sums[best] >= NEEDED else None

    def likeness(self, answers: Sequence[int], asked: Asked) -> NDArray[np.float32]:
        """Return how much more like the question asked the question of each answer is than others of its sheet.

        That is in the edition where it is most. Shape (len(answers),), in the measure of the ranker's features.
        """
        if asked.states is None or self._encoder is None:
            return np.full(len(answers), UNTOLD, np.float32)
        editions = [self._opinions.editions(answer).tolist() for answer in answers]
        alike = self._above_others({row for rows in editions for row in rows}, asked.states)
        return np.array([max(alike[row] for row in rows) for rows in editions], np.float32)

    def foresee(self, document: Document) -> None:
        """Read a FAQ's questions before one is asked that may be among them."""
        if document.kind is DocumentKind.FAQ:
            self._sheet(document.id)

    def _above_others(self, answers: Iterable[int], asked: States) -> dict[int, float]:
        """Return for each of some answers how like its question is, above the mean of its sheet's."""
        found: dict[int, float] = {}
        for name, group in groupby(sorted(answers), key=lambda row: self._index.document_of(row).id):
            rows, sheet = list(group), self._sheet(name)
            found |= self._above_mean(sheet, rows, asked) if sheet else dict.fromkeys(rows, UNTOLD)
        return found

    def _above_mean(self, sheet: _Sheet, rows: Sequence[int], asked: States) -> dict[int, float]:
        own = apart(asked, sheet.centre)
        alike = {answer: _matched(own, tokens) for answer, tokens in sheet.questions.items()}
        usual = sum(alike.values()) / len(alike)
        for row in rows:
            if row not in alike and (states := self._states(row)) is not None:
                alike[row] = _matched(own, apart(states, sheet.centre))
        return {row: SPREAD * (alike[row] - usual) if row in alike else UNTOLD for row in rows}

    def _read_sheet(self, document: str) -> _Sheet | None:
        rows = self._index.document_rows(document)
        answers = [row for row in rows if self._index.passages[row].kind is PassageKind.ANSWER]
        spread = np.linspace(0, len(answers) - 1, min(OTHERS, len(answers))).round().astype(int).tolist()
        read = {answers[at]: states for at in spread if (states := self._states(answers[at])) is not None}
        if not read:
            return None
        centre = np.concatenate(list(read.values())).mean(axis=0)
        return _Sheet(centre, {answer: apart(states, centre) for answer, states in read.items()})

    def _read_states(self, answer: int) -> States | None:
        return self._encoder.query_states(self._question_of(answer)) if self._encoder else None

    def _question_of(self, answer: int) -> str:
        """Return the question of a passage that answers one: its sentences up to the first that asks."""
        passage = self._index.passages[answer]
        page = self._index.page(passage.document, passage.page).text
        asking = (span.end for span in passage.sentences if _ASKS.search(span.of(page)))
        first = passage.sentences[0].end if passage.sentences else passage.end
        return " ".join(page[passage.start : next(asking, first)].split())


def _matched(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Return how near the tokens of two questions have their nearest in the other, on the mean of both ways."""
    near = one @ other.T  # small enough for one core: several would wait for one another
    return float(near.max(axis=1).mean() + near.max(axis=0).mean()) / 2
