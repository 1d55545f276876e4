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


def held_by(index: Index, row: int, vector: np.ndarray[tuple[int], np.dtype[np.float32]]) -> float:
    """Return what a passage holds above what is usual in its language."""
    same = [other for other in range(len(index)) if index.language(other) == index.language(row)]
    usual = index.vectors(np.array(same)).mean(axis=0) @ vector
    return SPREAD * float(index.vectors(np.array([row]))[0] @ vector - usual)


def test_opinions_are_compared_in_the_languages_that_both_are_in(index: Index, encoder: FakeEncoder) -> None:
    asked = Retriever(index, encoder).asked("What does a boat cost?", "en")
    english, spanish, storm, alone = (row_of(index, each) for each in ("A boat", "Un barco", "A storm", "almanac"))
    tormenta = row_of(index, "Una tormenta")
    held = {row: held_by(index, row, asked.vector) for row in (english, spanish, storm, tormenta, alone)}
    opinions = Opinions(index)
    both = opinions.above([english, spanish], storm, asked)
    assert both.shape == (2, 2)
    means = (held[english] + held[spanish]) / 2, (held[storm] + held[tormenta]) / 2
    assert both[:, 0].tolist() == pytest.approx([means[0] - means[1]] * 2, rel=1e-4)
    assert opinions.above([english], alone, asked)[0, 0] == pytest.approx(held[english] - held[alone], rel=1e-4)
    assert opinions.above([alone], english, asked)[0, 0] == pytest.approx(held[alone] - held[english], rel=1e-4)


def test_opinions_that_share_no_language_are_compared_as_they_are(tmp_path: Path, encoder: FakeEncoder) -> None:
    books = tmp_path / "tides"
    books.mkdir()
    for name, text in {"harbour.es.txt": SPANISH, "almanac.en.txt": ALMANAC}.items():
        (books / name).write_text(text, "utf-8")
    assert not ingest([books], tmp_path / "tides-index", encoder).failed
    index = Index.open(tmp_path / "tides-index")
    asked = Retriever(index, encoder).asked("Cada barco", "es")
    spanish, alone = row_of(index, "Una tormenta"), row_of(index, "almanac")
    expected = held_by(index, spanish, asked.vector) - held_by(index, alone, asked.vector)
    assert Opinions(index).above([spanish], alone, asked)[0, 0] == pytest.approx(expected, rel=1e-4)


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
