"""The commands that keep a library: documents, remove, rollback, check, watch.

Only what draws the help is imported here; models and indexes are loaded by what needs them.
"""

import json as as_json
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from corpus.errors import UnknownNameError
from ingest.cli import IndexFolder, Model, default_index, ensure_library, say_plainly

if TYPE_CHECKING:
    from ingest.keeping import Held
    from ingest.outcome import FileReport, Outcome

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]
Names = Annotated[list[str] | None, typer.Argument(metavar="[DOCUMENT]...", help="Documents, by their ids.")]
Game = Annotated[str | None, typer.Option("--game", help="All documents of this game.")]
Folder = Annotated[
    Path, typer.Argument(metavar="FOLDER", exists=True, file_okay=False, help="Folder of rulebooks, and those in it.")
]
Prune = Annotated[bool, typer.Option("--prune", help="Remove documents from the index whose file is deleted.")]


def register(app: typer.Typer) -> None:
    """Add the commands to ``app``."""
    for command in (documents, remove, rollback, check, watch):
        app.command()(command)


def documents(game: Game = None, json: AsJson = False, index: IndexFolder = None, model: Model = None) -> None:
    """List the documents of the library: what they are, how much they hold, what they were read from."""
    from ingest import keeping

    with _names_settled():
        folder = _index_or_shipped(index, model)
        wanted = {each.id for each in keeping.chosen(folder, [], game)} if game is not None else None
        listed = [each for each in keeping.held(folder) if wanted is None or each.document.id in wanted]
    if json:
        typer.echo(as_json.dumps({"documents": [_shown(each) for each in listed]}, ensure_ascii=False, indent=2))
    else:
        typer.echo("\n".join(_table(listed)))


def remove(names: Names = None, game: Game = None, index: IndexFolder = None) -> None:
    """Take documents out of the library; `lexludo rollback` brings them back."""
    from ingest import keeping

    if not names and game is None:
        raise typer.BadParameter("name the documents to remove, or a game with --game; `lexludo documents` lists them")
    with _names_settled():
        for document in keeping.remove(index or default_index(), names or [], game):
            typer.echo(f"removed    {document.id} ({document.title}, {document.language})", err=True)


def rollback(index: IndexFolder = None) -> None:
    """Go back to what the library was before its latest change; a second time undoes that."""
    from ingest import keeping

    done = keeping.rollback(index or default_index())
    typer.echo(
        f"generation {done.generation} is in service: it holds what {done.restored} held, before {done.undone} "
        f"({_count(done.documents, 'document')}, {_count(done.passages, 'passage')})",
        err=True,
    )


def check(json: AsJson = False, index: IndexFolder = None) -> None:
    """Check that the library is whole: every checksum, what nothing needs, rules that two documents share."""
    from ingest import checking

    folder = index or default_index()
    findings = checking.check(folder)
    damaged = sum(finding.kind is checking.Kind.DAMAGE for finding in findings)
    if json:
        told = {"whole": not damaged, "findings": [asdict(finding) for finding in findings]}
        typer.echo(as_json.dumps(told, ensure_ascii=False, indent=2))
    else:
        typer.echo("\n".join([*(finding.line for finding in findings), _verdict(folder, damaged)]))
    if damaged:
        raise typer.Exit(1)


def watch(folder: Folder, prune: Prune = False, index: IndexFolder = None, model: Model = None) -> None:
    """Ingest a folder, and again whenever it changes, until stopped (Ctrl+C or SIGTERM)."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        _watch(folder, index or default_index(), model, prune)
    except KeyboardInterrupt:
        say_plainly(f"no longer watching {folder}")


def _watch(folder: Path, index: Path, model: str | None, prune: bool) -> None:
    from corpus import encoder
    from ingest import readers
    from ingest.build import ingest
    from ingest.watching import Watcher, changes
    from ingest.working import in_workers

    chosen = encoder.load(model, say=say_plainly)
    read_all = in_workers(readers.read)

    def once(report: "Callable[[FileReport], None]") -> "Outcome":
        return ingest([folder], index, chosen, read_all=read_all, report=report, say=say_plainly)

    say_plainly(f"watching {folder}; Ctrl+C stops it")
    Watcher(folder, index, once, say_plainly, prune).run(changes(folder, index))


@contextmanager
def _names_settled() -> Iterator[None]:
    """Names that the library does not hold are wrong use."""
    try:
        yield
    except UnknownNameError as error:
        for line in str(error).splitlines():
            say_plainly(f"lexludo: {line}")
        raise typer.Exit(2) from error


def _index_or_shipped(index: Path | None, model: str | None) -> Path:
    from corpus import encoder
    from corpus.index import Index

    if index is not None:
        return index
    if Index.current_generation(default_index()) is None:
        ensure_library(default_index(), encoder.load(model, say=say_plainly))
    return default_index()


def _shown(held: "Held") -> dict[str, object]:
    return {**asdict(held.document), "pages": held.pages, "passages": held.passages, "source": held.source}


def _table(listed: "Sequence[Held]") -> Iterator[str]:
    heads = ("DOCUMENT", "GAME", "LANGUAGE", "KIND", "PAGES", "PASSAGES", "TITLE", "FILE")
    rows = [heads, *(_row(each) for each in listed)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(heads))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _row(held: "Held") -> tuple[str, ...]:
    document = held.document
    kind = f"{document.kind} {document.expansion}" if document.expansion else document.kind.value
    title = f"{document.title} ({document.edition})" if document.edition else document.title
    sizes = str(held.pages), str(held.passages)
    file = (
        held.source
        if Path(held.source).exists()
        else f"{document.file} (gone{', a copy is kept' if held.kept else ''})"
    )
    return document.id, document.game, document.language, kind, *sizes, title, file


def _verdict(folder: Path, damaged: int) -> str:
    return f"{folder}: {_count(damaged, 'fault')} found" if damaged else f"{folder}: whole"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
