"""Pairing segments: in order, many to many, missing, added, moved; on meanings that the tests choose."""

import random
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from service.translation.alignment import align
from service.translation.anchors import Anchor, candidates, heaviest_chain, nearest
from service.translation.dynamic import band
from service.translation.elsewhere import better_by_margin, left_over, parted
from service.translation.evidence import CODES, Evidence, codes_of, gather
from service.translation.sections import moved_sections, sections
from service.translation.types import Alignment, Edition, Pair
from tests.service.translation.editions import edition, mixed

Link = tuple[tuple[int, ...], tuple[int, ...]]


def texts(numbers: list[int]) -> list[str]:
    """A text of its own length for each number, alike on both sides."""
    return [f"{'word ' * (8 + number % 5)}end" for number in numbers]


def book(name: str, numbers: list[int], headings: tuple[int, ...] = ()) -> Edition:
    return edition(name, "en", texts(numbers), numbers, headings)


def links(alignment: Alignment) -> list[Link]:
    return [(pair.source, pair.target) for pair in alignment.pairs]


def test_the_same_in_the_same_order_is_paired_one_to_one_with_full_score() -> None:
    alignment = align(book("a", list(range(40))), book("b", list(range(40))))
    assert links(alignment) == [((n,), (n,)) for n in range(40)]
    assert min(pair.score for pair in alignment.pairs) > 0.99
    assert not any(pair.moved for pair in alignment.pairs)


def test_what_one_side_lacks_stands_alone_at_its_place() -> None:
    source, target = book("a", list(range(40))), book("b", [n for n in range(40) if n not in (7, 8, 30)])
    alone = [pair for pair in align(source, target).pairs if not pair.target]
    assert [pair.source for pair in alone] == [(7,), (8,), (30,)]
    backwards = align(target, source)
    added = [pair.target for pair in backwards.pairs if not pair.source]
    assert added == [(7,), (8,), (30,)]
    before = [backwards.pairs[at - 1].target for at, pair in enumerate(backwards.pairs) if pair.target == (7,)]
    assert before == [(6,)]


def test_a_sentence_that_says_two_is_paired_with_both() -> None:
    source = book("a", list(range(30)))
    kept = [n for n in range(30) if n != 11]
    joined = edition(
        "b", "en", [t if n != 10 else " ".join(texts([10, 11])) for n, t in zip(kept, texts(kept), strict=True)], kept
    )
    target = mixed(joined, 10, [10, 11])
    found = links(align(source, target))
    assert ((10, 11), (10,)) in found
    assert ((12,), (11,)) in found
    assert ((10,), (10, 11)) in links(align(target, source))


def test_a_section_that_stands_elsewhere_is_found_and_marked() -> None:
    order = [*range(10), *range(20, 30), *range(10, 20), *range(30, 40)]
    source = book("a", list(range(40)), headings=(0, 10, 20, 30))
    target = book("b", order, headings=(0, 10, 20, 30))
    alignment = align(source, target)
    moved = {pair.source[0] for pair in alignment.pairs if pair.moved}
    assert moved in ({*range(10, 20)}, {*range(20, 30)})
    assert all(order[pair.target[0]] == pair.source[0] for pair in alignment.pairs)


def test_single_sentences_that_stand_elsewhere_are_found_without_headings() -> None:
    order = [0, *range(2, 35), 1, *range(35, 40)]
    alignment = align(book("a", list(range(40))), book("b", order))
    assert [(pair.source, pair.target) for pair in alignment.pairs if pair.moved] == [((1,), (34,))]


def test_a_list_that_is_sorted_anew_is_paired_by_what_it_says() -> None:
    shuffled = list(range(10, 30))
    random.Random(3).shuffle(shuffled)
    order = [*range(10), *shuffled, *range(30, 40)]
    alignment = align(book("a", list(range(40))), book("b", order))
    told = [pair for pair in alignment.pairs if {order[t] for t in pair.target} == set(pair.source)]
    assert len(told) == len(alignment.pairs)


def test_sections_sorted_anew_are_paired_though_all_hold_the_same_things() -> None:
    sections_of = {name: [100 + name, 200 + name % 2, 300 + name % 3, 400 + name] for name in range(6)}
    order = [2, 0, 4, 1, 5, 3]
    source = book("a", [n for name in range(6) for n in sections_of[name]], headings=tuple(range(0, 24, 4)))
    target = book("b", [n for name in order for n in sections_of[name]], headings=tuple(range(0, 24, 4)))
    found = {(pair.source, pair.target) for pair in align(source, target).pairs}
    assert found == {((4 * name + k,), (4 * order.index(name) + k,)) for name in range(6) for k in range(4)}


def test_one_shared_segment_moves_a_section_only_where_no_other_shares_any() -> None:
    first, second, third = range(4), range(4, 8), range(8, 12)
    order = [Anchor(n, n - 4, 0.5) for n in second] + [Anchor(n, n, 0.5) for n in third]
    alone = [Anchor(1, 5, 0.3), *order]
    both = [first, second, third]
    assert moved_sections(both, both, alone) == [(first, second)]
    assert moved_sections(both, both, [*alone, Anchor(2, 9, 0.1)]) == []


def test_that_what_is_left_over_is_paired_where_each_is_the_best_of_the_other() -> None:
    rows = np.zeros((4, 64 - CODES - 1), np.float32)
    rows[0, 0] = rows[1, 1] = rows[2, 2] = 1
    rows[3, [2, 3]] = 0.35, 0.94
    one, other = _evidence(rows[[0, 2]]), _evidence(rows[[1, 3]])
    assert left_over(one, other, [((0,), ()), ((1,), (0,)), ((), (1,))]) == [((1,), (1,))]
    short = replace(other, lengths=np.full(2, 20, np.float32))
    assert left_over(one, short, [((0,), ()), ((1,), (0,)), ((), (1,))]) == []


def test_that_a_doubtful_pair_gives_way_to_one_that_is_better_by_a_margin_and_no_row_of_several_things_does() -> None:
    rows = np.zeros((4, 64 - CODES - 1), np.float32)
    rows[0, 0] = rows[1, 1] = 1
    rows[2, [0, 1, 2]] = 0.25, 0.36, 0.9
    rows[3, [0, 1, 3]] = 0.36, 0.25, 0.9
    one, other = _evidence(rows[[0, 1]]), _evidence(rows[[2, 3]])
    apart: list[Link] = [((), ()), ((0,), (0,)), ((), ()), ((1,), (1,)), ((), ())]
    assert better_by_margin(one, other, apart) == [((0,), (1,)), ((1,), (0,))]
    assert left_over(one, other, apart) == []
    assert better_by_margin(one, other, [((), ()), ((0,), (1,)), ((), ()), ((1,), (0,)), ((), ())]) == []
    assert better_by_margin(replace(one, listing=np.array([False, True])), other, apart) == [((0,), (1,))]


def test_that_rows_of_several_things_are_known_by_their_cells() -> None:
    texts = ["2 | Boor | 7 | Oddball", "46 | Leap | You jump up to 10ft high, once.", "plain"]
    assert gather(edition("a", "en", texts, [1, 2, 3]), book("b", [])).listing.tolist() == [True, False, False]


def test_that_a_pair_which_says_nothing_alike_is_parted_unless_its_neighbours_hold_it() -> None:
    vectors = np.eye(8, 64 - CODES - 1, dtype=np.float32)
    ours, theirs = _evidence(vectors[[0, 1, 2]]), _evidence(vectors[[0, 5, 2]])
    held: list[Link] = [((0,), (0,)), ((1,), (1,)), ((2,), (2,))]
    assert parted(ours, theirs, held) == held
    assert parted(ours, theirs, [((0,), (0,)), ((1,), (1,)), ((2,), ()), ((), (2,))])[1:3] == [((1,), ()), ((), (1,))]


def _evidence(meaning: NDArray[np.float32]) -> Evidence:
    """Return segments of 40 characters each, by their meaning."""
    count = len(meaning)
    single = np.concatenate([meaning, np.zeros((count, CODES + 1), np.float32)], axis=1)
    return Evidence((single,), np.full(count, 40, np.float32), np.zeros(count, bool))


@pytest.mark.parametrize(
    ("headings", "says", "paired"),
    [((), 10, (10, 11)), ((11,), 10, (10,)), ((10,), 11, (10, 11)), ((9, 10), 11, (10, 11))],
)
def test_that_a_heading_is_joined_to_what_it_heads_and_never_to_what_stands_before_it(
    headings: tuple[int, ...], says: int, paired: tuple[int, ...]
) -> None:
    kept = [n for n in range(30) if n != 11]
    long = [" ".join(texts([10, 11])) if n == 10 else text for n, text in zip(kept, texts(kept), strict=True)]
    target = edition("b", "en", long, [says if n == 10 else n for n in kept], headings[:-1])
    found = links(align(book("a", list(range(30)), headings), target))
    assert [one for one, other in found if other == (10,)] == [paired]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(0, 30), max_size=30), st.lists(st.integers(0, 30), max_size=30))
def test_every_segment_is_in_exactly_one_pair_whatever_the_books(ours: list[int], theirs: list[int]) -> None:
    alignment = align(book("a", ours), book("b", theirs))
    assert sorted(n for pair in alignment.pairs for n in pair.source) == list(range(len(ours)))
    assert sorted(n for pair in alignment.pairs for n in pair.target) == list(range(len(theirs)))
    starts = [pair.source[0] for pair in alignment.pairs if pair.source]
    assert starts == sorted(starts)
    assert all(0 <= pair.score <= 1 for pair in alignment.pairs)
    assert all(pair.score == 0 for pair in alignment.pairs if not pair.source or not pair.target)


def test_an_empty_edition_leaves_all_of_the_other_alone() -> None:
    alignment = align(book("a", []), book("b", [1, 2]))
    assert list(alignment.pairs) == [Pair((), (0,), 0.0), Pair((), (1,), 0.0)]


def test_codes_are_numbers_dice_and_names_in_capitals() -> None:
    assert codes_of("Roll d6+2 for STR (C56) on page 12.") == {"d6": 1, "2": 1, "str": 1, "c56": 1, "12": 1}


def test_the_heaviest_chain_rises_on_both_sides() -> None:
    anchors = [Anchor(0, 0, 0.5), Anchor(1, 5, 0.9), Anchor(1, 1, 0.4), Anchor(2, 2, 0.4), Anchor(3, 3, 0.4)]
    assert heaviest_chain(anchors) == [anchors[0], anchors[2], anchors[3], anchors[4]]
    assert heaviest_chain([]) == []


def test_what_is_near_to_everything_is_no_candidate() -> None:
    one = np.eye(8, dtype=np.float32)
    everywhere = np.full((1, 8), 8**-0.5, np.float32)
    found = candidates(np.concatenate([one, everywhere]), one)
    assert {(a.source, a.target) for a in found} == {(n, n) for n in range(8)}


def test_sections_begin_at_headings_and_those_out_of_order_are_returned() -> None:
    segments = book("a", list(range(12)), headings=(0, 4, 8)).segments
    assert sections(segments) == [range(4), range(4, 8), range(8, 12)]
    order = {**{n: n + 4 for n in range(4)}, **{n: n - 4 for n in range(4, 8)}, **{n: n for n in range(8, 12)}}
    anchors = [Anchor(n, t, 0.5 + (n < 4) / 10) for n, t in order.items()]
    assert moved_sections(sections(segments), sections(segments), anchors) == [(range(4, 8), range(4))]


@pytest.mark.parametrize("chain", [[], [Anchor(300, 900, 1.0)], [Anchor(n, n, 1.0) for n in range(0, 1000, 50)]])
def test_the_band_leads_from_corner_to_corner(chain: list[Anchor]) -> None:
    lows, highs = band(1000, 1400, chain)
    assert (lows[0], highs[-1]) == (0, 1400)
    assert all(low <= high for low, high in zip(lows, highs, strict=True))
    assert all(lows[row + 1] <= highs[row] for row in range(1000))


def test_the_band_is_narrow_where_anchors_are_dense() -> None:
    lows, highs = band(2000, 2000, [Anchor(n, n, 1.0) for n in range(0, 2000, 5)])
    assert sum(high - low for low, high in zip(lows, highs, strict=True)) < 2000 * 60


def test_that_the_memory_of_neighbours_does_not_grow_with_the_product_of_lengths() -> None:
    vectors = np.random.default_rng(0).normal(size=(4096, 16)).astype(np.float32)
    tracemalloc.start()
    found, scores = nearest(vectors, vectors, 6)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found.shape == scores.shape == (4096, 6)
    assert peak < 70_000_000  # one block takes 34 MB and its copy as much again; all blocks would take 270 MB
