"""The generated rulebooks: six designs in six languages, each with the text that a good reading gives."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from eval.reading.content import Part, Table, Writer, boxed, heading, joined
from eval.reading.phrases import LANGUAGES


@dataclass(frozen=True, slots=True)
class Book:
    """A rulebook to typeset.

    ``paragraphs`` stand in reading order; ``running`` are the words of its running lines, ``page_word`` stands before
    its page numbers; ``hard_hyphens`` has line-end hyphens be plain ones, as layout programs write them.
    """

    name: str
    language: str
    source: str
    paragraphs: tuple[str, ...]
    tables: tuple[Table, ...]
    running: tuple[str, ...]
    page_word: str
    hard_hyphens: bool


def books() -> Iterator[Book]:
    """Yield all of the generated rulebooks."""
    for number, (language, phrases) in enumerate(LANGUAGES.items()):
        for order, design in enumerate(DESIGNS):
            write = Writer(phrases, 100 * number + order)
            part = DESIGNS[design](write)
            source = f'#set text(lang: "{language}", hyphenate: true)\n{part.source}'
            running = (phrases.running,) if design != "cards" else ()
            hard_hyphens = order % 2 == number % 2
            yield Book(
                f"{design}-{language}",
                language,
                source,
                part.paragraphs,
                part.tables,
                running,
                phrases.page,
                hard_hyphens,
            )


def _page(write: Writer, options: str, size: str = "9pt") -> str:
    words = write.phrases
    return (
        f"#set page({options}, header: [#set text(7pt)\n{words.running} #h(1fr) {words.title}], "
        f"footer: context [#set align(center)\n#set text(8pt)\n{words.page} #counter(page).display()])\n"
        f'#set text(size: {size})\n#set par(justify: true)\n#set enum(numbering: "1.a.", full: false)\n'
        "#show heading: set text(hyphenate: false)\n"
    )


def _titled(write: Writer) -> Part:
    title = write.phrases.title
    source = (
        f'#place(top + center, scope: "parent", float: true, text(20pt, weight: "bold", hyphenate: false)[{title}])'
    )
    return Part(source, (title,))


def manual(write: Writer) -> Part:
    """One column; its first pages are numbered i, ii, the rest from 1 on."""
    words = write.phrases
    front = Part(
        _page(write, 'paper: "a5", margin: 1.6cm, numbering: "i"')
        + f'#text(22pt, weight: "bold", hyphenate: false)[{words.title}]',
        (words.title,),
    )
    turn = Part('#pagebreak()\n#set page(numbering: "1")\n#counter(page).update(1)', ())
    return joined(
        [
            front,
            write.section(0),
            Part("#pagebreak()", ()),
            heading(1, words.components),
            write.bullets(nested=True),
            write.note(),
            turn,
            write.section(1),
            write.steps(6, substeps_of=3),
            write.section(2, 2),
            write.table("ruled"),
            write.section(3),
            boxed(write.example()),
            write.section(4, 2),
            write.table("lined"),
            write.section(5),
            write.answers(3),
        ]
    )


def columns(write: Writer) -> Part:
    """Two justified columns under a spanning title."""
    page = Part(_page(write, 'paper: "a5", columns: 2, margin: 1.5cm', "8.5pt"), ())
    return joined(
        [
            page,
            _titled(write),
            write.section(0),
            write.steps(5, substeps_of=2),
            write.section(1, 2),
            write.bullets(),
            boxed(joined([write.example(), write.note()])),
            write.section(2),
            write.section(3, 2),
            write.steps(8),
            write.section(4),
            boxed(write.paragraphs(2, 2), "stroke: 0.7pt"),
            write.section(5),
            write.answers(4),
        ]
    )


def leaflet(write: Writer) -> Part:
    """Three narrow columns on a page that lies on its side; lists run over the columns."""
    page = Part(_page(write, 'paper: "a4", flipped: true, columns: 3, margin: 1.5cm'), ())
    return joined(
        [
            page,
            _titled(write),
            write.section(0),
            write.steps(12, substeps_of=5),
            write.section(1),
            write.bullets(nested=True),
            write.section(2),
            boxed(write.example(), "stroke: 0.7pt, radius: 4pt"),
            write.section(3, 2),
            write.steps(9),
            write.section(4),
            write.table("striped"),
            write.section(5),
            write.answers(4),
            write.section(1, 2),
            write.paragraphs(3),
        ]
    )


def figures(write: Writer) -> Part:
    """Chapters under headings that span two columns; drawings with captions; a line up the margin of each chapter."""
    page = Part(_page(write, 'paper: "a4", margin: (x: 2.2cm, y: 2cm)'), ())
    chapters = []
    for number in range(3):
        body = joined(
            [
                write.paragraphs(2),
                write.figure(),
                write.section(number + 3, 2),
                write.steps(4),
                write.table(("ruled", "bare", "lined")[number]),
                write.paragraphs(2),
                boxed(write.example()),
                write.paragraphs(2),
                write.figure(),
                write.bullets(),
            ]
        )
        set_in = Part(f"#columns(2)[\n{body.source}\n]", body.paragraphs, body.tables)
        turned, title = write.turned(), heading(1, write.phrases.headings[number])
        source = "\n\n".join((turned.source, title.source, set_in.source, "#pagebreak(weak: true)"))
        chapters.append(Part(source, title.paragraphs + set_in.paragraphs + turned.paragraphs, set_in.tables))
    return joined([page, *chapters])


def sidebar(write: Writer) -> Part:
    """A wide column of rules with a shaded narrow one to its right or, by the seed, to its left."""
    page, on_right = Part(_page(write, 'paper: "a4", margin: 2cm'), ()), write.seed // 100 % 2 == 0
    spreads = []
    for number in range(3):
        main = joined(
            [
                write.section(2 * number),
                write.steps(5),
                write.table(("lined", "ruled", "striped")[number]),
                write.section(2 * number + 1, 2, 3),
            ]
        )
        aside: Part = joined([write.example(), write.note(), write.paragraph(2), write.example(), write.paragraph(2)])
        shaded = f"block(fill: luma(232), inset: 7pt)[#set text(0.9em)\n{aside.source}]"
        sides = [(f"[\n{main.source}\n]", main, "2fr"), (shaded, aside, "1fr")][:: 1 if on_right else -1]
        spreads.append(_side_by_side(sides))
    return joined([page, *spreads])


def _side_by_side(sides: list[tuple[str, Part, str]]) -> Part:
    widths, cells = ", ".join(width for _, _, width in sides), ", ".join(source for source, _, _ in sides)
    both = joined([part for _, part, _ in sides])
    source = f"#grid(columns: ({widths}), column-gutter: 14pt, {cells})\n#pagebreak(weak: true)"
    return Part(source, both.paragraphs, both.tables)


def cards(write: Writer) -> Part:
    """A sheet of cards, row by row, then boxes that lie about a page."""
    words = write.phrases
    deck = [write.card(f"C{number}") for number in range(11, 20)]
    cells = ",\n".join(f"rect(width: 100%, height: 100%, inset: 8pt)[\n{card.source}\n]" for card in deck)
    grid = Part(
        f'#set page(paper: "a4", margin: 1.5cm)\n#set text(size: 9pt)\n= {words.headings[1]}\n'
        f"#grid(columns: 3, rows: 3 * (140pt,), gutter: 12pt, {cells})\n#pagebreak()",
        (words.headings[1], *joined(deck).paragraphs),
    )
    places = [(0, 0, 230), (270, 20, 220), (30, 190, 200), (260, 230, 220), (120, 420, 280)]
    scattered = [joined([heading(2, words.headings[n]), write.paragraph(2)]) for n in range(len(places))]
    source = "\n".join(
        f"#place(dx: {x}pt, dy: {y}pt, block(width: {wide}pt, fill: luma(235), inset: 7pt)[\n{part.source}\n])"
        for (x, y, wide), part in zip(places, scattered, strict=True)
    )
    return joined([grid, Part(source, joined(scattered).paragraphs)])


DESIGNS: dict[str, Callable[[Writer], Part]] = {
    "manual": manual, "columns": columns, "leaflet": leaflet, "figures": figures, "sidebar": sidebar, "cards": cards,
}  # fmt: skip
