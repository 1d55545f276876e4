"""Words that deny, against a plain negation in another place of the sentence."""

import pytest

from service.translation.checks import find_all
from tests.service.translation.parallel import aligned


def severities(source: str, target: str, language: str) -> list[str]:
    findings = find_all(aligned("en", language, (source, target)))
    return [each.severity for each in findings if each.kind == "negation"]


@pytest.mark.parametrize(
    ("source", "target", "language"),
    [
        ("Ask the miller again, kindly, when his story is vague.",
         "Cuando su historia no esté clara, pregunta otra vez, con cortesía, al molinero.", "es"),
        ("Ask the miller, who knows the road, when you are unsure.",
         "Si vous ne savez pas où aller, demandez au meunier, qui connaît la route.", "fr"),
        ("Go on to the mill, where the key hangs, if he is unwilling.",
         "Se lui non vuole, andate avanti fino al mulino, dove è appesa la chiave.", "it"),
        ("If the road is not clear, ask the miller, who knows it.",
         "Fragt den Müller, der ihn kennt, wenn der Weg unklar ist.", "de"),
    ],
)  # fmt: skip
def test_a_word_that_denies_makes_the_negation_a_remark(source: str, target: str, language: str) -> None:
    assert severities(source, target, language) == ["low"]


def test_a_negation_without_such_a_word_keeps_its_weight() -> None:
    target = "Cuando su historia no es clara, pregunta otra vez al molinero."
    assert severities("Ask the miller again, when his story is clear.", target, "es") == ["high"]


def test_a_word_that_denies_on_both_sides_answers_only_the_other() -> None:
    target = "Cuando su historia es incierta, no preguntes otra vez, con cortesía, al molinero."
    assert severities("Ask the miller again, kindly, when his story is unclear.", target, "es") == ["high"]


@pytest.mark.parametrize(
    ("source", "target", "language"),
    [
        ("An illegal move is completed when the clock is pressed.",
         "Ein regelwidriger Zug ist nicht abgeschlossen, wenn die Uhr gedrückt ist.", "de"),
        ("Two men directly behind one another can be jumped.",
         "Zwei Steine, die unmittelbar hintereinander stehen, können nicht übersprungen werden.", "de"),
        ("It stays on the board, so the capture stops in front of it.",
         "No se queda en el tablero, así que la captura se detiene delante de ella.", "es"),
    ],
)  # fmt: skip
def test_what_denies_nothing_or_has_its_own_counterpart_answers_no_negation(
    source: str, target: str, language: str
) -> None:
    assert severities(source, target, language) == ["high"]
