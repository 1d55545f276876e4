"""Sentences that one edition negates and the other does not."""

import re
from collections.abc import Iterator, Sequence

from service.translation.checks.cues import Cue, cues, languages
from service.translation.checks.finding import finding
from service.translation.checks.sides import Compared, Side, compared
from service.translation.types import Alignment, Finding, Severity

_DENYING = ("denial", "without", "only")
"""Kinds of cues that can say what a negation says: "not until" is "only from"."""
_CONJUNCTIONS = frozenset({"ni", "nem", "né", "nor", "neither", "weder", "noch", "ani"})
"""Negative words that are repeated before each item of a list."""
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
    source = [cue for cue in negated_clauses(pair.source) if not _is_kept(pair.source, cue, pair.target)]
    target = [cue for cue in negated_clauses(pair.target) if not _is_kept(pair.target, cue, pair.source)]
    if len(source) > len(target):
        quote = pair.source.quote(*source[-1][:2])
        message = f"The source is negated ({quote.quote}), the target is not."
        weight = _weight(pair.source, pair.target, bool(target))
        yield finding("negation", *weight, message, quote, pair.target.whole(), pair.pair)
    elif len(target) > len(source):
        quote = pair.target.quote(*target[-1][:2])
        message = f"The target is negated ({quote.quote}), the source is not."
        weight = _weight(pair.target, pair.source, bool(source))
        yield finding("negation", *weight, message, pair.source.whole(), quote, pair.pair)


def negated_clauses(side: Side) -> list[Cue]:
    """Return the first negative word of each negated clause.

    "Neither ... nor" over several clauses counts once; "without any" is no negation of the clause.
    """
    found: list[Cue] = []
    last: Cue | None = None
    without = cues(side.text, side.language, "without")
    for cue in cues(side.text, side.language, "negation"):
        repeated = last is not None and {cue.words.lower(), last.words.lower()} <= _CONJUNCTIONS
        within = any(_same_clause(side.text, before, cue) for before in [*without, *found[-1:]])
        if not repeated and not within:
            found.append(cue)
        last = cue
    return found


def _is_kept(side: Side, cue: Cue, other: Side) -> bool:
    """Say whether the other side, in another language, has the cue and its next word: a call such as "no quiero"."""
    phrase = re.match(r"\W+\w+", side.text[cue.end :])
    kept = phrase is not None and f"{cue.words}{phrase.group()}".lower() in other.text.lower()
    return kept and side.language != other.language


def _same_clause(text: str, before: Cue, cue: Cue) -> bool:
    return before.end <= cue.start and not _CLAUSE_END.search(text[before.end : cue.start])


def _weight(negated: Side, affirmative: Side, elsewhere: bool) -> tuple[Severity, float]:
    """Weigh a missing negation: little where the other side has more words that deny without one.

    ``elsewhere`` says that the other side negates too, but fewer clauses.
    """
    if any(_count(affirmative, kind) > _count(negated, kind) for kind in _DENYING):
        return Severity.LOW, 0.3
    return (Severity.MEDIUM, 0.7) if elsewhere else (Severity.HIGH, 0.9)


def _count(side: Side, kind: str) -> int:
    return len(cues(side.text, side.language, kind))
