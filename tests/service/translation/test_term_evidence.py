"""What must speak for a replaced term: its very words elsewhere, and more than chance."""

import pytest

from service.translation.checks.sides import compared
from service.translation.checks.term import TermCheck
from service.translation.checks.term_chance import chance_share
from service.translation.checks.term_replaced import replaced
from service.translation.checks.term_table import mine
from service.translation.types import Finding
from tests.service.translation.parallel import aligned, book, found, quotes

PIECES = [("rook", "torre"), ("bishop", "alfil"), ("knight", "caballo"), ("floor", "suelo")]
BOOK = book(*PIECES)
SLIP = ("The rook may slide.", "El alfil puede deslizarse.")
LOOSE = [
    each
    for deed in ("Watch the {} and wait.", "Think of the {}.", "Praise the {} aloud.")
    for each in (
        (deed.format("rook"), "Mira y espera."),
        (deed.format("knight"), "Piensa en ello."),
        ("Go on now.", "Sigue con el alfil."),
        ("All is well.", "Bien está el suelo."),
    )
]
"""Terms left out, and others put in, each without the other."""


def both(*pairs: tuple[str, str]) -> tuple[list[Finding], list[Finding]]:
    """Return the departures from the term table, and what the check makes of them."""
    table = mine(list(compared(aligned("en", "es", *pairs))))
    departures = [each for number in range(len(table.pairs)) for each in replaced(table, number)]
    return departures, [each for each in found(TermCheck(), "en", "es", *pairs) if each.kind == "term-replaced"]


def test_a_form_that_never_renders_the_term_is_another_word() -> None:
    wont = [("Rain is common.", "Suele llover."), ("It tends to snow.", "Suele nevar.")]
    departures, told = both(*BOOK, *wont, ("The rook usually wins.", "Suele ganar."))
    assert [quotes(each) for each in departures] == [("rook", "Suele")]
    assert told == []


def test_a_form_that_renders_the_term_elsewhere_is_told_as_it_was() -> None:
    departures, told = both(*BOOK, ("The rook usually wins.", "El suelo gana casi siempre."))
    assert [quotes(each) for each in told] == [("rook", "suelo")]
    assert told == departures


def test_a_form_seen_nowhere_else_is_a_fainter_remark() -> None:
    (departure,), (told,) = both(*BOOK, ("The rook usually wins.", "Los suelos ganan casi siempre."))
    assert told.severity == "low"
    assert told.confidence == pytest.approx(departure.confidence / 2, abs=0.01)


def test_one_slip_in_a_faithful_book_is_more_than_chance() -> None:
    assert chance_share(mine(list(compared(aligned("en", "es", *BOOK, SLIP))))) < 0.1


def test_in_a_loose_book_replacements_are_fainter_remarks() -> None:
    pairs = [*BOOK, *LOOSE, SLIP]
    share = chance_share(mine(list(compared(aligned("en", "es", *pairs)))))
    assert share > 0.5
    departures, told = both(*pairs)
    assert departures
    assert {each.severity for each in told} == {"low"}
    assert max(each.confidence for each in told) < 0.9 * min(each.confidence for each in departures)
