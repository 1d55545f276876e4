"""Alignments made by hand for the tests of the checks."""

from collections.abc import Sequence

import numpy as np

from service.translation.types import Alignment, Check, Edition, Finding, Pair, Segment, Severity

PAGE_SEGMENTS = 10
DEEDS = [
    ("The {} stands in the corner.", "En la esquina está el {}."),
    ("Move the {} forward.", "Avanza el {}."),
    ("Capture with the {} now.", "Captura ahora con el {}."),
    ("Your {} is safe.", "Tu {} está a salvo."),
    ("Place one {} on the board.", "Coloca un {} en el tablero."),
    ("Nobody sees the {} there.", "Nadie ve allí el {}."),
    ("Take back the {} again.", "Recupera otra vez el {}."),
    ("The {} may jump.", "El {} puede saltar."),
    ("Turn the {} round.", "Gira el {}."),
    ("Put down the {} gently.", "Deja el {} con cuidado."),
    ("Keep the {} hidden.", "Mantén oculto el {}."),
    ("The {} returns home.", "El {} vuelve a casa."),
]
"""What may be said of a piece, in English and Spanish."""


def edition(language: str, texts: Sequence[str], role: str = "text") -> Edition:
    """Return an edition with ten segments a page, one space between them on the page."""
    segments, offset = [], 0
    for number, text in enumerate(texts):
        offset = 0 if number % PAGE_SEGMENTS == 0 else offset
        segments.append(Segment(text, 1 + number // PAGE_SEGMENTS, offset, offset + len(text), number, role))
        offset += len(text) + 1
    return Edition(f"made.{language}", language, tuple(segments), np.zeros((len(texts), 4), np.float32))


def aligned(source: str, target: str, *pairs: tuple[str, str]) -> Alignment:
    """Return an alignment of one sentence with one."""
    ours, theirs = edition(source, [pair[0] for pair in pairs]), edition(target, [pair[1] for pair in pairs])
    return Alignment(ours, theirs, tuple(Pair((number,), (number,), 1.0) for number in range(len(pairs))))


def book(*pieces: tuple[str, str]) -> list[tuple[str, str]]:
    """Return sentences that say all deeds of each piece, which is named in both languages."""
    return [(left.format(piece), right.format(pieza)) for piece, pieza in pieces for left, right in DEEDS]


def found(check: Check, source: str, target: str, *pairs: tuple[str, str]) -> list[Finding]:
    """Run a check and make sure of what holds for every finding: quotes are slices of the segments' pages."""
    alignment = aligned(source, target, *pairs)
    findings = list(check.findings(alignment))
    for finding in findings:
        assert 0.0 <= finding.confidence <= 1.0
        for quote, of in ((finding.source, alignment.source), (finding.target, alignment.target)):
            assert quote is None or quote.quote == _page(of, quote.page)[quote.start : quote.end]
    return findings


def _page(of: Edition, number: int) -> str:
    return " ".join(segment.text for segment in of.segments if segment.page == number)


def quotes(finding: Finding) -> tuple[str | None, str | None]:
    """Return the quoted words of both sides."""
    source, target = finding.source, finding.target
    return source.quote if source else None, target.quote if target else None


def alarms(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings that are more than remarks."""
    return [each for each in findings if each.severity is not Severity.LOW]
