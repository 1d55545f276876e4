from service.composing.breaker import Breaker


class Clock:
    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def test_it_opens_after_failures_in_a_row_and_not_before() -> None:
    breaker = Breaker(failures=3, rest=10, now=Clock())
    for _ in range(2):
        breaker.failed()
    breaker.succeeded()
    for _ in range(2):
        breaker.failed()
        assert breaker.lets_through()
    breaker.failed()
    assert not breaker.lets_through()


def test_after_a_rest_one_probe_is_let_through_and_decides() -> None:
    clock = Clock()
    breaker = Breaker(failures=1, rest=10, now=clock)
    breaker.failed()
    clock.time = 9.9
    assert not breaker.lets_through()
    clock.time = 10
    assert [breaker.lets_through() for _ in range(3)] == [True, False, False]
    breaker.failed()
    clock.time = 19.9
    assert not breaker.lets_through()
    clock.time = 20
    assert breaker.lets_through()
    breaker.succeeded()
    assert [breaker.lets_through() for _ in range(3)] == [True, True, True]


def test_a_probe_that_was_dropped_lets_another_try() -> None:
    clock = Clock()
    breaker = Breaker(failures=1, rest=10, now=clock)
    breaker.failed()
    clock.time = 10
    assert breaker.lets_through()
    breaker.undecided()
    assert breaker.lets_through()
    assert not breaker.lets_through()
