"""The same rule in another language edition, beside a citation. Aligned in the background, never waited for.

What is beside it depends on who asks: in the asker's own language where the citation is in another; else the original
that the cited edition was translated from, where the catalogue says so.
"""

import threading
from dataclasses import replace
from pathlib import Path

from corpus.index import Index
from corpus.languages import primary
from corpus.types import Document, Encoder
from service.api.urls import image_url, page_url
from service.contract import Citation, Parallel
from service.editions import family
from service.page_images import is_pictured
from service.translation.counterparts import FOLDER, Counterpart, Counterparts


class Parallels:
    """Finds what stands beside citations of one generation of the index. Safe to use from several threads."""

    def __init__(self, index: Index, counterparts: Counterparts) -> None:
        self._index, self._counterparts = index, counterparts

    def beside(self, citation: Citation, language: str) -> Citation:
        """Return the citation with its parallel for an asker of ``language`` (a primary subtag), if it has one yet."""
        wanted = self._wanted(citation, language)
        found = wanted and self._counterparts.counterpart(
            citation.document, citation.page, citation.start, citation.end, wanted
        )
        return replace(citation, parallel=self._parallel(found)) if found else citation

    def close(self) -> None:
        """End the work in the background."""
        self._counterparts.close()

    def _wanted(self, citation: Citation, language: str) -> str | None:
        """Return the language of the edition to show beside: the asker's, else that of the original, else none."""
        if primary(citation.language) != language:
            return language
        return self._index.document(citation.document).translated_from

    def _parallel(self, found: Counterpart) -> Parallel:
        place = (found.document, found.page, found.start, found.end)
        return Parallel(
            document=found.document,
            language=found.language,
            page=found.page,
            quote=found.quote,
            start=found.start,
            end=found.end,
            title=self._index.document(found.document).title,
            page_url=page_url(*place),
            image_url=image_url(*place) if is_pictured(self._index.kept(found.document)) else None,
        )


def prepared(index: Index, encoder: Encoder, folder: Path) -> Parallels:
    """Return the parallels of an index that serves; what citations may need is being aligned in the background.

    What was aligned is kept in the index's ``folder``. ``encoder`` must stand being used from two threads.
    """
    counterparts = Counterparts(index, encoder, folder / FOLDER)
    threading.Thread(target=_foresee, args=(index, counterparts), name="lexludo-pairing", daemon=True).start()
    return Parallels(index, counterparts)


def _foresee(index: Index, counterparts: Counterparts) -> None:
    """Ask for what no question has asked for yet, so that it is there when one does."""
    for document in index.documents:
        for language in _needed(index, document):
            counterparts.counterpart(document.id, 1, 0, 1, language)


def _needed(index: Index, document: Document) -> set[str]:
    """Return the languages in which something may stand beside a document.

    That of its original; and those of editions that are not known to be one text with it. Where editions are known to
    be one text, a question is answered from the asker's, and nothing needs to stand beside it.
    """
    others = {
        primary(each.language)
        for each in index.documents
        if (each.game, each.kind, each.expansion) == (document.game, document.kind, document.expansion)
        and family(each) != family(document)
    }
    return (others | ({primary(document.translated_from)} if document.translated_from else set())) - {
        primary(document.language)
    }


def kept(index: Index, encoder: Encoder, folder: Path) -> Parallels:
    """Return the parallels that a service left in the index's ``folder``; nothing is aligned for one question."""
    counterparts = Counterparts(index, encoder, folder / FOLDER)
    counterparts.close()
    return Parallels(index, counterparts)
