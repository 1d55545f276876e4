import numpy as np
import pytest

from corpus.postings import NOWHERE, Posting, all_of, any_of


def posting(held: dict[int, float]) -> Posting:
    places = np.array(sorted(held), np.int64)
    shares = np.array([held[place] for place in sorted(held)], np.float32)
    return Posting(places, shares, np.ones(len(places), np.float32))


def held(found: Posting) -> dict[int, float]:
    return dict(zip(found.places.tolist(), found.shares.round(4).tolist(), strict=True))


def test_terms_that_stand_for_one_another_stand_wherever_one_does_each_as_far_as_it_counts() -> None:
    both = any_of([posting({1: 0.4, 3: 0.2}), posting({3: 0.8, 7: 0.6}).weighed(0.5)])
    assert held(both) == pytest.approx({1: 0.4, 3: 0.4, 7: 0.3})
    assert both.frequency == 2.5
    assert any_of([]) is NOWHERE
    assert NOWHERE.frequency == 0


def test_a_phrase_stands_where_all_its_words_do() -> None:
    phrase = all_of([posting({1: 0.4, 3: 0.2, 5: 0.9}), posting({3: 0.6, 5: 0.1})])
    assert held(phrase) == pytest.approx({3: 0.4, 5: 0.5})
    assert held(phrase.within(np.array([0, 5]))) == pytest.approx({5: 0.5})
    assert held(all_of([posting({1: 0.4}), NOWHERE])) == {}
