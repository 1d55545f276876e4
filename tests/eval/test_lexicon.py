"""Which word stands for which is learned from sentences that say the same."""

from eval.lexicon import Bitext, chances, renderings

PAIRS: Bitext = [
    (["spieler", "wurfelt"], ["player", "rolls"]),
    (["spieler", "zieht"], ["player", "moves"]),
    (["stein", "zieht"], ["checker", "moves"]),
    (["stein", "steht"], ["checker", "stands"]),
    (["remis"], ["draw"]),
]


def test_words_that_keep_each_other_company_are_renderings() -> None:
    there, back = chances(PAIRS), chances([(target, source) for source, target in PAIRS])
    found = renderings(there, back)
    best = {word: next(iter(others)) for word, others in found.items()}
    assert best == {
        "remis": "draw", "spieler": "player", "stein": "checker",
        "steht": "stands", "wurfelt": "rolls", "zieht": "moves",
    }  # fmt: skip
    assert list(found) == sorted(found)
    assert all(0.25 <= sure <= 1 for others in found.values() for sure in others.values())


def test_chances_of_a_word_sum_to_one() -> None:
    for found in chances(PAIRS).values():
        assert abs(sum(found.values()) - 1) < 1e-9
