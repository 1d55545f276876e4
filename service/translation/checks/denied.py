"""Words that deny by how they are made or by what they mean, against a plain negation on the other side.

"Unwilling" is "non è disposto", "vague" is "no estén claras", and languages put the two in quite other places of the
sentence. Where the side without the negation has such a word, and denies more often than the other, it may be what the
negation says.
"""

import re
from collections.abc import Sequence

from service.translation.checks.cues import Cue, cues, words_pattern
from service.translation.checks.finding import place, remark
from service.translation.checks.sides import Compared, Side, compared
from service.translation.types import Alignment, Finding, Quote, Severity

KIND = "negation"
_LEFT = 0.5
"""What is left of the confidence in a negation that a denying word may answer."""
_UNDONE = r"un(?!less|load|lock|pack|fold|roll|veil|cover|wrap|stack|till?$|der)"
"""English words with "un" that deny, without those that undo: "unlock"."""
_MADE = re.compile(
    rf"(?:{_UNDONE}|in|im|il|ir|des|dis|dés|non)\w{{4,}}|\w{{3,}}less(?:ly)?|vag[aeou]\w*", re.IGNORECASE
)
"""How such words begin or end. Only words that are listed as denying are asked for it."""
_MADE_OF = {
    "de": words_pattern(
        r"un(?!d|ter|ten|ser|ion|i|gefähr|mittelbar|entschieden|bedingt|längst)\w{4,}|\w{3,}los(?:e[mnrs]?)?"
    ),
    "it": words_pattern(r"s(?:con(?!fi|t)|cor(?=rett|tes)|prov)\w{4,}"),
}
"""How a language makes them besides: German freely ("unklar", "unbenutzt", "lautlos")."""
_DENIALS = ("denial", "ban", "refusal", "lacking")


def softened(alignment: Alignment, findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings, negations that a denying word of the other side may answer as remarks."""
    pairs = {pair.pair: pair for pair in compared(alignment)} if any(each.kind == KIND for each in findings) else {}
    return [remark(each, _LEFT) if _is_denied(pairs, each) else each for each in findings]


def _is_denied(pairs: dict[int, Compared], found: Finding) -> bool:
    """Say whether the side without the negation has more denying words than the one with it."""
    pair = pairs.get(place(found))
    if pair is None or found.kind != KIND or found.severity is Severity.LOW:
        return False
    negated, affirmative = _negated_first(pair, found)
    return bool(made_negative(affirmative)) and len(_denying(affirmative)) > len(_denying(negated))


def _negated_first(pair: Compared, found: Finding) -> tuple[Side, Side]:
    return (pair.source, pair.target) if _negates(pair.source, found.source) else (pair.target, pair.source)


def _negates(side: Side, quote: Quote | None) -> bool:
    """Say whether a finding quotes a side's negation: the other side is quoted whole."""
    return quote != side.whole()


def _denying(side: Side) -> set[int]:
    """Return where the words of a side stand that deny without a negation."""
    listed = {cue.start for kind in _DENIALS for cue in cues(side.text, side.language, kind)}
    return listed | {cue.start for cue in made_negative(side)}


def made_negative(side: Side) -> list[Cue]:
    """Return the words of a side that deny by how they are made, and vague ones, with their places."""
    listed = {cue for cue in cues(side.text, side.language, "denial") if _MADE.fullmatch(cue.words)}
    pattern = _MADE_OF.get(side.language)
    made = {Cue(*match.span(), match.group()) for match in pattern.finditer(side.text)} if pattern else set()
    return sorted(listed | made)
