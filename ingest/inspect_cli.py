"""The command ``lexludo inspect``: how a person judges a reading."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from ingest.inspecting import Seen

File = Annotated[Path, typer.Argument(metavar="FILE", help="A rulebook of any kind that is read.")]
Html = Annotated[
    Path | None,
    typer.Option("--html", metavar="OUT", help="Write one page that needs nothing else, with the pages' pictures."),
]
Language = Annotated[str | None, typer.Option(metavar="TAG", help="The file's language; mul for several.")]
Only = Annotated[int | None, typer.Option("--page", min=1, metavar="N", help="Show this page only.")]
NARROWEST, WIDEST = 60, 120


def register(app: typer.Typer) -> None:
    """Add ``inspect``."""
    app.command("inspect")(inspect_command)


def inspect_command(file: File, html: Html = None, language: Language = None, page: Only = None) -> None:
    """Show what reading makes of a file: blocks in order, structure, passages, and lines that were left out."""
    seen = _seen(file, _tag(language))
    if page is not None and page not in seen.numbers:
        raise typer.BadParameter(f"the file has pages 1 to {len(seen.numbers)}", param_hint="--page")
    if html is not None:
        _write(html, seen, page)
    else:
        _print(seen, page)


def _tag(language: str | None) -> str | None:
    from corpus.languages import canonical_tag

    if language is not None and canonical_tag(language) is None:
        raise typer.BadParameter(
            f'"{language}" is no language tag; write for example en or pt-BR', param_hint="--language"
        )
    return canonical_tag(language) if language else None


def _seen(file: Path, language: str | None) -> "Seen":
    """Read a file as an ingest does, in a child process with its bounds. Raises UnreadableFileError."""
    from corpus.errors import UnreadableFileError
    from ingest import readers
    from ingest.inspecting import seen, source_of
    from ingest.working import Request, in_workers

    source = source_of(file, language)
    (reading,) = in_workers(readers.read)([Request(file, source.language)])
    if isinstance(reading, UnreadableFileError):
        raise reading
    return seen(source, reading)


def _print(seen: "Seen", page: int | None) -> None:
    import shutil

    from ingest.inspect_terminal import lines

    width = min(WIDEST, max(NARROWEST, shutil.get_terminal_size().columns))
    for line in lines(seen, width, page):
        typer.echo(line)


def _write(out: Path, seen: "Seen", page: int | None) -> None:
    from ingest.inspect_html import page_of
    from ingest.page_pictures import page_pictures
    from ingest.working import BOUNDS, BrokenWorkError, OverMemoryError, OverTimeError, bounded

    numbers = [page] if page is not None else seen.numbers
    try:
        pictures = bounded(page_pictures, BOUNDS, seen.file, numbers)
    except (BrokenWorkError, OverMemoryError, OverTimeError):
        typer.echo(f"{seen.file}: its pages could not be drawn; the text is shown without them", err=True)
        pictures = {}
    out.write_text(page_of(seen, pictures, numbers), encoding="utf-8")
    typer.echo(f"{seen.line}; written to {out}", err=True)
