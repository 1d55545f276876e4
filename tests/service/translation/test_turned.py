"""Limits that a negation makes of a comparison, and negations of several verbs that no mark parts."""

import pytest

from service.translation.checks.modality import OPPOSITES, OppositesCheck
from service.translation.checks.negation import NegationCheck
from service.translation.checks.only_duty import OnlyDutyCheck
from service.translation.types import Check, Finding, Severity
from tests.service.translation.parallel import alarms, found, quotes

QUANTITIES = [OppositesCheck(opposites) for opposites in OPPOSITES if opposites.kind == "quantity"]


def loud(source: str, target: str, left: str, right: str) -> list[Finding]:
    checks: list[Check] = [NegationCheck(), OnlyDutyCheck(), *QUANTITIES]
    return alarms([each for check in checks for each in found(check, source, target, (left, right))])


LIMITS_ALIKE = [
    ("de", "es", "Das Fass fasst höchstens fünf Äpfel.", "En el barril no caben más de cinco manzanas."),
    ("en", "de", "A speech may last no longer than two minutes.", "Eine Rede darf höchstens zwei Minuten dauern."),
    ("de", "fr", "Mehr als drei Reiter kann die Brücke nicht tragen.", "Le pont porte au plus trois cavaliers."),
    ("fr", "it", "Elle ne peut alors durer plus d’une heure.", "In tal caso può durare al massimo un’ora."),
    ("en", "fr", "With fewer than four players, skip this.", "À moins de quatre joueurs, sautez ceci."),
    ("es", "it", "Empieza quien llegó hace menos tiempo.", "Comincia chi è arrivato più di recente."),
    ("en", "es", "If two tie for the fewest, share.", "Si dos empatan con los más bajos, repartid."),
]


@pytest.mark.parametrize(("source", "target", "left", "right"), LIMITS_ALIKE)
def test_that_a_limit_is_one_however_it_is_said(source: str, target: str, left: str, right: str) -> None:
    assert loud(source, target, left, right) == []


LIMITS_APART = [
    ("de", "es", "Das Fass fasst höchstens fünf Äpfel.", "En el barril no caben menos de cinco manzanas."),
    ("en", "de", "A speech may last no longer than two minutes.", "Eine Rede darf mindestens zwei Minuten dauern."),
    ("it", "en", "Mai più di uno per turno.", "Never less than one per turn."),
    ("en", "it", "It may not be less than 3 or greater than 9.", "Non può essere maggiore di 3 né maggiore di 9."),
    ("fr", "de", "À moins de quatre joueurs, sautez ceci.", "Mit mehr als vier Personen lasst das weg."),
    ("fr", "en", "Celui qui a le moins de pommes gagne.", "The player with the most apples wins."),
    (
        "it",
        "en",
        "Quando si apre la porta deve vegliare almeno uno.",
        "At most one must watch when the door is opened.",
    ),
]


@pytest.mark.parametrize(("source", "target", "left", "right"), LIMITS_APART)
def test_that_a_limit_turned_round_is_found(source: str, target: str, left: str, right: str) -> None:
    assert "quantity" in {each.kind for each in loud(source, target, left, right)}


def test_that_no_longer_is_no_limit() -> None:
    assert (
        loud("en", "es", "At least one of them can no longer move.", "Al menos uno de ellos ya no puede moverse más.")
        == []
    )


CLAUSES_ALIKE = [
    ("en", "de", "Cards that are not open do not count.", "Karten, die nicht offen sind, zählen nicht."),
    ("en", "it", "Whoever has no card gets nothing.", "Chi non ha carte non riceve nulla."),
    ("fr", "en", "Aucun pion ne peut s’arrêter là.", "No pawn may stop there."),
    ("fr", "es", "Il ne peut plus jouer tant qu’on ne l’a pas libéré.", "No puede jugar hasta que lo liberen."),
    ("es", "en", "No mueve nunca a nadie.", "It never moves anybody."),
    ("en", "de", "Ask again, or the guard decides.", "Frage noch einmal, sonst entscheidet die Wache."),
    ("pt-BR", "it", "Nada mais foi achado.", "Non è stato trovato altro."),
    ("en", "es", "Without a key nobody enters.", "Sin llave no entra nadie."),
    ("en", "es", "You may stay as long as you are quiet.", "Puedes quedarte siempre que no hagas ruido."),
    ("es", "en", "No puede bajar hasta el final.", "He can get off at the end at the earliest."),
    ("de", "fr", "Zeige niemandem deine Karten.", "Ne montrez vos cartes à personne."),
]


@pytest.mark.parametrize(("source", "target", "left", "right"), CLAUSES_ALIKE)
def test_that_verbs_denied_one_by_one_count_as_many(source: str, target: str, left: str, right: str) -> None:
    assert loud(source, target, left, right) == []


CLAUSES_APART = [
    ("en", "de", "Cards that are not open do not count.", "Karten, die offen sind, zählen nicht."),
    ("fr", "it", "Celui qui n’a aucune carte ne reçoit rien.", "Chi ha carte non riceve nulla."),
    ("fr", "en", "Ne montrez vos cartes à personne.", "Show your cards to anybody."),
    ("en", "fr", "She must leave by the north.", "Elle ne doit pas quitter le nord."),
    ("fr", "de", "Le four est inutilisable.", "Der Ofen ist zu gebrauchen."),
    ("en", "es", "Pay 2 unless the guard sleeps.", "Paga 2 si el guardia duerme."),
    ("en", "es", "A village is safe once it has food.", "Una aldea no está a salvo en cuanto tiene comida."),
    ("de", "en", "Frage, sonst entscheidet die Wache.", "Ask, and the guard decides."),
    ("pt-BR", "it", "Nada mais foi achado.", "È stato trovato altro."),
    ("es", "de", "Cuando se agote el mazo, barajad.", "Wenn der Stapel nicht aufgebraucht ist, mischt."),
]


@pytest.mark.parametrize(("source", "target", "left", "right"), CLAUSES_APART)
def test_that_a_denial_lost_or_added_among_others_is_found(source: str, target: str, left: str, right: str) -> None:
    assert [each.kind for each in loud(source, target, left, right)] == ["negation"]


def test_that_need_not_until_is_must_only_from() -> None:
    left, right = "Die Mauer muss erst ab Stufe 5 repariert werden.", "El muro no necesita reparación hasta el nivel 5."
    assert loud("de", "es", left, right) == []


def test_that_a_subject_may_stand_within_have_to() -> None:
    check = OppositesCheck(OPPOSITES[0])
    (told,) = found(check, "es", "de", ("¿Tienen los jugadores que mostrarlo?", "Darf man es zeigen?"))
    assert (told.severity, quotes(told)) == (Severity.HIGH, ("Tienen los jugadores que", "Darf"))


def test_that_a_duty_beside_only_contradicts_what_is_allowed_but_not_what_is_plainly_done() -> None:
    duty = "Crates must be loaded only in the harbour."
    (told,) = found(OnlyDutyCheck(), "es", "en", ("No se puede cargar cajas hasta llegar al puerto.", duty))
    assert told.severity is Severity.MEDIUM
    (remark,) = found(OnlyDutyCheck(), "fr", "en", ("Les caisses ne se chargent qu’au port.", duty))
    assert remark.severity is Severity.LOW
