"""Several languages in one file: which they are, and which line belongs to which.

Lines are scored one by one and then labelled together by the path of least cost (Viterbi 1967), in which a change of
language costs: a sentence quoted in another language, or a card's foreign name, is cheaper kept than left.
"""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from lingua import IsoCode639_1, LanguageDetector, LanguageDetectorBuilder

from corpus.types import LineBox, Page, Span
from ingest.detection import LANGUAGES

LEAST_LETTERS = 250
"""Letters that a language must have in a file to be one of its languages: more than a quoted sentence."""
LEAST_SHARE = 0.2
"""The share that it must have, too, unless it has much text."""
MUCH_TEXT, LEAST_SHARE_OF_MUCH = 600, 0.04
TELLING = 40
"""Letters from which a line alone tells its language."""
SURE = 0.9
LETTERS_A_WEIGHT = 120
"""A line of so many letters weighs 1."""
MOST_WEIGHT = 3.0
LEAST_CHANCE = 1e-3
LONGEST_SAMPLE = 1_000
"""Characters of a line that are looked at."""
MOST_NAMES = 0.55
"""Of a line's words; German capitalises under half."""
CHANGE, CHANGE_AT_BLOCK, CHANGE_AT_HEADING = 6.0, 3.0, 1.5
"""What a change of language costs, in nats: amid a block; after white space; at a heading or a page's top."""

Scores = Mapping[str, float]


_WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class _Unit:
    """A line of a page: how many letters it has, what they tell, and what a change of language before it costs."""

    page: int
    span: Span
    letters: int
    scores: Scores
    change: float


def languages_apart(pages: Sequence[Page]) -> dict[str, tuple[Page, ...]]:
    """Return the pages of each language in a file, by ISO 639-1 code, in the order in which the languages begin.

    Every language has all of the file's pages, each with its own lines only; a page without any has the text "". One
    language means that the file is in that; none, that it cannot be told.
    """
    units = [unit for number, page in enumerate(pages) for unit in _units(number, page)]
    chosen = _substantial(Counter(_told(units)))
    labels = _labels(units, chosen)
    while chosen and (kept := _substantial(_letters(units, labels))) < chosen:
        chosen, labels = kept, _labels(units, kept)
    if len(chosen) < 2:
        return {language: tuple(pages) for language in chosen}
    return {language: _only(pages, units, labels, language) for language in dict.fromkeys(labels)}


def _units(number: int, page: Page) -> Iterator[_Unit]:
    headings = {start for start, _, _ in page.headings}
    at, gap = 0, False
    for line in page.text.split("\n"):
        letters = sum(map(str.isalpha, line))
        if line.strip():
            change = CHANGE_AT_HEADING if at == 0 or at in headings else CHANGE_AT_BLOCK if gap else CHANGE
            yield _Unit(number, Span(at, at + len(line)), letters, _scores(line, letters), change)
        at, gap = at + len(line) + 1, not line.strip()


def _scores(line: str, letters: int) -> Scores:
    """Return the chance of each language, for those that have one."""
    if letters < 4 or _is_names(line):
        return {}
    found = _detector().compute_language_confidence_values(line[:LONGEST_SAMPLE])
    return {each.language.iso_code_639_1.name.lower(): each.value for each in found if each.value > LEAST_CHANCE}


def _is_names(line: str) -> bool:
    """Say whether most words begin with a capital: people, places and cards are called the same in every language."""
    words = [word for word in _WORD.findall(line) if not word.isupper()]
    return len(words) > 2 and sum(word[0].isupper() for word in words) > MOST_NAMES * len(words)


def _told(units: Sequence[_Unit]) -> dict[str, int]:
    """Return how many letters evidently are in each language."""
    told: Counter[str] = Counter()
    for unit in units:
        best = max(unit.scores, key=unit.scores.__getitem__, default=None)
        if best and unit.letters >= TELLING and unit.scores[best] >= SURE:
            told[best] += unit.letters
    return told


def _letters(units: Sequence[_Unit], labels: Sequence[str]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for unit, label in zip(units, labels, strict=True):
        counted[label] += unit.letters
    return counted


def _substantial(letters: Counter[str]) -> frozenset[str]:
    """Return the languages with enough text; where none has, the one with most of it."""
    total = sum(letters.values())
    enough = {
        language
        for language, count in letters.items()
        if (count >= LEAST_LETTERS and count >= LEAST_SHARE * total)
        or (count >= MUCH_TEXT and count >= LEAST_SHARE_OF_MUCH * total)
    }
    return frozenset(enough or (language for language, _ in letters.most_common(1)))


def _labels(units: Sequence[_Unit], languages: Collection[str]) -> list[str]:
    """Return a language for each line, so that what the lines tell and the changes between them cost least."""
    names = sorted(languages)
    if not names or not units:
        return []
    costs = {name: _cost(units[0], name) for name in names}
    steps: list[dict[str, str]] = []
    for unit in units[1:]:
        before = min(costs, key=costs.__getitem__)
        steps.append({name: name if costs[name] <= costs[before] + unit.change else before for name in names})
        costs = {name: min(costs[name], costs[before] + unit.change) + _cost(unit, name) for name in names}
    path = [min(costs, key=costs.__getitem__)]
    for step in reversed(steps):
        path.append(step[path[-1]])
    return path[::-1]


def _cost(unit: _Unit, language: str) -> float:
    """Return how little a line looks like a language; a short one says little."""
    if not unit.scores:
        return 0.0
    weight = min(MOST_WEIGHT, unit.letters / LETTERS_A_WEIGHT)
    return -math.log(max(unit.scores.get(language, 0.0), LEAST_CHANCE)) * weight


def _only(pages: Sequence[Page], units: Sequence[_Unit], labels: Sequence[str], language: str) -> tuple[Page, ...]:
    spans: dict[int, list[Span]] = {}
    for unit, label in zip(units, labels, strict=True):
        if label == language:
            spans.setdefault(unit.page, []).append(unit.span)
    return tuple(_selected(page, spans.get(number, ())) for number, page in enumerate(pages))


def _selected(page: Page, spans: Sequence[Span]) -> Page:
    """Return a page with some of its lines, and with headings, boxes and cells where these lines now are."""
    text = ""
    headings: list[tuple[int, int, int]] = []
    boxes: list[LineBox] = []
    moved: dict[int, int] = {}
    end = 0
    for span in spans:
        between = page.text[end : span.start]
        text += "" if not text else between if not between.strip() else "\n\n"
        shift = len(text) - span.start
        headings += [(a + shift, b + shift, level) for a, b, level in page.headings if span.start <= a < span.end]
        inside = (box for box in page.boxes if span.start <= box.start < span.end)
        boxes += [replace(box, start=box.start + shift, end=box.end + shift) for box in inside]
        moved.update(dict.fromkeys(range(span.start, span.end), shift))
        text += span.of(page.text)
        end = span.end
    cells = [
        (a + moved[a], b + moved[a], head + moved[head], tail + moved[head])
        for a, b, head, tail in page.cells
        if a in moved and head in moved
    ]
    parts = tuple(at + moved[at] for at in page.parts if at in moved)
    depths = tuple((at + moved[at], depth) for at, depth in page.depths if at in moved)
    return replace(
        page,
        text=text,
        headings=tuple(headings),
        boxes=tuple(boxes),
        cells=tuple(cells),
        parts=parts,
        depths=depths,
    )


@cache
def _detector() -> LanguageDetector:
    codes = [getattr(IsoCode639_1, code.upper()) for code in LANGUAGES]
    return LanguageDetectorBuilder.from_iso_codes_639_1(*codes).with_low_accuracy_mode().build()
