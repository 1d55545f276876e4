import pytest

from service.translation.checks.modality import OPPOSITES, OppositesCheck
from service.translation.checks.only_duty import OnlyDutyCheck
from service.translation.types import Severity
from tests.service.translation.parallel import found, quotes


def test_that_opposites_far_apart_are_a_remark() -> None:
    left = "You may cast a spell by holding the book in both hands and reading its words aloud to all who are near you."
    right = (
        "Para lanzar un hechizo sostén el libro con ambas manos y lee sus palabras en voz alta, que todos deben oír."
    )
    (finding,) = found(OppositesCheck(OPPOSITES[0]), "en", "es", (left, right))
    assert (finding.severity, quotes(finding)) == (Severity.LOW, ("may", "deben"))


def findings_of_opposites(left: str, right: str, target: str = "es") -> list[tuple[str, str | None, str | None]]:
    checks = [OppositesCheck(opposites) for opposites in OPPOSITES]
    return [(f.kind, *quotes(f)) for check in checks for f in found(check, "en", target, (left, right))]


def test_that_permission_and_duty_are_told_apart() -> None:
    assert findings_of_opposites("You may draw a card.", "Debes robar una carta.") == [("obligation", "may", "Debes")]
    assert findings_of_opposites("You must draw a card.", "Du darfst eine Karte ziehen.", "de") == [
        ("obligation", "must", "darfst")
    ]
    assert findings_of_opposites("You may not pass.", "No debe pasar.") == []
    assert findings_of_opposites("You must pass.", "Hay que pasar.") == []


def test_that_a_faint_word_contradicts_a_modal_verb_only_in_its_place() -> None:
    check = OppositesCheck(OPPOSITES[0])
    (there,) = found(check, "en", "es", ("You should draw a card.", "Puedes robar una carta."))
    assert (there.severity, quotes(there)) == (Severity.MEDIUM, ("should", "Puedes"))
    left = "The cards that are required lie face up, and whoever goes first takes one."
    assert [
        each.severity
        for each in found(check, "en", "es", (left, "Las cartas quedan a la vista y quien sale puede robar."))
    ] == [Severity.LOW]


def test_that_a_verb_is_compared_with_the_one_in_its_place() -> None:
    left = "Once hit, it must go all the way round before you may take off another one."
    right = "Si la golpean, puede dar toda la vuelta antes de que saques otra."
    (finding,) = found(OppositesCheck(OPPOSITES[0]), "en", "es", (left, right))
    assert (finding.severity, quotes(finding)) == (Severity.HIGH, ("must", "puede"))


def test_that_limits_and_order_are_told_apart() -> None:
    assert findings_of_opposites("Keep at least 3.", "Guarda como máximo 3.") == [
        ("quantity", "at least", "como máximo")
    ]
    assert findings_of_opposites("More than 3 cards.", "Menos de 3 cartas.") == [("quantity", "More", "Menos")]
    assert findings_of_opposites("Do it before your turn.", "Hazlo después de tu turno.") == [
        ("sequence", "before", "después")
    ]
    assert findings_of_opposites("Keep at least 3.", "Guarda al menos 3.") == []


def test_that_the_forms_of_a_modal_verb_are_known() -> None:
    (finding,) = found(OppositesCheck(OPPOSITES[0]), "pt", "en", ("Posso pular?", "Must I jump?"))
    assert (finding.severity, quotes(finding)) == (Severity.HIGH, ("Posso", "Must"))


def test_that_an_allowed_thing_is_no_permission() -> None:
    left = "You may choose another legal square."
    (finding,) = found(OppositesCheck(OPPOSITES[0]), "en", "de", (left, "Man muss ein anderes erlaubtes Feld wählen."))
    assert (finding.severity, quotes(finding)) == (Severity.HIGH, ("may", "muss"))


def test_that_a_bound_is_no_comparison() -> None:
    check = OppositesCheck(OPPOSITES[2])
    left = "On a plus de 10 points et moins de 60, avec 5 dés ou moins."
    (finding,) = found(check, "fr", "en", (left, "You have more than 10 points and more than 60, with 5 dice or less."))
    assert (finding.severity, quotes(finding)[0]) == (Severity.HIGH, "moins de")


def test_that_a_conjunction_keeps_a_negation_from_a_modal_verb() -> None:
    check = OppositesCheck(OPPOSITES[0])
    (finding,) = found(check, "en", "es", ("You must use it or not take it.", "Puedes usarla o no tomarla."))
    assert (finding.severity, quotes(finding)) == (Severity.HIGH, ("must", "Puedes"))


@pytest.mark.parametrize(
    ("source", "target", "left", "right", "duty"),
    [
        ("es", "it", "No puede actuar hasta su turno.", "Deve agire solo dal suo turno.", "Deve"),
        ("en", "de", "He cannot be called before night.", "Er muss erst nachts gerufen werden.", "muss"),
    ],
)
def test_that_a_limit_is_no_duty(source: str, target: str, left: str, right: str, duty: str) -> None:
    (finding,) = found(OnlyDutyCheck(), source, target, (left, right))
    assert (finding.kind, finding.severity, quotes(finding)) == ("obligation", Severity.MEDIUM, (left, duty))


@pytest.mark.parametrize(
    ("target", "left", "right"),
    [
        ("de", "Only here you must pay.", "Nur hier musst du zahlen."),
        ("it", "The opponent alone decides whether it is corrected.", "Solo l’avversario decide se va corretto."),
        ("it", "You may pass only here.", "Puoi passare solo qui."),
        ("es", "Load crates in the harbour.", "Solo debes cargar en el puerto."),
    ],
)
def test_that_a_duty_of_both_or_of_another_clause_passes(target: str, left: str, right: str) -> None:
    assert found(OnlyDutyCheck(), "en", target, (left, right)) == []


def test_that_the_only_modal_verb_of_a_side_stands_for_that_of_the_other_wherever_it_is() -> None:
    left = "Bribes must be refused only by a watchman who was already bribed that night."
    right = "Solo un vigilante ya sobornado esa noche puede rechazar sobornos."
    (finding,) = found(OppositesCheck(OPPOSITES[0]), "en", "es", (left, right))
    assert (finding.severity, quotes(finding)) == (Severity.MEDIUM, ("must", "puede"))


def test_that_at_least_says_nothing_less() -> None:
    assert findings_of_opposites("Keep at least 3 more.", "Guarda al menos 3 más.") == []
    assert findings_of_opposites("You need at least 10 more.", "Necesitas al menos 10 menos.") == [
        ("quantity", "more", "menos")
    ]
