"""The learned correction of question vectors."""

import io
from pathlib import Path

import numpy as np
import pytest

from corpus import encoder as encoders
from corpus.index import Index
from corpus.types import ModelCard
from ingest.build import ingest
from service import aim
from service.aim import ANY, Aim
from service.retrieval import Retriever
from tests.fakes import FakeEncoder


def turning() -> Aim:
    """Move whatever exceeds the usual along the first axis to the second."""
    matrix = np.array([[0, 0], [0.5, 0]], np.float32)
    return Aim("tiny-model", matrix, {ANY: np.zeros(2, np.float32), "pt": np.array([1, 0], np.float32)})


def test_a_vector_moves_by_what_exceeds_the_usual_of_its_language() -> None:
    vector = np.array([1, 0], np.float32)
    assert turning().of(vector, "fr").tolist() == [1, 0.5]
    assert turning().of(vector, "pt").tolist() == [1, 0]


@pytest.mark.parametrize(
    ("name", "dimension", "fits"),
    [("tiny-model", 2, True), ("hub/tiny-model", 2, True), ("tiny-model", 3, False), ("other-model", 2, False)],
)
def test_it_is_for_the_vectors_of_its_own_model(name: str, dimension: int, fits: bool) -> None:
    assert turning().fits(ModelCard(name, "", dimension, 512)) is fits


def test_what_was_written_is_read_again() -> None:
    file = io.BytesIO()
    turning().write(file)
    file.seek(0)
    read = aim.read(file)
    assert read.model == "tiny-model"
    assert read.matrix.tolist() == turning().matrix.tolist()
    assert {language: mean.tolist() for language, mean in read.usual.items()} == {ANY: [0, 0], "pt": [1, 0]}


def test_another_model_keeps_its_own_vectors(tmp_path: Path) -> None:
    (tmp_path / "harbour").mkdir()
    (tmp_path / "harbour" / "rules.en.txt").write_text("A boat costs two coins when nobody is on the route.\n", "utf-8")
    ingest([tmp_path / "harbour"], tmp_path / "index", FakeEncoder())
    asked = Retriever(Index.open(tmp_path / "index"), FakeEncoder()).asked("What does a boat cost?", "en")
    assert asked.aimed.tolist() == asked.vector.tolist()


@pytest.mark.model
def test_the_shipped_one_is_for_the_embedded_model_and_leaves_its_vectors_in_sight() -> None:
    encoder = encoders.load()
    shipped = aim.shipped()
    assert shipped.fits(encoder.card)
    (vector,) = encoder.encode_queries(["Wie viele Karten zieht man?"])
    aimed = shipped.of(vector, "de")
    assert not np.array_equal(aimed, vector)
    assert float(aimed @ vector) / float(np.linalg.norm(aimed)) > 0.8
