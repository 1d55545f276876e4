"""The command ``lexludo ingest``, and where the library is when nobody says.

Only what draws the help is imported here; models and indexes are loaded by what needs them.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from corpus.types import Encoder

if TYPE_CHECKING:
    from rich.console import Console

    from ingest.outcome import FileReport, Outcome

Paths = Annotated[list[Path], typer.Argument(metavar="PATH", help="Rulebooks, or folders of them.")]
IndexFolder = Annotated[
    Path | None,
    typer.Option("--index", envvar="LEXLUDO_INDEX", help="Index folder; without it, one in your data folder."),
]
Model = Annotated[
    str | None, typer.Option(envvar="LEXLUDO_MODEL", help="Encoder by name or folder; without it, the embedded one.")
]


def register(app: typer.Typer) -> None:
    """Add ``ingest``, the commands that keep a library, and ``inspect``."""
    from ingest import inspect_cli, keeping_cli

    app.command("ingest")(ingest_command)
    keeping_cli.register(app)
    inspect_cli.register(app)


def default_index() -> Path:
    """Return the folder of the index that is used when none is named: in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("lexludo") / "index"


def shipped_library() -> Path:
    """Return the folder of the rulebooks that ship with the package."""
    import corpus

    return Path(next(iter(corpus.__path__))) / "library"


def ensure_library(index: Path, encoder: Encoder) -> None:
    """Ingest the shipped library where the index is empty; progress goes to stderr.

    Raises LexludoError where the index cannot be written.
    """
    from corpus.index import Index

    if Index.current_generation(index) is None:
        _ingest([shipped_library()], index, encoder)


def ingest_command(paths: Paths, index: IndexFolder = None, model: Model = None) -> None:
    """Read rulebooks into the index. What did not change is left alone; what cannot be read is named."""
    from corpus import encoder

    chosen = encoder.load(model, say=say_plainly)
    if _ingest(paths, index or default_index(), chosen).failed:
        raise typer.Exit(1)


def _ingest(paths: list[Path], index: Path, encoder: Encoder) -> "Outcome":
    from rich.console import Console

    from ingest import readers
    from ingest.build import ingest
    from ingest.progress import on_console
    from ingest.working import in_workers

    console = Console(stderr=True, soft_wrap=True, highlight=False)
    say = _sayer(console)
    report = _reporter(console)
    progress = on_console(console)
    read_all = in_workers(readers.read)
    outcome = ingest(paths, index, encoder, read_all=read_all, report=report, say=say, progress=progress)
    say(outcome.line)
    return outcome


def say_plainly(line: str) -> None:
    """Print a line for the person at the terminal, beside what a program reads."""
    typer.echo(line, err=True)


def _sayer(console: "Console") -> Callable[[str], None]:
    """Return what prints lines above a progress bar; file names are text, never markup."""
    return lambda line: console.print(line, markup=False)


def _reporter(console: "Console") -> "Callable[[FileReport], None]":
    say = _sayer(console)
    return lambda report: say(report.line)
