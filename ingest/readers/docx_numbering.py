"""How a DOCX counts its lists (ECMA-376, part 1, 17.9): the mark before each item, as Word draws it."""

import re
from dataclasses import dataclass, field
from typing import Any

from docx.oxml.ns import qn

from ingest.readers.counting import counted

DEEPEST = 9
BULLET = "- "
USUAL_INDENT = 720
"""Twentieths of a point that Word sets each level in."""
_STYLES = {"lowerLetter": "a", "upperLetter": "A", "lowerRoman": "i", "upperRoman": "I"}
_PLACE = re.compile(r"%([1-9])")


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a list: where it starts, how it counts, how its mark is written ("%1.%2."), how far it is set in."""

    start: int = 1
    format: str = "decimal"
    text: str = "%1."
    indent: int | None = None


@dataclass(slots=True)
class Numbering:
    """The lists of a document, counting as its paragraphs go by."""

    levels: dict[str, dict[int, Level]] = field(default_factory=dict)
    same_as: dict[str, str] = field(default_factory=dict)
    starts: dict[str, dict[int, int]] = field(default_factory=dict)
    _counts: dict[str, dict[int, int]] = field(default_factory=dict)
    _begun: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, root: Any) -> "Numbering":
        """Read the numbering part's root element; None gives no lists."""
        made = cls()
        for abstract in root.iterchildren(qn("w:abstractNum")) if root is not None else ():
            levels = {_whole(each.get(qn("w:ilvl")), 0): _level(each) for each in abstract.iterchildren(qn("w:lvl"))}
            made.levels[abstract.get(qn("w:abstractNumId"), "")] = levels
        for number in root.iterchildren(qn("w:num")) if root is not None else ():
            name = number.get(qn("w:numId"), "")
            made.same_as[name] = _value(number, "w:abstractNumId") or ""
            made.starts[name] = {
                _whole(each.get(qn("w:ilvl")), 0): _whole(_value(each, "w:startOverride"), 1)
                for each in number.iterchildren(qn("w:lvlOverride"))
                if each.find(qn("w:startOverride")) is not None
            }
        return made

    def mark(self, name: str, level: int) -> str:
        """Count one item of list ``name`` and return its mark with a space behind, or "" where it has none."""
        shape = self.levels.get(self.same_as.get(name, ""), {})
        if level not in shape or not 0 <= level < DEEPEST:
            return ""
        self._count(name, level, shape)
        return self._written(self.same_as[name], level, shape)

    def indent(self, name: str, level: int) -> int:
        """Return how far the items of a list's level are set in, in twentieths of a point."""
        found = self.levels.get(self.same_as.get(name, ""), {}).get(level)
        return USUAL_INDENT * (level + 1) if found is None or found.indent is None else found.indent

    def _count(self, name: str, level: int, shape: dict[int, Level]) -> None:
        counts = self._counts.setdefault(self.same_as[name], {})
        if name not in self._begun:
            self._begun.add(name)
            counts.update({each: start - 1 for each, start in self.starts.get(name, {}).items()})
        counts[level] = counts.get(level, shape[level].start - 1) + 1
        for deeper in [each for each in counts if each > level]:
            del counts[deeper]

    def _written(self, abstract: str, level: int, shape: dict[int, Level]) -> str:
        if shape[level].format == "bullet":
            return BULLET
        counts = self._counts[abstract]

        def number(place: re.Match[str]) -> str:
            which = int(place[1]) - 1
            of_level = shape.get(which, Level())
            return _counted(counts.get(which, of_level.start), of_level.format)

        text = _PLACE.sub(number, shape[level].text).strip() if shape[level].format != "none" else ""
        return f"{text} " if text else ""


def _level(element: Any) -> Level:
    start = _whole(_value(element, "w:start"), 1)
    set_in = element.find(f"{qn('w:pPr')}/{qn('w:ind')}")
    told = (set_in.get(qn("w:left")) or set_in.get(qn("w:start"))) if set_in is not None else None
    indent = _whole(told, -1)
    format_, text = _value(element, "w:numFmt") or "decimal", _value(element, "w:lvlText") or ""
    return Level(start, format_, text, indent if indent >= 0 else None)


def _value(element: Any, name: str) -> str | None:
    found = element.find(qn(name))
    return None if found is None else found.get(qn("w:val"))


def _whole(text: str | None, otherwise: int) -> int:
    return int(text) if text and text.isdecimal() and len(text) < 7 else otherwise


def _counted(number: int, style: str) -> str:
    if style == "decimalZero":
        return f"{number:02}"
    return counted(number, _STYLES.get(style, "1"))
