"""What is read of a question and a passage together, and what becomes of it."""

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from corpus import encoder as encoders
from corpus.index import Index
from corpus.onnx_export import MASK, WORDS, export_module
from corpus.types import ModelCard
from ingest.build import ingest
from service import cross_encoder
from service.cross_encoder import PAIR, QUESTION, READ, SCORE, CrossEncoder, Excerpts, _excerpt
from service.features import FEATURES, Asked, Candidates, candidates
from service.learned import MODEL
from service.retrieval import Retriever, ranked, read_together
from tests.fakes import FakeEncoder

BOOK = """# Lamps

## Oil

A lamp burns one drop of oil each night. {more}A lamp without oil goes out at once.

## Wicks

Trim the wick before you light the lamp. The keeper pays one coin for it.

## Ladders

A ladder reaches two lamps.

## Matches

Matches are drawn from the box.

## Bells

The bell rings when the tide turns.
"""


class Letters:
    """Takes letters for tokens: 1 opens a text, 2 ends it, and letters count from 3."""

    first, last = 1, 2

    def pieces(self, texts: Sequence[str]) -> list[list[int]]:
        return [[3 + sum(map(ord, word)) % 1000 for word in text.split()] for text in texts]

    def of(self, tokens: NDArray[np.int64]) -> NDArray[np.float32]:
        return np.repeat(tokens[..., None], 2, axis=-1).astype(np.float32)


class Sums(torch.nn.Module):
    """Scores a pair by the sum of its tokens."""

    def forward(self, words: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return (words[:, :, 0] * mask).sum(dim=1)


@pytest.fixture
def sums(tmp_path: Path) -> CrossEncoder:
    graph = tmp_path / "sums.onnx"
    example = torch.zeros(2, 4, 2), torch.ones(2, 4)
    export_module(Sums(), example, graph, [WORDS, MASK], SCORE, {MODEL: "tiny-model"})
    return cross_encoder.opened(graph.read_bytes())


def index_of(tmp_path: Path, more: str = "") -> Index:
    (tmp_path / "lamps").mkdir()
    (tmp_path / "lamps" / "lamps.en.md").write_text(BOOK.format(more=more), "utf-8")
    ingest([tmp_path / "lamps"], tmp_path / "index", FakeEncoder())
    return Index.open(tmp_path / "index")


def asked(text: str) -> Asked:
    return Asked(text, "en", FakeEncoder().encode_queries([text])[0])


def test_pairs_of_several_lengths_are_scored_each_by_its_own_tokens_and_within_bounds(sums: CrossEncoder) -> None:
    assert sums.of([[1, 1, 1], [2], [-40], [30, 30]], Letters()).tolist() == [3.0, 2.0, -6.0, 6.0]


@pytest.mark.parametrize(
    ("name", "dimension", "fits"),
    [("tiny-model", 2, True), ("hub/tiny-model", 2, True), ("tiny-model", 3, False), ("other-model", 2, False)],
)
def test_it_is_for_its_own_model(sums: CrossEncoder, name: str, dimension: int, fits: bool) -> None:
    assert sums.fits(ModelCard(name, "", dimension, 512)) is fits


def test_a_passage_that_fits_is_read_whole_under_its_heading(tmp_path: Path) -> None:
    index, words = index_of(tmp_path), Letters()
    (row,) = [row for row in range(len(index.passages)) if "ladder" in index.text(row)]
    (pair,) = Excerpts(index, words).pairs(asked("How far up?"), [row])
    question, heading, rule = words.pieces(["query: How far up?", "Ladders :", "A ladder reaches two lamps."])
    assert pair == [1, *question, 2, 2, *heading, *rule, 2]


def test_of_a_long_passage_the_nearest_sentences_are_read_wherever_they_stand(tmp_path: Path) -> None:
    more = "".join(f"Oil number {number} is brought by boat and kept in the cellar. " for number in range(12))
    index, words = index_of(tmp_path, more), Letters()
    row = max(range(len(index.passages)), key=lambda row: len(index.text(row)))
    page = index.page("lamps.en", 1).text
    said = [span.of(page) for span in index.passages[row].sentences]
    question = asked(said[-1])
    (pair,) = Excerpts(index, words).pairs(question, [row])
    near = np.argsort(-(index.sentence_vectors(row) @ question.vector), kind="stable").tolist()
    assert near[0] == len(said) - 1
    second, last, farthest = (words.pieces([said[place]])[0] for place in (near[1], near[0], near[-1]))
    assert len(pair) <= PAIR
    assert set(pair).issuperset(last)
    assert set(pair).issuperset(second)
    assert not set(pair).issuperset(farthest)


def test_of_a_long_question_the_end_is_read(tmp_path: Path) -> None:
    index, words = index_of(tmp_path), Letters()
    said = " ".join(f"word{number}" for number in range(QUESTION + 5))
    (pair,) = Excerpts(index, words).pairs(asked(said), [0])
    (kept,) = words.pieces([said])
    assert pair[: QUESTION + 3] == [1, *words.pieces(["query:"])[0], *kept[1 - QUESTION :], 2, 2]


def test_what_a_passage_is_in_tokens_is_found_out_once(tmp_path: Path) -> None:
    seen: list[str] = []

    class Counted(Letters):
        def pieces(self, texts: Sequence[str]) -> list[list[int]]:
            seen.extend(texts)
            return super().pieces(texts)

    excerpts = Excerpts(index_of(tmp_path), Counted())
    first = list(excerpts.pairs(asked("wick"), range(3)))
    met = len(seen)
    assert list(excerpts.pairs(asked("wick"), range(3))) == first
    assert seen[met:] == ["query:", "wick", ":"]


def test_what_the_sentences_do_not_fill_is_filled_with_the_beginning_of_the_next_nearest() -> None:
    near, far, farthest = [11, 12, 13], [21, 22, 23], [31, 32]
    assert _excerpt([5, 6], [far, near, farthest], np.array([0.5, 0.9, 0.1], np.float32), 7) == [5, 6, 21, 22, *near]
    assert _excerpt([5, 6], [far, near, farthest], np.array([0.1, 0.9, 0.5], np.float32), 4) == [*near, 31]
    assert _excerpt([], [near], np.zeros(1, np.float32), 2) == [11, 12]


def test_the_first_passages_are_read_and_the_others_count_as_the_least_of_these(
    tmp_path: Path, sums: CrossEncoder
) -> None:
    index, question = index_of(tmp_path), asked("wick of the lamp")
    retriever = Retriever(index, FakeEncoder())
    found = candidates(index, question, retriever.scope(None))
    first = ranked(found, retriever.numbers.ranker)
    assert len(found.rows) > READ
    excerpts = Excerpts(index, Letters())
    scores = dict(zip(first.rows[:READ].tolist(), [2.0, -1.0, 3.0, 0.5], strict=True))
    read = read_together(found, first, question, cast(CrossEncoder, Given(scores, excerpts, question)), excerpts)
    assert {row: scores.get(row, -1.0) for row in found.rows.tolist()} == dict(
        zip(read.rows.tolist(), read.column("read").tolist(), strict=True)
    )
    known = FEATURES.index("read")
    assert np.array_equal(np.delete(read.features, known, 1), np.delete(found.features, known, 1))


class Given(CrossEncoder):
    """Reads passages as they were given."""

    def __init__(self, scores: dict[int, float], excerpts: Excerpts, question: Asked) -> None:
        self._scores = {tuple(next(excerpts.pairs(question, [row]))): score for row, score in scores.items()}

    def of(self, pairs: Sequence[Sequence[int]], words: object) -> NDArray[np.float32]:
        return np.array([self._scores[tuple(pair)] for pair in pairs], np.float32)


class WordedEncoder(FakeEncoder):
    """Shows its words as ``Letters`` does."""

    @property
    def words(self) -> Letters:
        return Letters()


def test_what_is_known_of_documents_says_which_passages_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index, question = index_of(tmp_path), asked("wick of the lamp")
    retriever = Retriever(index, WordedEncoder())
    plain = retriever.rank(question, retriever.scope(None))
    last = plain.rows[-READ:].tolist()
    scores = dict(zip(last, [1.0, 2.0, 3.0, 4.0], strict=True))
    monkeypatch.setattr(retriever, "_reader", Given(scores, Excerpts(index, Letters()), question))
    read = retriever.rank(question, retriever.scope(None), lambda found: found.rescored(-found.scores))
    found = dict(zip(read.rows.tolist(), read.column("read").tolist(), strict=True))
    assert found == {row: scores.get(row, 1.0) for row in plain.rows.tolist()}


def test_nothing_found_is_nothing_to_read(tmp_path: Path, sums: CrossEncoder) -> None:
    none = Candidates(np.zeros(0, np.int64), np.zeros((0, len(FEATURES)), np.float32))
    first = ranked(none, Retriever(index := index_of(tmp_path), FakeEncoder()).numbers.ranker)
    assert read_together(none, first, asked("wick"), sums, Excerpts(index, Letters())) is none


@pytest.mark.model
def test_the_shipped_one_tells_the_rule_from_its_neighbour(tmp_path: Path) -> None:
    (tmp_path / "lamps").mkdir()
    (tmp_path / "lamps" / "lamps.en.md").write_text(BOOK.format(more=""), "utf-8")
    encoder = encoders.load()
    ingest([tmp_path / "lamps"], tmp_path / "index", encoder)
    index, words = Index.open(tmp_path / "index"), encoder.words
    assert words is not None
    question = Retriever(index, encoder).asked("How many lamps can one ladder serve?", "en")
    rows = list(range(len(index.passages)))
    shipped = cross_encoder.shipped()
    assert shipped.fits(encoder.card)
    scores = shipped.of(list(Excerpts(index, words).pairs(question, rows)), words)
    assert "ladder reaches two" in index.text(rows[int(np.argmax(scores))])
