"""From lines to paragraphs: a line end that only the column's width made becomes a space.

Where signs disagree a line is left alone: two list items run together, or a heading run into its paragraph, cost a
reader more than a paragraph in two pieces.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ingest.answers import is_question
from ingest.characters import SOFT_HYPHENS, clean_line
from ingest.edges import is_callout
from ingest.hyphens import Vocabulary, ends_in_hyphen, mended
from ingest.lines import Break, Line, Word
from ingest.nesting import depths

HANGING = 0.5
"""Sizes by which an item's words hang below its mark at least."""
MUCH_TEXT = 300
"""Letters; where a page has this many and all are capitals, capitals mark no heading."""

_ITEM = re.compile(
    r"""(?:
      [•‣◦▪▫■□●○◆◇►▶➤➢✓✔➔→★☆·∙*–—-]\s+\S    # a bullet
    | [•●■►*†‡]\S                             # a bullet or footnote mark set close
    | \(?\d{1,2}(?:\.\d{1,2})*[.):]\s+\S      # 1. 1) (1) 1.2. 1:
    | \(?1\d\d[)]\s+\S                        # 100) (100)
    | \d{1,2}(?:\.\d{1,2})+\s+\S              # 1.2
    | \d{1,2}[ºª°]\s+\S
    | [a-z][.)]\s+\S | [A-Z]\)\s+\S           # a. a) A)
    | [IVX]{1,5}[.)]\s+\S
    | \([A-Za-z]{0,3}\d{0,3}[A-Za-z]?\)\s+\S  # (C56) (A) (3)
    | [A-Z]{1,3}\d{1,3}[A-Za-z]?[:.]\s+\S     # C56:
    )""",
    re.VERBOSE,
)
_LABEL = re.compile(r"[A-ZÀ-ÖØ-Þ“\"«¿][^\s.!?:,;]*(?: [^\s.!?:,;]+){0,2}\s?:(?:\s|$)")
_COUNTED = re.compile(r"\d+\s*[x×]?\s+\D")
_DOUBLED_NUMBER = re.compile(r"^(\(?[\da-zA-Z]{1,3}[.)])\s+\1\s+(?=\S)")
_SENTENCE_END = re.compile(r"[.!?…。！？:][\"'”’»)\]]*$")
_CONTINUED_WORD = re.compile(r"(?:[,(\[“«&+/=]|\s[-–—])$")
_CAPS_TAIL = frozenset(
    "DE DA DO DAS DOS DEL OF THE AND TO FOR WITH AO AOS EM NO NA NOS NAS COM POR PARA LA LAS LOS EL EN CON UN UNA UM "
    "UMA DU DES LE LES ET DER DIE DAS DEN DEM UND VON VOM ZUM ZUR MIT DI DELLA DEI PER SUA SEU YOUR".split()
)
_CAPS_HEAD = frozenset("DE DA DO DAS DOS DEL OF AND VON DU DES ET UND DI DELLA DEI".split())
_SMALL_WORDS = frozenset(word.lower() for word in _CAPS_TAIL) | frozenset(
    "e y o ou u a à às an in on by or is are as os que se ao um von im am ein eine il lo gli i un' su al sur au aux en"
    " par pour avec sans sem sin sob from at into than que cada any each every qualquer".split()
)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One line of page text.

    What it says, the heading level its type gave it, whether white space precedes it, and where its words are printed.
    ``depth`` is how many list items it stands in.
    A table's row has its cells (start, end, column), and ``heads`` where they name the columns. ``apart``
    says that it begins a box, or the text after one.
    """

    text: str
    level: int
    after_gap: bool
    words: tuple[Word, ...] = ()
    cells: tuple[tuple[int, int, int], ...] = ()
    heads: bool = False
    apart: bool = False
    depth: int = 0


def paragraphs(lines: Sequence[Line], vocabulary: Vocabulary) -> list[Paragraph]:
    """Join the lines of one page into paragraphs, headings, list items and steps."""
    text = " ".join(line.text for line in lines)
    shouting = len(text) > MUCH_TEXT and _is_all_capitals(text)
    made: list[Paragraph] = []
    indents: list[float | None] = []
    for n, line in enumerate(lines):
        joined = made and _joined(made[-1], lines[n - 1], line, vocabulary, shouting)
        if joined:
            made[-1] = replace(made[-1], text=joined, words=made[-1].words + line.words)
        else:
            made.append(
                Paragraph(
                    line.text,
                    line.level,
                    _stands_apart(made, line),
                    line.words,
                    line.cells,
                    line.heads,
                    line.break_before is Break.PART,
                )
            )
            indents.append(line.indent if starts_item(line.text) and not line.level else None)
    found = zip(made, depths(indents), strict=True)
    return [replace(part, text=_finished(part.text), depth=depth) for part, depth in found]


def _finished(text: str) -> str:
    text = _DOUBLED_NUMBER.sub(r"\1 ", text)
    # a word that a page's end cuts stays cut, with a hyphen that shows
    return f"{text[:-1]}-" if text.endswith(tuple(SOFT_HYPHENS)) else text


def starts_item(text: str) -> bool:
    """Say whether a line begins with a bullet, a step's number, a letter or an entry's code."""
    return _ITEM.match(text) is not None


def is_item_mark(text: str) -> bool:
    """Say whether a piece of a line is nothing but a bullet, number, letter or code before an item's text."""
    return starts_item(clean_line(f"{text} x"))


def ends_sentence(text: str) -> bool:
    """Say whether a line ends with a full stop, question or exclamation mark, or colon."""
    return _SENTENCE_END.search(text) is not None


def _stands_apart(made: Sequence[Paragraph], line: Line) -> bool:
    """Say whether a gap precedes: white space on the page, or the change to and from a diagram's callouts."""
    if line.break_before >= Break.BLOCK:
        return True
    return bool(made) and not line.tabular and _are_callouts(line.text) != _are_callouts(made[-1].text)


def _are_callouts(text: str) -> bool:
    return all(is_callout(word) for word in text.split())


def _joined(so_far: Paragraph, last: Line, line: Line, vocabulary: Vocabulary, shouting: bool) -> str | None:
    """Return the paragraph with the line added, or None where the line begins something new."""
    if line.break_before >= Break.PARAGRAPH or line.level != last.level:
        return None
    if last.bold and not line.bold and is_question(last.text):  # the answer to a question in bold
        return None
    if not (_has_words(last.text) and _has_words(line.text)):  # a rule made of dashes
        return None
    if is_callout(last.text) or is_callout(line.text):
        both = is_callout(last.text) and is_callout(line.text) and line.break_before is Break.NONE
        return f"{so_far.text} {line.text}" if both else _lone_end(so_far, last, line)
    if ends_in_hyphen(last.text) and not starts_item(line.text):
        whole = mended(so_far.text, line.text, vocabulary)
        if whole and (last.full or last.level or not line.text[0].isupper() or _is_all_capitals(last.text)):
            return whole
    return _glued(so_far.text, line.text) if _continues(so_far, last, line, shouting) else None


def _has_words(text: str) -> bool:
    return any(map(str.isalnum, text))


def _lone_end(so_far: Paragraph, last: Line, line: Line) -> str | None:
    """Return the paragraph with a last word that is one number and a full stop ("... of level | 1.")."""
    ends = line.text.endswith((".", ")")) and not is_callout(last.text) and not ends_sentence(last.text)
    return f"{so_far.text} {line.text}" if ends and line.break_before is Break.NONE else None


def _glued(before: str, after: str) -> str:
    wide = _is_wide(before[-1]) and _is_wide(after[0])
    return before + after if wide else f"{before} {after}"


def _is_wide(character: str) -> bool:
    return "\u3000" <= character <= "\u9fff" or "\uff00" <= character <= "\uffef"


def _continues(so_far: Paragraph, last: Line, line: Line, shouting: bool) -> bool:
    if line.level:
        return line.break_before is Break.NONE and not starts_item(line.text)
    if starts_item(line.text) and not _is_split_number(last, line):
        return False
    if not shouting and (_is_all_capitals(last.text) or _is_all_capitals(line.text)):
        return _is_split_title(so_far.text, last.text, line.text)
    if not ends_sentence(last.text) and _continues_small(last.text, line.text, shouting):
        return True
    if line.break_before is Break.COLUMN and ends_sentence(last.text):
        return False
    amid = last.full and not ends_sentence(last.text)
    if (_LABEL.match(line.text) and not amid) or (_COUNTED.match(line.text) and _COUNTED.match(so_far.text)):
        return False
    if _ends_in_number(so_far, last, line) or _hangs_on(so_far, last, line):
        return True
    said = line.text[0].islower() or line.full or ends_sentence(line.text)  # and is no item of a list without marks
    return last.full and (said or not last.text.endswith(":"))


def _ends_in_number(so_far: Paragraph, last: Line, line: Line) -> bool:
    """Say whether a sentence that is not at its end goes on with a number ("replace | 176 by 167.")."""
    number = line.text.lstrip("(“\"'„‘«[")[:1].isdigit() and ends_sentence(line.text)
    return number and len(last.text.split()) > 4 and not ends_sentence(last.text) and not _COUNTED.match(so_far.text)


def _hangs_on(so_far: Paragraph, last: Line, line: Line) -> bool:
    """Say whether a full line of an item goes on below, set in as far as the item's words, whatever it ends with."""
    if not (last.full and starts_item(so_far.text)):
        return False
    first = starts_item(last.text)
    return line.indent > last.indent + HANGING if first else line.indent > 0 and abs(line.indent - last.indent) < 0.3


def _is_split_number(last: Line, line: Line) -> bool:
    """Say whether what looks like a step's number is the end of a sentence ("... of level | 1. Then")."""
    number = re.match(r"\d{1,2}\.\s", line.text) is not None
    return number and last.full and last.text.split()[-1].lower() in _SMALL_WORDS


def _continues_small(last: str, line: str, shouting: bool) -> bool:
    if _CONTINUED_WORD.search(last):
        return True
    if shouting:
        return False
    if last.split()[-1].lower() in _SMALL_WORDS and not starts_item(last[-2:]):
        return True
    start = line.lstrip("(“\"'‘«[")
    if not start[:1].islower():
        return False
    return len(last.split()) > 3 or len(line.split()) > 3


def _is_split_title(so_far: str, last: str, line: str) -> bool:
    """Say whether two lines in capitals evidently are one: a small word at the cut, or an open parenthesis."""
    if not (_is_all_capitals(last) and _is_all_capitals(line)) or starts_item(line):
        return False
    if ends_sentence(last):
        return False
    if so_far.count("(") > so_far.count(")") or last.endswith((",", "&", "-", "–")):
        return True
    return last.split()[-1] in _CAPS_TAIL or line.split()[0] in _CAPS_HEAD


def _is_all_capitals(text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    upper = sum(c.isupper() for c in letters)
    return len(letters) >= 2 and upper > 0 and not any(c.islower() for c in letters)
