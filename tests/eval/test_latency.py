import pytest

from eval import latency
from eval.evaluate import Outcome
from service.contract import Answer, Status
from tests.eval.scripted import answered, cite, question, refused


def outcome(milliseconds: float, answer: Answer | None) -> Outcome:
    return Outcome(question("usar barco?"), answer, milliseconds=milliseconds, error=None if answer else "it fell")


YES = answered(cite("Barcos."))


def test_buckets_hold_every_answer_between_their_bounds() -> None:
    taken = [0.2, 1.0, 10.0, 10.1, 980.0]
    buckets = latency.histogram(taken)
    assert sum(bucket.n for bucket in buckets) == len(taken)
    assert all(any(b.above < t <= b.up_to * (1 + 1e-9) for b in buckets) for t in taken)
    assert all(b.up_to / b.above == pytest.approx(latency.STEP) for b in buckets)
    assert next(b.n for b in buckets if b.above < 10.05 <= b.up_to) == 2


@pytest.mark.parametrize("percent", [50, 95, 99, 100])
def test_a_percentile_is_that_of_the_answers_to_within_a_step(percent: int) -> None:
    taken = [float(number) for number in range(1, 1001)]
    exact = taken[percent * 10 - 1]
    assert exact <= latency.percentile(latency.histogram(taken), percent) * (1 + 1e-9)
    assert latency.percentile(latency.histogram(taken), percent) <= exact * latency.STEP


def test_latency_is_told_of_all_and_by_status() -> None:
    found = latency.by_status(
        [
            outcome(20, YES),
            outcome(30, YES),
            outcome(5, refused()),
            outcome(7, refused(status=Status.WHICH_GAME)),
            outcome(4000, None),
        ]
    )
    assert {name: (taken.n, taken.longest) for name, taken in found.items()} == {
        "all": (4, 30),
        "answered": (2, 30),
        "not_found": (1, 5),
        "which_game": (1, 7),
    }
    assert found["not_found"] == (5, 5, 5, 5, 1)  # no percentile lies above the longest
    assert found["answered"].p50 == pytest.approx(20, rel=latency.STEP - 1)


def test_nothing_answered_has_no_latency() -> None:
    assert latency.by_status([outcome(3, None)]) == {}
    assert latency.whole([outcome(3, None)]) == []
    with pytest.raises(ValueError, match="no percentiles"):
        latency.percentile([], 50)
