"""Sentences that one edition negates and the other does not."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice, pairwise

from service.translation.checks.cues import Cue, cues, is_negative
from service.translation.checks.finding import finding
from service.translation.checks.modality import is_listed
from service.translation.checks.no_words import Half, halves, negative_words, same_clause
from service.translation.checks.pairing import apart, is_one_clause, near, unmatched
from service.translation.checks.sides import Compared, Side, compared
from service.translation.checks.turned import overlap, plain
from service.translation.types import Alignment, Finding, Severity

_SAYING_SO = ("until", "without", "only")
"""Kinds of cues that can say what a negation says: "not until" is "only from"."""
_TIMES = ("until", "as_long", "before", "after")
"""Kinds of cues one of which a negation needs to say what "until" says: "as long as it is not there"."""
_STRONG = ("ban", "void", "otherwise", "lacking")
"""Kinds of words without a negation that must have an answer."""
_LIMITS = (("at_most", "more"), ("at_least", "fewer"))
"""Limits that a negation makes of a comparison ("no more than"), and the comparison."""
_BOUNDED = ("until", "before")
"""Kinds of cues up to which something holds."""
_BOUNDS = ("at_most", "at_least")
_OR_ELSE = re.compile(r"[,;] (?:or|o|u|ou|oder|of|lub|albo)(?!\w)", re.IGNORECASE)
"""A clause joined by "or" may say "otherwise"."""
_IN_PLACE = 0.15
"""Share within which a modal verb stands where the other side has it unturned."""
_NEGATED = "The {} is negated ({}), the {} is not."
_DENIES = "The {} denies ({}), the {} does not."
_LIMITED = "The {} says only from when ({}), the {} only until when."
Both = tuple[Half, Half]
"""What says no on the source's and on the target's side."""


class NegationCheck:
    """Counts negated clauses on both sides; several negative words in one clause ("no ... nunca") negate it once."""

    kind = "negation"

    def findings(self, alignment: Alignment) -> Sequence[Finding]:
        """Return the pairs negated on one side only, in order; languages without a list of cues have none."""
        return [found for pair in compared(alignment) if is_listed(pair) for found in _of_pair(pair)]


def _of_pair(pair: Compared) -> Iterator[Finding]:
    both = halves(pair)
    source, target = (len(half.negations) for half in both)
    if source != target:
        yield _negated(pair, both, 0 if source > target else 1)
        return
    signs = (_turned_here, _turned_back, _not_only, _freed_limit, _turned_time, _refused)
    yield from islice(chain.from_iterable(sign(pair, both) for sign in signs), 1)


def _negated(pair: Compared, both: Both, negated: int) -> Finding:
    """Report the side with more negated clauses: 0 the source, 1 the target."""
    side, other = _sides(pair, negated)
    weight = _weight(side, other, both[negated], both[1 - negated])
    return _told(pair, negated, both[negated].alone[-1], _NEGATED, *weight)


def _sides(pair: Compared, first: int) -> tuple[Side, Side]:
    return (pair.source, pair.target) if first == 0 else (pair.target, pair.source)


def _told(pair: Compared, first: int, cue: Cue, message: str, severity: Severity, confidence: float) -> Finding:
    """Return a finding that quotes a word of one side (0 the source, 1 the target) and all of the other."""
    side, _ = _sides(pair, first)
    quote = side.quote(cue.start, cue.end)
    where, other = ("source", "target") if first == 0 else ("target", "source")
    text = message.format(where, quote.quote, other)
    return finding("negation", severity, confidence, text, *pair.beside_all(quote, where), pair.pair)


def _turned_here(pair: Compared, both: Both) -> Iterator[Finding]:
    """Report a modal verb that a negation turns on one side only, though either side is negated somewhere."""
    for first in (0, 1):
        alone = [cue for cue in both[first].negations if cue in both[first].unanswered]
        if alone and _turned_modal(*_sides(pair, first)):
            yield _told(pair, first, alone[0], _NEGATED, Severity.HIGH, 0.85)


def _turned_back(pair: Compared, both: Both) -> Iterator[Finding]:
    """Report "not irrevocable" against a single denial."""
    for first in (0, 1):
        if both[first].turned_back:
            yield _told(pair, first, both[first].turned_back[0], _NEGATED, Severity.HIGH, 0.85)


def _turned_time(pair: Compared, both: Both) -> Iterator[Finding]:
    """Report "until" or "before" against "only from", where neither side is negated."""
    for first in (0, 1):
        side, other = _sides(pair, first)
        limits = [cue for cue in _only_there(other, side, "only") if not _overlaps(side, cue, _BOUNDS)]
        times = [cue for kind in _BOUNDED for cue in _cues(other, kind) if not _overlaps(other, cue, _BOUNDS)]
        same = any(_cues(side, kind) for kind in _BOUNDED)
        if limits and times and not same and not any(half.negations or half.unanswered for half in both):
            yield _told(pair, first, limits[0], _LIMITED, Severity.MEDIUM, 0.7)


def _overlaps(side: Side, cue: Cue, kinds: Sequence[str]) -> bool:
    return any(overlap(cue, other) for kind in kinds for other in _cues(side, kind))


def _not_only(pair: Compared, both: Both) -> Iterator[Finding]:
    """Report "not only" against "only"."""
    for first in (0, 1):
        side, other = _sides(pair, first)
        found = _cues(side, "not_only")
        contrary = _count(other, "only") > _count(side, "only") and not both[1 - first].negations
        if found and contrary and not _cues(other, "not_only"):
            yield _told(pair, first, found[0], _NEGATED, Severity.HIGH, 0.85)


def _freed_limit(pair: Compared, both: Both) -> Iterator[Finding]:
    """Report "no more than" against "more than"."""
    for first in (0, 1):
        side, other = _sides(pair, first)
        for limit, comparison in _LIMITS:
            found = [cue for cue in _cues(side, limit) if is_negative(cue.words, side.language)]
            compared_there = _compares(other, comparison) > _compares(side, comparison)
            lost = compared_there and _count(side, limit) > _count(other, limit)
            if found and lost and not both[1 - first].negations:
                yield _told(pair, first, found[0], _NEGATED, Severity.HIGH, 0.85)


def _refused(pair: Compared, both: Both) -> Iterator[Finding]:
    """Report a word that forbids ("impossible") without anything on the other side that says no."""
    for first in (0, 1):
        side, other = _sides(pair, first)
        strong = [cue for kind in _STRONG for cue in _cues(side, kind)]
        answered = _cues(side, "otherwise") if _OR_ELSE.search(other.text) else ()
        unanswered = [cue for cue in both[first].unanswered if not any(overlap(cue, said) for said in answered)]
        alone = [cue for cue in strong if any(overlap(cue, no) for no in unanswered)]
        said_so = any(_cues(other, kind) for kind in _SAYING_SO)
        if alone and not both[1 - first].unanswered and not said_so:
            yield _told(pair, first, alone[0], _DENIES, Severity.MEDIUM, 0.75)


def _weight(negated: Side, affirmative: Side, own: Half, other: Half) -> tuple[Severity, float]:
    """Weigh a missing negation: little where the other side says so about there without one.

    A modal verb that only the negation turns is a second sign, and so is a word made negative beside it.
    """
    if _limits(negated, affirmative) or _excepts(negated, affirmative, own.negations):
        return Severity.LOW, 0.3
    if _said_there(negated, affirmative, own.negations):
        return Severity.LOW, 0.3
    if len(other.negations) < len(own.negations) <= _said_no(affirmative):
        return Severity.LOW, 0.4  # "no ... and never" is one clause, "no ...; never" two
    if _conditioned(negated, affirmative, own.alone):
        return Severity.LOW, 0.4
    if own.turned_back or _turned_modal(negated, affirmative):
        return Severity.HIGH, 0.93
    denied = own.denied >= len(own.negations) - len(other.negations)
    return (Severity.LOW, 0.3) if denied else (Severity.HIGH, 0.9)


def _conditioned(negated: Side, affirmative: Side, negations: Sequence[Cue]) -> bool:
    """Say whether "as long as it is not broken" of one side may be "as long as it holds" on the other."""
    opened = _cues(negated, "condition")
    inside = any(same_clause(negated, opening, cue) for opening in opened for cue in negations[-1:])
    return inside and bool(_cues(affirmative, "condition")) and not negative_words(affirmative)


def _said_no(side: Side) -> int:
    """Count the clauses with a negative word, also those that only a conjunction parts."""
    found = negative_words(side)
    return len(found[:1]) + sum(
        not same_clause(side, *both) or any(_stands_between(side, kind, *both) for kind in ("joined", "subordinated"))
        for both in pairwise(found)
    )


def _stands_between(side: Side, kind: str, before: Cue, cue: Cue) -> bool:
    return any(before.end <= parting.start < cue.start for parting in _cues(side, kind))


def _said_there(negated: Side, affirmative: Side, negations: Sequence[Cue]) -> bool:
    """Say whether a word that says what a negation says stands only there, about where a negation stands."""
    only_there = [said for kind in _SAYING_SO for said in _only_there(negated, affirmative, kind)]
    if is_one_clause(negated.text) and is_one_clause(affirmative.text):  # in it words may stand anywhere
        return bool(only_there)
    return any(near(negated, cue, affirmative, said) for cue in negations for said in only_there)


def _only_there(negated: Side, affirmative: Side, kind: str) -> list[Cue]:
    """Return the cues of a kind that the negated side has no counterpart of; "a single one" is no limit."""
    there, here = list(_cues(affirmative, kind)), list(_cues(negated, kind))
    if kind == "until":
        there = there if any(_cues(negated, time) for time in _TIMES) else []
        here += [cue for time in ("as_long", "before") for cue in _cues(negated, time)]
    if kind == "only":
        excepted = _cues(affirmative, "exception") if _cues(negated, "exception") else ()
        no_limits = [*_cues(affirmative, "single"), *excepted]
        there = [cue for cue in there if not any(overlap(cue, one) for one in no_limits)]
    return unmatched(affirmative, there, negated, here)


def _excepts(negated: Side, affirmative: Side, negations: Sequence[Cue]) -> bool:
    """Say whether "not ... unless" of one side is "only ... if" on the other."""
    exceptions = _cues(negated, "exception")
    after = any(cue.end <= exception.start for cue in negations for exception in exceptions)
    own = [cue for cue in _cues(negated, "only") if not any(overlap(cue, each) for each in exceptions)]
    return after and len(_cues(affirmative, "only")) > len(own) and not _cues(affirmative, "exception")


def _turned_modal(negated: Side, affirmative: Side) -> bool:
    """Say whether both sides have the same modal verbs, of which the negation turns one on one side only."""
    return any(
        _count(negated, kind) == _count(affirmative, kind) and _turned(negated, affirmative, kind)
        for kind in ("may", "must")
    )


def _turned(negated: Side, affirmative: Side, kind: str) -> bool:
    kept, there = plain(negated, kind), plain(affirmative, kind)
    turned = [cue for cue in _cues(negated, kind) if cue not in kept]
    in_place = (apart(negated, cue, affirmative, other) <= _IN_PLACE for cue in turned for other in there)
    return len(kept) < len(there) and any(in_place)


def _limits(negated: Side, affirmative: Side) -> bool:
    """Say whether "no more than" of one side is "at most" on the other, or "not as much as" is "less"."""
    said_otherwise = (("more", "at_most"), ("fewer", "at_least"), ("as_much", "fewer"))
    return any(
        _compares(negated, kind) > _compares(affirmative, kind) and _count(affirmative, limit) > _count(negated, limit)
        for kind, limit in said_otherwise
    )


def _compares(side: Side, kind: str) -> int:
    """Count the cues of a kind that are no part of a limit ("no more than")."""
    return sum(not _overlaps(side, cue, _BOUNDS) for cue in _cues(side, kind))


def _count(side: Side, kind: str) -> int:
    return len(_cues(side, kind))


def _cues(side: Side, kind: str) -> Sequence[Cue]:
    return cues(side.text, side.language, kind)
