"""Codes and names, which no translation changes."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from corpus.terms import fold
from service.translation.checks.finding import finding
from service.translation.checks.numerals import Code, numerals
from service.translation.checks.sides import Compared, Side, compared
from service.translation.checks.words import is_function_word, words
from service.translation.types import Alignment, Finding, Quote, Severity

_ABBREVIATED = re.compile(r"[A-Z]+(?=[a-z0-9]*[a-z])(?P<rest>[a-z0-9]+)")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;•|/]|\d[.)])[\s\"'“«„(*_]*$")
_PARTED = re.compile("[-–]")
_SHORTEST_NAME = 3
_ENDING = 2
_KEPT = 0.6
_COPIED = 0.8
_OFTEN = 3
_NEAR = 0.65
_SLIP = 0.8
"""Likeness from which a word is a name misspelt, though the name is kept seldom; below it may be its translation."""
_NEARLY_ALWAYS = 0.9


class CodeCheck:
    """Compares codes such as C56 or B2. A letter that abbreviates a word (the N of "Nf3") may be translated."""

    kind = "code"

    def findings(self, alignment: Alignment) -> Sequence[Finding]:
        """Return the codes that are missing or changed, in the order of the pairs."""
        return [found for pair in compared(alignment) for found in _codes(pair)]


def _codes(pair: Compared) -> Iterator[Finding]:
    source, target = _code_list(pair.source), _code_list(pair.target)
    lost, gained = _only(source, target), _only(target, source)
    for number in range(max(len(lost), len(gained))):
        left = lost[number] if number < len(lost) else None
        right = gained[number] if number < len(gained) else None
        yield _code_finding(pair, left, right)


def _code_list(side: Side) -> tuple[Code, ...]:
    return numerals(side.text, side.language).codes


def _only(codes: Iterable[Code], others: Iterable[Code]) -> list[Code]:
    known = {_comparable(code) for code in others}
    return [code for code in codes if _comparable(code) not in known]


def _comparable(code: Code) -> str:
    abbreviated = _ABBREVIATED.fullmatch(code.text)
    return f"*{abbreviated['rest']}" if abbreviated else code.text.lower()


def _code_finding(pair: Compared, left: Code | None, right: Code | None) -> Finding:
    source = pair.source.quote(left.start, left.end) if left else pair.source.whole()
    target = pair.target.quote(right.start, right.end) if right else pair.target.whole()
    if left and right:
        return finding("code", Severity.HIGH, 0.97, f"{left.text} became {right.text}.", source, target, pair.pair)
    message = f"The target lacks {left.text}." if left else f"The source lacks {right.text if right else ''}."
    return finding("code", Severity.HIGH, 0.9, message, source, target, pair.pair)


class Capital(NamedTuple):
    """A capitalised word inside a sentence at ``text[start:end]``."""

    start: int
    end: int
    text: str


class NameCheck:
    """Learns which names the translation keeps, and reports where it does not keep one of them.

    A name counts as kept when some pairs have it on both sides, and at least 6 in 10 of those that have it in the
    source. Sentences that nobody translated tell nothing of that.
    """

    kind = "name"

    def findings(self, alignment: Alignment) -> Sequence[Finding]:
        """Return the names missing or changed, in the order of the pairs."""
        pairs = list(compared(alignment))
        kept = _kept_names([pair for pair in pairs if not _is_untranslated(pair)])
        spelled = Counter(word for pair in pairs for word in set(_all_words(pair.target)))
        return [found for pair in pairs for found in _names(pair, kept, spelled)]


def _is_untranslated(pair: Compared) -> bool:
    """Say whether the target repeats the source, and what it repeats is a sentence of the source's language."""
    target = {word.lower() for word in _all_words(pair.target)}
    source = [word.lower() for word in _all_words(pair.source)]
    if sum(word in target for word in source) < _COPIED * len(source):
        return False
    ours, theirs = pair.source.language, pair.target.language
    return any(is_function_word(word, ours) and not is_function_word(word, theirs) for word in source)


class Kept(NamedTuple):
    """How many pairs keep a name, and which share of those that have it, one that may be the slip left out.

    ``common`` is a word that the source writes small, too, or the target mostly: German begins every noun with a
    capital.
    """

    pairs: int
    share: float
    common: bool = False

    @property
    def always(self) -> bool:
        """Whether a departure is a slip rather than a choice."""
        return not self.common and self.pairs >= _OFTEN and self.share >= _NEARLY_ALWAYS


def _kept_names(pairs: Sequence[Compared]) -> dict[str, Kept]:
    """Return the names that are kept often enough."""
    present: Counter[str] = Counter()
    same: Counter[str] = Counter()
    lowered: Counter[str] = Counter()
    small = {word for pair in pairs for word in _all_words(pair.source) if word.islower()}
    for pair in pairs:
        names = {name.text for name in capitals(pair.source) if not _begins_sentence(pair.source, name)}
        target = _all_words(pair.target)
        present.update(names)
        forms = {name: [word for word in target if _stands(name, (word,))] for name in names}
        same.update(name for name in names if forms[name])
        lowered.update(name for name in names if forms[name] and all(map(str.islower, forms[name])))
    shares = {name: min(1.0, count / max(1, present[name] - 1)) for name, count in same.items()}
    kept = {name: share for name, share in shares.items() if share >= _KEPT}
    common = {name for name in kept if name.lower() in small or lowered[name] > same[name] / 2}
    return {name: Kept(same[name], share, name in common) for name, share in kept.items()}


def capitals(side: Side) -> list[Capital]:
    """Return the words with a capital, long enough to be a name."""
    return [
        Capital(word.start, word.end, side.text[word.start : word.end])
        for word in words(side.text, side.language)
        if word.capital and word.content and word.end - word.start >= _SHORTEST_NAME
    ]


def _begins_sentence(side: Side, name: Capital) -> bool:
    return bool(_SENTENCE_START.search(side.text[: name.start]))


def _all_words(side: Side) -> list[str]:
    """Return the words, of compounds ("San Diego-Tijuana") the parts too."""
    whole = [side.text[word.start : word.end] for word in words(side.text, side.language)]
    return whole + [part for word in whole if "-" in word or "–" in word for part in _PARTED.split(word)]


def _stands(name: str, spelled: Iterable[str]) -> bool:
    """Say whether a name is among the words; case, accents and an ending (genitive, plural) do not count."""
    folded = fold(name)
    return any(_is_form(folded, fold(word)) for word in spelled)


def _is_form(name: str, word: str) -> bool:
    longer, shorter = (word, name) if len(word) >= len(name) else (name, word)
    return longer.startswith(shorter) and len(longer) - len(shorter) <= (_ENDING if longer is word else 1)


def _names(pair: Compared, kept: Mapping[str, Kept], spelled: Counter[str]) -> Iterator[Finding]:
    target = _all_words(pair.target)
    lost = [name for name in capitals(pair.source) if name.text in kept and not _stands(name.text, target)]
    for run in _runs(lost):
        yield _name_finding(pair, run, kept, spelled)


def _runs(names: Sequence[Capital]) -> list[list[Capital]]:
    """Group names that follow each other, so that "Imperium Planet" is one finding."""
    runs: list[list[Capital]] = []
    for name in names:
        if runs and name.start - runs[-1][-1].end <= 1:
            runs[-1].append(name)
        else:
            runs.append([name])
    return runs


def _name_finding(pair: Compared, run: Sequence[Capital], kept: Mapping[str, Kept], spelled: Counter[str]) -> Finding:
    source = pair.source.quote(run[0].start, run[-1].end)
    always = any(kept[name.text].always for name in run)
    changed = _nearest(pair.target, run[0].text, spelled) or _other_name(pair, kept)
    if changed:
        message = f"The name {source.quote} became {changed.quote}."
        sure = always or SequenceMatcher(None, run[0].text, changed.quote).ratio() >= _SLIP
        return finding(
            "name", *((Severity.HIGH, 0.92) if sure else (Severity.LOW, 0.4)), message, source, changed, pair.pair
        )
    message = f"The target lacks the name {source.quote}, which the translation keeps elsewhere."
    severity, confidence = (Severity.MEDIUM, 0.8) if always else (Severity.LOW, 0.4)
    return finding("name", severity, confidence, message, source, pair.target.whole(), pair.pair)


def _other_name(pair: Compared, kept: Mapping[str, Kept]) -> Quote | None:
    """Return a kept name that only the target has."""
    source = _all_words(pair.source)
    others = [name for name in capitals(pair.target) if name.text in kept and not _stands(name.text, source)]
    return pair.target.quote(others[0].start, others[0].end) if others else None


def _nearest(side: Side, name: str, spelled: Counter[str]) -> Quote | None:
    """Return the word that looks like a misspelt ``name``: close in letters and rare in the book."""
    rare = [word for word in words(side.text, side.language) if spelled[side.text[word.start : word.end]] <= 2]
    rated = [(SequenceMatcher(None, name, side.text[word.start : word.end]).ratio(), word) for word in rare]
    ratio, best = max(rated, default=(0.0, None))
    return side.quote(best.start, best.end) if best and ratio >= _NEAR else None
