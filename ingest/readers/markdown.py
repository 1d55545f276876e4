"""Markdown: read as the words a person would see; marks, link targets, tags and attributes go, structure stays.

Headings lose their ``#`` and are told by ``Page.headings``; bullets, numbers and table rows keep their lines. Only a
form feed parts pages: ``---`` is a rule in Markdown, or the fence of its front matter.
"""

import html
import re
from dataclasses import dataclass
from pathlib import Path

from corpus.errors import UnreadableFileError
from corpus.types import Page, Reading
from ingest.assembly import composed
from ingest.characters import clean_line
from ingest.lines import CELL_GAP
from ingest.nesting import depths
from ingest.paragraphs import Paragraph
from ingest.readers.text import decoded, indent_of

_FRONT_MATTER = re.compile(r"\A\s*---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_ATTRIBUTES = re.compile(r"\{:[^{}\n]*\}")
_TABLE_OF_CONTENTS = re.compile(r"^[ \t]*(?:[-*+]|1\.)[^\n]*\n[ \t]*\{:\s*toc[^\n]*\}", re.MULTILINE)
_NAVIGATION = re.compile(r"^[ \t]*(?:[-*+]\s+|\d+\.\s+)?\[[^\]\n]*\]\(#[^)\n]*\)[ \t]*$", re.MULTILINE)
_DEFINITION = re.compile(r"^[ ]{0,3}\[[^\]\n]+\]:[ \t]+\S+[^\n]*$", re.MULTILINE)

_HEADING = re.compile(r"\s{0,3}(#{1,6})(?:\s+(.*?))?(?:\s+#+)?\s*")
_UNDERLINE = re.compile(r"\s{0,3}(=+|-+)\s*")
_RULE = re.compile(r"\s{0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,})")
_FENCE = re.compile(r"\s{0,3}(?:```|~~~).*")
_QUOTE = re.compile(r"^(?:\s{0,3}>\s?)+")
_BULLET = re.compile(r"\s*[-*+]\s+(?=\S)")
_NUMBER = re.compile(r"\s*\d{1,9}[.)]\s+\S")
_CELL_END = re.compile(r"(?<!\\)\|")
_TABLE_RULE = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-*:?\s*)*\|?\s*")

_INLINE = (
    (re.compile(r"<((?:https?|mailto):[^>\s]+)>"), r"\1"),
    (re.compile(r"</?[a-zA-Z][^<>]*>"), " "),
    (re.compile(r"!?\[([^\[\]]*)\]\((?:[^()\n]|\([^()\n]*\))*\)"), r"\1"),
    (re.compile(r"!?\[([^\[\]]+)\]\[[^\[\]]*\]"), r"\1"),
    (re.compile(r"(`+)(.+?)\1"), r"\2"),
)
_EMPHASIS = (
    re.compile(r"(?<!\\)\*\*(?=\S)(.+?)(?<=\S)\*\*"),
    re.compile(r"(?<![\w\\])__(?=\S)(.+?)(?<=\S)__(?!\w)"),
    re.compile(r"(?<![\w*\\])\*(?=[^\s*])(.+?)(?<=[^\s*])\*(?![\w*])"),
    re.compile(r"(?<![\w\\])_(?=\S)(.+?)(?<=\S)_(?!\w)"),
    re.compile(r"~~(?=\S)(.+?)(?<=\S)~~"),
)
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


def read_markdown(path: Path, data: bytes, *, language: str | None = None) -> Reading:
    """Read Markdown. Raises UnreadableFileError where it holds no text or is not text."""
    text, remarks = decoded(path, data, language)
    sources = _without_markup_blocks(text).rstrip("\f\n ").split("\f")
    pages = tuple(_page(number, source) for number, source in enumerate(sources, start=1))
    if not any(page.text for page in pages):
        raise UnreadableFileError(path, "holds no text", "put the rules into it or leave it out")
    return Reading(pages, remarks)


def plain(text: str) -> str:
    """Return one paragraph's words: emphasis, links, images, tags, entities and escapes resolved."""
    for pattern, kept in _INLINE:
        text = pattern.sub(kept, text)
    for _ in range(2):  # emphasis within emphasis
        for pattern in _EMPHASIS:
            text = pattern.sub(r"\1", text)
    return clean_line(html.unescape(_ESCAPE.sub(r"\1", text)))


def _without_markup_blocks(text: str) -> str:
    text = _COMMENT.sub("", _FRONT_MATTER.sub("", text, count=1))
    for pattern in (_TABLE_OF_CONTENTS, _ATTRIBUTES, _NAVIGATION, _DEFINITION):
        text = pattern.sub("", text)
    return text


@dataclass(slots=True)
class _Part:
    source: str
    level: int = 0
    after_gap: bool = True
    open: bool = True  # the next line of text belongs to it
    indent: float = 0.0
    heads: bool = False  # a table's row that names the columns


def _page(number: int, source: str) -> Page:
    parts: list[_Part] = []
    gap = True
    for raw in source.split("\n"):
        line = _QUOTE.sub("", raw)
        if _underlines(line, parts, gap):
            parts[-1].level, parts[-1].open = (1 if "=" in line else 2), False
        elif _is_blank(line):
            gap = True
        else:
            _add(parts, line, gap)
            gap = False
    indents = [part.indent if _starts_item(part.source) and not part.level else None for part in parts]
    told = zip(parts, depths(indents), strict=True)
    made = [_row(part) if _is_row(part.source) else _paragraph(part, depth) for part, depth in told]
    return composed(number, [part for part in made if part.text])


def _underlines(line: str, parts: list[_Part], gap: bool) -> bool:
    belongs = bool(parts) and not gap and parts[-1].open and not parts[-1].level
    return belongs and _UNDERLINE.fullmatch(line) is not None and not _starts_item(parts[-1].source)


def _is_blank(line: str) -> bool:
    if not line.strip() or _RULE.fullmatch(line) or _FENCE.fullmatch(line):
        return True
    return not plain(line).strip("| ")


def _add(parts: list[_Part], line: str, gap: bool) -> None:
    heading = _HEADING.fullmatch(line)
    if heading:
        parts.append(_Part(heading.group(2) or "", len(heading.group(1)), gap, open=False))
    elif _TABLE_RULE.fullmatch(line):
        if parts and not gap:
            parts[-1].heads = _is_row(parts[-1].source)
    elif _is_row(line):
        parts.append(_Part(line, 0, gap, open=False))
    elif parts and parts[-1].open and not gap and not _starts_item(line):
        parts[-1].source += " " + line.strip()
        parts[-1].open = not _breaks_hard(line)
    else:
        parts.append(_Part(line.strip(), 0, gap, not _breaks_hard(line), indent_of(line)))


def _breaks_hard(line: str) -> bool:
    return line.endswith(("  ", "\\")) or line.rstrip().lower().endswith(("<br>", "<br/>", "<br />"))


def _is_row(line: str) -> bool:
    return line.lstrip().startswith("|")


def _starts_item(line: str) -> bool:
    return _BULLET.match(line) is not None or _NUMBER.match(line) is not None


def _row(part: _Part) -> Paragraph:
    """Return a table's row with the places of its cells; empty cells are left out, and keep their columns."""
    source = part.source.strip().removeprefix("|").removesuffix("|")
    text, cells = "", []
    for column, cell in enumerate(map(plain, _CELL_END.split(source))):
        if cell:
            text += CELL_GAP if text else ""
            cells.append((len(text), len(text) + len(cell), column))
            text += cell
    return Paragraph(text, 0, part.after_gap, cells=tuple(cells), heads=part.heads)


def _paragraph(part: _Part, depth: int) -> Paragraph:
    return Paragraph(_words(part), part.level, part.after_gap, depth=depth)


def _words(part: _Part) -> str:
    bullet = _BULLET.match(part.source)
    return "- " + plain(part.source[bullet.end() :]) if bullet and not part.level else plain(part.source.rstrip("\\"))
