"""Small pictures of a PDF's pages for a person to compare with its text."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

WIDTH = 900
"""Pixels."""
HIGHEST = 2_000
QUALITY = 60
MOST_BYTES = 24_000_000
"""Of all pictures together; what comes after has none."""


def page_pictures(file: Path, numbers: Sequence[int], password: str = "") -> dict[int, bytes]:
    """Return pages as JPEG by their numbers; none where the file is no PDF that can be drawn."""
    import pypdfium2

    if not file.read_bytes()[:1024].lstrip().startswith(b"%PDF-"):
        return {}
    try:
        with pypdfium2.PdfDocument(file, password=password or None) as document:
            return dict(_within(MOST_BYTES, _drawn(document, [n for n in numbers if n <= len(document)])))
    except pypdfium2.PdfiumError:
        return {}


def _drawn(document: "PdfDocument", numbers: Sequence[int]) -> Iterator[tuple[int, bytes]]:
    for number in numbers:
        page = document[number - 1]
        width, height = page.get_size()
        bitmap = page.render(scale=min(WIDTH / max(1.0, width), HIGHEST / max(1.0, height)))
        out = BytesIO()
        bitmap.to_pil().convert("RGB").save(out, "JPEG", quality=QUALITY, optimize=True)
        yield number, out.getvalue()


def _within(most: int, pictures: Iterator[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    for number, picture in pictures:
        most -= len(picture)
        if most < 0:
            return
        yield number, picture
