"""What became of each file that was to be ingested."""

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How a file ended; the value is what is printed."""

    ADDED = "added"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class FileReport:
    """One file's line. ``embedded`` of its ``passages`` were given to the encoder; ``problem`` says why it failed."""

    file: str
    state: State
    document: str = ""
    language: str = ""
    pages: int = 0
    passages: int = 0
    embedded: int = 0
    remarks: tuple[str, ...] = ()
    problem: str = ""

    @property
    def line(self) -> str:
        """The report as one line."""
        if self.state is State.FAILED:
            return " ".join(f"failed     {self.problem}".split("\n"))
        sizes = f"{_count(self.pages, 'page')}, {_count(self.passages, 'passage')}"
        fresh = f" ({self.embedded} new)" if self.state is State.CHANGED else ""
        said = f"{self.state:<10} {self.file}: {self.document}, {sizes}{fresh}, {self.language}"
        return "; ".join((said, *self.remarks))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an ingest did. ``generation`` is in service now, None where the index is still empty."""

    files: tuple[FileReport, ...]
    generation: str | None
    documents: int = 0
    passages: int = 0

    def count(self, state: State) -> int:
        """Return how many files ended so."""
        return sum(report.state is state for report in self.files)

    @property
    def failed(self) -> bool:
        """Whether any file failed."""
        return self.count(State.FAILED) > 0

    @property
    def line(self) -> str:
        """The summary as one line."""
        states = ", ".join(f"{self.count(state)} {state}" for state in State if self.count(state))
        held = f"{_count(self.documents, 'document')}, {_count(self.passages, 'passage')}"
        return f"{states or 'nothing to do'}; the index holds {held}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
