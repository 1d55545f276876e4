"""The parts of a generated rulebook: how each is typeset, and what a reader must make of it, paragraph by paragraph."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain

from eval.reading.phrases import Phrases


@dataclass(frozen=True, slots=True)
class Table:
    """A table's head and rows, cell by cell."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def lines(self) -> list[str]:
        """One line a row, the head's first."""
        return [" ".join(row) for row in (self.head, *self.rows)]


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of typst source, and the paragraphs that it prints, in order."""

    source: str
    paragraphs: tuple[str, ...]
    tables: tuple[Table, ...] = ()


def joined(parts: Sequence[Part], separator: str = "\n\n") -> Part:
    """Return several parts as one."""
    return Part(
        separator.join(part.source for part in parts),
        tuple(chain.from_iterable(part.paragraphs for part in parts)),
        tuple(chain.from_iterable(part.tables for part in parts)),
    )


def heading(level: int, text: str) -> Part:
    """A heading, set as such."""
    return Part(f"{'=' * level} {text}", (text,))


def boxed(part: Part, options: str = "fill: luma(232)") -> Part:
    """The part in a box as wide as its column."""
    return Part(f"#block({options}, inset: 6pt, width: 100%, breakable: false)[\n{part.source}\n]", part.paragraphs)


def false_bold(text: str) -> Part:
    """A line whose bold is made by printing it twice."""
    return Part(f"#block[#place(dx: 0.3pt)[{text}]{text}]", (text,))


@dataclass
class Writer:
    """Makes up a book's parts; ``seed`` settles every choice."""

    phrases: Phrases
    seed: int
    _used: int = field(default=2, init=False)

    @cached_property
    def _random(self) -> random.Random:
        return random.Random(self.seed)

    def _filled(self, text: str) -> str:
        self._used += self._random.randint(1, 3)
        return text.replace("{n}", str(self._used))

    def paragraph(self, sentences: int = 3) -> Part:
        """Some sentences of running text."""
        chosen = self._random.sample(self.phrases.sentences, sentences)
        text = " ".join(map(self._filled, chosen))
        return Part(text, (text,))

    def paragraphs(self, count: int, sentences: int = 3) -> Part:
        """Several paragraphs."""
        return joined([self.paragraph(sentences) for _ in range(count)])

    def section(self, number: int, level: int = 1, paragraphs: int = 2) -> Part:
        """A heading with paragraphs under it."""
        title = self.phrases.headings[number % len(self.phrases.headings)]
        return joined([heading(level, title), self.paragraphs(paragraphs)])

    def steps(self, count: int, substeps_of: int = 0) -> Part:
        """Numbered steps; step ``substeps_of`` has two lettered steps of its own."""
        source, printed = [], []
        for number in range(1, count + 1):
            text = self.paragraph(1).source
            source.append(f"+ {text}")
            printed.append(f"{number}. {text}")
            for letter in "ab" if number == substeps_of else "":
                text = self.paragraph(1).source
                source.append(f"  + {text}")
                printed.append(f"{letter}. {text}")
        return Part("\n".join(source), tuple(printed))

    def bullets(self, nested: bool = False) -> Part:
        """A list of components, where ``nested`` with a list in the list."""
        items = [self._filled(item) for item in self.phrases.items]
        marks = ["‣" if nested and 1 <= n <= 2 else "•" for n in range(len(items))]
        source = [f"{'  ' if mark == '‣' else ''}- {item}" for mark, item in zip(marks, items, strict=True)]
        return Part("\n".join(source), tuple(f"{mark} {item}" for mark, item in zip(marks, items, strict=True)))

    def table(self, style: str) -> Part:
        """A table by player count; ``style`` is ruled, striped, lined or bare."""
        rows = [(str(n + 1), str(9 + 2 * n), f"{n * 3}", text) for n, text in enumerate(self.phrases.rows, start=1)]
        made = Table(self.phrases.columns, tuple(rows))
        cells = ", ".join(f"[{cell}]" for row in (made.head, *made.rows) for cell in row)
        options = f"columns: (auto, auto, auto, 1fr), {TABLE_STYLES[style]}"
        plain = "#set text(hyphenate: false)\n#set par(justify: false)"
        source = f"#block(breakable: false)[{plain}\n#table({options}, {cells})]"
        return Part(source, tuple(made.lines), (made,))

    def example(self) -> Part:
        """An example, marked as one."""
        text = self._filled(self.phrases.example)
        return Part(text, (text,))

    def note(self) -> Part:
        """A note, marked as one."""
        text = self._filled(self.phrases.note)
        return Part(text, (text,))

    def answers(self, count: int) -> Part:
        """Questions in bold, each with its answer under it."""
        parts = []
        for _ in range(count):
            question, answer = self._filled(self.phrases.question), self._filled(self.phrases.answer)
            parts.append(Part(f"*{question}* \\\n{answer}", (question, answer)))
        return joined(parts)

    def figure(self) -> Part:
        """A drawing with its caption."""
        text = self._filled(self.phrases.caption)
        return Part(
            f"#block(breakable: false)[#rect(width: 100%, height: 40pt)\n#v(-4pt)\n#text(0.8em)[{text}]]", (text,)
        )

    def turned(self) -> Part:
        """A line that runs up the page's left margin."""
        text = self._filled(self.phrases.turned)
        return Part(f"#place(left + horizon, dx: -7mm, rotate(-90deg, reflow: true, text(0.75em)[{text}]))", (text,))

    def card(self, code: str) -> Part:
        """A coded card: its title twice printed, an icon from the private use area in its text."""
        title = f"{code}: {self._filled(self.phrases.items[int(code[1:]) % 5])}"
        text = self.paragraph(1).source
        icon = "\ue012"
        body = Part(f'#text(font: "DejaVu Sans")[{icon}] {text}', (f"{icon} {text}",))
        return joined([false_bold(title), body])


TABLE_STYLES = {
    "ruled": "stroke: 0.5pt",
    "lined": "stroke: (x, y) => if y == 0 { (bottom: 0.7pt) }",
    "striped": "stroke: none, fill: (_, y) => if calc.even(y) { luma(225) }",
    "bare": "stroke: none",
}
