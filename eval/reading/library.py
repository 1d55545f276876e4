"""How well the rulebooks that ship are read, against their own Typst sources: ``python -m eval.reading.library``.

A source holds one sentence a line and parts paragraphs by blank lines; what its calls print (titles, the labels of
examples and notes) is in the shared look. Exit 1 where a book falls below ``--floor``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Annotated

import typer

from corpus.library.build import LIBRARY, targets
from corpus.library.sentences import parse_sentences
from eval.reading.scoring import accuracy, across_pages, lost, tokens, words
from ingest.readers import read

FLOOR = 0.99
FIGURE = {
    "en": "Figure {}: ", "es": "Figura {}: ", "pt": "Figura {}: ", "fr": "Fig. {}. – ", "de": "Abbildung {}: ",
    "it": "Figura {}: ",
}  # fmt: skip
"""What Typst prints before the captions of drawings."""

_SHOW = re.compile(r'#show: rulebook\.with\(title: "(?P<title>[^"]+)".*?(?:kind: "(?P<kind>\w+)")?\)')
_LABELS = re.compile(r"^\s*(\w\w): \((.*?)\),?$", re.MULTILINE | re.DOTALL)
_LABEL = re.compile(r'(\w+):\s*"([^"]*)"')
_OWN_LINE = re.compile(r"(?:=+|[-+])\s|\[")
_NUMBERED = re.compile(r"\+\s")


@dataclass(frozen=True, slots=True)
class Figures:
    """One book's figures: paragraphs in order, words in order, words that are nowhere; and the paragraphs not found."""

    name: str
    paragraphs: float
    order: float
    lost: int
    missed: tuple[str, ...]


def main(
    floor: Annotated[float, typer.Option(min=0, max=1, help="Fail where a book is below.")] = FLOOR,
    only: Annotated[str, typer.Option(help="Only books whose name holds this.")] = "",
) -> None:
    """Measure how the shipped rulebooks are read."""
    found = [figures(target.source, target.pdf) for target in targets() if only in target.pdf.name]
    for book in found:
        typer.echo(f"{book.name:32} paragraphs {book.paragraphs:.4f}  order {book.order:.4f}  lost {book.lost}")
        for line in book.missed:
            typer.echo(f"    not read as it stands: {line[:100]}")
    least = min(min(book.paragraphs, book.order) for book in found)
    paragraphs, order = fmean(book.paragraphs for book in found), fmean(book.order for book in found)
    typer.echo(f"{len(found)} books: paragraphs {paragraphs:.4f}, order {order:.4f} in the mean; least {least:.4f}")
    raise typer.Exit(int(least < floor))


def figures(source: Path, pdf: Path) -> Figures:
    """Return how the PDF of one source is read."""
    expected = list(paragraphs_of(source))
    language = source.name.split(".")[1]
    pages = read(pdf, language=language).pages
    found = across_pages([[line for line in page.text.split("\n") if line] for page in pages])
    missed = tuple(line for line in expected if line not in found)
    gone = lost(words(expected), words(found))
    return Figures(
        pdf.name, accuracy(tokens(expected), tokens(found)), accuracy(words(expected), words(found)), gone, missed
    )


def paragraphs_of(source: Path) -> Iterator[str]:
    """Yield the paragraphs that a source prints, in the order of their reading."""
    text = source.read_text("utf-8")
    language = source.name.split(".")[1].split("-")[0]
    labels = _labels(LIBRARY / "rulebook.typ")[language]
    head = _SHOW.search(text)
    assert head is not None, f"{source} does not show the rulebook's look"
    yield head["title"]
    yield labels[head["kind"] or "rulebook"]
    yield from _body(text, labels)


def _body(text: str, labels: dict[str, str]) -> Iterator[str]:
    held: list[str] = []
    number = figure = 0
    captioned = False
    for line in map(str.strip, text.split("\n")):
        says = next(iter(parse_sentences(line).values()), "")
        if held and (not says or _OWN_LINE.match(line)):
            yield " ".join(held)
            held = []
        number = number + 1 if _NUMBERED.match(line) else number if not line else 0
        if label := labels.get(line.removeprefix("#").removesuffix("[")) if line.startswith("#") else None:
            yield label
        if line.startswith("#diagram("):
            figure, captioned = figure + 1, True
        if says:
            held.append(f"{labels['figure'].format(figure) if captioned else _mark(line, number)}{says}")
            captioned = False
    if held:
        yield " ".join(held)


def _mark(line: str, number: int) -> str:
    return f"{number}. " if number else "• " if line.startswith("- ") else ""


def _labels(look: Path) -> dict[str, dict[str, str]]:
    table = look.read_text("utf-8").partition("#let labels = (")[2].partition("\n)\n")[0]
    found = {language: dict(_LABEL.findall(entries)) for language, entries in _LABELS.findall(table)}
    return {language: {**labels, "figure": FIGURE[language]} for language, labels in found.items()}


if __name__ == "__main__":
    typer.run(main)
