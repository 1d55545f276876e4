import pytest

from corpus.lexicon import languages_of, renderings, words_of_rulebooks


@pytest.mark.parametrize(
    ("word", "spoken", "language", "expected"),
    [
        ("Würfel", "de", "en", "dice"),
        ("wurfel", "de", "en", "dice"),  # without its accent
        ("jogadores", "pt", "fr", "joueur"),  # another form than the one listed
        ("casilla", "es", "it", "casella"),
        ("rook", "en", "pt", "torre"),
    ],
)
def test_words_of_rulebooks_have_renderings(word: str, spoken: str, language: str, expected: str) -> None:
    found = renderings(word, spoken, language)
    assert expected in found
    assert all(0 < sure <= 1 for sure in found.values())


def test_unknown_words_and_languages_have_none() -> None:
    assert renderings("zzyzx", "de", "en") == {}
    assert renderings("dice", "en", "en") == {}
    assert renderings("dice", "en", "fi") == {}
    assert renderings("", "en", "pt") == {}


@pytest.mark.parametrize(
    ("text", "language", "count"),
    [
        ("Who invented the telephone, and when?", "en", 0),
        ("Wie viele Würfel hat ein Spieler, und wie viele Spieler?", "de", 2),
        ("Quantos pontos valem as cartas?", "pt", 3),
        ("Hoeveel kaarten trek ik?", "nl", 0),
        ("Hoeveel dice?", "nl", 1),  # rulebooks of that language are unknown: those of all count
    ],
)
def test_words_that_rulebooks_use_are_told_from_others(text: str, language: str, count: int) -> None:
    assert words_of_rulebooks(text, language) == count


def test_words_are_of_the_languages_whose_rulebooks_use_them() -> None:
    assert languages_of("Würfel") == {"de"}
    assert "en" in languages_of("dice")
    assert languages_of("telephone") == frozenset()
