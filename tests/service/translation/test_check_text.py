from dataclasses import replace

import numpy as np
import pytest

from service.translation.checks import all_checks, find_all
from service.translation.checks.kept import CodeCheck, NameCheck
from service.translation.checks.length import LengthCheck
from service.translation.checks.missing import MissingCheck
from service.translation.checks.page_reference import PageReferenceCheck
from service.translation.checks.parts import PartsCheck
from service.translation.checks.punctuation import PlaceholderCheck, PunctuationCheck
from service.translation.checks.untranslated import UntranslatedCheck
from service.translation.types import Alignment, Check, Pair, Severity
from tests.service.translation.parallel import aligned, edition, found, quotes


def test_that_text_without_counterpart_is_told_by_what_it_says() -> None:
    ours = edition("en", ["Draw 3 cards from the deck.", "Enjoy this lovely little game.", "Setup"])
    theirs = edition("es", ["Solo se puede pasar una vez."])
    pairs = (Pair((0,), (), 0.0), Pair((1,), (), 0.0), Pair((2,), (), 0.0), Pair((), (0,), 0.0))
    rule, remark, heading, added = MissingCheck().findings(Alignment(ours, theirs, pairs))
    assert [f.severity for f in (rule, remark, heading, added)] == [
        Severity.HIGH, Severity.MEDIUM, Severity.LOW, Severity.HIGH,
    ]  # fmt: skip
    assert (rule.kind, quotes(rule)) == ("missing", ("Draw 3 cards from the deck.", None))
    assert (added.kind, quotes(added)) == ("added", (None, "Solo se puede pasar una vez."))


def test_that_a_sentence_swallowed_by_a_merged_pair_is_found() -> None:
    others = [f"Filler sentence number {word} of the book." for word in ("one", "two", "three")]
    ours = edition("en", ["Draw a card from the pile.", "Then discard any other card you hold.", *others])
    theirs = edition("es", ["Roba una carta del mazo.", *["Frase de relleno número tal del libro."] * 3])
    x, y, z = np.eye(3, dtype=np.float32)
    ours = replace(ours, vectors=np.stack([x, y, z, z, z]))
    theirs = replace(theirs, vectors=np.stack([x, z, z, z]))
    pairs = (Pair((0, 1), (0,), 0.7), *(Pair((n + 2,), (n + 1,), 0.9) for n in range(3)))
    (finding,) = MissingCheck().findings(Alignment(ours, theirs, pairs))
    assert (finding.kind, quotes(finding)[0]) == ("missing", "Then discard any other card you hold.")


def test_that_gaps_on_both_sides_in_one_place_weigh_less() -> None:
    ours, theirs = edition("en", ["You must draw 2 cards now."]), edition("es", ["Solo hay que robar 2 cartas."])
    exchanged = find_all(Alignment(ours, theirs, (Pair((0,), (), 0.0), Pair((), (0,), 0.0))))
    assert [finding.severity for finding in exchanged] == [Severity.MEDIUM, Severity.MEDIUM]


def test_that_findings_of_doubtful_pairs_weigh_less_and_ids_differ() -> None:
    alignment = aligned("en", "es", ("Draw 3 cards.", "Roba 4 cartas."), ("Draw 3 cards.", "Roba 4 cartas."))
    first, second = find_all(alignment)
    assert second.id == f"{first.id}-2"
    assert first.severity is Severity.HIGH
    doubtful = replace(alignment, pairs=tuple(replace(pair, score=0.4) for pair in alignment.pairs))
    assert [finding.severity for finding in find_all(doubtful)] == [Severity.MEDIUM, Severity.MEDIUM]
    assert [finding.id for finding in find_all(doubtful)] == [first.id, second.id]


def test_that_a_number_stands_where_the_pairs_beside_hold_its_pair_in_its_place() -> None:
    lines = [("Shuffle well.", "Baraja bien."), ("Draw 3 cards.", "Roba 4 cartas."), ("Then pass.", "Luego pasa.")]
    alignment = aligned("en", "es", *lines)
    first, middle, last = alignment.pairs
    little = replace(middle, score=0.31)
    held = replace(alignment, pairs=(first, little, last))
    assert [each.severity for each in find_all(held) if each.kind == "number"] == [Severity.HIGH]
    unlike = replace(alignment, pairs=(first, replace(middle, score=0.1), last))
    assert [each.severity for each in find_all(unlike) if each.kind == "number"] == [Severity.LOW]
    alone = replace(alignment, pairs=(Pair((0,), (), 0.0), Pair((), (0,), 0.0), little, last))
    assert [each.severity for each in find_all(alone) if each.kind == "number"] == [Severity.LOW]


def test_that_a_row_of_several_things_weighs_less_where_it_stands_elsewhere() -> None:
    alignment = aligned("en", "es", ("Glue | 5 | Sack | 5", "Escalera | 10 | Saco | 7"))
    (pair,) = alignment.pairs
    for moved, severity in ((False, Severity.MEDIUM), (True, Severity.LOW)):
        told = replace(alignment, pairs=(replace(pair, score=0.6, moved=moved),))
        assert {each.severity for each in find_all(told) if each.kind == "number"} == {severity}
    sure = replace(alignment, pairs=(replace(pair, score=0.7, moved=True),))
    assert Severity.HIGH in {each.severity for each in find_all(sure)}


def test_that_untranslated_text_is_told_once() -> None:
    text = "The player to the left of the dealer begins with 3 cards and may not pass."
    (finding,) = find_all(aligned("en", "es", (text, text)))
    assert (finding.kind, finding.severity, quotes(finding)) == ("untranslated", Severity.HIGH, (text, text))


@pytest.mark.parametrize(
    ("row", "expected"),
    [(0.7, (Severity.HIGH, 0.95)), (0.4, (Severity.MEDIUM, 0.81)), (None, (Severity.LOW, 0.23))],
)
def test_that_what_goes_on_a_row_is_missing_as_surely_as_the_row_is_known(
    row: float | None, expected: tuple[Severity, float]
) -> None:
    source = edition("en", ["3 | Haste | Your speed is tripled.", "It lasts 2 rounds and may be ended.", "Sleep."])
    source = replace(
        source, segments=tuple(replace(one, block=min(1, n // 2)) for n, one in enumerate(source.segments))
    )
    target = edition("de", ["9 | Hast | Du bist schnell.", "Schlaf."])
    first = (Pair((0,), (0,), row),) if row else (Pair((0,), (), 0.0), Pair((), (0,), 0.0))
    alignment = Alignment(source, target, (*first, Pair((1,), (), 0.0), Pair((2,), (1,), 0.9)))
    gone = next(each for each in find_all(alignment) if each.source and each.source.quote.startswith("It lasts"))
    assert (gone.severity, gone.confidence) == expected


@pytest.mark.parametrize(("beside", "severity"), [(0.6, Severity.HIGH), (0.2, Severity.MEDIUM)])
def test_that_what_is_missing_beside_a_doubtful_pair_weighs_less(beside: float, severity: Severity) -> None:
    texts = ["Cut the check cards along the edge.", "Nobody may look at the check cards.", "The game begins at once."]
    source, target = (
        edition("en", texts),
        edition("es", ["Que no se vea el tablero de resultados.", "Empieza el juego."]),
    )
    alignment = Alignment(source, target, (Pair((0,), (0,), beside), Pair((1,), (), 0.0), Pair((2,), (1,), 0.9)))
    assert [each.severity for each in find_all(alignment) if each.kind == "missing"] == [severity]


UNTRANSLATED: list[tuple[str, str, str, str, str | None]] = [
    ("en", "de", "Each player draws a card from the pile.", "Each player draws a card from the pile.", "whole"),
    ("es", "pt-BR", "El jugador que tiene la mano empieza.", "El jugador que tiene la mano empieza.", "whole"),
    ("en", "de", "Gammon", "Gammon", None),
    ("en", "es", "1 1 2 3", "1 1 2 3", None),
    ("es", "pt-BR", "Dados e irregularidades", "Dados e irregularidades", None),
    ("en", "es", "Envido, envido, real envido 7 4", "Envido, envido, real envido 7 4", None),
    ("en", "it", "It is Imperium Planet Buster.", "È Imperium Planet Buster.", None),
]


@pytest.mark.parametrize(("source", "target", "left", "right", "expected"), UNTRANSLATED)
def test_that_only_words_of_the_source_language_count(
    source: str, target: str, left: str, right: str, expected: str | None
) -> None:
    findings = found(UntranslatedCheck(), source, target, (left, right))
    assert [quotes(finding)[1] for finding in findings] == ([right] if expected else [])


def test_that_an_untranslated_stretch_is_narrowed_to_its_words() -> None:
    left = "Draw a card and put it back on the top of the pile before the end of your turn."
    right = "Roba una carta y put it back on the top of the pile antes del final de tu turno."
    (finding,) = found(UntranslatedCheck(), "en", "es", (left, right))
    assert quotes(finding)[1] == "put it back on the top of the pile"


def test_that_codes_must_stay_but_abbreviations_may_change() -> None:
    pairs = [("Play C56 and B2.", "Juega C65 y B2."), ("Write Nf3.", "Escribe Cf3."), ("Take C7.", "Toma una.")]
    changed, lost = found(CodeCheck(), "en", "es", *pairs)
    assert (changed.pair, quotes(changed)) == (0, ("C56", "C65"))
    assert (lost.pair, quotes(lost)[0]) == (2, "C7")


def test_that_names_must_stay_once_the_translation_keeps_them() -> None:
    kept = [("Take the Zarathor token.", "Toma la ficha Zarathor.")] * 10
    localised = [("Then Anna rolls.", "Luego Ana tira.")] * 3
    slips = [("Use the Zarathor.", "Usa la Zarahtor."), ("Lose the Zarathor.", "Pierde la ficha.")]
    changed, lost = found(NameCheck(), "en", "es", *kept, *localised, *slips)
    assert (changed.severity, quotes(changed)) == (Severity.HIGH, ("Zarathor", "Zarahtor"))
    assert (lost.severity, quotes(lost)[0]) == (Severity.MEDIUM, "Zarathor")


def test_that_a_word_written_small_too_is_no_name_that_must_stay() -> None:
    kept = [("Use the Internet.", "Usa la Internet.")] * 6 + [("An internet card.", "Una carta de la red.")]
    (lost,) = found(NameCheck(), "en", "es", *kept, ("Her Internet bank.", "Su banco."))
    assert (lost.severity, quotes(lost)[0]) == (Severity.LOW, "Internet")


def test_that_a_german_noun_that_the_target_writes_small_is_no_name() -> None:
    kept = [("Danach ist die Person am Zug.", "Poi tocca alla persona.")] * 9
    (lost,) = found(NameCheck(), "de", "it", *kept, ("Es beginnt die Person links.", "Comincia chi sta a sinistra."))
    assert (lost.severity, quotes(lost)[0]) == (Severity.LOW, "Person")


def test_that_untranslated_sentences_do_not_tell_which_names_are_kept() -> None:
    copied = [(text, text) for text in ("Use the Spellbook.", "Lose the Spellbook.", "Find the Spellbook here.")]
    assert found(NameCheck(), "en", "fr", *copied, ("Roll on the Spellbook table.", "Lancez sur la table.")) == []


def test_that_a_name_kept_only_mostly_is_a_remark_where_it_is_not() -> None:
    kept = [("Here Henry sails.", "Aquí Henry zarpa."), ("There Henry rests.", "Allí Henry descansa.")]
    (lost,) = found(NameCheck(), "en", "es", *kept, ("Then Henry wins.", "Luego Enrique gana."))
    assert (lost.severity, quotes(lost)[0]) == (Severity.LOW, "Henry")


def test_that_a_name_inside_a_compound_stands() -> None:
    kept = [("Visit San Diego now.", "Visita San Diego ya.")] * 4
    assert not found(NameCheck(), "en", "de", *kept, ("Around San Diego there.", "Im San-Diego-Gebiet dort."))


def test_that_brackets_and_questions_are_compared() -> None:
    pairs = [
        ("A card (any card).", "Una carta (cualquiera."),
        ("a) First.", "a. Primero."),
        ("Is it legal?", "Es legal."),
        ("Balanced (yes).", "Equilibrado [sí]."),
    ]
    bracket, question = found(PunctuationCheck(), "en", "es", *pairs)
    assert (bracket.pair, bracket.severity, quotes(bracket)[1]) == (0, Severity.MEDIUM, "(")
    assert (question.pair, question.severity) == (2, Severity.LOW)


def test_that_icons_and_placeholders_are_counted() -> None:
    pairs = [
        ("Pay \ue001 and \ue001.", "Paga \ue001."),
        ("Hi {name}!", "¡Hola {nombre}!"),
        ("A \ue002.", "Un \ue002."),
    ]
    findings = found(PlaceholderCheck(), "en", "es", *pairs)
    assert [finding.pair for finding in findings] == [0, 1, 1]
    assert "\ue001 2 times, the target 1" in findings[0].message


def pages(references: dict[int, tuple[str, str]]) -> list[tuple[str, str]]:
    """Return thirty pairs on three pages, some with references."""
    return [references.get(number, (f"Rule {number}.", f"Regla {number}.")) for number in range(30)]


def test_that_page_references_lead_to_the_counterpart_in_their_own_edition() -> None:
    right, wrong = ("See page 2.", "Véase la página 2."), ("See page 2.", "Véase la página 3.")
    (finding,) = found(PageReferenceCheck(), "en", "es", *pages({0: right, 5: wrong}))
    assert (finding.pair, quotes(finding)) == (5, ("2", "3"))


def test_that_a_target_with_other_pages_may_say_another_page() -> None:
    ours = edition("en", [text for text, _ in pages({0: ("See page 2.", "")})])
    theirs = edition("de", ["Vorwort."] * 10 + ["Siehe Seite 3."] + ["Regel."] * 29)
    pairs = [Pair((n,), (n + 10,), 1.0) for n in range(30)] + [Pair((), (n,), 0.0) for n in range(10)]
    assert PageReferenceCheck().findings(Alignment(ours, theirs, tuple(pairs))) == []


def test_that_lengths_are_judged_by_the_books_own_ratio() -> None:
    left = "This is a sentence of about the usual length for a rule in this book of rules, as they go."
    right = "Esta es una frase que tiene más o menos el largo habitual de una regla de este libro de reglas."
    (finding,) = found(LengthCheck(), "en", "es", *[(left, right)] * 12, (left, "Corta."))
    assert (finding.pair, finding.severity) == (12, Severity.MEDIUM)
    assert "shorter" in finding.message


@pytest.mark.parametrize("check", all_checks(), ids=lambda check: check.kind)
def test_that_odd_text_breaks_no_check(check: Check) -> None:
    odd = ["", " ", "¿?", "((((", "½½/0 0/0 -- 1.2.3.4", "1,000,000.5", "d0 w% K", "\ue000" * 3, "中文 規則 3"]
    odd.append("a" * 500)
    pairs = [(left, right) for left in odd for right in odd]
    for source, target in (("en", "es"), ("zh", "de"), ("pl", "fr")):
        assert all(finding.message for finding in found(check, source, target, *pairs))


def test_that_a_remark_in_brackets_that_one_side_lacks_is_told() -> None:
    left = "Ability loss (see Critical Damage) can be restored."
    (finding,) = found(PartsCheck(), "en", "pt-BR", (left, "A perda de atributo pode ser restaurada."))
    assert (finding.kind, finding.severity, quotes(finding)[0]) == ("part", Severity.LOW, "(see Critical Damage)")
    assert not found(PartsCheck(), "en", "de", ("A radius of 50ft.", "Ein Radius von 50ft (15m)."))
    assert not found(PartsCheck(), "en", "de", ("A die (see below).", "Ein Würfel (siehe unten)."))


def test_that_an_item_of_an_enumeration_that_one_side_lacks_is_told() -> None:
    left = "Reflexes like dodging, climbing, sneaking, balancing, etc."
    (finding,) = found(PartsCheck(), "en", "pt-BR", (left, "Reflexos como esquiva, escalada, esgueirar-se, etc."))
    assert quotes(finding)[0] == " climbing, sneaking, balancing, etc"
    same = "Reflexos como esquiva, escalada, esgueirar-se, equilíbrio, etc."
    assert not found(PartsCheck(), "en", "pt-BR", (left, same))


def test_that_a_mark_for_inches_is_no_quotation_mark_without_partner() -> None:
    inches = ('A ring that shrinks you to 6" tall.', "Un anneau qui vous réduit à 15 cm.")
    opened = ('Say "now aloud.', "Dites « maintenant ».")
    assert [each.pair for each in found(PunctuationCheck(), "en", "fr", inches, opened)] == [1]
