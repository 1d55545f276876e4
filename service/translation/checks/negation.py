"""Sentences that one edition negates and the other does not."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf
from typing import NamedTuple

from service.translation.checks.cues import Cue, cues, languages, words_pattern
from service.translation.checks.finding import finding
from service.translation.checks.modality import overlap, plain
from service.translation.checks.pairing import apart, cheapest, near, unmatched
from service.translation.checks.sides import Compared, Side, compared
from service.translation.types import Alignment, Finding, Severity

_SAYING_SO = ("until", "without", "only")
"""Kinds of cues that can say what a negation says: "not until" is "only from"."""
_OPENING = frozenset({"neither", "weder"})
_CONJUNCTIONS = _OPENING | {"ni", "nem", "né", "nor", "noch", "ani"}
"""Negative words that are repeated before each item of a list."""
_CONTINUING = _CONJUNCTIONS - _OPENING
"""Those that carry on a negation of the same sentence ("no se puede usar notas, pedir consejo ni analizar")."""
_OTHERWISE = 0.2
"""Share of the texts' lengths by which a word that denies is as if farther from a negation than another negation."""
_IN_PLACE = 0.15
"""Share within which a modal verb stands where the other side has it unturned."""
_UNANSWERED = 0.6
"""What it costs, in such shares, to leave a word that says no without an answer."""
_SENTENCE_END = re.compile(r"[:.!?]")
_CLAUSE_END = re.compile(r"[,;:.!?()–—]")


class NegationCheck:
    """Counts negated clauses on both sides; several negative words in one clause ("no ... nunca") negate it once."""

    kind = "negation"

    def findings(self, alignment: Alignment) -> Sequence[Finding]:
        """Return the pairs negated on one side only, in order; languages without a list of cues have none."""
        return [found for pair in compared(alignment) if _listed(pair) for found in _of_pair(pair)]


def _listed(pair: Compared) -> bool:
    return {pair.source.language, pair.target.language} <= languages()


def _of_pair(pair: Compared) -> Iterator[Finding]:
    both = _Both.of(pair)
    source, target = both.negations
    if len(source) != len(target):
        yield _negated(pair, both, 0 if len(source) > len(target) else 1)
    else:
        yield from _refused(pair, both)


def _negated(pair: Compared, both: "_Both", negated: int) -> Finding:
    """Report the side with more negated clauses: 0 the source, 1 the target."""
    side, other = (pair.source, pair.target) if negated == 0 else (pair.target, pair.source)
    quote = side.quote(*both.alone(negated)[-1][:2])
    names = ("source", "target") if negated == 0 else ("target", "source")
    message = f"The {names[0]} is negated ({quote.quote}), the {names[1]} is not."
    quotes = (quote, other.whole()) if negated == 0 else (other.whole(), quote)
    return finding("negation", *_weight(side, other, both, negated), message, *quotes, pair.pair)


def _refused(pair: Compared, both: "_Both") -> Iterator[Finding]:
    """Report a word that forbids ("impossible") without anything on the other side that says no."""
    for refusing, (side, other) in enumerate(((pair.source, pair.target), (pair.target, pair.source))):
        alone = both.unanswered[refusing]
        bans = [cue for cue in _cues(side, "ban") if any(overlap(cue, no) for no in alone)]
        if not bans or both.unanswered[1 - refusing] or any(_cues(other, kind) for kind in _SAYING_SO):
            continue
        quote = side.quote(*bans[0][:2])
        names = ("source", "target") if refusing == 0 else ("target", "source")
        message = f"The {names[0]} denies ({quote.quote}), the {names[1]} does not."
        quotes = (quote, other.whole()) if refusing == 0 else (other.whole(), quote)
        yield finding("negation", Severity.MEDIUM, 0.75, message, *quotes, pair.pair)


class _Both(NamedTuple):
    """What says no on the source's and on the target's side, and what answers it on the other."""

    negations: tuple[Sequence[Cue], Sequence[Cue]]
    """The first negative word of each negated clause."""
    unanswered: tuple[Sequence[Cue], Sequence[Cue]]
    """Negative words and words that deny without a counterpart of either kind."""
    denied: tuple[int, int]
    """How many of a side's negations a word that denies answers."""

    @classmethod
    def of(cls, pair: Compared) -> "_Both":
        source = [cue for cue in negated_clauses(pair.source) if not _is_kept(pair.source, cue, pair.target)]
        target = [cue for cue in negated_clauses(pair.target) if not _is_kept(pair.target, cue, pair.source)]
        left, right = _nos(pair.source, source), _nos(pair.target, target)
        matched = _answers(pair, left, right)
        denied = [sum(pair[at].kind == "negation" != pair[1 - at].kind for pair in matched) for at in (0, 1)]
        unanswered = [
            [no.cue for no in side if no not in [pair[at] for pair in matched]] for at, side in enumerate((left, right))
        ]
        return cls((source, target), (unanswered[0], unanswered[1]), (denied[0], denied[1]))

    def alone(self, side: int) -> Sequence[Cue]:
        """Return the negations of a side that nothing answers, all of them where a denial answers each."""
        return [cue for cue in self.negations[side] if cue in self.unanswered[side]] or self.negations[side]


class _No(NamedTuple):
    """A word that says no: a negation, a word that bans ("forbidden"), one that refuses or fails, one that denies."""

    cue: Cue
    kind: str

    @property
    def loud(self) -> bool:
        """Whether it answers another such word wherever that stands."""
        return self.kind != "denial"


def _nos(side: Side, negations: Sequence[Cue]) -> list[_No]:
    found = [_No(cue, "negation") for cue in negations]
    taken = list(cues(side.text, side.language, "negation"))
    for kind in ("ban", "refusal", "denial"):
        fresh = [cue for cue in _cues(side, kind) if not any(overlap(cue, other) for other in taken)]
        found += [_No(cue, kind) for cue in fresh]
        taken += fresh
    return sorted(found)


def _answers(pair: Compared, left: Sequence[_No], right: Sequence[_No]) -> list[tuple[_No, _No]]:
    """Return which words that say no stand for each other, at the least distance in all.

    A word that only denies answers what is left then, and from about the same place alone, unless the texts are a
    clause each.
    """
    anywhere = _is_one_clause(pair.source.text) and _is_one_clause(pair.target.text)

    def cost(one: _No, other: _No) -> float:
        free = one.kind == other.kind or (one.loud and other.loud)
        if not free and not anywhere and not near(pair.source, one.cue, pair.target, other.cue):
            return inf
        return apart(pair.source, one.cue, pair.target, other.cue) + _OTHERWISE * (one.kind != other.kind)

    loud = cheapest([no for no in left if no.loud], [no for no in right if no.loud], cost, _UNANSWERED)
    ours, theirs = {both[0] for both in loud}, {both[1] for both in loud}
    return loud + cheapest(
        [no for no in left if no not in ours], [no for no in right if no not in theirs], cost, _UNANSWERED
    )


def negated_clauses(side: Side) -> list[Cue]:
    """Return the first negative word of each negated clause.

    "Neither ... nor" over several clauses counts once; "without any" is no negation of the clause.
    """
    found: list[Cue] = []
    last: Cue | None = None
    without = cues(side.text, side.language, "without")
    for cue in cues(side.text, side.language, "negation"):
        repeated = last is not None and _carries_on(side.text, last, cue)
        within = any(_same_clause(side, before, cue) for before in [*without, *found[-1:]])
        if not repeated and not within:
            found.append(cue)
        last = cue
    return found


def _carries_on(text: str, last: Cue, cue: Cue) -> bool:
    """Say whether a negative conjunction goes on with the list or the negated sentence that ``last`` began."""
    if {cue.words.lower(), last.words.lower()} <= _CONJUNCTIONS:
        return True
    return cue.words.lower() in _CONTINUING and not _SENTENCE_END.search(text[last.end : cue.start])


def _is_kept(side: Side, cue: Cue, other: Side) -> bool:
    """Say whether the other side, in another language, has the cue and its next word: a call such as "no quiero"."""
    phrase = re.match(r"\W+\w+", side.text[cue.end :])
    if phrase is None or side.language == other.language:
        return False
    return bool(words_pattern(re.escape(f"{cue.words}{phrase.group()}")).search(other.text))


def _same_clause(side: Side, before: Cue, cue: Cue) -> bool:
    return before.end <= cue.start and not _CLAUSE_END.search(side.text[before.end : cue.start])


def _weight(negated: Side, affirmative: Side, both: _Both, side: int) -> tuple[Severity, float]:
    """Weigh a missing negation: little where the other side says so about there without one.

    A modal verb that only the negation turns is a second sign.
    """
    negations, others = both.negations[side], both.negations[1 - side]
    if _limits(negated, affirmative) or _excepts(negated, affirmative, negations):
        return Severity.LOW, 0.3
    if _said_there(negated, affirmative, negations):
        return Severity.LOW, 0.3
    if len(others) < len(negations) <= _said_no(affirmative):  # "no ... and never" is one clause, "no ...; never" two
        return Severity.LOW, 0.4
    if _turned_modal(negated, affirmative):
        return Severity.HIGH, 0.93
    denied = both.denied[side] >= len(negations) - len(others)
    return (Severity.LOW, 0.3) if denied else (Severity.HIGH, 0.9)


def _said_no(side: Side) -> int:
    """Count the clauses with a negative word, also those that only a conjunction parts."""
    found = cues(side.text, side.language, "negation")
    return len(found[:1]) + sum(
        not _same_clause(side, *both) or any(_stands_between(side, kind, *both) for kind in ("joined", "subordinated"))
        for both in pairwise(found)
    )


def _stands_between(side: Side, kind: str, before: Cue, cue: Cue) -> bool:
    return any(before.end <= parting.start < cue.start for parting in _cues(side, kind))


def _said_there(negated: Side, affirmative: Side, negations: Sequence[Cue]) -> bool:
    """Say whether a word that says what a negation says stands only there, about where a negation stands."""
    own = [_cues(negated, kind) for kind in _SAYING_SO]
    others = [_cues(affirmative, kind) for kind in _SAYING_SO]
    only_there = [unmatched(affirmative, there, negated, here) for there, here in zip(others, own, strict=True)]
    if _is_one_clause(negated.text) and _is_one_clause(affirmative.text):  # in it words may stand anywhere
        return any(only_there)
    return any(near(negated, cue, affirmative, said) for cue in negations for saying in only_there for said in saying)


def _excepts(negated: Side, affirmative: Side, negations: Sequence[Cue]) -> bool:
    """Say whether "not ... unless" of one side is "only ... if" on the other."""
    exceptions = _cues(negated, "exception")
    after = any(cue.end <= exception.start for cue in negations for exception in exceptions)
    own = [cue for cue in _cues(negated, "only") if not any(overlap(cue, each) for each in exceptions)]
    return after and len(_cues(affirmative, "only")) > len(own) and not _cues(affirmative, "exception")


def _is_one_clause(text: str) -> bool:
    return not _CLAUSE_END.search(text.rstrip(".!?:; "))


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
        bool(_count(negated, kind)) and _count(affirmative, limit) > _count(negated, limit)
        for kind, limit in said_otherwise
    )


def _count(side: Side, kind: str) -> int:
    return len(_cues(side, kind))


def _cues(side: Side, kind: str) -> Sequence[Cue]:
    return cues(side.text, side.language, kind)
