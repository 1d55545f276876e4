"""``python -m eval.reading``: generate the books, read them, and say how well."""

import tempfile
from pathlib import Path
from typing import Annotated

import typer

from eval.reading.books import books
from eval.reading.measure import measured
from eval.reading.report import as_html, as_json, as_table, shortfalls, summary
from eval.reading.typesetting import typeset


def main(
    json_file: Annotated[Path | None, typer.Option("--json", help="Write every figure here.")] = None,
    html_file: Annotated[Path | None, typer.Option("--html", help="Write a page here.")] = None,
    only: Annotated[str, typer.Option(help="Only books whose name holds this, such as -pt or cards.")] = "",
    in_order: Annotated[
        bool, typer.Option("--in-order", help="Draw text in reading order, as few programs do.")
    ] = False,
    keep: Annotated[Path | None, typer.Option(help="Keep the PDFs in this folder.")] = None,
) -> None:
    """Measure reading on generated rulebooks; exit 1 where a figure falls short of what is asked."""
    with tempfile.TemporaryDirectory() as folder:
        place = keep or Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        chosen = [book for book in books() if only in book.name]
        if not chosen:
            raise typer.BadParameter(f"no book's name holds {only!r}", param_hint="--only")
        found = [measured(book, typeset(book, place, in_order=in_order)) for book in chosen]
    for file, written in ((json_file, as_json), (html_file, as_html)):
        if file is not None:
            file.write_text(written(found), encoding="utf-8")
    typer.echo(as_table(found))
    short = shortfalls(summary(found))
    for line in short:
        typer.echo(f"short: {line}", err=True)
    raise typer.Exit(code=1 if short else 0)


if __name__ == "__main__":
    typer.run(main)
