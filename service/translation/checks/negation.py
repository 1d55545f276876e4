"""Sentences that one edition negates and the other does not."""

import re
from collections.abc import Iterator, Sequence

from service.translation.checks.cues import Cue, cues, languages, words_pattern
from service.translation.checks.finding import finding
from service.translation.checks.modality import plain
from service.translation.checks.pairing import near, unmatched
from service.translation.checks.sides import Compared, Side, compared
from service.translation.types import Alignment, Finding, Severity

_SAYING_SO = ("until", "without", "only")
"""Kinds of cues that can say what a negation says: "not until" is "only from"."""
_OPENING = frozenset({"neither", "weder"})
_CONJUNCTIONS = _OPENING | {"ni", "nem", "né", "nor", "noch", "ani"}
"""Negative words that are repeated before each item of a list."""
_CONTINUING = _CONJUNCTIONS - _OPENING
"""Those that carry on a negation of the same sentence ("no se puede usar notas, pedir consejo ni analizar")."""
_SENTENCE_END = re.compile(r"[;:.!?]")
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
        alone = unmatched(pair.source, source, pair.target, target)
        quote = pair.source.quote(*alone[-1][:2])
        message = f"The source is negated ({quote.quote}), the target is not."
        yield finding(
            "negation", *_weight(pair.source, pair.target, source), message, quote, pair.target.whole(), pair.pair
        )
    elif len(target) > len(source):
        alone = unmatched(pair.target, target, pair.source, source)
        quote = pair.target.quote(*alone[-1][:2])
        message = f"The target is negated ({quote.quote}), the source is not."
        yield finding(
            "negation", *_weight(pair.target, pair.source, target), message, pair.source.whole(), quote, pair.pair
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
        within = any(_same_clause(side.text, before, cue) for before in [*without, *found[-1:]])
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


def _same_clause(text: str, before: Cue, cue: Cue) -> bool:
    return before.end <= cue.start and not _CLAUSE_END.search(text[before.end : cue.start])


def _weight(negated: Side, affirmative: Side, negations: Sequence[Cue]) -> tuple[Severity, float]:
    """Weigh a missing negation: little where the other side says so about there without one.

    A modal verb that only the negation turns is a second sign.
    """
    if _limits(negated, affirmative) or _said_there(negated, affirmative, negations, _SAYING_SO):
        return Severity.LOW, 0.3
    if _count(affirmative, "negation") >= len(negations):  # "no ... and never" is one clause, "no ...; never" two
        return Severity.LOW, 0.4
    if _turned_modal(negated, affirmative):
        return Severity.HIGH, 0.93
    denied = _said_there(negated, affirmative, negations, ("denial",))
    return (Severity.LOW, 0.3) if denied else (Severity.HIGH, 0.9)


def _said_there(negated: Side, affirmative: Side, negations: Sequence[Cue], kinds: Sequence[str]) -> bool:
    """Say whether a word that says what a negation says stands only there, about where a negation stands."""
    own = [_cues(negated, kind) for kind in kinds]
    others = [_cues(affirmative, kind) for kind in kinds]
    only_there = [unmatched(affirmative, there, negated, here) for there, here in zip(others, own, strict=True)]
    if _is_one_clause(negated.text) and _is_one_clause(affirmative.text):  # in it words may stand anywhere
        return any(only_there)
    return any(near(negated, cue, affirmative, said) for cue in negations for saying in only_there for said in saying)


def _is_one_clause(text: str) -> bool:
    return not _CLAUSE_END.search(text.rstrip(".!?:; "))


def _turned_modal(negated: Side, affirmative: Side) -> bool:
    """Say whether both sides have the same modal verbs, of which the negation turns one on one side only."""
    return any(
        _count(negated, kind) == _count(affirmative, kind) and len(plain(negated, kind)) < len(plain(affirmative, kind))
        for kind in ("may", "must")
    )


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
