"""Findings with ids that stay the same while the words they are about do."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256

from service.translation.types import Edition, Finding, Quote, Severity

SHOWN = 60
"""Characters of a segment that messages show."""


def finding(
    kind: str,
    severity: Severity,
    confidence: float,
    message: str,
    source: Quote | None,
    target: Quote | None,
    pair: int | None = None,
) -> Finding:
    """Return a finding whose id follows from its kind, message and quotes.

    ``confidence`` is meant as the share of findings with this evidence that are true differences, as far as the
    development half of the seeded errors and reading of free translations tell; it is not fitted.
    """
    words = [kind, message, source.quote if source else "", target.quote if target else ""]
    digest = sha256("\x1f".join(words).encode()).hexdigest()[:10]
    return Finding(f"{kind}-{digest}", kind, severity, confidence, message, source, target, pair)


def remark(found: Finding, left: float) -> Finding:
    """Return a finding as a mere remark, with the share ``left`` of its confidence."""
    return replace(found, severity=Severity.LOW, confidence=round(found.confidence * left, 2))


def opening(words: str) -> str:
    """Return the first words of a segment, as messages show them."""
    return words if len(words) <= SHOWN else words[: SHOWN - 1] + "…"


def quoted(edition: Edition, number: int) -> Quote:
    """Return a segment as a quote."""
    segment = edition.segments[number]
    return Quote(segment.page, segment.start, segment.end, segment.text)


def on_page(edition: Edition, page: int) -> str:
    """Return a remark on the page where something ends; nothing for an edition of one page, as text files are."""
    return f" (page {page})" if edition.segments[-1].page > 1 else ""


def place(found: Finding) -> int:
    """Return the number of a finding's pair; what is of no pair comes before all."""
    return -1 if found.pair is None else found.pair


def numbered(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings with ids that are unique: the second of the same words gets ``-2`` and so on."""
    seen: Counter[str] = Counter()
    unique = []
    for found in findings:
        seen[found.id] += 1
        unique.append(found if seen[found.id] == 1 else replace(found, id=f"{found.id}-{seen[found.id]}"))
    return unique
