"""Modal verbs and comparisons as the negations beside them turn them: "may not", "no more than"."""

import re
from collections.abc import Sequence

from service.translation.checks.cues import Cue, cues
from service.translation.checks.numerals import numerals
from service.translation.checks.pairing import CLAUSE_END
from service.translation.checks.sides import Side

_MODAL = ("may", "must", "allowed", "needed")
_NEGATION_REACH = 25
"""Characters between a modal verb and the negation that turns it: "may not", "no se puede", "darf ... nicht"."""
_NEGATED_BEFORE = frozenset({"es", "pt", "it", "pl"})
"""Languages whose verbs have their negation before them."""
_LIMITED_BY = {"at_most": "more", "at_least": "fewer"}
"""Classes of limits, and the comparisons that a negation makes such limits: "never more than two" is "at most two"."""
_THAN_AMOUNT = re.compile(
    r"(?:.*\W)?(?:than|als|de|di|que|che|d|qu|dan|niż)['’ ]\s*(?:\d|(?:an?|one|once|un[oa]?|une|uma?|één|een)\b|ein)",
    re.IGNORECASE,
)
_AMOUNT_WITHIN = 14
"""Characters after a comparison within which its amount begins."""
_COMPARISON_REACH = 40
"""Characters between a comparison and the negation that makes a limit of it."""


def plain(side: Side, kind: str) -> list[Cue]:
    """Return the cues of a class; of modal verbs only those that no negation turns ("may not" is "must not").

    A comparison that a negation turns is a limit.
    """
    found = list(cues(side.text, side.language, kind))
    if kind in _LIMITED_BY:
        return sorted({*found, *_turned_comparisons(side, _LIMITED_BY[kind])})
    if kind in _LIMITED_BY.values():
        limits = [cue for limit, comparison in _LIMITED_BY.items() if comparison == kind for cue in plain(side, limit)]
        return [cue for cue in found if not any(overlap(cue, limit) for limit in limits)]
    if kind not in _MODAL:
        return found
    negations = cues(side.text, side.language, "negation")
    return [cue for cue in found if not any(_turns_modal(negation, cue, side) for negation in negations)]


def _turned_comparisons(side: Side, kind: str) -> list[Cue]:
    """Return the comparisons with an amount that a negation makes limits: "nunca más de dos"."""
    amounts = [number.start for number in numerals(side.text, side.language).numbers]
    negations = cues(side.text, side.language, "negation")
    return [
        cue
        for cue in cues(side.text, side.language, kind)
        if _has_amount(side, cue, amounts)
        and any(_reaches(negation, cue, side, _COMPARISON_REACH) for negation in negations)
    ]


def _has_amount(side: Side, cue: Cue, amounts: Sequence[int]) -> bool:
    """Say whether a comparison is with a number or with one: not "no longer"."""
    after = side.text[cue.start : cue.end + _AMOUNT_WITHIN]
    return any(cue.end <= start <= cue.end + _AMOUNT_WITHIN for start in amounts) or bool(_THAN_AMOUNT.match(after))


def _turns_modal(negation: Cue, cue: Cue, side: Side) -> bool:
    """Say whether a negation turns a modal verb: it reaches it, and no conjunction begins another clause between."""
    if not _reaches(negation, cue, side, _NEGATION_REACH):
        return False
    first, last = sorted((negation, cue))
    until = max(last.start, negation.end)
    return not any(first.end <= word.start < until for word in cues(side.text, side.language, "joined"))


def _reaches(negation: Cue, cue: Cue, side: Side, reach: int) -> bool:
    """Say whether a negation stands near enough, on the side where its language has it, and in the same clause."""
    first, last = sorted((negation, cue))
    if first is cue and side.language in _NEGATED_BEFORE:
        return False
    between = side.text[first.end : last.start]
    return len(between) < reach and not CLAUSE_END.search(between)


def overlap(one: Cue, other: Cue) -> bool:
    """Say whether two cues of one text share a character."""
    return one.start < other.end and other.start < one.end
