"""From a tree of HTML elements to paragraphs: one for each paragraph, heading, list item, table row and answer.

Web pages and the chapters of an EPUB are read here.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lxml.html import HtmlElement

from ingest.characters import clean_line
from ingest.paragraphs import Paragraph, ends_sentence, starts_item
from ingest.readers.counting import counted
from ingest.readers.html_tables import grid_of, is_laid_out
from ingest.readers.tables import row_texts

LEVELS = {f"h{n}": n for n in range(1, 7)}
DEEPEST = 120
"""Elements within elements; what lies deeper is read as plain words."""
LONGEST_ICON = 40
"""Characters of an image's alternative text that may stand for an icon in a sentence."""

BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure "
    "footer form header hgroup hr html legend li main menu nav ol p pre section summary table tbody td tfoot th thead "
    "tr ul".split()
) | frozenset(LEVELS)
UNSEEN = frozenset(
    "applet area audio base button canvas command datalist embed frame frameset head iframe input link map math meta "
    "noembed noframes noscript object option param progress rp rt script select source style svg template textarea "
    "title track video".split()
)
"""Elements that say nothing to a reader of text."""
_LISTS = frozenset(("ol", "ul", "menu"))
_CLOSE_TO_LAST = frozenset(("li", "dd", "tr"))
_BEFORE_MORE = frozenset(("dt", "summary"))
_LINE_BREAK = "\u2028"
_ICON_END = "\u2063"
_BEFORE_WORD = re.compile(rf"{_ICON_END}(?=\w)")
_HIDDEN_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_FOOTNOTE_MARK = re.compile(r"\W*\d{0,3}\W*")


def tag_of(element: HtmlElement) -> str | None:
    """Return an element's name without its namespace; None for comments and instructions."""
    return element.tag.rpartition("}")[2].lower() if isinstance(element.tag, str) else None


def is_hidden(element: HtmlElement) -> bool:
    """Say whether an element is there for programs and not for readers."""
    if element.get("hidden") is not None or element.get("aria-hidden") == "true":
        return True
    return _HIDDEN_STYLE.search(element.get("style") or "") is not None


def paragraphs_of(root: HtmlElement) -> list[Paragraph]:
    """Return the paragraphs of an element, in order."""
    walk = _Walk()
    walk.visit(root)
    walk.close()
    return walk.made


@dataclass(slots=True)
class _List:
    """A list being read: numbered in ``style`` from ``number`` on, or with bullets where there is no style."""

    style: str | None
    number: int = 1
    step: int = 1

    def mark(self, item: HtmlElement) -> str:
        if self.style is None:
            return "- "
        number = _whole(item.get("value"), self.number)
        self.number = number + self.step
        return f"{counted(number, self.style)}. "


@dataclass(slots=True)
class _Walk:
    """The paragraphs so far, and the words of the one that is open.

    ``mark`` goes before the next paragraph (a bullet, a number, a term); ``apart`` says that white space precedes it.
    """

    made: list[Paragraph] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    icons: int = 0
    lists: list[_List] = field(default_factory=list)
    mark: str = ""
    apart: bool = True
    level: int = 0
    literal: bool = False

    def visit(self, element: HtmlElement, depth: int = 0) -> None:
        """Read an element and what is in it, without the text that follows it."""
        tag = tag_of(element)
        if tag is None or tag in UNSEEN or is_hidden(element) or _is_reference(tag, element):
            return
        if depth > DEEPEST:
            self.say(str(element.text_content()))
        elif tag == "br":
            self.words.append(_LINE_BREAK)
        elif tag == "img":
            self._icon(element)
        elif tag in BLOCKS:
            self._block(tag, element, depth)
        else:
            self._inside(element, depth)

    def say(self, text: str | None) -> None:
        """Add words to the open paragraph; line ends count only in preformatted text."""
        if text:
            self.words.append(text.replace("\n", _LINE_BREAK) if self.literal else text)

    def close(self) -> None:
        """End the open paragraph; one that holds nothing but icons is a picture, and is left out."""
        spoken = len([word for word in self.words if word.strip()]) > self.icons
        for line in _lines(_BEFORE_WORD.sub(" ", "".join(self.words))) if spoken else ():
            words, depth = clean_line(self.mark + line.replace(_ICON_END, "")), max(0, len(self.lists) - 1)
            self.made.append(Paragraph(words, self.level, self.apart, depth=depth))
            self.mark, self.apart = "", False
        self.words.clear()
        self.icons = 0

    def _icon(self, element: HtmlElement) -> None:
        text = " ".join((element.get("alt") or "").split())
        if text and len(text) <= LONGEST_ICON:
            self.words.append(f" {text}{_ICON_END}")
            self.icons += 1

    def _inside(self, element: HtmlElement, depth: int) -> None:
        self.say(element.text)
        for child in element:
            self.visit(child, depth + 1)
            self.say(child.tail)

    def _block(self, tag: str, element: HtmlElement, depth: int) -> None:
        self.close()
        self.apart = self.apart or not (self.lists or tag in _CLOSE_TO_LAST)
        if tag in _LISTS:
            self._list(tag, element, depth)
        elif tag == "table":
            self._table(element, depth)
        else:
            self._paragraph(tag, element, depth)
        self.apart = self.apart or not (self.lists or tag in _CLOSE_TO_LAST or tag in _BEFORE_MORE)

    def _paragraph(self, tag: str, element: HtmlElement, depth: int) -> None:
        level, literal = self.level, self.literal
        self.level, self.literal = LEVELS.get(tag, level), literal or tag == "pre"
        if tag == "li" and self.lists:
            self.mark = self.lists[-1].mark(element)
        self._inside(element, depth)
        if tag == "dt":
            self._term()
        self.close()
        if tag == "li":
            self.mark = ""
        self.level, self.literal = level, literal

    def _term(self) -> None:
        """Keep a term for its definition to follow on the same line; a question stands alone."""
        term = clean_line("".join(self.words))
        if term and not term.endswith(("?", "？")) and len(term) <= 2 * LONGEST_ICON:
            self.words.clear()
            self.mark = f"{self.mark}{term.removesuffix(':')}: "

    def _list(self, tag: str, element: HtmlElement, depth: int) -> None:
        if tag == "ol":
            step = -1 if element.get("reversed") is not None else 1
            first = len(element) if step < 0 else 1
            self.lists.append(_List(element.get("type") or "1", _whole(element.get("start"), first), step))
        else:
            self.lists.append(_List(None))
        self._inside(element, depth)
        self.close()
        self.lists.pop()

    def _table(self, element: HtmlElement, depth: int) -> None:
        if is_laid_out(element):
            self._inside(element, depth)
            self.close()
            return
        captions = [_cell_text(caption) for caption in element.iter("caption")]
        for text in filter(None, [*captions, *row_texts(grid_of(element, _cell_text))]):
            self.made.append(Paragraph(clean_line(self.mark + text), 0, self.apart))
            self.mark, self.apart = "", False


def _cell_text(element: HtmlElement) -> str:
    """Return the words of a table's cell, of which icons may be all."""
    walk = _Walk()
    walk._inside(element, DEEPEST // 2)
    walk.icons = 0
    walk.close()
    return " ".join(part.text for part in walk.made)


def _lines(text: str) -> Iterator[str]:
    """Split at line breaks, but for those that only end a line of verse or address amid a sentence."""
    held = ""
    for line in filter(None, (" ".join(part.split()) for part in text.split(_LINE_BREAK))):
        if held and not ends_sentence(held) and line[:1].islower() and not starts_item(line):
            held = f"{held} {line}"
            continue
        if held:
            yield held
        held = line
    if held:
        yield held


def _is_reference(tag: str, element: HtmlElement) -> bool:
    """Say whether an element is a footnote's mark, or the sign beside a heading that links to it."""
    if tag == "sup" and element.find(".//a") is not None:
        return _FOOTNOTE_MARK.fullmatch(str(element.text_content())) is not None
    if tag != "a" or not (element.get("href") or "").startswith("#"):
        return False
    return not any(map(str.isalnum, element.text_content())) and element.find(".//img") is None


def _whole(text: str | None, otherwise: int) -> int:
    try:
        return int(text or "") if len(text or "") < 7 else otherwise
    except ValueError:
        return otherwise
