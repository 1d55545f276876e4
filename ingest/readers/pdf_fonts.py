"""Fonts of a PDF: from the bytes of a string to letters and how far each moves the pen."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from pypdf.generic import DictionaryObject
from pypdf.generic._font import Font

from ingest.glyphs import USUAL, Extent

_BOLD_NAME = re.compile(r"bold|black|heavy|semibold|demi|extrabd|-bd\b|,bold", re.IGNORECASE)
_FORCE_BOLD = 1 << 18
_BOLD_WEIGHT = 600


class Letter(NamedTuple):
    """One code of a string: its letters, its width in thousandths of the size, and whether it is a one-byte space."""

    text: str
    width: float
    is_space: bool


@dataclass(frozen=True, slots=True)
class PdfFont:
    """A font as the page's content uses it."""

    font: Font
    bold: bool
    extent: Extent = USUAL

    @classmethod
    def of(cls, resource: DictionaryObject) -> "PdfFont":
        """Read a font from the page's resources."""
        font = Font.from_font_resource(resource)
        return cls(font, _is_bold(font), _extent(font))

    def letters(self, data: bytes) -> Iterator[Letter]:
        """Yield what each code of a shown string stands for."""
        if not self.font.interpretable:
            return
        simple = not isinstance(self.font.encoding, str)
        for code in self._codes(data):
            yield Letter(self._text(code), self._width(code), simple and code == " ")

    def _codes(self, data: bytes) -> str:
        if isinstance(self.font.encoding, str):
            return data.decode(self.font.encoding, "replace" if len(data) % 2 else "surrogatepass")
        return data.decode("latin-1")

    def _text(self, code: str) -> str:
        encoding, mapped = self.font.encoding, self.font.character_map
        if code in mapped:
            return str(mapped[code])
        character = encoding.get(ord(code), code) if isinstance(encoding, dict) else code
        return str(mapped.get(character, character))

    def _width(self, code: str) -> float:
        widths = self.font.character_widths
        return _number(widths.get(code, widths.get("default", 500)), 500.0)


def _is_bold(font: Font) -> bool:
    described = font.font_descriptor
    weight = _number(described.weight, 0)
    flags = int(_number(described.flags, 0))
    return bool(_BOLD_NAME.search(font.name)) or weight >= _BOLD_WEIGHT or bool(flags & _FORCE_BOLD)


def _extent(font: Font) -> Extent:
    """Return how far the letters in use reach: as the font says, but no further than the box around its letters."""
    described = font.font_descriptor
    low, high = _number(described.bbox[1], 0), _number(described.bbox[3], 0)
    ascent, descent = _number(described.ascent, 0) / 1000, abs(_number(described.descent, 0)) / 1000
    if low < high:
        ascent, descent = min(ascent or 1.0, high / 1000), min(descent or 1.0, -low / 1000)
    plausible = 0.4 < ascent < 1.3 and -0.1 < descent < 0.6
    return Extent(ascent, descent) if plausible else USUAL


def _number(value: Any, otherwise: float) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        return otherwise
