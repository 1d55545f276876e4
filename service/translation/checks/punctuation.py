"""Brackets, quotes, question marks, icons and placeholders that one side has and the other has not."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from service.translation.checks.finding import finding
from service.translation.checks.sides import Compared, Side, compared
from service.translation.types import Alignment, Finding, Quote, Severity

_BRACKETS = {"(": ")", "[": "]", "{": "}"}
_LABEL = re.compile(r"^\s*\w{1,2}\)")
_SMILEY = re.compile(r"[:;]-?[()]")
_ICON = re.compile(
    r"[\ue000-\uf8ff\U000f0000-\U000ffffd\u2600-\u27bf\U0001f300-\U0001faff]|<[^<>\s][^<>]{0,40}>|\{[^{}\s]{1,40}\}|%[sd]\b"
)
_FINAL = re.compile(r"([?？])[\"'”’»“)\]]*$")
_QUOTES = re.compile(r"[“”„«»‹›\"]")


class PunctuationCheck:
    """Reports brackets and quotes left open on one side only, and questions that became statements."""

    kind = "punctuation"

    def findings(self, alignment: Alignment) -> Sequence[Finding]:
        """Return the differences, in the order of the pairs."""
        return [found for pair in compared(alignment) for found in _of_pair(pair)]


class PlaceholderCheck:
    """Reports icons, placeholders and tags that one side has more often than the other."""

    kind = "placeholder"

    def findings(self, alignment: Alignment) -> Sequence[Finding]:
        """Return the differences, in the order of the pairs."""
        return [found for pair in compared(alignment) for found in _icons(pair)]


def _of_pair(pair: Compared) -> Iterator[Finding]:
    for name, opened in (("bracket", unbalanced_brackets), ("quotation mark", unbalanced_quotes)):
        source, target = opened(pair.source.text), opened(pair.target.text)
        if (source is None) != (target is None):
            yield _unbalanced(pair, name, source, target)
    asked = bool(_FINAL.search(pair.source.text.strip()))
    if asked != bool(_FINAL.search(pair.target.text.strip())):
        message = f"Only the {'source' if asked else 'target'} ends as a question."
        yield finding("punctuation", Severity.LOW, 0.5, message, *_ends(pair), pair.pair)


def _unbalanced(pair: Compared, name: str, source: int | None, target: int | None) -> Finding:
    where = "target" if source is None else "source"
    message = f"A {name} of the {where} has no partner, while the other side's all have."
    left = pair.source.whole() if source is None else pair.source.quote(source, source + 1)
    right = pair.target.whole() if target is None else pair.target.quote(target, target + 1)
    severity, confidence = (Severity.MEDIUM, 0.9) if name == "bracket" else (Severity.LOW, 0.7)
    return finding("punctuation", severity, confidence, message, left, right, pair.pair)


def unbalanced_brackets(text: str) -> int | None:
    """Return the offset of a bracket without a partner; list labels such as "a)" and faces have none."""
    masked = _SMILEY.sub("  ", _LABEL.sub(lambda match: " " * len(match.group()), text))
    waiting: list[tuple[str, int]] = []
    for offset, character in enumerate(masked):
        if character in _BRACKETS:
            waiting.append((_BRACKETS[character], offset))
        elif character in _BRACKETS.values():
            if not waiting or waiting[-1][0] != character:
                return offset
            waiting.pop()
    return waiting[0][1] if waiting else None


def unbalanced_quotes(text: str) -> int | None:
    """Return the offset of the last double quotation mark where their number is odd; apostrophes do not count.

    One after a digit may stand for inches: then nothing can be told.
    """
    marks = [match.start() for match in _QUOTES.finditer(text)]
    inches = any(text[mark - 1].isdigit() for mark in marks if mark)
    return marks[-1] if len(marks) % 2 and not inches else None


def _ends(pair: Compared) -> tuple[Quote, Quote]:
    return _end(pair.source), _end(pair.target)


def _end(side: Side) -> Quote:
    return side.quote(max(0, len(side.text.rstrip()) - 1), len(side.text.rstrip()))


def _icons(pair: Compared) -> Iterator[Finding]:
    source, target = _counted(pair.source), _counted(pair.target)
    for icon in sorted((source - target).keys() | (target - source).keys()):
        where, other = ("source", "target") if source[icon] > target[icon] else ("target", "source")
        message = f"The {where} has {icon} {max(source[icon], target[icon])} times, the {other} " + (
            f"{min(source[icon], target[icon])}."
        )
        yield finding(
            "placeholder", Severity.HIGH, 0.9, message, _place(pair.source, icon), _place(pair.target, icon), pair.pair
        )


def _counted(side: Side) -> Counter[str]:
    return Counter(_ICON.findall(side.text))


def _place(side: Side, icon: str) -> Quote:
    at = side.text.rfind(icon)
    return side.whole() if at < 0 else side.quote(at, at + len(icon))
