"""Question files: JSON lines of questions and dialogues, read whole, with every problem named at once.

A line with ``turns`` is a dialogue, any other a question; one file may hold both.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from corpus.errors import LexludoError
from eval.matching import fold


class _NotAnObjectError(Exception):
    pass


class QuestionFileError(LexludoError):
    """Question files that cannot be used; each problem names its file and line."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = tuple(problems)


T = TypeVar("T")


def _not_blank(text: str) -> str:
    if not fold(text).strip():
        raise ValueError("must hold some text")
    return text


def _not_empty(items: tuple[T, ...]) -> tuple[T, ...]:
    # not Field(min_length=1), which counts only items that are valid themselves
    if not items:
        raise ValueError("must not be empty")
    return items


Text = Annotated[str, AfterValidator(_not_blank)]
Wordings = Annotated[tuple[Text, ...], AfterValidator(_not_empty)]
"""Strings of which one is to be found."""


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Anchor(_Record):
    """A place that answers: words that stand on a page of a document."""

    document: Text
    page: Annotated[int, Field(ge=1)]
    anchor: Text


class Turn(_Record):
    """One turn of a dialogue; what a question is, without an id of its own.

    ``in_full`` is a later turn as it would be asked on its own, without the turns before it.
    """

    question: Text
    language: Text | None = None
    answerable: bool = True
    relevant: tuple[Anchor, ...] = ()
    facts: tuple[Wordings, ...] = ()
    tags: tuple[Text, ...] = ()
    in_full: Text | None = None

    @model_validator(mode="after")
    def _an_answer_has_a_place(self) -> "Turn":
        if self.answerable and not self.relevant:
            raise ValueError("relevant: an answerable question needs at least one place")
        return self


class JudgedQuestion(Turn):
    """A question with what is right for it.

    ``game`` None asks the whole library. ``relevant`` lists places; each list of ``facts`` needs one of its strings
    in the quote. ``note`` is for the people who keep the file.
    """

    id: Text
    game: Text | None
    language: Text | None
    answerable: bool
    relevant: tuple[Anchor, ...]
    facts: tuple[Wordings, ...]
    expansions: tuple[Text, ...] | None = None
    note: str = ""


class Dialogue(_Record):
    """Turns that lean on each other, asked in order in one conversation."""

    id: Text
    game: Text | None = None
    turns: Annotated[tuple[Turn, ...], AfterValidator(_not_empty)]

    def questions(self) -> Iterator[JudgedQuestion]:
        """Yield the turns as questions, with the ids ``<dialogue>.0``, ``<dialogue>.1`` and so on."""
        for number, turn in enumerate(self.turns):
            yield JudgedQuestion(**dict(turn), id=f"{self.id}.{number}", game=self.game)


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """The questions and dialogues of some files, and the hash of the files' content."""

    questions: tuple[JudgedQuestion, ...]
    dialogues: tuple[Dialogue, ...]
    files: tuple[str, ...]
    data_hash: str


def shipped() -> list[Path]:
    """Return the test questions that ship with Lexludo, by name."""
    return sorted((Path(__file__).parent / "questions").glob("*.test.jsonl"))


def shipped_of_both_splits() -> list[Path]:
    """Return all question files that ship with Lexludo, by name."""
    return sorted((Path(__file__).parent / "questions").glob("*.jsonl"))


def load(files: Sequence[Path]) -> QuestionSet:
    """Read question files. Raises QuestionFileError with all problems of all files."""
    problems: list[str] = []
    records = [record for file in files for record in _records(file, problems)]
    problems += _twins(records)
    if not records and not problems:
        problems.append(f"{', '.join(map(str, files)) or 'no files'}: no questions; name a file with --questions")
    if problems:
        raise QuestionFileError(problems)
    found = [record for _, record in records]
    return QuestionSet(
        tuple(record for record in found if isinstance(record, JudgedQuestion)),
        tuple(record for record in found if isinstance(record, Dialogue)),
        tuple(file.name for file in files),
        data_hash(files),
    )


def data_hash(files: Iterable[Path]) -> str:
    """Return a hash of the files' content, whatever their names and order."""
    digests = sorted(hashlib.sha256(file.read_bytes()).hexdigest() for file in files)
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()


_Located = tuple[str, JudgedQuestion | Dialogue]


def _records(file: Path, problems: list[str]) -> Iterator[_Located]:
    for number, line in numbered_lines(file, problems):
        place = f"{file}:{number}"
        try:
            yield place, _record(line)
        except _NotAnObjectError:
            problems.append(f"{place}: a line holds one JSON object")
        except json.JSONDecodeError as error:
            problems.append(f"{place}: not JSON: {error.msg} at column {error.colno}")
        except ValidationError as error:
            problems.extend(f"{place}: {problem}" for problem in described(error))


def numbered_lines(file: Path, problems: list[str]) -> list[tuple[int, str]]:
    """Return the lines of a JSON lines file that are not blank, with their numbers, or add to ``problems``."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        problems.append(f"{file}: {error.strerror}; name a readable file")
    except UnicodeDecodeError as error:
        problems.append(f"{file}: byte {error.start} is not UTF-8; save the file as UTF-8")
    else:
        # not splitlines(): JSON strings may hold U+2028 and other marks that it takes for line ends
        return [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    return []


def _record(line: str) -> JudgedQuestion | Dialogue:
    raw = json.loads(line)
    if not isinstance(raw, dict):
        raise _NotAnObjectError
    kind = Dialogue if "turns" in raw else JudgedQuestion
    return kind.model_validate_json(line)


def described(error: ValidationError) -> Iterator[str]:
    """Yield what is wrong with a record, in plain words, one field each."""
    for problem in error.errors(include_url=False, include_context=False, include_input=False):
        field = ".".join(str(part) for part in problem["loc"])
        message = problem["msg"].removeprefix("Value error, ")
        yield f"{field}: {_PLAIN.get(problem['type'], message)}" if field else message


_PLAIN = {"missing": "missing", "extra_forbidden": "unknown field"}


def _twins(records: Sequence[_Located]) -> Iterator[str]:
    first: dict[str, str] = {}
    for place, record in records:
        if record.id in first:
            yield f"{place}: id: {record.id!r} is taken by {first[record.id]}"
        first.setdefault(record.id, place)
