"""What people said of findings: accepted as they are, or to be mended; and the ``accepted.toml`` that follows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from service.translation.comparing import Accepted, Comparison, Report
from service.translation.types import Finding


class Verdict(StrEnum):
    """Whether the difference is meant (``accepted``) or the translation is to be mended (``rejected``)."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict and why."""

    verdict: Verdict
    reason: str


Decisions = Mapping[str, Decision]
"""By the ids of findings, which are unique in a report of two editions."""


def decided(report: Report, decisions: Decisions) -> Report:
    """Return the report with what was accepted set apart, and the reasons of what was rejected."""
    return replace(report, comparisons=tuple(_decided(one, decisions) for one in report.comparisons))


def _decided(one: Comparison, decisions: Decisions) -> Comparison:
    verdicts = {found.id: decisions[found.id] for found in one.findings if found.id in decisions}
    accepted = {name: each.reason for name, each in verdicts.items() if each.verdict is Verdict.ACCEPTED}
    rejected = {name: each.reason for name, each in verdicts.items() if each.verdict is Verdict.REJECTED}
    return replace(
        one,
        findings=tuple(found for found in one.findings if found.id not in accepted),
        accepted=(*one.accepted, *(Accepted(f, accepted[f.id]) for f in one.findings if f.id in accepted)),
        rejected={**one.rejected, **rejected},
    )


def to_toml(report: Report) -> str:
    """Return ``accepted.toml`` for all that a report accepts."""
    accepted = [each for one in report.comparisons for each in one.accepted]
    return "\n".join(toml_entry(each.finding, each.reason) for each in accepted)


def toml_entry(found: Finding, reason: str) -> str:
    """Return one entry of ``accepted.toml``."""
    lines = ["[[accepted]]", f"kind = {_toml(found.kind)}"]
    for name, quote in (("source", found.source), ("target", found.target)):
        lines += [f"{name} = {_toml(quote.quote)}"] if quote else []
    return "\n".join([*lines, f"reason = {_toml(reason)}", ""])


def _toml(text: str) -> str:
    return '"' + "".join(_toml_characters(text)) + '"'


def _toml_characters(text: str) -> Iterator[str]:
    for character in text:
        if character in '"\\':
            yield f"\\{character}"
        elif ord(character) < 32 or ord(character) == 127:
            yield f"\\u{ord(character):04x}"
        else:
            yield character
