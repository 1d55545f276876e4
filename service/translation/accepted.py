"""Findings that were looked at and are meant so: ``accepted.toml``, with a reason for each.

An entry names what it accepts by kind and quotes, not by place, so that it outlives edits elsewhere and small ones in
the quotes themselves. It never covers a change of a number::

    [[accepted]]
    kind = "number"
    source = "40ft"
    target = "12 m"
    reason = "metric units"
"""

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from corpus.errors import LexludoError
from corpus.terms import fold
from service.translation.comparing import Accepted, Comparison, Report
from service.translation.types import Finding, Quote

ALIKE = 0.85
"""Share of letters that must agree for a quote to be the one that was accepted."""
_FIELDS = frozenset({"kind", "source", "target", "reason"})
_WORDS = re.compile(r"[^\W_]+")
_DIGITS = re.compile(r"\d+")


class AcceptedError(LexludoError):
    """A file of accepted findings that cannot be used; all of its problems are listed at once."""

    def __init__(self, file: object, problems: Sequence[str]) -> None:
        super().__init__("\n".join(f"{file}: {problem}" for problem in problems))


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted finding; quotes are normalised, and "" stands for a side without a quote."""

    kind: str
    source: str
    target: str
    reason: str


def read_accepted(file: Path) -> tuple[Entry, ...]:
    """Read accepted findings. Raises AcceptedError, which lists every problem."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise AcceptedError(file, [f"cannot be read ({error}); give a TOML file in UTF-8"]) from error
    listed = data.get("accepted", [])
    if not isinstance(listed, list) or set(data) - {"accepted"}:
        raise AcceptedError(file, ["holds something else than [[accepted]] entries; begin each with [[accepted]]"])
    problems = [problem for number, entry in enumerate(listed, 1) for problem in _problems(number, entry)]
    if problems:
        raise AcceptedError(file, problems)
    return tuple(_entry(entry) for entry in listed)


def _problems(number: int, entry: Any) -> list[str]:
    if not isinstance(entry, dict):
        return [f"entry {number} is no table; begin it with [[accepted]]"]
    found = [f"entry {number}: {name} is not known; use {', '.join(sorted(_FIELDS))}" for name in set(entry) - _FIELDS]
    found += [f"entry {number}: {name} must be text" for name, value in entry.items() if not isinstance(value, str)]
    if not found and not entry.get("reason", "").strip():
        found.append(f"entry {number} gives no reason; say why it is right as it is")
    if not found and not (entry.get("kind") and (entry.get("source") or entry.get("target"))):
        found.append(f"entry {number} needs a kind, and a source or target quote")
    return found


def _entry(entry: dict[str, str]) -> Entry:
    return Entry(entry["kind"], normal(entry.get("source", "")), normal(entry.get("target", "")), entry["reason"])


def normal(quote: str) -> str:
    """Return a quote without case, accents, punctuation and line breaks."""
    return " ".join(_WORDS.findall(fold(quote)))


def with_accepted(report: Report, entries: Iterable[Entry]) -> Report:
    """Return the report with the accepted findings set apart."""
    listed = list(entries)
    return replace(report, comparisons=tuple(_parted(one, listed) for one in report.comparisons))


def stale(report: Report, entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that accept nothing in a report that they were applied to."""
    found = [each.finding for comparison in report.comparisons for each in comparison.accepted]
    return [entry for entry in entries if not any(_covers(entry, finding) for finding in found)]


def _parted(comparison: Comparison, entries: Sequence[Entry]) -> Comparison:
    reasons = [(found, next((e.reason for e in entries if _covers(e, found)), None)) for found in comparison.findings]
    return replace(
        comparison,
        findings=tuple(found for found, reason in reasons if reason is None),
        accepted=tuple(Accepted(found, reason) for found, reason in reasons if reason is not None),
    )


def _covers(entry: Entry, finding: Finding) -> bool:
    return (
        entry.kind == finding.kind
        and _same(entry.source, _words(finding.source))
        and _same(entry.target, _words(finding.target))
    )


def _words(quote: Quote | None) -> str:
    return normal(quote.quote) if quote else ""


def _same(accepted: str, found: str) -> bool:
    if accepted == found or not (accepted and found):
        return accepted == found
    if sorted(_DIGITS.findall(accepted)) != sorted(_DIGITS.findall(found)):
        return False
    return SequenceMatcher(None, accepted, found, autojunk=False).ratio() >= ALIKE
