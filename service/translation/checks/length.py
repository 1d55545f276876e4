"""Pairs whose lengths do not fit: half a sentence lost or a remark put in."""

from collections.abc import Sequence
from math import log

import numpy as np

from service.translation.checks.finding import finding
from service.translation.checks.sides import Compared, compared
from service.translation.types import Alignment, Finding, Severity

_SHORTEST = 40
"""Characters of the longer side; a heading's length says nothing."""
_ODD, _EXTREME = 4.0, 6.5
"""Robust standard deviations from the usual ratio."""
_NARROWEST = 0.17
"""Floor of the deviation of the log ratio: literal translations vary at least this much."""


class LengthCheck:
    """Compares each pair's ratio of lengths with the book's usual one, in median absolute deviations."""

    kind = "length"

    def findings(self, alignment: Alignment) -> Sequence[Finding]:
        """Return the pairs far from the usual ratio, in order."""
        pairs = [pair for pair in compared(alignment) if _longer(pair) >= _SHORTEST]
        if not pairs:
            return []
        ratios = np.array([log(max(1, len(pair.target.text)) / max(1, len(pair.source.text))) for pair in pairs])
        middle = float(np.median(ratios))
        spread = max(_NARROWEST, 1.4826 * float(np.median(np.abs(ratios - middle))))
        odd = (
            (pair, (ratio - middle) / spread * _reliability(pair)) for pair, ratio in zip(pairs, ratios, strict=True)
        )
        return [_finding(pair, deviation) for pair, deviation in odd if abs(deviation) >= _ODD]


def _longer(pair: Compared) -> int:
    return max(len(pair.source.text), len(pair.target.text))


def _reliability(pair: Compared) -> float:
    """Shorter texts vary more: trust full length from 120 characters on."""
    return float(min(1.0, (_longer(pair) / 120) ** 0.5))


def _finding(pair: Compared, deviation: float) -> Finding:
    extreme = abs(deviation) >= _EXTREME
    direction = "longer" if deviation > 0 else "shorter"
    message = (
        f"The target is much {direction} than usual here: {len(pair.target.text)} characters for "
        f"{len(pair.source.text)}; something may be {'added' if deviation > 0 else 'missing'}."
    )
    severity, confidence = (Severity.MEDIUM, 0.7) if extreme else (Severity.LOW, 0.4)
    return finding("length", severity, confidence, message, pair.source.whole(), pair.target.whole(), pair.pair)
