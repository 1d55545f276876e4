"""The scripted library with one document that has page images: its English harbour rules, typeset as a PDF."""

from dataclasses import dataclass, replace
from pathlib import Path

from corpus.types import LineBox
from ingest.readers import read
from service.api.urls import image_url
from service.contract import Citation, Question
from service.page_images import Sheet
from tests.ingest.pdfs import typeset
from tests.service.scripted import TEXTS, Scripted

PICTURED = "harbour.en"
PAPER = "#set page(width: 105mm, height: 148mm, margin: 12mm)\n#set text(size: 9pt)\n"


def typeset_harbour(folder: Path) -> Path:
    """Return the PDF of the English harbour rules: a page for each of its texts, a paragraph for each line."""
    pages = ["\n\n".join(text.split("\n")) for text in TEXTS[PICTURED]]
    return typeset(folder, PAPER + "\n#pagebreak()\n".join(pages), "harbour")


@dataclass
class Illustrated(Scripted):
    """Answers as ``Scripted`` does, with images of the harbour's pages."""

    file: Path = Path()

    def search(self, question: Question, limit: int = 10) -> list[Citation]:
        return [self._pictured(one) for one in super().search(question, limit)]

    def sheet(self, document: str, number: int) -> Sheet:
        if document != PICTURED:
            return Sheet(None, number)
        return Sheet(self.file, number, tuple(self._boxes(number)))

    def _boxes(self, number: int) -> list[LineBox]:
        """Return the places that the reader found, for the words of the scripted text."""
        page = read(self.file, language="en").pages[number - 1]
        found, at = [], 0
        for box in page.boxes:
            word = page.text[box.start : box.end]
            at = TEXTS[PICTURED][number - 1].index(word, at)
            found.append(replace(box, start=at, end=at + len(word)))
            at += len(word)
        return found

    def _pictured(self, citation: Citation) -> Citation:
        if citation.document != PICTURED:
            return citation
        return replace(citation, image_url=image_url(PICTURED, citation.page, citation.start, citation.end))
