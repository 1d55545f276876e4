"""A small library as records, for tests of the index."""

from collections.abc import Sequence

import numpy as np

from corpus.records import IngestedDocument, SourceRecord
from corpus.types import Document, DocumentKind, Page, Passage, PassageKind, Span
from tests.fakes import FakeEncoder

BOATS = "Boats\n\nA player may use any boat. It costs two coins.\n\nBoats move one space a turn."
SCORING = "Scoring\n\nEach canal gives three points.\u2028Ties are broken by coins."


def ingested(
    encoder: FakeEncoder,
    name: str,
    game: str,
    language: str,
    texts: Sequence[str],
    kind: DocumentKind = DocumentKind.RULEBOOK,
    expansion: str | None = None,
) -> IngestedDocument:
    """Return a document whose passages are the paragraphs of its pages behind the first."""
    document = Document(name, game, name.title(), language, kind, f"{name}.txt", expansion)
    pages = [
        Page(number, text, label=f"p{number}", headings=((0, text.index("\n"), 1),))
        for number, text in enumerate(texts, 1)
    ]
    passages = [passage for page in pages for passage in _passages(document, page)]
    texts_of = {passage.id: passage.span.of(pages[passage.page - 1].text) for passage in passages}
    sentences = [
        encoder.encode_passages([span.of(pages[passage.page - 1].text) for span in passage.sentences])
        for passage in passages
    ]
    return IngestedDocument(
        document,
        pages,
        passages,
        encoder.encode_passages(list(texts_of.values())).reshape(-1, encoder.card.dimension),
        sentences,
        [f"hash of {text}" for text in texts_of.values()],
        SourceRecord(f"/books/{name}.txt", f"fingerprint of {name}"),
    )


def library(encoder: FakeEncoder) -> list[IngestedDocument]:
    """Return four documents of two games, in no order."""
    return [
        ingested(encoder, "canals.pt", "canals", "pt-BR", ["Barcos\n\nUm jogador pode usar barcos."]),
        ingested(encoder, "arena.en", "arena", "en", ["Arena\n\nFight in the arena."]),
        ingested(encoder, "canals.en", "canals", "en", [BOATS, SCORING]),
        ingested(encoder, "ice.en", "canals", "en", ["Ice\n\nBoats stop on ice."], DocumentKind.EXPANSION, "ice"),
    ]


def _passages(document: Document, page: Page) -> list[Passage]:
    found, start = [], page.text.index("\n\n") + 2
    for number, paragraph in enumerate(page.text[start:].split("\n\n")):
        end = start + len(paragraph)
        found.append(
            Passage(
                f"{document.id}:{page.number}:{number}",
                document.id,
                page.number,
                start,
                end,
                (page.text.partition("\n")[0],),
                PassageKind.RULE,
                "",
                _sentences(page.text, start, end),
            )
        )
        start = end + 2
    return found


def _sentences(text: str, start: int, end: int) -> tuple[Span, ...]:
    stops = [place + 1 for place in np.flatnonzero([letter == "." for letter in text[start:end]]) + start]
    spans = []
    for stop in stops:
        spans.append(Span(start, int(stop)))
        start = int(stop) + 1
    return tuple(spans)
