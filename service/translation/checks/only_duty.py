"""Duties where the other edition only limits what may be done: "must only from" for "not until"."""

from collections.abc import Iterator, Sequence

from service.translation.checks.cues import Cue, cues
from service.translation.checks.finding import finding
from service.translation.checks.modality import is_listed
from service.translation.checks.no_words import same_clause
from service.translation.checks.sides import Compared, Side, compared
from service.translation.checks.turned import plain
from service.translation.types import Alignment, Finding, Severity

_BESIDE = 25
"""Characters between a duty and the "only" that goes with it."""
_LIMITING = ("only", "until", "allowed")


class OnlyDutyCheck:
    """Reports a duty beside "only" where the other side has no duty, but forbids or limits: there it is a permission.

    "May only from the next turn on" and "may not until the next turn" say the same; "must only" says another thing.
    """

    kind = "obligation"

    def findings(self, alignment: Alignment) -> Sequence[Finding]:
        """Return the duties, in the order of the pairs; languages without a list of cues have none."""
        return [found for pair in compared(alignment) if is_listed(pair) for found in _of_pair(pair)]


def _of_pair(pair: Compared) -> Iterator[Finding]:
    for side, other in ((pair.source, pair.target), (pair.target, pair.source)):
        duties = [duty for duty in plain(side, "must") if _is_limited(side, duty)]
        if duties and _limits(other) and not plain(side, "may"):
            yield _finding(pair, side, duties[0])


def _is_limited(side: Side, duty: Cue) -> bool:
    return any(_goes_with(side, *sorted((duty, only))) for only in cues(side.text, side.language, "only"))


def _goes_with(side: Side, first: Cue, last: Cue) -> bool:
    """Say whether two cues stand beside each other, with no word between them that begins another clause."""
    opening = cues(side.text, side.language, "subordinated")
    parted = any(first.end <= word.start < last.start for word in opening)
    return same_clause(side, first, last) and last.start - first.end <= _BESIDE and not parted


def _limits(side: Side) -> bool:
    """Say whether a side limits or forbids, and neither obliges nor plainly allows.

    "Need not until" is "must only from".
    """
    if plain(side, "may") or any(cues(side.text, side.language, kind) for kind in ("must", "needed")):
        return False
    turned = cues(side.text, side.language, "may")  # none is plain: a negation turns each
    return bool(turned) or any(cues(side.text, side.language, kind) for kind in _LIMITING)


def _finding(pair: Compared, side: Side, duty: Cue) -> Finding:
    quote = side.quote(duty.start, duty.end)
    where, other = ("source", "target") if side is pair.source else ("target", "source")
    message = f"The {where} obliges ({quote.quote}), the {other} only limits what may be done."
    weight = (
        (Severity.MEDIUM, 0.65)
        if _permits(pair.target if side is pair.source else pair.source)
        else (Severity.LOW, 0.4)
    )
    return finding("obligation", *weight, message, *pair.beside_all(quote, where), pair.pair)


def _permits(side: Side) -> bool:
    """Say whether a limit is put as one of what is allowed: a rule that plainly tells what is done may oblige."""
    return any(cues(side.text, side.language, kind) for kind in ("may", "allowed"))
