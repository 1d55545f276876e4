"""Examples to fit the ranker and the confidence on: questions with their candidates, right ones known.

Three kinds: questions on a library; open reading questions, laid out as small games whose passages are in several
languages; and either kind with every right passage taken away, which leaves a question that its game cannot answer
although it sounds as if it could.
"""

import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corpus.index import Index
from corpus.records import SourceRecord
from corpus.types import Document, Encoder, Page, Words
from corpus.writer import write_generation, writing
from eval.matching import covers, fold
from eval.questions import JudgedQuestion
from ingest import chunk
from ingest.drafting import Drafting
from ingest.embedding import embed, no_progress
from service.aim import Aim
from service.answering import Judge
from service.contract import Question
from service.cross_encoder import CrossEncoder, Excerpts
from service.features import Asked, Candidates, candidates
from service.fitted import Linear
from service.retrieval import Retriever, ranked, read_together
from service.scope import Scope

ARTICLE = 5
"""Paragraphs of an XQuAD article, which stand together in its file."""
GAME = 20
"""Paragraphs that make a game of reading questions."""
SEED = 5
STRANGERS = "strangers"
"""The group of questions about something else altogether, which look like no question about rules."""


Marks = Callable[[int], tuple[bool, bool]]
"""Tells of a row whether it holds the answer, and whether it or its neighbourhood on the page does."""


@dataclass(frozen=True)
class Example:
    """A question with its candidates.

    ``right`` tells for each candidate whether it holds the answer, ``near`` whether it or its neighbourhood on the
    page does, as evaluation counts a place; both have shape (n,). ``answerable`` False means that nothing in scope
    answers, whatever was found. ``game`` names what is held out together when a fit is tried.
    """

    asked: Asked
    scope: Scope
    found: Candidates
    right: NDArray[np.bool_]
    near: NDArray[np.bool_]
    answerable: bool
    group: str
    game: str
    marks: Marks

    @property
    def index(self) -> Index:
        """The index that the question is asked of."""
        return self.scope.index

    def aimed(self, aim: Aim) -> "Example":
        """Return the question with the candidates that it has under an aim."""
        if self.asked.states is None:
            return self
        aimed = replace(self.asked, vector=aim.of(self.asked.states))
        return _example(aimed, self.scope, self.marks, self.answerable, self.group, self.game)

    def read(self, reader: CrossEncoder, words: Words, ranker: Linear) -> "Example":
        """Return the question with what its first candidates, as a ranker has them, are read as beside it."""
        first = ranked(self.found, ranker)
        return replace(self, found=read_together(self.found, first, self.asked, reader, Excerpts(self.index, words)))

    def masked(self) -> "Example":
        """Return the question without its right passages and their neighbours: what stays only sounds like it."""
        kept = ~(self.right | self.near)
        left = Candidates(self.found.rows[kept], self.found.features[kept])
        none = np.zeros(len(left.rows), bool)
        return replace(self, found=left, right=none, near=none, answerable=False, group=f"{self.group}, masked")


def _example(asked: Asked, scope: Scope, marks: Marks, answerable: bool, group: str, game: str) -> Example:
    found = candidates(scope.index, asked, scope)
    told = np.array([marks(int(row)) for row in found.rows], bool).reshape(-1, 2)
    return Example(asked, scope, found, told[:, 0], told[:, 1], answerable, group, game, marks)


def of_library(judge: Judge, questions: Iterable[JudgedQuestion], group: str) -> Iterator[Example]:
    """Yield an example for each question; a passage is right where it holds an anchor."""
    for question in questions:
        wanted = Question(question.question, question.game, question.expansions, question.language)
        asked, scope = judge.examined(wanted)
        marks = partial(_anchored, scope.index, question)
        game = question.game or next((place.document for place in question.relevant), "")
        yield _example(asked, scope, marks, question.answerable, group, game)


def _anchored(index: Index, question: JudgedQuestion, row: int) -> tuple[bool, bool]:
    return _holds_anchor(index, row, question), _is_near(index, row, question)


def _holds_anchor(index: Index, row: int, question: JudgedQuestion) -> bool:
    document, text = index.passages[row].document, fold(index.text(row))
    return any(place.document == document and fold(place.anchor) in text for place in question.relevant)


class _Whole(NamedTuple):
    """A passage as if it were quoted whole."""

    document: str
    page: int
    quote: str


def _is_near(index: Index, row: int, question: JudgedQuestion) -> bool:
    passage = _Whole(index.passages[row].document, index.passages[row].page, index.text(row))
    return any(covers(passage, place, lambda name, page: index.page(name, page).text) for place in question.relevant)


def of_reading(folder: Path, source: str, encoder: Encoder, work: Path) -> Iterator[Example]:
    """Yield examples from the reading questions of one source, every other article of it.

    The paragraphs of XQuAD stand in three languages, each here in one of them; questions come in all.
    """
    contexts = {each["id"]: each for each in _lines(folder / "reading.contexts.jsonl")}
    asked = [each for each in _lines(folder / "reading.questions.jsonl") if each["source"] == source]
    ids = list(dict.fromkeys(each["context"] for each in asked))
    games = _games([contexts[each] for each in ids])
    index = _index(games, encoder, work / f"reading-{source}")
    retriever = Retriever(index, encoder)
    where = {context["id"]: game for game, members in games.items() for context in members}
    for each in asked:
        if each["context"] in where:
            yield _reading_example(retriever, each, where[each["context"]], source)


def strangers(judge: Judge, folder: Path, count: int) -> Iterator[Example]:
    """Yield reading questions asked about the library's games, which none of them answers."""
    draw = random.Random(SEED)
    games = [game.id for game in judge.games()]
    for each in draw.sample(list(_lines(folder / "reading.questions.jsonl")), count):
        wanted = Question(each["question"], draw.choice([*games, None]), None, each["question_language"])
        asked, scope = judge.examined(wanted)
        yield _example(asked, scope, _never, False, STRANGERS, str(wanted.game))


def _games(contexts: Sequence[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Lay paragraphs out as games: of parallel ones (the same place in each language's run) one language is drawn."""
    draw = random.Random(SEED)
    runs: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for context in contexts:
        runs[context["language"]].append(context)
    even = len({len(run) for run in runs.values()}) == 1
    parallel = list(zip(*runs.values(), strict=True)) if even else [(context,) for context in contexts]
    drawn = [draw.choice(editions) for place, editions in enumerate(parallel) if place // ARTICLE % 2 == 0]
    draw.shuffle(drawn)
    return {f"game-{start // GAME}": drawn[start : start + GAME] for start in range(0, len(drawn), GAME)}


def _index(games: Mapping[str, Sequence[dict[str, Any]]], encoder: Encoder, folder: Path) -> Index:
    if Index.current_generation(folder) is None:
        drafting = Drafting(chunk, encoder)
        drafts = [
            drafting.cut(
                Document(each["id"], game, "", each["language"]), [Page(1, each["text"])], SourceRecord("", "")
            )
            for game, members in games.items()
            for each in members
        ]
        with writing(folder):
            write_generation(folder, embed(drafts, {}, encoder, no_progress).documents, encoder.card, chunk.SETTINGS)
    return Index.open(folder, card=encoder.card, settings=chunk.SETTINGS)


def _never(_: int) -> tuple[bool, bool]:
    return False, False


def _reading_example(retriever: Retriever, question: dict[str, Any], game: str, source: str) -> Example:
    asked = retriever.unaimed(question["question"], question["question_language"])
    marks = partial(_answers, retriever.index, question)
    return _example(asked, retriever.scope(game), marks, bool(question["answers"]), source, game)


def _answers(index: Index, question: dict[str, Any], row: int) -> tuple[bool, bool]:
    passage = index.passages[row]
    right = passage.document == question["context"] and any(
        passage.start <= start and end <= passage.end for start, end in question["answers"]
    )
    return right, right


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    with file.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)
