"""The ``lexludo`` command, and its parts that judge answers: ``eval`` and ``eval-speed``.

Only what draws the help is imported here; models and indexes are loaded by the commands that need them.
"""

import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from corpus.errors import LexludoError

STDOUT = Path("-")

Files = Annotated[list[Path] | None, typer.Argument(metavar="[FILE]...", help="More question files.")]
Questions = Annotated[
    list[Path] | None,
    typer.Option("--questions", metavar="FILE...", help="Question files; without it, the test questions that ship."),
]
Index = Annotated[
    Path | None, typer.Option(envvar="LEXLUDO_INDEX", help="Index folder; without it, the one in your data folder.")
]
Model = Annotated[
    str | None, typer.Option(envvar="LEXLUDO_MODEL", help="Encoder by name or folder; without it, the embedded one.")
]
Json = Annotated[
    Path | None,
    typer.Option("--json", metavar="FILE", allow_dash=True, help="Write the report as JSON; - prints it, alone."),
]
Html = Annotated[
    Path | None, typer.Option("--html", metavar="FILE", help="Write the report as one page that needs nothing else.")
]
Gate = Annotated[
    Path | None, typer.Option("--gate", metavar="FILE", help="Fail where a figure is below its floor in FILE.")
]
Raise = Annotated[bool, typer.Option("--raise-floors", help="Raise the floors of --gate to this run's figures.")]
Lower = Annotated[
    bool, typer.Option("--lower-floors", help="Lower floors that do not hold; with other questions, pin all anew.")
]
Passages = Annotated[
    Path | None, typer.Option("--passages", metavar="FILE", help="Retrieval alone: the passages to rank, JSON lines.")
]
Queries = Annotated[
    Path | None, typer.Option("--queries", metavar="FILE", help="Retrieval alone: queries with the relevant passages.")
]
PassageLanguage = Annotated[
    str | None, typer.Option(metavar="TAG", help="Language of --passages; detected where not given.")
]
QueryLanguage = Annotated[
    str | None, typer.Option(metavar="TAG", help="Language of --queries; detected where not given.")
]
Rounds = Annotated[int, typer.Option(min=1, help="Rounds, in each of which both sides take turns.")]


def main() -> None:
    """Run the command line. Exit 0 done, 1 a failed check or unreadable input, 2 wrong use."""
    try:
        build()()
    except LexludoError as error:
        _fail(str(error))
    except OSError as error:
        _fail(f"{error.filename}: {error.strerror}" if error.filename else str(error))


def _fail(message: str) -> NoReturn:
    for line in message.splitlines():
        print(f"lexludo: {line}", file=sys.stderr)
    raise SystemExit(1)


def build() -> typer.Typer:
    """Return the whole command line: reading, answering, judging."""
    import ingest.cli
    import service.channels.cli
    import service.cli
    import service.translation.cli

    app = typer.Typer(
        name="lexludo",
        help="Rules questions about tabletop games, answered with the rulebooks' own words.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        add_completion=False,
    )
    app.callback()(_options)
    ingest.cli.register(app)
    service.cli.register(app)
    service.channels.cli.register(app)
    service.translation.cli.register(app)
    register(app)
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        from eval.version import version

        print(f"lexludo {version()}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Rules questions about tabletop games, answered with the rulebooks' own words."""


def register(app: typer.Typer) -> None:
    """Add ``eval`` and ``eval-speed``."""
    app.command("eval")(evaluate)
    app.command("eval-speed")(speed)


def evaluate(
    files: Files = None,
    questions: Questions = None,
    index: Index = None,
    model: Model = None,
    json: Json = None,
    html: Html = None,
    gate: Gate = None,
    raise_floors: Raise = False,
    lower_floors: Lower = False,
    passages: Passages = None,
    queries: Queries = None,
    passage_language: PassageLanguage = None,
    query_language: QueryLanguage = None,
) -> None:
    """Ask questions with known answers and measure what comes back; or, with --passages, retrieval alone."""
    asked = [*(questions or []), *(files or [])]
    _check_use(asked, gate, raise_floors or lower_floors, passages, queries, passage_language or query_language)
    from eval import commands

    if passages and queries:
        report = commands.rank(passages, queries, passage_language, query_language, model)
    else:
        report = commands.ask(asked, index, model)
    commands.deliver(report, json, html)
    if gate:
        commands.hold(report, gate, raise_floors, lower_floors)


def _check_use(
    asked: list[Path], gate: Path | None, moves: bool, passages: Path | None, queries: Path | None, language: str | None
) -> None:
    if bool(passages) != bool(queries):
        raise typer.BadParameter("--passages and --queries go together")
    if passages and asked:
        raise typer.BadParameter("--questions asks a library, --passages ranks passages: give one of them")
    if language and not passages:
        raise typer.BadParameter("--passage-language and --query-language go with --passages")
    if moves and not gate:
        raise typer.BadParameter("--raise-floors and --lower-floors need --gate FILE")


def speed(
    files: Files = None,
    questions: Questions = None,
    index: Index = None,
    model: Model = None,
    json: Json = None,
    rounds: Rounds = 5,
) -> None:
    """Time answers over HTTP and embedding against the same model through torch, side by side in one run."""
    from eval import commands

    commands.race([*(questions or []), *(files or [])], index, model, rounds, json)


if __name__ == "__main__":
    main()
