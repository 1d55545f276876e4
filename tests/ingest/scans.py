"""Scans made from typeset pages, for tests of text recognition."""

import shutil
from importlib.util import find_spec
from pathlib import Path

import pypdf
import pypdfium2
import pytest

from tests.ingest.pdfs import typeset

needs_tesseract = pytest.mark.skipif(
    shutil.which("tesseract") is None or find_spec("pytesseract") is None,
    reason="needs tesseract on PATH (Debian: apt-get install tesseract-ocr) and the extra [ocr]",
)


def scan(folder: Path, source: str, name: str = "scan", dots_per_inch: int = 200, turned: int = 0) -> Path:
    """Typeset typst source and return a PDF that holds only pictures of its pages.

    ``turned``, in degrees, is how the pictures lie on their side and are turned back for display.
    """
    drawn = folder / "drawn"
    drawn.mkdir(exist_ok=True)
    with pypdfium2.PdfDocument(typeset(drawn, source, name)) as document:
        pictures = [
            page.render(scale=dots_per_inch / 72).to_pil().convert("L").rotate(turned, expand=True) for page in document
        ]
    file = folder / f"{name}.pdf"
    pictures[0].save(file, save_all=True, append_images=pictures[1:], resolution=dots_per_inch)
    if turned:
        writer = pypdf.PdfWriter(clone_from=file)
        for page in writer.pages:
            page.rotate(turned)
        writer.write(file)
    return file
