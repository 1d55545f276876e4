"""How much memory and time does a very long PDF take to read, in a child process and under its bounds?

``python -m eval.large_file [--pages 2000]`` typesets a rulebook of so many pages (two columns, headings, lists) with
``typst`` of the test extra, reads it as an ingest does, and prints the peak resident memory of the child and of what
receives its pages. With ``--embed`` it also ingests the file whole, its passages embedded, and
prints the peak of that. Exit 1 where the file cannot be read within the bounds, or the ingest takes more memory.
"""

import random
import resource
import tempfile
import time
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from corpus.errors import UnreadableFileError
from corpus.index import Index
from corpus.types import Reading
from ingest import readers
from ingest.working import BOUNDS, Bounds, OverMemoryError, OverTimeError, bounded, in_workers

WORDS = (
    "player coin boat harbour card token turn phase market trade storm captain barrel canal place take move pay draw "
    "discard score build each other every may must the a of in with from before after when unless twice immediately"
).split()


TYPESETTING = Bounds(600, 16_000_000_000)
"""In a process of its own: typesetting takes more memory than reading, and must not be counted."""


class Ingested(NamedTuple):
    """An ingest, the most memory this process had, in bytes, and what it had before, with the model loaded."""

    passages: int
    texts: int
    peak: int
    before: int


class Weighed(NamedTuple):
    """A reading, and the most memory its process had, in bytes."""

    reading: Reading
    peak: int


def main(
    pages: Annotated[int, typer.Option(min=1, help="Pages to typeset.")] = 2000,
    file: Annotated[Path | None, typer.Option(help="Read this PDF instead.")] = None,
    embed: Annotated[
        bool, typer.Option("--embed", help="Ingest it whole, too: minutes for each hundred pages.")
    ] = False,
) -> None:
    """Read a very long PDF within the bounds of an ingest, and say what it took."""
    with tempfile.TemporaryDirectory() as folder:
        chosen = file or bounded(typeset, TYPESETTING, Path(folder), pages)
        typer.echo(f"{chosen.name}: {chosen.stat().st_size / 1e6:.1f} MB")
        began = time.perf_counter()
        try:
            weighed = bounded(weigh, BOUNDS, chosen)
        except (OverTimeError, OverMemoryError, UnreadableFileError) as error:
            typer.echo(f"not read within {BOUNDS.seconds:g} s and {BOUNDS.bytes / 1e9:g} GB: {error!r}")
            raise typer.Exit(1) from error
        seconds = time.perf_counter() - began
        whole = ingest_whole(chosen, Path(folder) / "index") if embed else None
    read = weighed.reading.pages
    boxes = sum(len(page.boxes) for page in read)
    typer.echo(f"{len(read)} pages, {boxes} words placed, in {seconds:.1f} s ({len(read) / seconds:.0f} pages/s)")
    typer.echo(f"peak memory: {weighed.peak / 1e6:.0f} MB in the reading process, {peak() / 1e6:.0f} MB here")
    if whole:
        typer.echo(f"ingested whole: {whole.passages} passages, {whole.texts} texts embedded")
        typer.echo(f"peak memory: {whole.peak / 1e6:.0f} MB, of which {whole.before / 1e6:.0f} MB with the model alone")
        raise typer.Exit(int(whole.peak > BOUNDS.bytes))


def ingest_whole(file: Path, index: Path) -> Ingested:
    """Ingest a file into a new index, as the command does, and tell the peak of this process."""
    from corpus.encoder import load
    from ingest.build import ingest

    encoder = load()
    encoder.encode_passages(["A boat carries coins."])
    before = peak()
    outcome = ingest([file], index, encoder, read_all=in_workers(readers.read))
    opened = Index.open(index)
    return Ingested(outcome.passages, opened.manifest.counts["sentences"] + outcome.passages, peak(), before)


def weigh(file: Path) -> Weighed:
    """Read a file and tell the peak of this process."""
    return Weighed(readers.read(file, language="en"), peak())


def peak() -> int:
    """Return the most bytes of memory that this process had at once."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def typeset(folder: Path, pages: int) -> Path:
    """Typeset a rulebook of about so many pages and return the PDF."""
    import typst

    chance = random.Random(1)
    source = '#set page(width: 148mm, height: 210mm, margin: 12mm, columns: 2, numbering: "1")\n#set text(size: 9pt)\n'
    (folder / "long.typ").write_text(source + "#pagebreak()\n".join(_page(chance) for _ in range(pages)), "utf-8")
    typst.compile(str(folder / "long.typ"), output=str(folder / "long.en.pdf"))
    return folder / "long.en.pdf"


def _page(chance: random.Random) -> str:
    paragraphs = [f"= {_sentence(chance, 3)}\n", *(_paragraph(chance) for _ in range(7))]
    items = "".join(f"- {_sentence(chance, 9)}\n" for _ in range(5))
    return "\n".join([*paragraphs, items])


def _paragraph(chance: random.Random) -> str:
    return " ".join(_sentence(chance, chance.randint(8, 18)) for _ in range(3)) + "\n"


def _sentence(chance: random.Random, words: int) -> str:
    return " ".join(chance.choices(WORDS, k=words)).capitalize() + "."


if __name__ == "__main__":
    typer.run(main)
