"""Numbers of pairs that are near each other."""

from collections.abc import Iterable


def runs(numbers: Iterable[int], apart: int) -> list[list[int]]:
    """Return ascending numbers in runs: from one to the next of its run it is at most ``apart``."""
    found: list[list[int]] = []
    for number in numbers:
        if not found or number - found[-1][-1] > apart:
            found.append([])
        found[-1].append(number)
    return found
