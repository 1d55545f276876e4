"""The rules that are asked for in six languages, and what is said of how they were found."""

from pathlib import Path

import pytest

from corpus import library
from corpus.library.sentences import read_sentences
from eval.same_rule import Found, Rule, across, own, pairs_in, rules, table

LANGUAGES = {"en": "en", "pt": "pt-BR", "es": "es", "fr": "fr", "de": "de", "it": "it"}


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: f"{rule.game}-{rule.rule}")
def test_every_edition_says_the_rule_and_every_language_asks_for_it(rule: Rule) -> None:
    assert list(rule.questions) == list(LANGUAGES)
    assert len(set(rule.questions.values())) == len(LANGUAGES)
    folder = Path(library.__file__).parent / rule.game
    for tag in LANGUAGES.values():
        assert set(rule.sentences) <= read_sentences(folder / f"rulebook.{tag}.typ").keys()


def test_there_are_rules_enough_of_three_games() -> None:
    held = rules()
    assert len({rule.rule for rule in held}) == len(held) >= 40
    assert {rule.game for rule in held} == {"chess", "backgammon", "draughts"}


def test_a_pair_counts_where_both_languages_find_the_rule() -> None:
    found = {"en": True, "pt": True, "de": False}
    outcomes = [Found("castling", language, "all", has) for language, has in found.items()]
    outcomes += [Found("castling", "en", "en", True), Found("castling", "en", "de", False)]
    assert pairs_in(outcomes, "all") == pytest.approx(1 / 3)
    assert (own(outcomes), across(outcomes)) == (1.0, 0.0)
    assert table(outcomes).splitlines()[1].split() == ["en", "1.000", "1.000", "0.000"]
