import pytest

from corpus.lexicon import renderings


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
