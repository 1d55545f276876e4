"""The words of a text that say no, and which of two texts' answer each other."""

import re
from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from service.translation.checks.cues import Cue, cues, words_pattern
from service.translation.checks.denied import made_negative
from service.translation.checks.pairing import CLAUSE_END, apart, cheapest, is_one_clause, near
from service.translation.checks.sides import Compared, Side
from service.translation.checks.turned import overlap

_OPENING = frozenset({"neither", "weder"})
_CONJUNCTIONS = _OPENING | {"ni", "nem", "né", "nor", "noch", "ani"}
"""Negative words that are repeated before each item of a list."""
_CONTINUING = _CONJUNCTIONS - _OPENING
"""Those that carry on a negation of the same sentence ("no se puede usar notas, pedir consejo ni analizar")."""
_NEGATORS = frozenset({"not", "no", "não", "non", "ne", "nicht", "niet", "nie"})
"""Words that deny wherever they stand; others ("nadie") mean "anybody" after "antes de que"."""
_VERB_NEGATORS = {"es": frozenset({"no"}), "pt": frozenset({"não"}), "it": frozenset({"non"})}
"""Where a verb is denied right before it, another such word denies another verb."""
_WITHOUT_CONCORD = frozenset({"en", "de", "nl"})
"""Languages in which two negative words never deny the same."""
_CARRIED_OVER = ("joined", "until", "as_long")
"""Kinds of words that may carry a negation over to what follows: "does not move or turn", "cannot until it is not"."""
_PARTICLE = re.compile(r"(?<![^\W_])n(?:e |['’])", re.IGNORECASE)
"""What French puts before each verb that is denied."""
_OTHERWISE = 0.2
"""Share of the texts' lengths by which a word that denies is as if farther from a negation than another negation."""
_UNANSWERED = 0.6
"""What it costs, in such shares, to leave a word that says no without an answer."""
_LITOTES = 12
"""Characters between a negation and a word made negative that it turns: "is not irrevocable"."""
_SENTENCE_END = re.compile(r"[:.!?]")
_DENIALS = ("ban", "refusal", "denial", "without")
_FAINT = ("denial", "without")
"""Those that answer another kind of word only from about the same place."""


class No(NamedTuple):
    """A word that says no: a negation, a word that bans ("forbidden"), one that refuses or fails, one that denies."""

    cue: Cue
    kind: str

    @property
    def forbids(self) -> bool:
        """Whether it says no by itself: "unable" is "cannot"."""
        return self.kind in ("negation", "ban")

    @property
    def loud(self) -> bool:
        """Whether it answers another such word wherever that stands."""
        return self.kind not in _FAINT


class Half(NamedTuple):
    """What says no on one side of a pair, and what of it the other side answers."""

    negations: Sequence[Cue]
    """The first negative word of each negated clause."""
    unanswered: Sequence[Cue]
    """Negative words and words that deny without a counterpart of either kind."""
    denied: int
    """How many of the negations a word that denies answers."""
    turned_back: Sequence[Cue]
    """Negations that turn a word made negative ("is not irrevocable") of which the other side has but one."""

    @property
    def alone(self) -> Sequence[Cue]:
        """The negations that nothing answers, all of them where a denial answers each."""
        return [cue for cue in self.negations if cue in self.unanswered] or self.negations


def halves(pair: Compared) -> tuple[Half, Half]:
    """Return what says no on the source's and on the target's side."""
    source = [cue for cue in negated_clauses(pair.source) if not _is_kept(pair.source, cue, pair.target)]
    target = [cue for cue in negated_clauses(pair.target) if not _is_kept(pair.target, cue, pair.source)]
    left, right = _nos(pair.source, source), _nos(pair.target, target)
    matched = _answers(pair, left, right)
    back = [(other, one) for one, other in matched]
    return _half(pair.source, source, left, matched), _half(pair.target, target, right, back)


def _half(side: Side, negations: Sequence[Cue], nos: Sequence[No], matched: Sequence[tuple[No, No]]) -> Half:
    """Leave out what denies twice and so says yes: "not irrevocable", with nothing for it on the other side."""
    answered = [own for own, _ in matched]
    unanswered = [no.cue for no in nos if no not in answered]
    twice = [(no, made) for no in negations for made in _denied_words(side) if _turns_back(side, no, made)]
    free = [(no in unanswered, any(overlap(made, each) for each in unanswered)) for no, made in twice]
    yes = {cue for both, alone in zip(twice, free, strict=True) for cue in both if all(alone)}
    return Half(
        [no for no in negations if no not in yes],
        [no for no in unanswered if no not in yes],
        sum(own.kind == "negation" != other.kind for own, other in matched),
        [no for (no, _), alone in zip(twice, free, strict=True) if any(alone) and not all(alone)],
    )


def _denied_words(side: Side) -> list[Cue]:
    return [*made_negative(side), *cues(side.text, side.language, "ban")]


def _turns_back(side: Side, negation: Cue, made: Cue) -> bool:
    """Say whether a negation turns a word made negative into what it was: "is not irrevocable"."""
    return same_clause(side, negation, made) and made.start - negation.end <= _LITOTES


def _nos(side: Side, negations: Sequence[Cue]) -> list[No]:
    every = cues(side.text, side.language, "negation")
    found = [No(cue, "negation") for cue in negations]
    taken = list(every)
    kinds = {kind: cues(side.text, side.language, kind) for kind in _DENIALS}
    for kind, words in [*kinds.items(), ("denial", made_negative(side))]:
        fresh = [cue for cue in words if not any(overlap(cue, each) for each in taken)]
        found += [No(cue, kind) for cue in fresh]
        taken += fresh
    return sorted(found)


def _answers(pair: Compared, left: Sequence[No], right: Sequence[No]) -> list[tuple[No, No]]:
    """Return which words that say no stand for each other, at the least distance in all.

    A word that only denies answers another kind of word from about the same place alone, unless the texts are a clause
    each.
    """
    anywhere = is_one_clause(pair.source.text) and is_one_clause(pair.target.text)

    def cost(one: No, other: No) -> float:
        strange = one.forbids != other.forbids
        free = not strange or (one.loud and other.loud)
        if not free and not anywhere and not near(pair.source, one.cue, pair.target, other.cue):
            return inf
        return apart(pair.source, one.cue, pair.target, other.cue) + _OTHERWISE * strange

    return cheapest(left, right, cost, _UNANSWERED)


def negated_clauses(side: Side) -> list[Cue]:
    """Return the first negative word of each negated clause.

    "Neither ... nor" over several clauses counts once; "without any" is no negation of the clause, nor is "before
    anybody", which some languages say with a negative word.
    """
    found: list[Cue] = []
    last: Cue | None = None
    for cue in negative_words(side):
        repeated = last is not None and _carries_on(side.text, last, cue)
        if not repeated and not any(_is_one_negation(side, before, cue) for before in found[-1:]):
            found.append(cue)
        last = cue
    return found


def _is_one_negation(side: Side, before: Cue, cue: Cue) -> bool:
    """Say whether two negative words deny once, as "no ... nunca" does, and what a conjunction or "until" adds."""
    if not same_clause(side, before, cue):
        return False
    parting = [word for kind in _CARRIED_OVER for word in cues(side.text, side.language, kind)]
    carried = any(before.end <= word.start < cue.start for word in parting)
    return carried or not _denies_again(side, before, cue)


def _denies_again(side: Side, before: Cue, cue: Cue) -> bool:
    """Say whether a negative word denies another verb than the one before it: "who has no bell gains nothing"."""
    if cue.words.casefold() in _CONJUNCTIONS or before.words.casefold() in _CONJUNCTIONS:
        return False
    if side.language == "fr":
        opened = max((mark.end() for mark in CLAUSE_END.finditer(side.text, 0, before.start)), default=0)
        return len(_PARTICLE.findall(side.text, opened, cue.end)) > 1
    return side.language in _WITHOUT_CONCORD or cue.words.casefold() in _VERB_NEGATORS.get(side.language, ())


def negative_words(side: Side) -> list[Cue]:
    """Return the negative words of a side, without those that mean "anybody", as in "before anybody"."""
    kinds = () if side.language in _WITHOUT_CONCORD else ("without", "expletive")
    mild = [cue for kind in kinds for cue in cues(side.text, side.language, kind)]
    return [
        cue
        for cue in cues(side.text, side.language, "negation")
        if cue.words.casefold() in _NEGATORS or not any(same_clause(side, before, cue) for before in mild)
    ]


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


def same_clause(side: Side, before: Cue, cue: Cue) -> bool:
    """Say whether no mark parts a cue from one that stands before it."""
    return before.end <= cue.start and not CLAUSE_END.search(side.text[before.end : cue.start])
