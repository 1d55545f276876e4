from pathlib import Path

import pytest

from service.translation.checks.glossary import Entry, Glossary, GlossaryCheck, GlossaryError
from service.translation.checks.term import TermCheck
from tests.service.translation.parallel import DEEDS, book, found, quotes

PIECES = [("rook", "torre"), ("bishop", "alfil"), ("knight", "caballo"), ("pawn", "peón")]
BOOK = book(*PIECES)


def test_that_a_consistent_book_has_no_findings() -> None:
    assert found(TermCheck(), "en", "es", *BOOK) == []


def test_that_a_term_in_place_of_another_is_quoted_on_both_sides() -> None:
    slip = ("The rook may slide.", "El alfil puede deslizarse.")
    (finding,) = found(TermCheck(), "en", "es", *BOOK, slip)
    assert (finding.kind, quotes(finding), finding.pair) == ("term-replaced", ("rook", "alfil"), len(BOOK))


FIGUREN = [("rook", "Turm"), ("bishop", "Läufer"), ("knight", "Springer"), ("pawn", "Bauer")]
TATEN = [
    "Der {} steht in der Ecke.", "Zieh den {} vorwärts.", "Schlag jetzt mit dem {}.", "Dein {} ist sicher.",
    "Stell einen {} auf das Brett.", "Niemand sieht dort den {}.", "Nimm den {} noch einmal zurück.",
    "Der {} darf springen.", "Dreh den {} um.", "Leg den {} sanft hin.", "Halte den {} verborgen.",
    "Der {} kehrt heim.",
]  # fmt: skip
DEUTSCH = [(e[0].format(a), d.format(b)) for a, b in FIGUREN for e, d in zip(DEEDS, TATEN, strict=True)]
DEUTSCH += [("That was an attack.", "Das war ein Angriff.")]


def test_that_a_term_inside_a_compound_stands_for_the_term() -> None:
    swapped = ("The rook swings.", "Beim Läufer schwingen.")
    hidden = ("Nobody likes a rook attack by the bishop.", "Niemand mag den Turmangriff, den der Läufer führt.")
    extra = ("An attack by the bishop.", "Ein Turmangriff, den der Läufer führt.")
    (finding,) = found(TermCheck(), "en", "de", *DEUTSCH, swapped, hidden, extra)
    assert (quotes(finding), finding.pair) == (("rook", "Läufer"), len(DEUTSCH))


def test_that_a_term_that_only_a_compound_has_is_not_missed_beside_another() -> None:
    hidden = ("The rook attack hurts.", "Der Turmangriff trifft den Läufer.")
    apart = ("The rook attack hurts.", "Der Angriff trifft den Läufer.")
    assert found(TermCheck(), "en", "de", *DEUTSCH, hidden) == []
    (finding,) = found(TermCheck(), "en", "de", *DEUTSCH, apart)
    assert quotes(finding) == ("rook", "Läufer")


def test_that_a_second_rendering_is_told_once() -> None:
    others = [("The rook sleeps.", "El castillo duerme."), ("A rook wins.", "Un castillo gana.")]
    (finding,) = found(TermCheck(), "en", "es", *BOOK, *others)
    assert (finding.kind, quotes(finding)) == ("term-inconsistent", ("rook", "castillo"))
    assert "12 of 14" in finding.message


def test_that_two_terms_under_one_name_are_told() -> None:
    others = [
        ("The tower sleeps.", "La torre duerme."),
        ("A tower wins.", "Una torre gana."),
        ("Tower.", "Torre."),
    ]
    (finding,) = found(TermCheck(), "en", "es", *BOOK, *others)
    assert (finding.kind, quotes(finding)) == ("term-collapsed", ("tower", "torre"))


def write(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "glossary.csv"
    file.write_text(text, encoding="utf-8")
    return file


def test_that_a_glossary_is_read_with_headings_notes_and_alternatives(tmp_path: Path) -> None:
    file = write(tmp_path, 'source,target,note\nHit Points,Puntos de golpe,"HP, always"\nsave,salvación|tirada\n')
    assert Glossary.read(file).entries == (
        Entry("Hit Points", ("Puntos de golpe",), "HP, always"),
        Entry("save", ("salvación", "tirada")),
    )
    assert Glossary.read(write(tmp_path, "rook;torre\n")).entries == (Entry("rook", ("torre",)),)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "holds no terms"),
        ("rook\n", "line 1 has one column"),
        ("a,b\nrook,\n", "line 2 lacks its target term"),
        ("a,b,c,d\n", "line 1 has 4 columns"),
    ],
)
def test_that_a_faulty_glossary_says_where(tmp_path: Path, text: str, problem: str) -> None:
    file = write(tmp_path, text)
    with pytest.raises(GlossaryError, match=problem) as error:
        Glossary.read(file)
    assert str(file) in str(error.value)


def test_that_a_glossary_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(GlossaryError, match=r"none\.csv: cannot be read"):
        Glossary.read(tmp_path / "none.csv")


def test_that_breaches_are_found_in_any_form_of_the_word() -> None:
    check = GlossaryCheck(Glossary((Entry("rook", ("torre",)), Entry("white rook", ("torre blanca",)))))
    pairs = [("Two rooks.", "Dos torres."), ("Two rooks.", "Dos castillos."), ("A white rook.", "Una torre blanca.")]
    (finding,) = found(check, "en", "es", *pairs)
    assert (finding.kind, quotes(finding), finding.pair) == ("glossary", ("rooks", "Dos castillos."), 1)


THINGS = [("die", "dado"), ("player", "jugador"), ("board", "tablero")]


def test_that_an_irregular_plural_is_the_same_term() -> None:
    many = [("Both dice fall.", "Caen los dos dados."), ("Roll three dice.", "Tira tres dados.")]
    assert found(TermCheck(), "en", "es", *book(*THINGS), *many) == []
    slip = ("Take two dice home.", "Llévate dos jugadores a casa.")
    (finding,) = found(TermCheck(), "en", "es", *book(*THINGS), *many, slip)
    assert (finding.kind, quotes(finding)) == ("term-replaced", ("dice", "jugadores"))
