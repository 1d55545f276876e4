"""A small report with every kind of thing in it, hostile text included."""

from service.translation.comparing import Comparison, Report, Side
from service.translation.types import Finding, Pair, Quote, Segment, Severity

ENGLISH = ("Scoring", "Take 3 coins <b>now</b>.", "A gap\x00 here.", "The last one & done.")
SPANISH = ("Puntuación", "Toma 4 monedas <script>alert(1)</script>.", "La última.")


def side(name: str, language: str, texts: tuple[str, ...]) -> Side:
    segments, at = [], 0
    for number, text in enumerate(texts):
        segments.append(Segment(text, 1, at, at + len(text), number, "text", int(number == 0)))
        at += len(text) + 1
    return Side(name, language, tuple(segments))


def quote(one: Side, number: int, words: str) -> Quote:
    segment = one.segments[number]
    start = segment.start + segment.text.index(words)
    return Quote(1, start, start + len(words), words)


def comparison(target: str = "rules.es.md") -> Comparison:
    source, other = side("rules.en.md", "en", ENGLISH), side(target, "es", SPANISH)
    pairs = (Pair((0,), (0,), 0.9), Pair((1,), (1,), 0.8), Pair((2,), (), 0.0), Pair((3,), (2,), 0.7, moved=True))
    number = Finding(
        "number-1", "number", Severity.HIGH, 0.97, "The source says 3, the target 4.",
        quote(source, 1, "3"), quote(other, 1, "4"), 1,
    )  # fmt: skip
    missing = Finding(
        "missing-1", "missing", Severity.MEDIUM, 0.9, "=This sentence has no counterpart.",
        quote(source, 2, ENGLISH[2]), None, 2,
    )  # fmt: skip
    return Comparison(source, other, pairs, (number, missing), 0.75)


def report() -> Report:
    return Report((comparison(),))
