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
Check = Annotated[
    bool, typer.Option("--check", help="Ask nothing: name what is wrong with the questions, by default all that ship.")
]
Url = Annotated[
    str | None, typer.Option("--url", metavar="URL", help="Ask a running service, such as http://127.0.0.1:8000.")
]
Against = Annotated[
    Path | None, typer.Option("--against", metavar="FILE", help="Compare with the --json report of an earlier run.")
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
    import service.feedback.cli
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
    service.feedback.cli.register(app)
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
    context: typer.Context,
    files: Files = None,
    questions: Questions = None,
    index: Index = None,
    model: Model = None,
    url: Url = None,
    json: Json = None,
    html: Html = None,
    against: Against = None,
    check: Check = False,
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
    languages = passage_language or query_language
    _refuse(
        ("--passages and --queries go together", bool(passages) != bool(queries)),
        ("--questions asks a library, --passages ranks passages: give one of them", passages and asked),
        ("--passage-language and --query-language go with --passages", languages and not passages),
        ("--raise-floors and --lower-floors need --gate FILE", (raise_floors or lower_floors) and not gate),
        ("--url asks a running service, which has its own index and model", url and _given(context, "index", "model")),
        ("--url asks a running service, --passages ranks passages: give one of them", url and passages),
        ("--against compares answers, --passages ranks passages: give one of them", against and passages),
        ("--check asks nothing: it goes with --questions and --index only", check and (url or json or html or gate)),
        ("--check asks nothing, so there is nothing to compare or to rank", check and (against or passages)),
    )
    from eval import commands

    if check:
        raise typer.Exit(commands.check(asked, index))
    earlier = commands.earlier(against) if against else None
    if passages and queries:
        report = commands.rank(passages, queries, passage_language, query_language, model)
    else:
        report = commands.ask_service(asked, url) if url else commands.ask(asked, index, model)
    commands.deliver(report, json, html, earlier)
    if gate:
        commands.hold(report, gate, raise_floors, lower_floors)


def _refuse(*uses: tuple[str, object]) -> None:
    for message, wrong in uses:
        if wrong:
            raise typer.BadParameter(message)


def _given(context: typer.Context, *names: str) -> bool:
    """Return whether one of the options stands on the command line: the environment sets them for all commands."""
    sources = (context.get_parameter_source(name) for name in names)
    return any(source is not None and source.name == "COMMANDLINE" for source in sources)


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
