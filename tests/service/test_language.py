import pytest

from service.language import UNKNOWN, LanguageGuesser, may_go_on_in


@pytest.fixture(scope="module")
def guesser() -> LanguageGuesser:
    return LanguageGuesser()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("posso usar o barco do outro?", "pt"),
        ("and when may I offer the cube?", "en"),
        ("como se acaba la partida", "es"),
        ("con quantas peças eu começo?", "pt"),
        ("In che senso si gira?", "it"),
        ("on peut roquer deux fois ?", "fr"),
        ("darf ich das", "de"),
        ("touch move", "en"),  # by what rulebooks call things
        ("castling", "en"),
        ("Steine schlagen", "de"),
        ("mag ik deze kaart spelen?", "nl"),
        ("czy moge zagrac te karte?", "pl"),
        ("船を使えますか", "ja"),
        ("можно ли ходить назад?", "ru"),
    ],
)
def test_tells_short_questions_apart(guesser: LanguageGuesser, text: str, language: str) -> None:
    assert guesser.guess(text) == language


def test_what_is_likely_decides_between_neighbours(guesser: LanguageGuesser) -> None:
    assert guesser.guess("posso usar barco?", ["pt"]) in ("pt", "it")
    assert guesser.guess("12 + 7?", ["pt"]) == "pt"


def test_no_words_are_of_no_language(guesser: LanguageGuesser) -> None:
    assert guesser.guess("🎲🎲 42") == UNKNOWN


@pytest.mark.parametrize(
    ("language", "text", "goes_on"),
    [
        ("pt", "e no modo solo?", True),
        ("it", "e no modo solo?", True),
        ("pt", "and with two players?", False),
        ("pt", "船を使えますか", False),
    ],
)
def test_a_conversation_goes_on_in_its_language_where_the_words_allow_it(
    language: str, text: str, goes_on: bool
) -> None:
    assert may_go_on_in(language, text) is goes_on
