"""The alignment benchmark: its gold, its scores, its perturbations, its baselines."""

import pytest

from eval.alignment_baselines import by_length, by_nearest
from eval.alignment_gold import Judged, gold_links, judgeable, judged_editions, located, pairs_of
from eval.alignment_perturbed import perturbed
from eval.alignment_scores import scored
from tests.service.translation.editions import edition


@pytest.fixture(scope="module")
def library() -> list[Judged]:
    return judged_editions()


def test_scores_are_those_of_vecalign() -> None:
    gold = [((0,), (0,)), ((1,), (1, 2)), ((2,), ()), ((3,), (3,))]
    found = [((0,), (0,)), ((1,), (1,)), ((), (2,)), ((2,), ()), ((3,), (4,))]
    counts = scored(found, gold)
    # found: strict 0-0 and the deletion, laxly also 1-1; gold with both sides: strict 0-0, laxly also 1-12
    assert (counts.strict_found, counts.lax_found, counts.found) == (2, 3, 5)
    assert (counts.strict_gold, counts.lax_gold, counts.gold) == (1, 2, 3)
    assert counts.strict == pytest.approx(2 * (2 / 5) * (1 / 3) / (2 / 5 + 1 / 3))
    assert scored([], gold).lax == 0


def test_segments_are_told_by_the_sentences_they_hold() -> None:
    texts = ["Note", "Take a coin. Pass", "the dice.", "Take a coin.", "Pass the dice."]
    sentences = {"a": "Take a coin.", "b": "Pass the dice.", "c": "Take a coin."}
    assert [set(ids) for ids in located(texts, sentences)] == [set(), {"a"} | {"b"}, {"b"}, {"c"}, set()]


def test_gold_joins_what_shares_sentences_and_pairs_equal_parts_in_order() -> None:
    source = tuple(map(frozenset, ("a", "ab", "c", "c", "d", "")))
    target = tuple(map(frozenset, ("ab", "c", "c", "e")))
    assert sorted(gold_links(source, target)) == [
        ((), (3,)), ((0, 1), (0,)), ((2,), (1,)), ((3,), (2,)), ((4,), ()),
    ]  # fmt: skip
    assert judgeable([((5,), ()), ((4, 5), (3,))], source, target) == [((4,), (3,))]


def test_the_library_is_read_with_nearly_all_of_its_sentences(library: list[Judged]) -> None:
    pairs = pairs_of(library)
    assert {("en", "es"), ("en", "pt-BR"), ("es", "pt-BR")} <= set(pairs)
    for edition_ in library:
        unnamed = sum(not ids for ids in edition_.ids)
        assert unnamed <= 3 + 0.1 * len(edition_.ids), edition_.script.name


def test_perturbing_repeats_itself_and_changes_what_it_says(library: list[Judged]) -> None:
    chess = next(each for each in library if each.script.name == "chess.en.pdf")
    once, again, other = perturbed(chess, 1), perturbed(chess, 1), perturbed(chess, 2)
    assert once == again
    assert once != other
    assert len(once.ids) == len(once.script.segments)
    kept = set().union(*once.ids)
    assert 0.85 < len(kept) / len(set().union(*chess.ids)) < 1
    assert any(len(ids) > 1 for ids in once.ids)


def test_baselines_pair_what_is_plain() -> None:
    texts = [f"{'word ' * (3 + n * n % 17)}end" for n in range(12)]
    one, other = edition("a", "en", texts, list(range(12))), edition("b", "es", texts, list(range(12)))
    diagonal = [((n,), (n,)) for n in range(12)]
    assert by_length(one, other) == diagonal
    assert by_nearest(one, other) == diagonal
