"""An operator's own cross-encoder: loaded, fused, refused; the model is a tiny one with random weights."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from transformers import BertConfig, BertForSequenceClassification, BertModel, BertTokenizerFast

from corpus.errors import ModelError
from corpus.index import Index
from corpus.writer import write_generation, writing
from ingest import chunk
from service import reranking
from service.answering import Judge
from service.contract import Question
from service.reranking import Reranker
from service.retrieval import Retriever
from tests.corpus.library_fixture import library
from tests.fakes import FakeEncoder

LETTERS = "abcdefghijklmnopqrstuvwxyz"
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *LETTERS, *(f"##{letter}" for letter in LETTERS)]
ASKED = "How much does it cost to use a boat?"


def tiny_model(folder: Path, labels: int = 1, head: bool = True) -> Path:
    (folder / "vocab.txt").write_text("\n".join(WORDS))
    BertTokenizerFast(vocab_file=str(folder / "vocab.txt")).save_pretrained(folder)  # type: ignore[no-untyped-call]
    torch.manual_seed(7)
    config = BertConfig(  # type: ignore[no-untyped-call]
        vocab_size=len(WORDS),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
        num_labels=labels,
        initializer_range=1.0,
    )
    (BertForSequenceClassification if head else BertModel)(config).save_pretrained(folder)
    return folder


@pytest.fixture
def index(tmp_path: Path, encoder: FakeEncoder) -> Index:
    with writing(tmp_path / "index"):
        write_generation(tmp_path / "index", library(encoder), encoder.card, chunk.SETTINGS)
    return Index.open(tmp_path / "index")


def test_a_cross_encoder_from_a_folder_re_orders_the_best_and_leaves_the_rest_below(
    tmp_path: Path, index: Index, encoder: FakeEncoder
) -> None:
    model = tmp_path / "model"
    model.mkdir()
    reranker = reranking.load(str(tiny_model(model)), candidates=3)
    plain, own = Retriever(index, encoder), Retriever(index, encoder, reranker=reranker)
    before = plain.rank(plain.asked(ASKED, "en"), plain.scope("canals"))
    after = own.rank(own.asked(ASKED, "en"), own.scope("canals"))
    assert len(before.rows) > 3
    assert set(after.rows[:3]) == set(before.rows[:3])
    assert list(after.rows[3:]) == list(before.rows[3:])
    assert list(after.scores) == sorted(after.scores, reverse=True)
    np.testing.assert_allclose(after.scores[:3].mean(), before.scores[:3].mean(), atol=1e-5)
    assert not np.allclose(after.scores[:3], before.scores[:3])


def test_the_fused_score_is_half_of_each_on_the_scale_of_the_first(index: Index) -> None:
    reranker = Reranker("by hand", lambda pairs: np.array([0, 0, 900], np.float32)[: len(pairs)], candidates=3)
    scores = np.array([4, 3, 2, 1], np.float32)
    fused = reranker.fused(index, ASKED, np.arange(4), scores)
    spread = scores[:3].std()
    read = 3 + spread * np.array([-0.70710678, -0.70710678, 1.41421356])
    np.testing.assert_allclose(fused[:3], (scores[:3] + read) / 2, rtol=1e-5)
    assert fused[3] == min(1, fused[:3].min())


def test_it_reads_the_question_and_each_passage_under_its_headings(index: Index) -> None:
    seen: list[tuple[str, str]] = []

    def score(pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        seen.extend(pairs)
        return np.arange(len(seen), dtype=np.float32)

    rows = np.asarray(index.document_rows("canals.en"), np.int64)[:2]
    Reranker("by hand", score, candidates=10).fused(index, ASKED, rows, np.array([1, 0], np.float32))
    assert [question for question, _ in seen] == [ASKED] * 2
    passage = index.passages[int(rows[0])]
    assert seen[0][1].endswith(passage.span.of(index.page("canals.en", passage.page).text))
    assert passage.section[0] in seen[0][1]


@pytest.mark.parametrize("read", [[1, float("nan")], [2, 2]])
def test_scores_that_say_nothing_leave_the_order(read: list[float], index: Index) -> None:
    scores = np.array([4, 1], np.float32)
    fused = Reranker("by hand", lambda _: np.array(read, np.float32), 5).fused(index, ASKED, np.arange(2), scores)
    np.testing.assert_allclose(fused, scores)


def test_the_signature_names_the_reranker(index: Index, encoder: FakeEncoder) -> None:
    reranker = Reranker("by hand", lambda pairs: np.zeros(len(pairs), np.float32), 5)
    assert Judge(index, encoder, reranker=reranker).signature()["reranker"] == "by hand"
    assert "reranker" not in Judge(index, encoder).signature()
    assert Judge(index, encoder, reranker=reranker).ask(Question(ASKED, "canals")).citations


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (None, "there is no such folder"),
        ({}, "it is no CrossEncoder"),
        ({"labels": 3}, "it gives 3 scores for a pair, where one is needed"),
        ({"head": False}, "never trained to judge a pair"),
    ],
)
def test_what_is_no_cross_encoder_is_refused_by_name_with_what_to_do(
    made: dict[str, int] | None, why: str, tmp_path: Path
) -> None:
    folder = tmp_path / "wrong"
    if made is not None:
        folder.mkdir()
    if made:
        tiny_model(folder, **made)  # type: ignore[arg-type]
    with pytest.raises(ModelError) as refused:
        reranking.load(str(folder), candidates=5)
    assert str(refused.value).startswith(f"reranker {folder} cannot be loaded: ")
    assert why in str(refused.value)
    assert "set LEXLUDO_RERANKER to" in str(refused.value)
