"""The service's commands: serve, ask, games, settings.

Only what draws the help is imported here; models, indexes and the web framework are loaded by what needs them.
"""

import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from corpus.errors import LexludoError, UnknownNameError

if TYPE_CHECKING:
    from service.contract import Answer, Answering, Question
    from service.reranking import Reranker
    from service.settings import Settings

IndexFolder = Annotated[
    Path | None,
    typer.Option("--index", envvar="LEXLUDO_INDEX", help="Index folder; without it, the user's data folder."),
]
ModelName = Annotated[
    str | None,
    typer.Option("--model", envvar="LEXLUDO_MODEL", help="Encoder by name or folder; without it, the embedded one."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")]


def register(app: typer.Typer) -> None:
    """Add the service's commands to ``app``."""
    app.command()(serve)
    app.command()(ask)
    app.command()(games)
    app.command()(settings)


def serve(
    index: IndexFolder = None,
    host: Annotated[str | None, typer.Option(envvar="LEXLUDO_HOST", help="Address to listen on.")] = None,
    port: Annotated[
        int | None, typer.Option(envvar="LEXLUDO_PORT", min=0, max=65535, help="Port; 0 takes a free one.")
    ] = None,
    model: ModelName = None,
    workers: Annotated[
        int | None,
        typer.Option(envvar="LEXLUDO_WORKERS", min=1, max=64, help="Processes that answer; one a core is most."),
    ] = None,
) -> None:
    """Answer questions over HTTP, with a chat page, until stopped."""
    from service import logs
    from service.api.serving import serve as run

    with reported():
        settings = read_settings(index=index, host=host, port=port, model=model, workers=workers)
        logs.configure(settings)
        run(settings, lambda: open_answering(settings), lambda url: typer.echo(f"Lexludo answers at {url}", err=True))


def ask(
    question: Annotated[str, typer.Argument(help="The question, in your own words.")],
    game: Annotated[str | None, typer.Option(help="Ask about this game only (id or title).")] = None,
    expansion: Annotated[list[str] | None, typer.Option(help="Play with this expansion; may be repeated.")] = None,
    language: Annotated[str | None, typer.Option(help="The question's language, such as pt or pt-BR.")] = None,
    json: AsJson = False,
    index: IndexFolder = None,
    top_k: Annotated[int, typer.Option(min=1, max=10, help="Passages to cite.")] = 3,
    model: ModelName = None,
) -> None:
    """Answer one question with the rulebook's own words, or say that it does not say."""
    from service.names import settle
    from service.telling import tell_answer

    with reported():
        asked = _question(question, game, expansion, language, top_k)
        answering = open_library(index, model)
        held = answering.games()
        asked = settle(asked, held)
        answer = _aided(answering, asked, answering.ask(asked))
    if json:
        _print_json(answer)
    else:
        typer.echo(tell_answer(answer, held, min(100, shutil.get_terminal_size().columns)))


def _aided(answering: "Answering", question: "Question", answer: "Answer") -> "Answer":
    """Return the answer with what the settings ask for beside it, and what of that comes in time."""
    import asyncio

    from service.aids import Aids

    async def waited_for() -> "Answer":
        aids = Aids.of(read_settings())
        try:
            return await aids.within(answering, question, answer)
        finally:
            await aids.close()

    return asyncio.run(waited_for())


def games(json: AsJson = False, index: IndexFolder = None, model: ModelName = None) -> None:
    """List the library's games."""
    from service.api.schemas import GameShown, GamesShown
    from service.telling import tell_games

    with reported():
        held = open_library(index, model).games()
    if json:
        _print_json(GamesShown(games=[GameShown.of(game) for game in held]))
    else:
        typer.echo(tell_games(held))


def settings(
    markdown: Annotated[bool, typer.Option("--markdown", help="Print a Markdown table.")] = False,
) -> None:
    """List what LEXLUDO_* variables set, with the defaults."""
    from service import settings_told

    typer.echo(settings_told.as_markdown() if markdown else settings_told.as_text())


@contextmanager
def reported() -> Iterator[None]:
    """Turn an expected error into its text on stderr and an exit code: 2 for wrong use, else 1."""
    from service.questions import QuestionError

    try:
        yield
    except LexludoError as error:
        typer.echo(f"lexludo: {error}", err=True)
        raise typer.Exit(2 if isinstance(error, UnknownNameError | QuestionError) else 1) from error


def open_library(index: Path | None, model: str | None) -> "Answering":
    """Open the index, or the user's own with the shipped library in it where it is empty."""
    from service.opening import open_service

    return open_service(_folder(index, model), model, _reranker(read_settings()))


def _folder(index: Path | None, model: str | None, threads: int = 0) -> Path:
    from corpus.index import Index
    from ingest.cli import default_index, ensure_library
    from service.opening import loaded_encoder

    if index is not None:
        return index
    folder = default_index()
    if Index.current_generation(folder) is None:
        ensure_library(folder, loaded_encoder(model, _say, threads))
    return folder


def _say(line: str) -> None:
    if sys.stderr.isatty():
        typer.echo(line, err=True)


def open_reloading(settings: "Settings", worker: int = 0) -> "Answering":
    """Open the index as ``open_library`` does, and newer generations of it as they come.

    Of several workers (numbered from 0), the first aligns editions in the background, and all share the cores.
    """
    from corpus.index import Index
    from service.api.reloading import Reloading
    from service.opening import open_service

    threads = settings.threads_of_a_worker
    folder = _folder(settings.index, settings.model, threads)
    reranker = _reranker(settings)
    return Reloading(
        lambda: open_service(folder, settings.model, reranker, align=worker == 0, threads=threads),
        lambda: Index.current_generation(folder),
    )


def open_worker(settings: "Settings", worker: int) -> "Answering":
    """Open the library in a worker process of its own, numbered from 0."""
    from service import logs

    logs.configure(settings)
    return open_reloading(settings, worker)


def open_answering(settings: "Settings") -> "Answering":
    """Open what answers: the library in this process, or in as many as the settings say."""
    if settings.workers == 1:
        return open_reloading(settings)
    from service.workers.crew import Crew

    return Crew(partial(partial, open_worker, settings), settings.workers)


def _reranker(settings: "Settings") -> "Reranker | None":
    from service import reranking

    return reranking.load(settings.reranker, settings.reranker_candidates) if settings.reranker else None


def read_settings(**given: object) -> "Settings":
    """Return the settings, ``given`` before the environment's; ends the command with code 2 where one is wrong."""
    from pydantic import ValidationError

    from service.settings import Settings

    try:
        return Settings.model_validate({name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        for fault in error.errors():
            name = "LEXLUDO_" + "_".join(str(part) for part in fault["loc"]).upper()
            typer.echo(f"lexludo: {name}: {fault['msg']}", err=True)
        raise typer.Exit(2) from error


def _question(
    text: str, game: str | None, expansions: list[str] | None, language: str | None, top_k: int
) -> "Question":
    from service.contract import Question
    from service.questions import LANGUAGE_TAG, QuestionError, clean_question

    if language is not None and not re.match(LANGUAGE_TAG, language):
        raise QuestionError(f"--language {language!r} is not a language tag; write it like pt or pt-BR")
    chosen = tuple(expansions) if expansions else None
    return Question(clean_question(text), game, chosen, language, top_k=top_k)


def _print_json(value: object) -> None:
    from pydantic import TypeAdapter

    typer.echo(TypeAdapter[object](type(value)).dump_json(value, indent=2).decode())
