"""Plain text: decoded, split into pages at ``---`` lines and form feeds, its wrapped lines joined."""

import re
from dataclasses import replace
from pathlib import Path

from charset_normalizer import from_bytes

from corpus.errors import UnreadableFileError
from corpus.types import Reading
from ingest.assembly import assembled
from ingest.characters import clean_line, unify_line_ends
from ingest.lines import Break, Line
from ingest.wrapping import full_lines

LONGEST_SAMPLE = 200_000
"""Bytes that are looked at to guess an encoding."""
TAB = 4
PAGE_MARK = re.compile(r"^[ \t]*-{3}[ \t]*(?:\n|$)", re.MULTILINE)

_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe\x00\x00", "utf-32"), (b"\x00\x00\xfe\xff", "utf-32"))
_UTF16_BOMS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_GLUED_MARK = re.compile(r"(?<=[^\s-])[ \t]*-{3}[ \t]*$")
# letters of western Europe decode to letters in its neighbours' code pages too, which often are guessed instead
_WESTERN = ("cp1252", "latin_1")
_WESTERN_LANGUAGES = frozenset("ca da de en es eu fi fr ga gl is it nl no nb nn pt sv".split())
_CHAOS_MARGIN = 0.02
_SAVE_AS_UTF8 = "save it as plain text in UTF-8"


def read_text(path: Path, data: bytes, *, language: str | None = None) -> Reading:
    """Read plain text. Raises UnreadableFileError where it holds no text or is not text."""
    text, remarks = decoded(path, data, language)
    reading = assembled([page_lines(page) for page in split_pages(text)], language)
    if not any(page.text for page in reading.pages):
        raise UnreadableFileError(path, "holds no text", "put the rules into it or leave it out")
    return replace(reading, remarks=remarks)


def decoded(path: Path, data: bytes, language: str | None = None) -> tuple[str, tuple[str, ...]]:
    """Return the text of ``data`` with plain newlines, and a remark where the encoding had to be guessed."""
    for bom, encoding in (*_BOMS, *_UTF16_BOMS):
        if data.startswith(bom):
            return _strictly(path, data, encoding), ()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return _guessed(path, data, language)
    if "\0" in text:
        return _guessed(path, data, language)
    return _checked(path, text), ()


def _strictly(path: Path, data: bytes, encoding: str) -> str:
    try:
        return _checked(path, data.decode(encoding))
    except UnicodeError:
        raise UnreadableFileError(path, f"says it is {encoding} and is not", _SAVE_AS_UTF8) from None


def _guessed(path: Path, data: bytes, language: str | None) -> tuple[str, tuple[str, ...]]:
    encoding = _wide_encoding(data) or _best_encoding(data, language)
    if encoding is None:
        raise UnreadableFileError(path, "is not a text file, whatever its name says", _SAVE_AS_UTF8)
    return _strictly(path, data, encoding), (f"{path}: read as {encoding}, which was guessed; {_SAVE_AS_UTF8}",)


def _wide_encoding(data: bytes) -> str | None:
    """Return UTF-16 without a mark: in text, one of two bytes is mostly zero."""
    sample = data[:LONGEST_SAMPLE]
    if len(data) % 2 or not sample:
        return None
    even, odd = sample[::2].count(0) / len(sample) * 2, sample[1::2].count(0) / len(sample) * 2
    if max(even, odd) < 0.5 or min(even, odd) > 0.05:
        return None
    return "utf-16-be" if even > odd else "utf-16-le"


def _best_encoding(data: bytes, language: str | None) -> str | None:
    if b"\0" in data:
        return None
    matches = from_bytes(data[:LONGEST_SAMPLE])
    best = matches.best()
    if best is None:
        return None
    if language and language.split("-")[0].lower() in _WESTERN_LANGUAGES and _decodes(data, _WESTERN[0]):
        return _WESTERN[0]
    expected = language is None or language.split("-")[0].lower() in _WESTERN_LANGUAGES
    western = [m.encoding for m in matches if m.encoding in _WESTERN and m.chaos <= best.chaos + _CHAOS_MARGIN]
    return western[0] if expected and western else best.encoding


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _checked(path: Path, text: str) -> str:
    odd = sum(not character.isprintable() and not character.isspace() for character in text[:LONGEST_SAMPLE])
    if odd > 0.02 * min(len(text), LONGEST_SAMPLE) + 8:
        raise UnreadableFileError(path, "is not a text file, whatever its name says", _SAVE_AS_UTF8)
    return unify_line_ends(text)


def split_pages(text: str) -> list[str]:
    """Split at lines ``---`` and form feeds. A mark after the last text ends that page and begins none."""
    text = _GLUED_MARK.sub("\n---", text.rstrip())
    pages = PAGE_MARK.sub("\f", text).split("\f")
    return pages[:-1] if len(pages) > 1 and not pages[-1].strip() else pages


def page_lines(page: str) -> list[Line]:
    """Return the lines of one page; blank lines become breaks."""
    return [line for block in re.split(r"\n\s*\n", page) for line in _block_lines(block)]


def _block_lines(block: str) -> list[Line]:
    told = [(text, indent_of(raw)) for raw in block.split("\n") if (text := clean_line(raw))]
    texts = [text for text, _ in told]
    breaks = [Break.BLOCK, *[Break.NONE] * len(texts)]
    found = zip(told, breaks, full_lines(texts), strict=False)
    return [Line(text, gap, full, indent=indent) for (text, indent), gap, full in found]


def indent_of(raw: str) -> float:
    """Return how far a line of text is set in, in sizes: two characters are one."""
    expanded = raw.expandtabs(TAB)
    return (len(expanded) - len(expanded.lstrip())) / 2
