"""Runs the text operators of a page's content and notes every letter with its place (ISO 32000-1, 9.2 to 9.4)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pypdf import PageObject
from pypdf.generic import ByteStringObject, ContentStream, DictionaryObject, StreamObject, TextStringObject

from ingest.glyphs import Glyph, Matrix, glyph
from ingest.readers.pdf_fonts import PdfFont
from ingest.readers.pdf_paths import OPERATORS, Paths
from ingest.shapes import Outline

DEEPEST_FORM = 12
MOST_FORMS = 2_000
MOST_GLYPHS = 400_000
"""Bounds for one page; a rulebook's page stays far below."""
LONGEST_REPLACEMENT = 64
"""Letters; a longer ActualText describes a figure and does not replace a few letters."""

Fonts = dict[int, tuple[DictionaryObject, PdfFont | None]]
"""Fonts by the identity of their resource, which is kept with them so that the identity stays its own."""


@dataclass(frozen=True, slots=True)
class TextState:
    """The text part of the graphics state, saved by q and restored by Q."""

    ctm: Matrix = field(default_factory=Matrix)
    font: PdfFont | None = None
    size: float = 0.0
    character_space: float = 0.0
    word_space: float = 0.0
    scale: float = 1.0
    leading: float = 0.0
    rise: float = 0.0


@dataclass(slots=True)
class Replacement:
    """A marked piece of content that stands for other text; ``text`` is None where it stands for itself."""

    text: str | None = None


class PageContent:
    """The letters of one page.

    ``fonts`` are the document's fonts read so far; ``still_time`` is asked often and raises once reading took too long.
    Raises OverflowError for a page of nothing but forms in forms: whoever draws it needs memory without end.
    """

    def __init__(self, page: PageObject, fonts: Fonts, still_time: Callable[[], None]) -> None:
        self.glyphs: list[Glyph] = []
        self._state = TextState()
        self._saved: list[TextState] = []
        self._line = self._pen = Matrix()
        self._marks: list[Replacement] = []
        self._fonts = fonts
        self._forms = 0
        self._still_time = still_time
        self._paths = Paths()
        self._pdf = page.pdf
        contents = page.get_contents()
        if contents is not None:
            self._run(contents, _dictionary(page.get("/Resources")), 0)
        if self._forms > MOST_FORMS and not self.glyphs:
            raise OverflowError("draws forms without end")

    @property
    def shapes(self) -> list[Outline]:
        """The outlines of what is drawn besides letters, in points."""
        return self._paths.drawn

    def _run(self, stream: Any, resources: DictionaryObject, depth: int) -> None:
        self._still_time()
        for count, (operands, operator) in enumerate(ContentStream(stream, self._pdf, "bytes").operations):
            if count % 1000 == 0:
                self._still_time()
            if len(self.glyphs) > MOST_GLYPHS:
                return
            try:
                self._do(operator, operands, resources, depth)
            except (IndexError, TypeError, ValueError, KeyError, AttributeError):
                continue  # a malformed operator draws nothing; those after it still do

    def _do(self, operator: bytes, operands: Any, resources: DictionaryObject, depth: int) -> None:
        if operator in _SHOWING:
            self._show_with(operator, operands)
        elif operator in _MOVING:
            self._move_with(operator, operands)
        elif operator in _SETTING:
            self._state = _SETTING[operator](self._state, float(operands[0]))
        elif operator == b"Tf":
            font = self._font(resources, operands[0])
            self._state = replace(self._state, font=font, size=float(operands[1]))
        elif operator in OPERATORS:
            self._paths.do(operator, operands, self._state.ctm)
        elif operator == b"Do":
            self._draw_form(operands[0], resources, depth)
        else:
            self._change_state(operator, operands)

    def _change_state(self, operator: bytes, operands: Any) -> None:
        if operator == b"q":
            self._saved.append(self._state)
        elif operator == b"Q" and self._saved:
            self._state = self._saved.pop()
        elif operator == b"cm":
            self._state = replace(self._state, ctm=_matrix(operands).after(self._state.ctm))
        elif operator in (b"BDC", b"BMC"):
            self._marks.append(_replacement(operands))
        elif operator == b"EMC" and self._marks:
            self._marks.pop()

    def _move_with(self, operator: bytes, operands: Any) -> None:
        if operator == b"BT":
            self._start_line(Matrix())
        elif operator == b"Tm":
            self._start_line(_matrix(operands))
        elif operator == b"T*":
            self._next_line()
        else:
            x, y = float(operands[0]), float(operands[1])
            if operator == b"TD":
                self._state = replace(self._state, leading=-y)
            self._start_line(self._line.moved(x, y))

    def _start_line(self, matrix: Matrix) -> None:
        self._line = self._pen = matrix

    def _next_line(self) -> None:
        self._start_line(self._line.moved(0, -self._state.leading))

    def _show_with(self, operator: bytes, operands: Any) -> None:
        if operator == b'"':
            word, character = float(operands[0]), float(operands[1])
            self._state = replace(self._state, word_space=word, character_space=character)
        if operator in (b"'", b'"'):
            self._next_line()
        shown = operands[-1]
        for piece in shown if operator == b"TJ" else [shown]:
            if isinstance(piece, (int, float)):
                self._advance(-float(piece) / 1000 * self._state.size * self._state.scale)
            else:
                self._show(_bytes(piece))

    def _show(self, data: bytes) -> None:
        state = self._state
        if state.font is None:
            return
        for letter in state.font.letters(data):
            width = letter.width / 1000 * state.size * state.scale
            space = state.character_space + (state.word_space if letter.is_space else 0)
            self._place(self._replaced(letter.text), width)
            self._advance(width + space * state.scale)

    def _place(self, text: str, width: float) -> None:
        state = self._state
        if text and state.font is not None:
            matrix = self._pen.moved(0, state.rise).after(state.ctm)
            placed = glyph(text, matrix, width, state.size, state.font.bold, state.font.extent)
            if placed is not None:
                self.glyphs.append(placed)

    def _advance(self, distance: float) -> None:
        self._pen = self._pen.moved(distance, 0)

    def _replaced(self, text: str) -> str:
        for mark in self._marks:
            if mark.text is not None:
                text, mark.text = mark.text, ""
                return text
        return text

    def _font(self, resources: DictionaryObject, name: Any) -> PdfFont | None:
        resource = _dictionary(_dictionary(resources.get("/Font")).get(name))
        if id(resource) not in self._fonts:
            self._fonts[id(resource)] = (resource, PdfFont.of(resource) if resource else None)
        return self._fonts[id(resource)][1]

    def _draw_form(self, name: Any, resources: DictionaryObject, depth: int) -> None:
        form = _dictionary(_dictionary(resources.get("/XObject")).get(name))
        self._forms += 1
        if form.get("/Subtype") != "/Form" or depth >= DEEPEST_FORM or self._forms > MOST_FORMS:
            return
        before, saved, line, pen = self._state, self._saved, self._line, self._pen
        self._saved = []
        if "/Matrix" in form:
            self._state = replace(before, ctm=_matrix(_plain(form["/Matrix"])).after(before.ctm))
        if isinstance(form, StreamObject):
            self._run(form, _dictionary(form.get("/Resources")) or resources, depth + 1)
        self._state, self._saved, self._line, self._pen = before, saved, line, pen


_SHOWING = frozenset({b"Tj", b"TJ", b"'", b'"'})
_MOVING = frozenset({b"BT", b"Tm", b"Td", b"TD", b"T*"})
_SETTING: dict[bytes, Callable[[TextState, float], TextState]] = {
    b"Tc": lambda state, value: replace(state, character_space=value),
    b"Tw": lambda state, value: replace(state, word_space=value),
    b"Tz": lambda state, value: replace(state, scale=value / 100),
    b"TL": lambda state, value: replace(state, leading=value),
    b"Ts": lambda state, value: replace(state, rise=value),
}


def _plain(value: Any) -> Any:
    return value.get_object() if hasattr(value, "get_object") else value


def _dictionary(value: Any) -> DictionaryObject:
    found = _plain(value)
    return found if isinstance(found, DictionaryObject) else DictionaryObject()


def _matrix(operands: Sequence[Any]) -> Matrix:
    return Matrix(*(float(value) for value in list(operands)[-6:]))


def _bytes(piece: Any) -> bytes:
    if isinstance(piece, TextStringObject):
        return bytes(piece.original_bytes)
    return bytes(piece) if isinstance(piece, (ByteStringObject, bytes)) else b""


def _replacement(operands: Any) -> Replacement:
    properties = operands[1] if len(operands) > 1 and isinstance(operands[1], DictionaryObject) else {}
    text = properties.get("/ActualText")
    if isinstance(text, TextStringObject):
        return Replacement(str(text)) if len(text) <= LONGEST_REPLACEMENT else Replacement()
    if not isinstance(text, bytes) or len(text) > 2 * LONGEST_REPLACEMENT:
        return Replacement()
    wide = text.startswith((b"\xfe\xff", b"\xff\xfe"))
    return Replacement(text.decode("utf-16" if wide else "latin-1", "replace"))
