import pytest

from ingest.hyphens import Vocabulary, mended


@pytest.mark.parametrize(
    ("before", "after", "elsewhere", "whole"),
    [
        ("pega o boné-", "co azul", "", "pega o bonéco azul"),
        ("cada embarca-", "ção azul", "", "cada embarcação azul"),
        ("a fase pós-", "jogo começa", "", "a fase pós-jogo começa"),
        ("pode colocá-", "lo ali", "", "pode colocá-lo ali"),
        ("estes perder-", "se todos", "", "estes perder-se todos"),
        ("coloca-", "-lo ali", "", "coloca-lo ali"),
        ("coloca-", "lo ali", "quem coloca barcos", "coloca-lo ali"),
        ("a sua par-", "te azul", "", "a sua parte azul"),
        ("o para-", "choque dele", "o para-choque dela", "o para-choque dele"),
        ("o para-", "quedas dele", "o para-choque dela", "o para-quedas dele"),
        ("um contra-", "ataque forte", "outro contraataque", "um contraataque forte"),
        ("Jan-", "Fredrik joga", "", "Jan-Fredrik joga"),
        ("de C01-", "C04 e", "", "de C01-C04 e"),
        ("para 2-", "3 jogadores", "", "para 2-3 jogadores"),
        ("CONSTRU-", "ÇÃO NAVAL", "", "CONSTRUÇÃO NAVAL"),
        ("o vo\u00ad", "to conta", "", "o voto conta"),
        ("o vo\ufffe", "to conta", "", "o voto conta"),
        ("o vo\u2010", "to conta", "", "o voto conta"),
    ],
)
def test_words_cut_at_a_line_end(before: str, after: str, elsewhere: str, whole: str) -> None:
    assert mended(before, after, Vocabulary.of([before, after, elsewhere], "pt")) == whole


@pytest.mark.parametrize(("before", "after"), [("um barco -", "vermelho"), ("um barco", "vermelho"), ("um bar-", "")])
def test_no_hyphen_no_mending(before: str, after: str) -> None:
    assert mended(before, after, Vocabulary.of([], "pt")) is None


def test_pronouns_after_verbs_are_portuguese_only() -> None:
    lines = ["el jugador da par-", "te azul", "el par azul"]
    assert mended(lines[0], lines[1], Vocabulary.of(lines, "es")) == "el jugador da parte azul"


def test_the_parts_of_a_cut_word_are_no_words() -> None:
    assert Vocabulary.of(["um bar-", "co azul", "e mais"]).words == {"um", "azul", "e", "mais"}


@pytest.mark.parametrize("language", ["fr", None])
@pytest.mark.parametrize(
    ("before", "after", "whole"),
    [
        ("Prenez le jeton ou tirez-", "le au sort", "Prenez le jeton ou tirez-le au sort"),
        ("Combien de pions peut-", "on jouer ?", "Combien de pions peut-on jouer ?"),
        ("Chacun reçoit une compa-", "gnie de navires", "Chacun reçoit une compagnie de navires"),
    ],
)
def test_french_keeps_the_hyphen_before_its_pronouns(language: str | None, before: str, after: str, whole: str) -> None:
    vocabulary = Vocabulary.of(["Une partie est courte, les autres sont longues."], language)
    assert mended(before, after, vocabulary) == whole
