"""What a DOCX paragraph's style says of it: a heading's level, the list it counts in, a line of the contents."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from docx.oxml.ns import qn

LOWEST_HEADING = 6
DEEPEST_CHAIN = 12
_HEADING = re.compile(r"heading\s*([1-9])", re.IGNORECASE)
_CONTENTS = re.compile(r"toc\s*\d|toc heading|table of (?:contents|figures)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Styles:
    """The style elements of a document by their ids."""

    by_id: dict[str, Any]

    @classmethod
    def of(cls, root: Any) -> "Styles":
        """Read the styles part's root element."""
        return cls({each.get(qn("w:styleId"), ""): each for each in root.iterchildren(qn("w:style"))})

    def level(self, paragraph: Any) -> int:
        """Return a heading's level, 1 the highest; 0 for text."""
        for properties in self._chain(paragraph):
            outline = properties.find(qn("w:outlineLvl"))
            if outline is not None:
                value = outline.get(qn("w:val"), "9")
                return min(int(value) + 1, LOWEST_HEADING) if value.isdecimal() and int(value) < 9 else 0
        for name in self._names(paragraph):
            if found := _HEADING.fullmatch(name):
                return min(int(found[1]), LOWEST_HEADING)
            if name.lower() == "title":
                return 1
        return 0

    def numbered(self, paragraph: Any) -> tuple[str, int] | None:
        """Return the list that a paragraph counts in, and the level in it; None where it does not count."""
        name: str | None = None
        level: int | None = None
        for properties in self._chain(paragraph):
            found = properties.find(qn("w:numPr"))
            if found is not None:
                name, level = name or _value(found, "w:numId"), level if level is not None else _level(found)
        return (name, level or 0) if name and name != "0" else None

    def indent(self, paragraph: Any) -> int | None:
        """Return how far a paragraph is set in, in twentieths of a point; None where only its list says so."""
        for properties in self._chain(paragraph):
            found = properties.find(qn("w:ind"))
            told = (found.get(qn("w:left")) or found.get(qn("w:start")) or "") if found is not None else ""
            if told.isdecimal() and len(told) < 6:
                return int(told)
        return None

    def is_contents(self, paragraph: Any) -> bool:
        """Say whether a paragraph is a line of the table of contents."""
        return any(_CONTENTS.fullmatch(name) for name in self._names(paragraph))

    def _chain(self, paragraph: Any) -> Iterator[Any]:
        """Yield the properties that hold for a paragraph, its own first, then those of its styles."""
        own = paragraph.find(qn("w:pPr"))
        if own is not None:
            yield own
        for style in self._styles(paragraph):
            properties = style.find(qn("w:pPr"))
            if properties is not None:
                yield properties

    def _names(self, paragraph: Any) -> Iterator[str]:
        return (name for style in self._styles(paragraph) if (name := _value(style, "w:name")))

    def _styles(self, paragraph: Any) -> Iterator[Any]:
        own = paragraph.find(qn("w:pPr"))
        name = _value(own, "w:pStyle") if own is not None else None
        for _ in range(DEEPEST_CHAIN):
            if name is None or name not in self.by_id:
                return
            yield self.by_id[name]
            name = _value(self.by_id[name], "w:basedOn")


def _value(element: Any, name: str) -> str | None:
    found = element.find(qn(name))
    return None if found is None else found.get(qn("w:val"))


def _level(element: Any) -> int | None:
    value = _value(element, "w:ilvl")
    return int(value) if value and value.isdecimal() and len(value) < 3 else None
