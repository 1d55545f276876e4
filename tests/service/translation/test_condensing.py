"""What is told once instead of many times over."""

import pytest

from service.translation.condensing import condensed
from service.translation.types import Alignment, Finding, Pair, Quote, Severity
from tests.service.translation.parallel import edition


def told(rows: int, severity: Severity, bar: str = "|") -> list[tuple[str, int | None, Severity]]:
    """Return kinds, pairs and severities after condensing as many findings on prices, one for each second pair."""
    texts = [f"Rope {bar} {number}" for number in range(2 * rows)]
    alignment = Alignment(
        edition("en", texts), edition("fr", texts), tuple(Pair((n,), (n,), 0.4) for n in range(len(texts)))
    )
    quote = Quote(1, 7, 8, "5")
    found = [Finding(f"n{n}", "number", severity, 0.5, "other", quote, quote, n) for n in range(0, 2 * rows, 2)]
    return [(each.kind, each.pair, each.severity) for each in condensed(alignment, found)]


def test_doubtful_prices_of_a_table_that_was_sorted_anew_are_one_remark() -> None:
    assert told(5, Severity.LOW) == [("renumbered", 0, Severity.LOW)]


@pytest.mark.parametrize(
    ("rows", "severity", "bar"), [(4, Severity.LOW, "|"), (5, Severity.HIGH, "|"), (5, Severity.LOW, ":")]
)
def test_few_sure_or_other_numbers_are_told_one_by_one(rows: int, severity: Severity, bar: str) -> None:
    assert told(rows, severity, bar) == [("number", 2 * n, severity) for n in range(rows)]
