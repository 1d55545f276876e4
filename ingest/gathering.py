"""Which documents the given paths hold, each id once, and a line for everything that is none."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from corpus.catalog import CATALOG, Source, Survey, survey
from ingest.outcome import FileReport, State


@dataclass(slots=True)
class Gathered:
    """Documents to read, in order, and what cannot be one."""

    sources: list[Source] = field(default_factory=list)
    failures: list[FileReport] = field(default_factory=list)


def gather(paths: Sequence[Path], suffixes: Collection[str], held: Mapping[str, str]) -> Gathered:
    """Return the documents of files and folders.

    ``held`` has the game of every document id in the index: an id made from a file's name that another game's document
    has already ("rulebook.en") gets its game in front.
    """
    gathered = Gathered()
    for path in paths:
        found = _look_at(path, suffixes, gathered.failures)
        gathered.failures += [failed(path, line) for error in found.errors for line in str(error).splitlines()]
        if not found.sources and not found.errors and path.is_dir():
            gathered.failures.append(failed(path, _holds_nothing(path, suffixes)))
        _add(found.sources, gathered, held)
    return gathered


def failed(file: Path, problem: str) -> FileReport:
    """Return the report of a file that could not be ingested; ``problem`` names it."""
    return FileReport(str(file), State.FAILED, problem=problem)


def _look_at(path: Path, suffixes: Collection[str], failures: list[FileReport]) -> Survey:
    if not path.exists():
        failures.append(failed(path, f"{path}: does not exist; check the path"))
        return Survey()
    try:
        return survey(path, suffixes)
    except OSError as error:
        failures.append(
            failed(path, f"{error.filename or path}: cannot be opened ({error.strerror}); make it readable")
        )
        return Survey()


def _holds_nothing(folder: Path, suffixes: Collection[str]) -> str:
    return f"{folder}: holds no rulebook; put files into it that end in {', '.join(sorted(suffixes))}, or a {CATALOG}"


def _add(sources: Iterable[Source], gathered: Gathered, held: Mapping[str, str]) -> None:
    taken = {source.document.id: source for source in gathered.sources}
    for source in _qualified(sources, taken, held):
        other = taken.setdefault(source.document.id, source)
        if other is source:
            gathered.sources.append(source)
        elif not other.path.samefile(source.path):
            gathered.failures.append(failed(source.path, _taken(source, other)))


def _qualified(sources: Iterable[Source], taken: Mapping[str, Source], held: Mapping[str, str]) -> Iterator[Source]:
    for source in sources:
        name, game = source.document.id, source.document.game
        owner = taken[name].document.game if name in taken else held.get(name, game)
        clashes = not source.named and owner != game
        yield replace(source, document=replace(source.document, id=f"{game}.{name}")) if clashes else source


def _taken(source: Source, other: Source) -> str:
    name = source.document.id
    return f'{source.path}: the id "{name}" is taken by {other.path}; rename the file, or its id in {CATALOG}'
