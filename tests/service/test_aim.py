"""The learned reading of questions."""

from pathlib import Path

import numpy as np
import pytest
import torch

from corpus import encoder as encoders
from corpus.index import Index
from corpus.library_model import Backend
from corpus.onnx_export import STATES, export_module
from corpus.types import ModelCard
from ingest.build import ingest
from service import aim
from service.aim import VECTOR, Aim
from service.learned import MODEL
from service.retrieval import Retriever
from tests.fakes import FakeEncoder


class Last(torch.nn.Module):
    """Reads a question as its last token does."""

    def forward(self, states: torch.Tensor) -> torch.Tensor:
        return torch.nn.functional.normalize(states[:, -1], dim=1)


@pytest.fixture
def last(tmp_path: Path) -> Aim:
    graph = tmp_path / "last.onnx"
    export_module(Last(), [torch.zeros(1, 4, 2)], graph, [STATES], VECTOR, {MODEL: "tiny-model"})
    return aim.opened(graph.read_bytes())


@pytest.mark.parametrize("tokens", [1, 7])
def test_a_question_aims_where_the_layers_read_its_states(last: Aim, tokens: int) -> None:
    states = np.zeros((tokens, 2), np.float32)
    states[-1] = [3, 4]
    assert last.of(states) == pytest.approx([0.6, 0.8])


@pytest.mark.parametrize(
    ("name", "dimension", "fits"),
    [("tiny-model", 2, True), ("hub/tiny-model", 2, True), ("tiny-model", 3, False), ("other-model", 2, False)],
)
def test_it_is_for_its_own_model(last: Aim, name: str, dimension: int, fits: bool) -> None:
    assert last.fits(ModelCard(name, "", dimension, 512)) is fits


def test_another_model_keeps_its_own_vectors(tmp_path: Path) -> None:
    (tmp_path / "harbour").mkdir()
    (tmp_path / "harbour" / "rules.en.txt").write_text("A boat costs two coins when nobody is on the route.\n", "utf-8")
    ingest([tmp_path / "harbour"], tmp_path / "index", FakeEncoder())
    asked = Retriever(Index.open(tmp_path / "index"), FakeEncoder()).asked("What does a boat cost?", "en")
    assert asked.vector.tolist() == FakeEncoder().encode_queries(["What does a boat cost?"])[0].tolist()


@pytest.mark.model
@pytest.mark.parametrize("backend", ["onnx", "torch"])
def test_the_shipped_one_is_for_the_embedded_model_and_leaves_its_vectors_in_sight(backend: Backend) -> None:
    encoder = encoders.load(backend=backend)
    shipped = aim.shipped()
    assert shipped.fits(encoder.card)
    question = "Wie viele Karten zieht man?"
    states = encoder.query_states(question)
    assert states is not None
    aimed = shipped.of(states)
    assert float(np.linalg.norm(aimed)) == pytest.approx(1, abs=1e-4)
    assert 0.8 < float(aimed @ encoder.encode_queries([question])[0]) < 0.9999


@pytest.mark.model
def test_what_is_longer_than_the_model_reads_keeps_its_own_vector(tmp_path: Path) -> None:
    encoder, question = encoders.load(), "May a boat of mine carry coal to the harbour? " * 80
    assert encoder.query_states(question) is None
    (tmp_path / "harbour").mkdir()
    (tmp_path / "harbour" / "rules.en.txt").write_text("A boat costs two coins when nobody is on the route.\n", "utf-8")
    ingest([tmp_path / "harbour"], tmp_path / "index", encoder)
    asked = Retriever(Index.open(tmp_path / "index"), encoder).asked(question, "en")
    assert np.allclose(asked.vector, encoder.encode_queries([question])[0])
