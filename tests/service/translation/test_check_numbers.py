import pytest

from service.translation.checks.number import NumberCheck
from service.translation.checks.numerals import numerals
from service.translation.types import Severity
from tests.service.translation.parallel import found, quotes

SAME = [
    ("en", "es", "Take 1,000 coins.", "Toma 1.000 monedas."),
    ("en", "fr", "Take 1,000 coins.", "Prenez 1\u202f000 pièces."),
    ("en", "de", "A draw is worth 0.5 points.", "Ein Remis zählt 0,5 Punkte."),
    ("en", "pt-BR", "A draw is worth ½ point.", "O empate vale 1/2 ponto."),
    ("en", "de", "Roll 2d6 and d8.", "Wirf 2W6 und W8."),
    ("en", "es", "Roll a d6.", "Tira 1d6."),
    ("en", "pl", "Roll 2d6.", "Rzuć 2k6."),
    ("en", "fr", "For 2–4 players.", "Pour deux à quatre joueurs."),
    ("en", "es", "Both players draw a card.", "Los dos jugadores roban una carta."),
    ("en", "it", "It counts twice.", "Conta il doppio."),
    ("en", "de", "Add sixty times the increment.", "Rechne das Sechzigfache des Zuschlags hinzu."),
    ("en", "es", "The fifty-move rule.", "La regla de las cincuenta jugadas."),
    ("en", "pt-BR", "In force since 1 January 2023.", "Em vigor desde 1º de janeiro de 2023."),
    ("en", "pl", "Take twenty-five cards.", "Weź dwadzieścia pięć kart."),
    ("en", "es", "A circle 50ft across.", "Un círculo de 15 metros."),
    ("en", "de", "All magic within 50ft.", "Alle Magie im Umkreis von 50ft (15m)."),
    ("en", "de", "You may move 1 item under 60lbs.", "Du kannst einen Gegenstand unter 60lbs (30kg) bewegen."),
    ("en", "pt-BR", "The call vale cuatro.", "O pedido vale quatro."),
    ("en", "de", "Clothing", "6. Kleidung"),
    ("en", "es", "See https://example.org/v2/3 first.", "Antes, https://example.org/v9."),
    ("en", "es", "Score 17,786,419 points.", "Anota 17 786 419 puntos."),
    ("en", "es", "In the 21st century.", "En el siglo XXI."),
    ("en", "es", "It holds 4 kg (8.8 lb).", "Soporta 4 kg (8,8 libras)."),
]


@pytest.mark.parametrize(("source", "target", "left", "right"), SAME)
def test_that_the_same_values_in_other_forms_pass(source: str, target: str, left: str, right: str) -> None:
    assert found(NumberCheck(), source, target, (left, right)) == []


OTHER = [
    ("en", "es", "Draw 3 cards.", "Roba 4 cartas.", ("3", "4")),
    ("en", "es", "Draw three cards.", "Roba cuatro cartas.", ("three", "cuatro")),
    ("en", "de", "Roll d10.", "Wirf W8.", ("d10", "W8")),
    ("en", "fr", "For 2–4 players.", "Pour 2–5 joueurs.", ("4", "5")),
    ("en", "it", "On the second turn.", "Al terzo turno.", ("second", "terzo")),
    ("en", "pt-BR", "Lose -1 point.", "Perca 1 ponto.", ("-1", "1")),
    ("en", "es", "Take 1,000 coins.", "Toma 1,000 monedas.", ("1,000", "1,000")),
    ("en", "es", "Pips: 228 223 237 226 225", "Puntos: 228 223 238 226 225", ("237", "238")),
]


@pytest.mark.parametrize(("source", "target", "left", "right", "quoted"), OTHER)
def test_that_another_value_is_told_with_both_numbers(
    source: str, target: str, left: str, right: str, quoted: tuple[str, str]
) -> None:
    (finding,) = found(NumberCheck(), source, target, (left, right))
    assert (finding.kind, finding.severity, quotes(finding)) == ("number", Severity.HIGH, quoted)


def test_that_a_number_lost_is_told_and_a_mere_two_weighs_little() -> None:
    lost, two = found(
        NumberCheck(),
        "en",
        "pt-BR",
        ("It lasts 12 hours.", "Dura algumas horas."),
        ("Two cases.", "Casos."),
    )
    assert (quotes(lost)[0], lost.severity) == ("12", Severity.HIGH)
    assert (quotes(two)[0], two.severity) == ("Two", Severity.LOW)


def test_that_numbers_lost_together_are_one_finding() -> None:
    (finding,) = found(NumberCheck(), "en", "es", ("Pay 5 or 7 or 9 coins.", "Paga monedas."))
    assert quotes(finding)[0] == "5 or 7 or 9"
    assert "5, 7, 9" in finding.message


def test_that_codes_and_page_references_are_no_numbers() -> None:
    read = numerals("See page 12 and card C56 (2 copies).", "en")
    assert [number.value for number in read.numbers] == ["2"]
    assert [code.text for code in read.codes] == ["C56"]
    assert [reference.page for reference in read.references] == [12]


def test_that_a_word_that_may_be_no_number_is_a_remark_unless_a_number_stands_for_it() -> None:
    (lone,) = found(NumberCheck(), "en", "it", ("You die unless healed.", "Muori se non sei guarito."))
    assert (lone.severity, quotes(lone)[1]) == (Severity.LOW, "sei")
    (changed,) = found(NumberCheck(), "en", "it", ("Take five cards.", "Prendi sei carte."))
    assert (changed.severity, quotes(changed)) == (Severity.HIGH, ("five", "sei"))


def test_that_a_row_of_numbers_is_no_large_number() -> None:
    row = numerals("464 442 441 453 445 452", "en").numbers
    assert [number.value for number in row] == ["464", "442", "441", "453", "445", "452"]
    assert [number.value for number in numerals("Vale 12 345 678 puntos.", "es").numbers] == ["12345678"]


def test_that_a_german_adjective_may_begin_with_the_number() -> None:
    assert found(NumberCheck(), "en", "de", ("Roll the ten-sided die.", "Wirf den zehnseitigen Würfel.")) == []
    (told,) = found(NumberCheck(), "en", "de", ("Roll the ten-sided die.", "Wirf den achtseitigen Würfel."))
    assert told.kind == "number"
