"""What the editions of a passage say together, on a small index made with the fake encoder."""

from pathlib import Path

import numpy as np
import pytest

from corpus.index import Index
from ingest.build import ingest
from service.features import FEATURES, SPREAD
from service.fitted import Linear
from service.opinions import BEST, MEAN, Opinions
from service.retrieval import Ranked, Retriever
from tests.fakes import FakeEncoder

ENGLISH = "A boat costs two coins.\n\nA storm sends each boat home.\n\nThe game ends with the last boat.\n"
SPANISH = "Un barco cuesta dos monedas.\n\nUna tormenta devuelve cada barco.\n\nLa partida acaba con el barco final.\n"
ALMANAC = "The almanac lists the tides of each harbour by day and by hour.\n"
BOOKS = {"harbour.en.txt": ENGLISH, "harbour.es.txt": SPANISH, "almanac.en.txt": ALMANAC}


@pytest.fixture
def index(tmp_path: Path) -> Index:
    books = tmp_path / "harbour"
    books.mkdir()
    for name, text in BOOKS.items():
        (books / name).write_text(text, "utf-8")
    assert not ingest([books], tmp_path / "index", FakeEncoder()).failed
    return Index.open(tmp_path / "index")


def row_of(index: Index, words: str) -> int:
    return next(row for row in range(len(index)) if words in index.text(row))


@pytest.mark.parametrize(
    ("words", "counterpart"),
    [("A boat costs", "Un barco"), ("A storm", "Una tormenta"), ("La partida", "The game ends")],
)
def test_a_passage_has_its_counterpart_in_each_edition(index: Index, words: str, counterpart: str) -> None:
    editions = Opinions(index).editions(row_of(index, words))
    assert editions.tolist() == [row_of(index, words), row_of(index, counterpart)]


def test_a_text_in_one_language_has_no_other_edition(index: Index) -> None:
    row = row_of(index, "almanac")
    assert Opinions(index).editions(row).tolist() == [row]


def test_an_opinion_is_the_mean_of_what_the_editions_hold(index: Index, encoder: FakeEncoder) -> None:
    asked = Retriever(index, encoder).asked("What does a boat cost?", "en")
    rows = [row_of(index, "A boat costs"), row_of(index, "Un barco")]
    usual = {
        language: index.vectors(np.array(own)).mean(axis=0) @ asked.vector
        for language in ("en", "es")
        if (own := [row for row in range(len(index)) if index.language(row) == language])
    }
    passages = [
        index.vectors(np.array([row]))[0] @ asked.vector - usual[lang]
        for row, lang in zip(rows, ("en", "es"), strict=True)
    ]
    found = Opinions(index).of([rows[0], rows[1], row_of(index, "almanac")], asked)
    assert found.shape == (3, 2)
    assert found[0, 0] == pytest.approx(SPREAD * sum(passages) / 2, rel=1e-4)
    assert found[0].tolist() == pytest.approx(found[1].tolist(), rel=1e-4)
    assert found[2, 0] != pytest.approx(found[0, 0], rel=1e-2)


def ranking(rows: list[int], scores: list[float]) -> Ranked:
    return Ranked(np.array(rows), np.array(scores, np.float32), np.zeros((len(rows), len(FEATURES)), np.float32))


def test_a_passage_is_ranked_by_what_its_editions_hold_together(index: Index, encoder: FakeEncoder) -> None:
    asked = Retriever(index, encoder).asked("What does a boat cost?", "es")
    opinions, ranker = Opinions(index), Linear({"dense": 1.0, "sentence": 0.0})
    english, spanish = row_of(index, "A boat costs"), row_of(index, "Un barco")
    usual = {
        language: index.vectors(np.array(own)).mean(axis=0) @ asked.vector
        for language in ("en", "es")
        if (own := [row for row in range(len(index)) if index.language(row) == language])
    }
    held = [
        SPREAD * float(index.vectors(np.array([row]))[0] @ asked.vector - usual[language])
        for row, language in ((english, "en"), (spanish, "es"))
    ]
    assert held[0] > held[1]
    expected = BEST * (held[0] - held[1]) + MEAN * (sum(held) / 2 - held[1])
    alone = row_of(index, "almanac")
    found = opinions.together(ranking([alone, spanish], [1.0, 0.9]), asked, ranker)
    scores = dict(zip(found.rows.tolist(), found.scores.tolist(), strict=True))
    assert scores[spanish] == pytest.approx(0.9 + expected, rel=1e-4)
    assert scores[alone] == pytest.approx(1.0)
    assert found.rows.tolist() == [spanish, alone]


def test_editions_have_no_say_among_nothing(index: Index, encoder: FakeEncoder) -> None:
    asked = Retriever(index, encoder).asked("Boats?", "en")
    nothing = ranking([], [])
    assert Opinions(index).together(nothing, asked, Linear({"dense": 1.0})) is nothing
