"""The sentences of a rulebook source, by id: what lines up the language editions with one another.

A source holds one sentence a line, and each such line ends with its id in a Typst comment, as in
``White begins. // s: turn-1``. The same id names the same sentence in every language. Lines that open or close Typst
calls carry no text.
"""

import re
from pathlib import Path

from corpus.errors import LexludoError

_MARKED = re.compile(r"^(?P<text>.*\S)\s*// s: (?P<id>[a-z0-9]+(?:-[a-z0-9]+)*)$")
_STRUCTURE = re.compile(r"^(?:#|//|[\])]|$)")
_LINE_MARKER = re.compile(r"^(?:=+|[-+])\s+")
_CELL = re.compile(r"\[([^\]]*)\],")
_EMPHASIS = re.compile(r"\*([^*]+)\*")
_ESCAPE = re.compile(r"\\([^\w\s])")


class SentenceError(LexludoError):
    """A source with text that has no id, or with one id twice; every such line is listed."""


def read_sentences(source: Path) -> dict[str, str]:
    """Return ``{id: plain text}`` of one source, in reading order. Raises SentenceError."""
    return parse_sentences(source.read_text(encoding="utf-8"), str(source))


def parse_sentences(text: str, name: str = "source") -> dict[str, str]:
    """Return ``{id: plain text}`` of a source's text, in reading order.

    Plain text is free of markup; the cells of a table row are joined by one space. ``name`` stands in errors. Raises
    SentenceError.
    """
    sentences: dict[str, str] = {}
    problems: list[str] = []
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if marked := _MARKED.match(line):
            if marked["id"] in sentences:
                problems.append(f"{name}:{number}: id {marked['id']} is taken; give this sentence another")
            sentences[marked["id"]] = _plain(marked["text"])
        elif not _STRUCTURE.match(line):
            problems.append(f"{name}:{number}: text without an id; end the line with // s: some-id")
    if problems:
        raise SentenceError("\n".join(problems))
    return sentences


def _plain(marked_up: str) -> str:
    cells = _CELL.findall(marked_up)
    line = " ".join(cells) if cells else _LINE_MARKER.sub("", marked_up)
    return _ESCAPE.sub(r"\1", _EMPHASIS.sub(r"\1", line).replace("~", " "))
