"""Compounds are cut where every part is a word of the collection, and nowhere else."""

from collections import Counter

import pytest

from corpus.compounds import Compounds

GERMAN = Counter(
    {
        "bauer": 20, "bauern": 12, "umwandlung": 3, "bauernumwandlung": 9, "stein": 30, "turm": 8, "linie": 4,
        "feld": 9, "dame": 7, "zug": 15, "ende": 6, "spiel": 10, "spieler": 18, "runde": 9, "karte": 5, "er": 40,
        "auf": 50, "stellung": 7, "land": 2, "schule": 2, "buch": 2,
    }
)  # fmt: skip


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("bauernumwandlung", ("bauer", "umwandlung")),  # often written as a whole, and cut all the same
        ("sondersteine", ("sonder", "steine")),  # the first part stands nowhere alone; the last is inflected
        ("turmlinie", ("turm", "linie")),
        ("umwandlungsfeld", ("umwandlung", "feld")),
        ("damenzug", ("dame", "zug")),
        ("spielrundenende", ("spiel", "runde", "ende")),
        ("schulbuch", ("schule", "buch")),
        ("zugende", ("zug", "ende")),
        ("spieler", ()),
        ("aufstellung", ()),  # a prefix makes no compound
        ("kartenhaus", ()),  # nothing is known of houses
        ("zug", ()),
        ("", ()),
    ],
)
def test_a_german_word_is_cut_into_words_that_are_known(word: str, parts: tuple[str, ...]) -> None:
    assert Compounds(GERMAN, "de").parts(word) == parts


def test_of_several_ways_the_commonest_words_win() -> None:
    counts = {"stau": 1, "becken": 1, "staub": 9, "ecken": 9}
    assert Compounds(counts, "de").parts("staubecken") == ("staub", "ecken")
    assert Compounds({**counts, "stau": 30, "becken": 30}, "de").parts("staubecken") == ("stau", "becken")


@pytest.mark.parametrize(
    ("language", "counts", "word", "parts"),
    [
        ("nl", {"speler": 9, "beurt": 4}, "spelersbeurt", ("speler", "beurt")),
        ("sv", {"spel": 9, "pjas": 4}, "spelpjas", ("spel", "pjas")),
        ("da", {"tur": 5, "slut": 3, "spil": 2}, "spilslut", ("spil", "slut")),
        ("nb", {"spill": 5, "brett": 3}, "spillebrett", ("spill", "brett")),
    ],
)
def test_other_germanic_languages_are_cut_too(
    language: str, counts: dict[str, int], word: str, parts: tuple[str, ...]
) -> None:
    assert Compounds(counts, language).parts(word) == parts


def test_a_language_that_writes_its_compounds_apart_is_left_alone() -> None:
    counts = {"guarda": 5, "chuva": 5, "key": 3, "board": 3}
    assert Compounds(counts, "pt").parts("guardachuva") == ()
    assert Compounds(counts, "en").parts("keyboard") == ()


def test_a_word_of_many_cuts_is_left_whole() -> None:
    splitter = Compounds({"aaa": 3, "aaaa": 2, "spiel": 4}, "de")
    assert splitter.parts("spiel" * 4) == ("spiel",) * 4
    assert splitter.parts("spiel" * 5) == ()
    assert splitter.parts("a" * 400) == ()
