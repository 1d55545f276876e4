"""The readers that are compared: ours, and what others take from the same PDFs."""

import importlib
from collections.abc import Callable
from pathlib import Path

from pypdf import PdfReader

Pages = list[str]


def pypdf_plain(file: Path) -> Pages:
    """Text in the order of the content."""
    return [page.extract_text() for page in PdfReader(file).pages]


def pypdf_layout(file: Path) -> Pages:
    """Text set out with spaces as on the page."""
    return [page.extract_text(extraction_mode="layout") for page in PdfReader(file).pages]


def pdfplumber(file: Path) -> Pages:
    """Text by the heights of its lines."""
    with importlib.import_module("pdfplumber").open(file) as document:
        return [page.extract_text() or "" for page in document.pages]


def pypdfium2(file: Path) -> Pages:
    """Text as PDFium orders it."""
    document = importlib.import_module("pypdfium2").PdfDocument(file)
    try:
        return [page.get_textpage().get_text_bounded() for page in document]
    finally:
        document.close()


OTHERS: dict[str, Callable[[Path], Pages]] = {
    "pypdf plain": pypdf_plain,
    "pypdf layout": pypdf_layout,
    "pdfplumber": pdfplumber,
    "pypdfium2": pypdfium2,
}
