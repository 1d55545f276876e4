"""Do marks on page images cover the quoted words? Compared with where PDFium says that their letters stand.

``python -m eval.marks [FILE...]`` takes random quotes from PDFs (those that ship, where none are named), finds each by
its letters in PDFium's own reading of the page, and gives the intersection over union of the marked area and the area
of the letters. Exit 1 where the mean is below ``--floor``.
"""

import json as as_json
import random
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import pypdfium2
import typer
from numpy.typing import NDArray

from corpus.types import LineBox, Page, Span
from ingest import readers
from ingest.cli import shipped_library
from service.page_marks import Mark, line_runs, marks

WIDE = 1600
"""Pixels in which areas are counted, across a page."""
SHORTEST, LONGEST = 3, 30
"""Words of a quote."""
TRIES = 20
"""Draws for each quote: one whose letters stand twice on the page has no one place."""


@dataclass(frozen=True, slots=True)
class Marked:
    """One quote, and how well its mark fits."""

    file: str
    page: int
    quote: str
    overlap: float


class Letters(NamedTuple):
    """A page as PDFium reads it: its letters without spaces and hyphens, and the place of each; the page's size."""

    text: str
    boxes: list[Mark]
    wide: float
    high: float


def main(
    files: Annotated[list[Path] | None, typer.Argument(help="PDFs; without them, those that ship.")] = None,
    quotes: Annotated[int, typer.Option(min=1, help="How many quotes.")] = 200,
    seed: Annotated[int, typer.Option(help="Other seeds draw other quotes.")] = 1,
    floor: Annotated[float, typer.Option(min=0, max=1, help="Fail where the mean is below.")] = 0.9,
    json: Annotated[bool, typer.Option("--json", help="Print every quote as JSON.")] = False,
) -> None:
    """Measure how well marks cover random quotes."""
    chosen = files or sorted(shipped_library().rglob("*.pdf"))
    measured, unplaced = measure(chosen, quotes, seed)
    overlaps = np.array([one.overlap for one in measured])
    if json:
        told = {"quotes": [asdict(one) for one in measured], "mean": float(overlaps.mean()), "unplaced": unplaced}
        typer.echo(as_json.dumps(told, ensure_ascii=False, indent=1))
    else:
        typer.echo("\n".join(_told(measured, overlaps, len(chosen), unplaced, seed)))
    raise typer.Exit(int(overlaps.mean() < floor))


def measure(files: Sequence[Path], quotes: int, seed: int) -> tuple[list[Marked], int]:
    """Return so many measured quotes, and how many draws PDFium did not find or found twice."""
    chance = random.Random(seed)
    books = {file: [page for page in readers.read(file).pages if len(page.boxes) > SHORTEST] for file in files}
    readable = [file for file in files if books[file]]
    measured: list[Marked] = []
    unplaced = 0
    while len(measured) < quotes and unplaced < quotes * TRIES:
        file = chance.choice(readable)
        page = chance.choice(books[file])
        found = _measured(file, page, _drawn(page, chance))
        unplaced += found is None
        measured += [found] if found else []
    return measured, unplaced


def _drawn(page: Page, chance: random.Random) -> Span:
    """Return words in a row that one line of the page's text holds, so one paragraph, item or row."""
    lines = [line for line in _word_lines(page) if len(line) >= SHORTEST] or [list(page.boxes)]
    words = chance.choice(lines)
    count = min(len(words), chance.randint(SHORTEST, LONGEST))
    first = chance.randint(0, len(words) - count)
    return Span(words[first].start, words[first + count - 1].end)


def _word_lines(page: Page) -> Iterator[list[LineBox]]:
    start = 0
    for line in page.text.split("\n"):
        yield [box for box in page.boxes if start <= box.start < start + len(line)]
        start += len(line) + 1


def _measured(file: Path, page: Page, span: Span) -> Marked | None:
    letters = _letters(file, page.number)
    wanted, quote = _bare(span.of(page.text)), span.of(page.text)
    at = letters.text.find(wanted)
    if not wanted or at < 0 or letters.text.find(wanted, at + 1) >= 0:
        return None
    high = round(WIDE * letters.high / letters.wide)
    scale = WIDE / letters.wide
    truth = line_runs([_scaled(box, scale) for box in letters.boxes[at : at + len(wanted)]])
    overlap = _overlap(marks(page.boxes, span, WIDE, high), truth, (high, WIDE))
    return Marked(str(file), page.number, quote, round(overlap, 4))


def _letters(file: Path, number: int) -> Letters:
    with pypdfium2.PdfDocument(file) as document:
        page = document[number - 1]
        wide, high = page.get_size()
        left, _, _, top = page.get_cropbox()
        text, boxes = "", []
        with closing(page.get_textpage()) as read:
            for place in range(read.count_chars()):
                letter = _bare(read.get_text_range(place, 1))
                x0, y0, x1, y1 = read.get_charbox(place, loose=True)
                text += letter
                boxes += [Mark(x0 - left, top - y1, x1 - left, top - y0)] * len(letter)
        return Letters(text, boxes, wide, high)


def _bare(text: str) -> str:
    """Return text without what readers may differ in: spaces, hyphens, ligatures, controls, private letters."""
    plain = unicodedata.normalize("NFKC", text)
    return "".join(letter for letter in plain if unicodedata.category(letter)[0] in "LNPS" and letter not in "-‐‑­￾")


def _scaled(box: Mark, scale: float) -> Mark:
    return Mark(*(side * scale for side in box))


def _overlap(one: Sequence[Mark], other: Sequence[Mark], shape: tuple[int, int]) -> float:
    first, second = _area(one, shape), _area(other, shape)
    return float((first & second).sum() / max(1, (first | second).sum()))


def _area(places: Sequence[Mark], shape: tuple[int, int]) -> NDArray[np.bool_]:
    area = np.zeros(shape, np.bool_)
    for place in places:
        left, top, right, bottom = (max(0, round(side)) for side in place)
        area[top:bottom, left:right] = True
    return area


def _told(
    measured: Sequence[Marked], overlaps: NDArray[np.float64], files: int, unplaced: int, seed: int
) -> Iterator[str]:
    yield f"{len(measured)} quotes of {files} PDFs (seed {seed}; {unplaced} more stood nowhere or twice for PDFium)"
    yield f"intersection over union: mean {overlaps.mean():.3f}, median {np.median(overlaps):.3f}"
    yield f"at 0.9 or more: {(overlaps >= 0.9).sum()} of {len(measured)}; lowest {overlaps.min():.3f}"
    for one in sorted(measured, key=lambda each: each.overlap)[:5]:
        yield f"  {one.overlap:.3f}  {Path(one.file).name} page {one.page}: {one.quote[:70]}"


if __name__ == "__main__":
    typer.run(main)
