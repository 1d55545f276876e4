"""The domain: a game has documents, a document has pages, a passage is a slice of a page.

A page's text is fixed when it is read. Everything later (passages, sentences, quotes) is a pair of offsets into it,
in Python string positions (code points), end exclusive.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""Unit-length embeddings, shape (texts, dimension), float32."""

States = NDArray[np.float32]
"""What a model holds of a text's tokens between two of its layers, shape (tokens, dimension), float32."""

Progress = Callable[[int], None]
"""Called with the number of items finished since the last call."""


class DocumentKind(StrEnum):
    """What a document is to its game; order of authority is decided by the service."""

    RULEBOOK = "rulebook"
    EXPANSION = "expansion"
    FAQ = "faq"
    ERRATA = "errata"
    REFERENCE = "reference"


class PassageKind(StrEnum):
    """What a passage does on its page."""

    RULE = "rule"
    STEP = "step"  # one of a numbered sequence
    ITEM = "item"  # one or more bullets
    ANSWER = "answer"  # a question with its answer
    ROW = "row"  # of a table, under its columns' heads
    ENTRY = "entry"  # a coded entry such as "(C56) ..."
    EXAMPLE = "example"
    NOTE = "note"
    COMPONENTS = "components"
    CREDITS = "credits"


class Span(NamedTuple):
    """A slice of a page's text: ``text[start:end]``."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Return the slice of ``text``."""
        return text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class LineBox:
    """Where one word of a page (or the part of it before or after a line end) is printed: ``text[start:end]``.

    Sides are shares of the page's width and height as it is shown, 0 to 1, from its top left corner.
    """

    start: int
    end: int
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Page:
    """One page as its reader saw it. ``number`` counts from 1 in the file; ``label`` is what is printed, if known.

    One line of ``text`` is one paragraph, heading, list item, step or table row; a blank line parts blocks.
    ``headings`` holds ``(start, end, level)`` of the lines that type or markup sets as headings, in order; level 1 is
    the highest of the document. A line that only looks like a heading by its words is not among them. ``boxes`` holds
    one box a printed word, in the order of the text, where the file knows places. ``cells`` holds ``(start, end, start,
    end)`` of each cell of a table's row and of its column's head, in order, where a table has heads.
    ``depths`` holds ``(start, depth)`` of each list item that stands in others, so many deep.
    ``parts`` holds where a box, a card or turned text begins, or the text after one: no rule runs on over that place.
    ``ocr`` says that the words were recognised in a picture of the page, and may be misread.
    """

    number: int
    text: str
    label: str | None = None
    headings: tuple[tuple[int, int, int], ...] = ()
    boxes: Sequence[LineBox] = ()
    cells: tuple[tuple[int, int, int, int], ...] = ()
    parts: tuple[int, ...] = ()
    depths: tuple[tuple[int, int], ...] = ()
    ocr: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """One language and edition of one text of a game. ``language`` is a BCP 47 tag.

    ``icons`` are the glyphs that the catalogue names, each with its name, sorted. ``translated_from`` is the language
    of the edition that this one was made from, None where that is not known or this is the original. ``aliases`` are
    other names under which players know the game, or the expansion that the document is about; ``synonyms`` are words
    that its players use for one another, in groups.
    """

    id: str
    game: str
    title: str
    language: str
    kind: DocumentKind = DocumentKind.RULEBOOK
    file: str = ""
    expansion: str | None = None
    edition: str | None = None
    icons: tuple[tuple[str, str], ...] = ()
    translated_from: str | None = None
    aliases: tuple[str, ...] = ()
    synonyms: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """A slice of one page that holds one rule.

    ``section`` is the heading path, outermost first; ``context`` is what the passage leans on and does not contain
    (the sentence that introduces a list, the end of a sentence begun on the page before). Both are embedded with the
    passage and never shown as its text. ``sentences`` are the quotable units, in order, inside ``start``..``end``.
    ``references`` are the ids of the passages that its words send the reader to ("see page 12").
    """

    id: str
    document: str
    page: int
    start: int
    end: int
    section: tuple[str, ...] = ()
    kind: PassageKind = PassageKind.RULE
    context: str = ""
    sentences: tuple[Span, ...] = ()
    references: tuple[str, ...] = ()

    @property
    def span(self) -> Span:
        """The passage's place on its page."""
        return Span(self.start, self.end)


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What an index must know of the model that made its vectors. Two cards that differ do not mix."""

    name: str
    fingerprint: str
    dimension: int
    max_tokens: int


class Words(Protocol):
    """A model's tokens and the vectors that stand for them before its first layer.

    ``first`` and ``last`` are the tokens that open a text and end it.
    """

    first: int
    last: int

    def pieces(self, texts: Sequence[str]) -> list[list[int]]:
        """Return each text's tokens, without those that open it and end it."""
        ...

    def of(self, tokens: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return the tokens' vectors, shape (*tokens.shape, dimension)."""
        ...


class Encoder(Protocol):
    """Turns text into unit vectors. Text beyond ``card.max_tokens`` is read in windows, never cut off."""

    @property
    def card(self) -> ModelCard:
        """Which model this is."""
        ...

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Return vectors, shape (len(texts), dimension), for questions."""
        ...

    def query_states(self, text: str) -> States | None:
        """Return a question's tokens on their way through the model, before its last layers.

        None where the model does not show them, or reads the question in several windows.
        """
        ...

    def encode_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Return vectors, shape (len(texts), dimension), for text to be found."""
        ...

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return how many of the model's tokens each text has, prompt and special tokens included."""
        ...

    @property
    def threads(self) -> int:
        """How many threads a graph may use; 0 is one a core."""
        ...

    @property
    def words(self) -> Words | None:
        """The model's tokens by themselves; None where they are not at hand."""
        ...


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader made of one file: its pages, and remarks for the person who ingests (never errors).

    ``dropped`` holds the lines that it took out (running headers and footers, page numbers, repeated text layers), as
    ``(page number, text)`` in the order of the file.
    """

    pages: tuple[Page, ...]
    remarks: tuple[str, ...] = field(default=())
    dropped: tuple[tuple[int, str], ...] = ()
