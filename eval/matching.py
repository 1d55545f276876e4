"""When a citation is at the right place, and when its quote holds a fact."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol

NEIGHBOURHOOD = 300
"""Folded characters around a quote on its page that still count as the same passage."""

PageText = Callable[[str, int], str]
"""Returns the text of a page, by document id and page number."""


class Place(Protocol):
    """Where an answer stands: words on a page of a document."""

    @property
    def document(self) -> str:
        """The document's id."""
        ...

    @property
    def page(self) -> int:
        """The page's number, from 1."""
        ...

    @property
    def anchor(self) -> str:
        """Words of the page."""
        ...


class Quoted(Protocol):
    """What is looked at of a citation."""

    @property
    def document(self) -> str:
        """The document's id."""
        ...

    @property
    def page(self) -> int:
        """The page's number, from 1."""
        ...

    @property
    def quote(self) -> str:
        """The quoted words."""
        ...


@lru_cache(maxsize=4096)
def fold(text: str) -> str:
    """Return ``text`` without case, accents and compatibility forms, each run of white space as one space."""
    decomposed = unicodedata.normalize("NFKD", text.lower())
    return re.sub(r"\s+", " ", "".join(c for c in decomposed if not unicodedata.combining(c)))


def covers(citation: Quoted, place: Place, page_text: PageText) -> bool:
    """Return whether the quote holds the anchor, or stands on the anchor's page within reach of it."""
    if citation.document != place.document:
        return False
    anchor, quote = fold(place.anchor), fold(citation.quote)
    if anchor in quote:
        return True
    return citation.page == place.page and _near(fold(page_text(citation.document, citation.page)), anchor, quote)


def _near(page: str, anchor: str, quote: str) -> bool:
    at, start = page.find(anchor), page.find(quote)
    found = at >= 0 and start >= 0
    return found and start - NEIGHBOURHOOD <= at <= start + len(quote) + NEIGHBOURHOOD


def holds_facts(quote: str, facts: Sequence[Sequence[str]]) -> bool:
    """Return whether the quote holds one string of every list, compared without case and accents."""
    folded = fold(quote)
    return all(any(fold(fact) in folded for fact in wordings) for wordings in facts)
