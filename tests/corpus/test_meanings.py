"""Words are matched by what stands for them: parts and compounds, synonyms, renderings, the right spelling."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from corpus.lexical import LexicalIndex
from corpus.meanings import Alike

GERMAN = [
    "Die Umwandlung eines Bauern ist Pflicht.",
    "Der Sonderstein zieht zwei Felder weit.",
    "Jeder Stein zieht ein Feld weit.",
    "Eine Partie dauert eine Stunde.",
    "Wer patzt, setzt eine Runde lang aus.",
]
PORTUGUESE = [
    "A dama anda em todas as direções.",
    "O peão anda uma casa.",
    "Cada cidade precisa de eletricidade.",
    "Na captura de passagem, o peão sai do tabuleiro.",
    "O jogo termina depois de dez rodadas.",
]
ENGLISH = ["Roll both dice.", "Move a checker.", "The territory is yours.", "Each player draws a card.", "Pass."]


def found(index: LexicalIndex, question: str, language: str, spoken: str = "") -> list[int]:
    """Return the rows that hold something of a question, best first."""
    shares = index.shares(question, spoken or language, language, range(15))
    assert shares.dtype == np.float32
    assert shares.max() <= 1
    return [int(row) for row in np.argsort(-shares, kind="stable") if shares[row] > 0]


@pytest.fixture(scope="module", params=["built", "loaded"])
def index(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> LexicalIndex:
    languages = ["de"] * 5 + ["pt-BR"] * 5 + ["en"] * 5
    alike = (
        Alike("pt", np.arange(5, 10), (("dama", "rainha"), ("captura de passagem", "en passant"), ("o", "lance"))),
        Alike("en", np.array([10, 12]), (("dice", "bones"), ("player", "bones"))),
    )
    built = LexicalIndex.build(GERMAN + PORTUGUESE + ENGLISH, languages)
    folder = tmp_path_factory.mktemp("terms") / "lexical"
    built.save(folder)
    loaded = LexicalIndex.load(folder, alike=alike)
    return loaded if request.param == "loaded" else LexicalIndex(dict(built._shelves), alike)


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("Bauernumwandlung", [0]),  # the compound is written apart in the rule
        ("Stein", [2, 1]),  # the rule's own word first, then the compound of it
        ("Sondersteine", [1, 2]),
        ("Elefant", []),
    ],
)
def test_german_compounds_meet_their_parts(index: LexicalIndex, question: str, rows: Sequence[int]) -> None:
    assert found(index, question, "de") == rows


@pytest.mark.parametrize(
    ("question", "rows"),
    [
        ("rainha", [5]),
        ("Rainhas!", [5]),
        ("dama", [5]),
        ("en passant", [8]),
        ("passant", []),
        ("lance", []),  # it would stand for a word that is nearly everywhere
    ],
)
def test_synonyms_of_the_catalogue_stand_for_one_another(
    index: LexicalIndex, question: str, rows: Sequence[int]
) -> None:
    assert found(index, question, "pt") == rows


def test_synonyms_hold_in_the_passages_of_their_game_only(index: LexicalIndex) -> None:
    assert found(index, "bones", "en") == [10]  # the player stands in another game's passage


def test_a_synonym_counts_less_than_the_word_itself(index: LexicalIndex) -> None:
    own, other = (index.shares(word, "pt", "pt", range(5, 6))[0] for word in ("dama", "rainha"))
    assert 0 < other < own


@pytest.mark.parametrize(
    ("question", "rows"),
    [("eletrecidade", [7]), ("eletricidad", [7]), ("elefante", []), ("rodads", [9]), ("termnia", [9])],
)
def test_a_misspelt_word_is_read_as_the_one_it_is_near(index: LexicalIndex, question: str, rows: Sequence[int]) -> None:
    assert found(index, question, "pt") == rows


def test_a_word_that_is_known_is_never_corrected(index: LexicalIndex) -> None:
    assert found(index, "Partie", "de") == [3]
    assert found(index, "Runde", "de") == [4]


@pytest.mark.parametrize(
    ("question", "spoken", "rows"),
    [("Würfel", "de", [10]), ("dados", "pt", [10]), ("ficha", "es", [11]), ("territori", "ca", [12])],
)
def test_a_question_in_another_language_is_matched_by_what_rulebooks_say_there(
    index: LexicalIndex, question: str, spoken: str, rows: Sequence[int]
) -> None:
    assert found(index, question, "en", spoken) == rows


def test_renderings_are_for_other_languages_only(index: LexicalIndex) -> None:
    assert found(index, "dados", "en") == []


def test_other_languages_hold_nothing(index: LexicalIndex) -> None:
    assert (index.shares("dama", "pt", "pt", range(5)) == 0).all()
    assert (index.shares("dama", "pt", "xx", range(15)) == 0).all()
    assert index.shares("", "pt", "pt", range(15)).max() == 0


def test_what_is_kept_of_words_is_read_again(tmp_path: Path) -> None:
    built = LexicalIndex.build(GERMAN, ["de"] * 5)
    built.save(tmp_path / "lexical")
    loaded = LexicalIndex.load(tmp_path / "lexical")
    for question in ("Bauernumwandlung", "Steien", "der Stein"):
        assert found(loaded, question, "de") == found(built, question, "de") != []


@pytest.mark.parametrize(
    ("question", "language", "spoken", "texts", "best"),
    [
        ("Bauernumwandlung", "de", "de", ["Eine Partie.", "Der Bauer zieht.", "Die Umwandlung eines Bauern."], 2),
        ("Wo steht der Stein?", "de", "de", ["Eine Partie.", "Der Sonderstein ruht."], 1),
        ("Para onde anda a rainha?", "pt", "pt", ["A dama anda.", "O peão anda."], 0),
        ("Quando vale en passant?", "pt", "pt", ["O peão sai.", "Na captura de passagem."], 1),
        ("Wer würfelt mit den Würfeln?", "en", "de", ["Move a checker.", "Roll both dice."], 1),
        ("el territorio", "en", "es", ["Pass.", "It is your territory."], 1),
    ],
)
def test_texts_hold_a_questions_words_by_what_stands_for_them(
    index: LexicalIndex, question: str, language: str, spoken: str, texts: Sequence[str], best: int
) -> None:
    held = index.held(question, spoken, language, texts)
    assert held.shape == (len(texts),)
    assert int(held.argmax()) == best
    assert 0 <= held.min() < held.max() <= 1


def test_a_text_holds_all_of_its_own_words_and_nothing_in_a_language_without_passages(index: LexicalIndex) -> None:
    assert index.held(ENGLISH[3], "en", "en", [ENGLISH[3], "Elephants."]).tolist() == [1.0, 0.0]
    assert index.held("Tirez les dés.", "fr", "fr", ["Tirez les dés."]).tolist() == [0.0]
