import json
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest

from corpus.library.sentences import read_sentences
from eval.seeding import changes, report
from eval.seeding.changes import Setting
from eval.seeding.kinds import KINDS
from eval.seeding.parallel import (
    GAMES,
    HELD_OUT_GAMES,
    READ_GAMES,
    TEXTS,
    Book,
    Sentence,
    books,
    furnished,
    gold_alignment,
    is_test,
)
from eval.seeding.parallel import language_pairs as pairs_of
from eval.seeding.run import run, seeded
from eval.seeding.scoring import copies, false_alarms, tally

BY_NAME = {kind.name: kind for kind in KINDS}


@pytest.fixture(scope="module")
def book() -> Book:
    return next(book for book in books("en", "es") if book.game == "chess" and book.kind == "rulebook")


def setting(language: str) -> Setting:
    return Setting(language, Random(1), (("rey", "reyes"), ("torre", "torres")), ("Zarathor",), "página", 5)


CHANGES = [
    (changes.negation_dropped, "No se puede pasar.", "Se puede pasar."),
    (changes.negation_added, "El rey es blanco.", "El rey no es blanco."),
    (changes.modal_changed, "Debe pasar.", "Puede pasar."),
    (changes.limit_changed, "Guarda al menos 3.", "Guarda como máximo 3."),
    (changes.term_replaced, "El rey cae.", "El torre cae."),
    (changes.range_changed, "De 2–2.", None),
]


def test_that_each_slip_changes_what_it_says() -> None:
    for change, text, expected in CHANGES:
        changed = change(text, setting("es"))
        assert changed != text
        assert expected is None or changed == expected


def test_that_a_slip_without_a_place_is_none() -> None:
    assert changes.digits_changed("Sin cifras.", setting("es")) is None
    assert changes.negation_dropped("No mueve nunca.", setting("es")) is None  # "nunca" would keep it negative
    assert changes.negation_added("No es blanco.", setting("es")) is None


def test_that_there_are_enough_kinds_and_pairs() -> None:
    assert len(KINDS) >= 12
    assert len(pairs_of()) >= 5


def test_that_the_invented_games_say_the_same_in_six_languages() -> None:
    assert len(pairs_of(TEXTS["games"])) == 30
    for source, target in pairs_of(TEXTS["games"]):
        texts = list(books(source, target, TEXTS["games"]))
        assert {text.game for text in texts} == READ_GAMES | HELD_OUT_GAMES
        for text in texts:
            ids = read_sentences(GAMES / text.game / f"rulebook.{source}.typ")
            assert list(ids) == [sentence.id for sentence in text.sentences]
            assert len(ids) > 100  # terms and names are learnt from a hundred sentences


def test_that_halves_are_by_id_and_near_even(book: Book) -> None:
    test = [is_test(book.game, sentence.id) for sentence in book.sentences]
    assert 0.35 < sum(test) / len(test) < 0.65
    other = next(b for b in books("pt-BR", "en") if (b.game, b.kind) == (book.game, book.kind))
    assert [is_test(other.game, s.id) for s in other.sentences if s.id == book.sentences[0].id] == [test[0]]


def test_that_invented_games_are_read_or_held_out_as_a_whole() -> None:
    texts = list(books("en", "de", TEXTS["games"]))
    halves = {text.game: {is_test(text.game, sentence.id) for sentence in text.sentences} for text in texts}
    assert halves == {game: {game in HELD_OUT_GAMES} for game in READ_GAMES | HELD_OUT_GAMES}
    development = seeded(texts, BY_NAME["number changed"], False, 6, gold_alignment)
    assert development.seeded == 6  # no share of the errors is kept for games that are held out


def test_that_copies_touch_their_own_half_only_and_repeat(book: Book) -> None:
    made = list(copies(book, BY_NAME["number changed"], True, 10))
    assert sum(len(copy.touched) for copy in made) == 10
    assert all(is_test(book.game, sentence) for copy in made for sentence in copy.touched)
    assert made == list(copies(book, BY_NAME["number changed"], True, 10))
    for copy in made:
        changed = {new.id for old, new in zip(book.sentences, copy.book.sentences, strict=True) if old != new}
        assert changed == set(copy.touched)


def test_that_furniture_is_the_same_on_both_sides(book: Book) -> None:
    added = [s for old, s in zip(book.sentences, furnished(book).sentences, strict=True) if old != s]
    assert any("(C56)" in (s.source or "") and "(C56)" in (s.target or "") for s in added)
    assert any("(page " in (s.source or "") and "(página " in (s.target or "") for s in added)


def test_that_gold_alignments_have_gaps_where_sentences_were_taken_out() -> None:
    sentences = (Sentence("a", "One.", "Uno."), Sentence("b", "Two.", None), Sentence("c", None, "Tres."))
    pairs = gold_alignment(Book("made", "rulebook", "en", "es", sentences)).pairs
    assert [(pair.source, pair.target) for pair in pairs] == [((0,), (0,)), ((1,), ()), ((), (1,))]


def test_that_a_check_that_finds_nothing_scores_nothing(book: Book) -> None:
    blind = tally(book, BY_NAME["number changed"], True, 5, [], gold_alignment)
    assert (blind.seeded, blind.found, blind.recall, blind.precision) == (5, 0, 0.0, None)
    assert len(blind.misses) == 5


def groups(book: Book) -> Iterator[tuple[str, float, float]]:
    for kind in KINDS:
        result = seeded([book], kind, False, 8, gold_alignment)
        yield kind.name, result.recall or 0.0, result.precision or 0.0


def test_that_seeded_errors_are_found_in_a_book(book: Book) -> None:
    floors = {"term replaced": (0.5, 0.5), "least and most exchanged": (0.5, 0.7)}
    for name, recall, precision in groups(book):
        least_recall, least_precision = floors.get(name, (0.7, 0.7))
        assert recall >= least_recall, name
        assert precision >= least_precision, name


def test_that_untouched_text_sets_off_little(book: Book) -> None:
    sentences, kinds, told = false_alarms(book, False, gold_alignment)
    assert sentences > 50
    assert kinds.total() == len(told) <= 3


def test_that_reports_hold_every_kind_and_pair(book: Book) -> None:
    steps: list[str] = []
    result = run([("en", "es")], True, 2, gold_alignment, "gold", "library", steps.append)
    read = json.loads(report.to_json(result))
    assert list(read["kinds"]) == [kind.name for kind in KINDS]
    assert read["kinds"]["sentence deleted"]["pairs"]["en>es"]["recall"] == 1.0
    assert len(steps) == len(KINDS) + 1
    page = report.page(result)
    assert page.count('<svg class="bar"') >= len(KINDS)
    assert "http://" not in page
    assert "https://" not in page


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "eval.seeded_errors", *arguments], capture_output=True, text=True, check=False
    )


def test_that_the_command_prints_json_alone_and_refuses_unknown_pairs() -> None:
    done = command("--per-kind", "1", "--json", "-", "en>es")
    assert done.returncode == 0
    assert json.loads(done.stdout)["half"] == "test"
    wrong = command("en>xx")
    assert wrong.returncode == 2
    assert "choose from" in wrong.stderr
