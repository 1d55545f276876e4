"""A publisher's glossary: which source term must be rendered how."""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpus.errors import LexludoError
from service.translation.checks.finding import finding
from service.translation.checks.sides import Compared, Side, compared
from service.translation.checks.words import words
from service.translation.types import Alignment, Finding, Severity

_HEADINGS = frozenset({"source", "source term", "term"})


class GlossaryError(LexludoError):
    """A glossary that cannot be used; all of its problems are listed at once."""

    def __init__(self, file: object, problems: Sequence[str]) -> None:
        super().__init__("\n".join(f"{file}: {problem}" for problem in problems))
        self.problems = list(problems)


@dataclass(frozen=True, slots=True)
class Entry:
    """A source term with its allowed renderings, the preferred one first, and a remark for the reader."""

    source: str
    targets: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Glossary:
    """The entries of a glossary, in the order of its file."""

    entries: tuple[Entry, ...]

    @classmethod
    def read(cls, file: Path) -> "Glossary":
        """Read a CSV in UTF-8: source term, target term, optional note; a first line of headings is skipped.

        Commas or semicolons part the columns. Several allowed renderings are parted by "|". A term that stands on
        several lines has all of their renderings. Raises GlossaryError.
        """
        rows = list(_rows(file))
        problems = [problem for number, row in rows if (problem := _problem(number, row))]
        if not rows:
            problems = ["holds no terms; write a line 'source term,target term' for each"]
        if problems:
            raise GlossaryError(file, problems)
        return cls(_entries([row for _, row in rows]))


def _rows(file: Path) -> Iterator[tuple[int, list[str]]]:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise GlossaryError(file, [f"cannot be read ({error}); give a CSV file in UTF-8"]) from error
    first = text.partition("\n")[0]
    reader = csv.reader(text.splitlines(), delimiter=";" if first.count(";") > first.count(",") else ",")
    for row in reader:
        cells = [cell.strip() for cell in row]
        heading = reader.line_num == 1 and cells[0].lower() in _HEADINGS
        if any(cells) and not heading:
            yield reader.line_num, cells


def _problem(number: int, row: Sequence[str]) -> str | None:
    if len(row) < 2:
        return f"line {number} has one column; write 'source term,target term'"
    if len(row) > 3:
        return f"line {number} has {len(row)} columns; put a text with commas in double quotes"
    if not row[0] or not row[1]:
        return f"line {number} lacks its {'source' if not row[0] else 'target'} term; fill it in or drop the line"
    return None


def _entries(rows: Sequence[Sequence[str]]) -> tuple[Entry, ...]:
    merged: dict[str, Entry] = {}
    for row in rows:
        targets = tuple(filter(None, (part.strip() for part in row[1].split("|"))))
        known = merged.get(row[0].lower())
        note = row[2] if len(row) > 2 else ""
        merged[row[0].lower()] = Entry(
            row[0], (known.targets if known else ()) + targets, known.note if known else note
        )
    return tuple(merged.values())


class GlossaryCheck:
    """Reports pairs whose source has a term of the glossary and whose target has none of its renderings."""

    kind = "glossary"

    def __init__(self, glossary: Glossary) -> None:
        self._glossary = glossary

    def findings(self, alignment: Alignment) -> Sequence[Finding]:
        """Return the breaches, in the order of the pairs; inflected forms count as the term."""
        return [found for pair in compared(alignment) for found in self._of_pair(pair)]

    def _of_pair(self, pair: Compared) -> Iterator[Finding]:
        covered: list[tuple[int, int]] = []
        for entry in sorted(self._glossary.entries, key=lambda entry: -len(entry.source)):
            places = [place for place in _places(pair.source, entry.source) if not _inside(place, covered)]
            covered += places
            if places and not any(_places(pair.target, target) for target in entry.targets):
                yield _breach(pair, entry, places[0])


def _places(side: Side, term: str) -> list[tuple[int, int]]:
    sought = [word.stem for word in words(term, side.language)]
    spoken = words(side.text, side.language)
    return [
        (spoken[first].start, spoken[first + len(sought) - 1].end)
        for first in range(len(spoken) - len(sought) + 1)
        if sought and [word.stem for word in spoken[first : first + len(sought)]] == sought
    ]


def _inside(place: tuple[int, int], covered: Sequence[tuple[int, int]]) -> bool:
    return any(start <= place[0] and place[1] <= end for start, end in covered)


def _breach(pair: Compared, entry: Entry, place: tuple[int, int]) -> Finding:
    quote = pair.source.quote(*place)
    note = f" ({entry.note})" if entry.note else ""
    message = (
        f"The glossary renders {entry.source} as {' or '.join(entry.targets)}{note}; the target has no such words."
    )
    return finding("glossary", Severity.MEDIUM, 0.85, message, quote, pair.target.whole(), pair.pair)
