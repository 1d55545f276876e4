import pytest

from service.translation.checks.modality import OPPOSITES, OppositesCheck
from service.translation.checks.negation import NegationCheck
from service.translation.types import Severity
from tests.service.translation.parallel import found, quotes

NEGATED_ALIKE = [
    ("en", "es", "A pawn never moves backwards.", "Un peón no se mueve nunca hacia atrás."),
    ("en", "fr", "You may not pass.", "Vous ne pouvez pas passer."),
    ("en", "de", "It may move no more than 3 squares.", "Er darf höchstens 3 Felder ziehen."),
    (
        "en",
        "pt-BR",
        "It is optional, unless it is the only move.",
        "É opcional, a não ser que seja o único.",
    ),
    ("en", "it", "Play without a clock or an arbiter.", "Giocate senza orologio né arbitro."),
    ("en", "fr", "It is played at the double step.", "On le joue au double pas."),
    ("en", "de", "If untreated, they die.", "Werden sie nicht behandelt, sterben sie."),
    ("en", "es", "You call truco, they say “no quiero”.", "Uno canta truco y el otro dice «no quiero»."),
    ("en", "nl", "You cannot pass.", "Je kunt niet passen."),
    ("en", "pl", "You cannot pass.", "Nie można pasować."),
    ("en", "es", "You may not use notes, ask or look.", "No se puede usar notas, preguntar ni mirar."),
    ("en", "pt-BR", "Don't ask only for help, say why, too.", "Não peça apenas ajuda, diga também por quê."),
    ("en", "fr", "The roll cannot be repeated.", "Le jet ne peut être répété."),
    ("en", "de", "The game is not yet over.", "Das Spiel ist noch nicht zu Ende."),
    ("en", "fr", "Invalid moves are taken back.", "Les coups non valides sont repris."),
    ("en", "es", "Call the arbiter when a piece is not at hand.", "Llame al árbitro cuando falta una pieza."),
    ("en", "de", "Unable to pay the cost, you pass.", "Kannst du die Kosten nicht zahlen, passt du."),
    (
        "en",
        "it",
        "The offer stands until the opponent accepts it, declines it or moves.",
        "L’offerta vale finché l’avversario non la accetta, non la rifiuta o non muove.",
    ),
]


@pytest.mark.parametrize(("source", "target", "left", "right"), NEGATED_ALIKE)
def test_that_the_same_negation_passes(source: str, target: str, left: str, right: str) -> None:
    findings = found(NegationCheck(), source, target, (left, right))
    assert [finding for finding in findings if finding.severity is not Severity.LOW] == []


DROPPED = [
    ("en", "es", "You may not castle in check.", "Se puede enrocar en jaque.", "not"),
    ("en", "de", "A king is never captured.", "Ein König wird geschlagen.", "never"),
    ("en", "fr", "No piece may move.", "Une pièce peut bouger.", "No"),
    ("pt-BR", "it", "O jogador não pode passar.", "Il giocatore può passare.", "não"),
    ("fr", "en", "Le jet ne peut être répété.", "The roll can be repeated.", "ne peut"),
    (
        "en",
        "fr",
        "An illegal move, which nobody noticed, is not undone.",
        "Un coup illégal, que personne n’a vu, est annulé.",
        "not",
    ),
]


@pytest.mark.parametrize(("source", "target", "left", "right", "cue"), DROPPED)
def test_that_a_dropped_negation_is_grave(source: str, target: str, left: str, right: str, cue: str) -> None:
    (finding,) = found(NegationCheck(), source, target, (left, right))
    assert (finding.kind, finding.severity, quotes(finding)) == ("negation", Severity.HIGH, (cue, right))


def test_that_a_ban_that_nothing_answers_is_told() -> None:
    left, right = "Il est interdit de laisser son roi attaqué.", "Chiunque può lasciare il proprio re sotto attacco."
    (finding,) = found(NegationCheck(), "fr", "it", (left, right))
    assert (finding.severity, quotes(finding)) == (Severity.MEDIUM, ("interdit", right))


def test_that_a_ban_answers_a_negation_wherever_it_stands() -> None:
    left, right = "Impossible to read: the file X.", "Die Datei X: sie kann man nicht lesen."
    (finding,) = found(NegationCheck(), "en", "de", (left, right))
    assert finding.severity is Severity.LOW


def test_that_an_added_negation_is_quoted_in_the_target() -> None:
    (finding,) = found(NegationCheck(), "en", "es", ("The king moves one square.", "El rey no se mueve una casilla."))
    assert quotes(finding) == ("The king moves one square.", "no")


def test_that_one_of_two_negated_clauses_is_missed() -> None:
    left = "It is never captured, and you may not leave it under attack."
    (finding,) = found(NegationCheck(), "en", "es", (left, "Nunca se captura, y se puede dejar bajo ataque."))
    assert (finding.severity, quotes(finding)[0]) == (Severity.HIGH, "not")


def test_that_one_of_two_negations_more_is_a_remark_without_another_sign() -> None:
    left = "They are no part of the rules and never decide a game."
    (finding,) = found(NegationCheck(), "en", "it", (left, "Non fanno parte delle regole; non decidono una partita."))
    assert (finding.severity, quotes(finding)[1]) == (Severity.LOW, "non")


@pytest.mark.parametrize(
    ("source", "target", "left", "right"),
    [
        ("en", "es", "There must be a non-combat option.", "Debe haber una opción de no combate."),
        ("en", "es", "If unsure, roll until it is clear.", "Si no estás seguro, tira hasta que esté claro."),
        ("en", "es", "No one can have more than 3 Armor.", "El máximo de armadura es 3."),
        ("en", "de", "Rolls here are not as hard.", "Würfe sind hier weniger schwer."),
        ("en", "de", "There is no single way.", "Es gibt nicht nur einen Weg."),
        ("es", "de", "Decide si vale o no.", "Entscheide, ob es gilt."),
    ],
)
def test_that_what_is_said_without_a_negation_is_no_alarm(source: str, target: str, left: str, right: str) -> None:
    loud = [each for each in found(NegationCheck(), source, target, (left, right)) if each.severity is not Severity.LOW]
    assert loud == []


@pytest.mark.parametrize(
    ("source", "target", "left", "right"),
    [
        ("en", "de", "You cannot move unless you hold a key.", "Du kannst nur ziehen, wenn du einen Schlüssel hältst."),
        ("en", "de", "Do not roll unless you must.", "Würfle nur, wenn du musst."),
        ("de", "en", "Lege Karten nur ab, wenn du mehr als sieben hast.", "Never discard unless you have over seven."),
        ("de", "en", "Der Weg ist zu kurz.", "The path is not long enough."),
        ("de", "en", "Nur harmlose Tiere bleiben.", "Only animals that do not bite stay."),
        (
            "de",
            "en",
            "Veraltete Karten kannst du hier nicht entfernen.",
            "You are unable to remove obsolete cards here.",
        ),
    ],
)
def test_that_german_says_no_in_other_words(source: str, target: str, left: str, right: str) -> None:
    findings = found(NegationCheck(), source, target, (left, right))
    assert {each.severity for each in findings} <= {Severity.LOW}


def test_that_only_answers_no_negation_without_an_exception() -> None:
    pair = (
        "You cannot move here at all, if you have rolled a six.",
        "Du darfst hier ziehen, wenn du nur Sechsen hast.",
    )
    (finding,) = found(NegationCheck(), "en", "de", pair)
    assert finding.severity is Severity.HIGH


def test_that_a_modal_turned_on_one_side_is_an_alarm_whatever_else_denies() -> None:
    left = "Players who refuse may agree to a draw."
    (finding,) = found(NegationCheck(), "en", "es", (left, "Quienes juegan no pueden acordar tablas."))
    assert (finding.severity, quotes(finding)[1]) == (Severity.HIGH, "no")


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


def test_that_a_language_without_a_list_of_cues_is_left_alone() -> None:
    assert found(NegationCheck(), "en", "fi", ("You may not pass.", "Saat ohittaa.")) == []
