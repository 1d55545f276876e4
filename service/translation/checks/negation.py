"""Sentences that one edition negates and the other does not."""

import re
from collections.abc import Iterator, Sequence

from service.translation.checks.cues import Cue, cues, languages, words_pattern
from service.translation.checks.finding import finding
from service.translation.checks.modality import farthest, plain
from service.translation.checks.sides import Compared, Side, compared
from service.translation.types import Alignment, Finding, Severity

_SAYING_SO = ("until", "without", "only")
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
        weight = _weight(pair.source, pair.target, source, bool(target))
        yield finding("negation", *weight, message, quote, pair.target.whole(), pair.pair)
    elif len(target) > len(source):
        quote = pair.target.quote(*target[-1][:2])
        message = f"The target is negated ({quote.quote}), the source is not."
        weight = _weight(pair.target, pair.source, target, bool(source))
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
    if phrase is None or side.language == other.language:
        return False
    return bool(words_pattern(re.escape(f"{cue.words}{phrase.group()}")).search(other.text))


def _same_clause(text: str, before: Cue, cue: Cue) -> bool:
    return before.end <= cue.start and not _CLAUSE_END.search(text[before.end : cue.start])


def _weight(negated: Side, affirmative: Side, negations: Sequence[Cue], elsewhere: bool) -> tuple[Severity, float]:
    """Weigh a missing negation: little where the other side has more words that deny without one.

    A modal verb that only the negation turns is a second sign. ``elsewhere`` says that the other side negates too, but
    fewer clauses.
    """
    if any(_count(affirmative, kind) > _count(negated, kind) for kind in _SAYING_SO) or _limits(negated, affirmative):
        return Severity.LOW, 0.3
    if _turned_modal(negated, affirmative):
        return Severity.HIGH, 0.93
    if _count(affirmative, "denial") > _count(negated, "denial") and _denied_there(negated, affirmative, negations):
        return Severity.LOW, 0.3
    return (Severity.LOW, 0.4) if elsewhere else (Severity.HIGH, 0.9)


def _denied_there(negated: Side, affirmative: Side, negations: Sequence[Cue]) -> bool:
    """Say whether a word that denies stands about where the negation stands on the other side."""
    reach = farthest(negated.language, affirmative.language)
    return any(
        abs(negation.start / len(negated.text) - denial.start / len(affirmative.text)) <= reach
        for negation in negations
        for denial in cues(affirmative.text, affirmative.language, "denial")
    )


def _turned_modal(negated: Side, affirmative: Side) -> bool:
    """Say whether both sides have the same modal verbs, of which the negation turns one on one side only."""
    return any(
        _count(negated, kind) == _count(affirmative, kind) and len(plain(negated, kind)) < len(plain(affirmative, kind))
        for kind in ("may", "must")
    )


def _limits(negated: Side, affirmative: Side) -> bool:
    """Say whether "no more than" of one side is "at most" on the other, or "not as much as" is "less"."""
    return bool(_count(negated, "more") and _count(affirmative, "at_most") > _count(negated, "at_most")) or (
        bool(_count(negated, "as_much")) and _count(affirmative, "fewer") > _count(negated, "fewer")
    )


def _count(side: Side, kind: str) -> int:
    return len(cues(side.text, side.language, kind))
