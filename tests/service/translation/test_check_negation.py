import pytest

from service.translation.checks.modality import OPPOSITES, OppositesCheck
from service.translation.checks.negation import NegationCheck
from service.translation.checks.words import is_foreign
from service.translation.types import Severity
from tests.service.translation.parallel import alarms, found, quotes

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
    assert alarms(found(NegationCheck(), source, target, (left, right))) == []


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
    assert alarms(found(NegationCheck(), source, target, (left, right))) == []


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


SAID_OTHERWISE = [
    ("en", "es", "Reveal it before anyone moves.", "Revélala antes de que nadie mueva."),
    ("en", "it", "Reveal it before anyone moves.", "Rivelala prima che nessuno muova."),
    ("en", "de", "Use it at once or not at all.", "Nutze ihn sofort oder gar nicht."),
    ("es", "de", "Debe usarse en el acto o se pierde.", "Er muss sofort oder gar nicht genutzt werden."),
    ("de", "en", "Er beachtet Karten nicht, und er tauscht nie.", "He ignores cards and never trades."),
    ("en", "fr", "The die need not be rolled.", "Il est inutile de lancer le dé."),
    ("en", "de", "Partnerships are not prohibited.", "Bündnisse sind erlaubt."),
    ("en", "es", "Cards do not count, not even sets.", "Las cartas no cuentan, ni siquiera los conjuntos."),
    ("de", "es", "Nutze nicht mehr als drei Karten.", "No uses más de tres cartas."),
    ("en", "pt-BR", "Draw without looking.", "Compre sem olhar."),
    ("es", "en", "Si no, cuesta una moneda.", "Otherwise it costs a coin."),
    ("en", "fr", "If the claim is wrong, you lose.", "Si la demande est infondée, vous perdez."),
    ("en", "it", "They strike without weapons.", "Colpiscono senz’armi."),
]


@pytest.mark.parametrize(("source", "target", "left", "right"), SAID_OTHERWISE)
def test_that_a_language_may_say_no_in_its_own_way(source: str, target: str, left: str, right: str) -> None:
    assert alarms(found(NegationCheck(), source, target, (left, right))) == []


CONTRARY = [
    ("en", "de", "Crates may be loaded only here.", "Kisten dürfen nicht nur hier geladen werden.", "nicht nur"),
    ("en", "it", "Her decision cannot be contested.", "La sua decisione non è inappellabile.", "non"),
    ("en", "pt-BR", "The coins are unlimited.", "As moedas não são ilimitadas.", "não"),
    ("en", "de", "An illegal move is completed.", "Ein regelwidriger Zug ist nicht abgeschlossen.", "nicht"),
    ("en", "de", "It is always double while she holds it.", "Er ist nicht doppelt, solange sie sie hat.", "nicht"),
    ("it", "en", "Con una sola campana puoi farlo.", "With one bell you may not do it.", "not"),
    ("es", "en", "Se juega hasta el final.", "It is not played to its end.", "not"),
    (
        "en",
        "de",
        "Two pieces standing directly in line move.",
        "Zwei unmittelbar stehende Steine ziehen nicht.",
        "nicht",
    ),
    ("fr", "en", "Celui qui a le plus de renom gagne.", "Whoever has the most renown does not win.", "not"),
    (
        "it",
        "en",
        "Il profumo può essere aperto; dopo non vale nulla.",
        "Perfume may not be opened; then it is worthless.",
        "not",
    ),
]


@pytest.mark.parametrize(("source", "target", "left", "right", "cue"), CONTRARY)
def test_that_what_looks_like_an_answer_excuses_no_negation(
    source: str, target: str, left: str, right: str, cue: str
) -> None:
    (finding,) = found(NegationCheck(), source, target, (left, right))
    assert (finding.severity, quotes(finding)) == (Severity.HIGH, (left, cue))


LOST = [
    ("de", "es", "Nutze nicht mehr als drei Karten.", "Usa más de tres cartas.", "nicht mehr als"),
    ("it", "en", "Se non hai operai, passi.", "If you have workers, you pass.", "non"),
    ("fr", "en", "Nul n’est forcé d’enchérir.", "Everybody is forced to bid.", "Nul n’est"),
    ("en", "es", "Start with no pumps.", "Empieza con bombas.", "no"),
    ("es", "de", "No están ni él ni ella.", "Er und sie sind da.", "No"),
]


@pytest.mark.parametrize(("source", "target", "left", "right", "cue"), LOST)
def test_that_a_lost_negation_is_grave_however_it_was_said(
    source: str, target: str, left: str, right: str, cue: str
) -> None:
    (finding,) = found(NegationCheck(), source, target, (left, right))
    assert (finding.severity, quotes(finding)) == (Severity.HIGH, (cue, right))


UNANSWERED = [
    ("en", "de", "A seller without pearls pays in cards.", "Wer Perlen hat, zahlt mit Karten.", "without"),
    ("en", "de", "If the named kind is wrong, he pays.", "Stimmt die genannte Sorte, zahlt er.", "wrong"),
    (
        "en",
        "fr",
        "It is free here; otherwise it costs a coin.",
        "C’est gratuit ici ; cela coûte une pièce.",
        "otherwise",
    ),
    ("de", "en", "Er kann erst gerufen werden, wenn sie läuft.", "He can be called before it runs.", "erst"),
]


@pytest.mark.parametrize(("source", "target", "left", "right", "cue"), UNANSWERED)
def test_that_a_word_that_says_no_wants_an_answer(source: str, target: str, left: str, right: str, cue: str) -> None:
    (finding,) = found(NegationCheck(), source, target, (left, right))
    assert (finding.severity, quotes(finding)) == (Severity.MEDIUM, (cue, right))


def test_that_a_side_that_nobody_translated_is_not_read_in_its_editions_language() -> None:
    left = "They do not take up a slot and cannot be made."
    assert found(NegationCheck(), "fr", "es", (left, "No ocupan espacio ni pueden fabricarse.")) == []
    assert found(OppositesCheck(OPPOSITES[0]), "fr", "es", ("If they are tired they can pass.", "Debes pasar.")) == []
    assert is_foreign("They do not take up a slot.", "fr")
    assert not is_foreign("On a une on the table.", "fr")
    assert not is_foreign("Não se pode passar.", "pt")


def test_that_a_language_without_a_list_of_cues_is_left_alone() -> None:
    assert found(NegationCheck(), "en", "fi", ("You may not pass.", "Saat ohittaa.")) == []
