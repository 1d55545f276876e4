"""Icons in the running text: glyphs that only a font of the rulebook can draw, and the names a catalogue gives them.

A page's text keeps the glyph, so that offsets stay; wherever words count (terms, embedding) or a person without the
font reads them, the name stands for it.
"""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

Icons = tuple[tuple[str, str], ...]
"""Each glyph with its name, sorted by glyph."""

_SYMBOLS = frozenset(("Co", "Cn", "So", "Sm"))


def icons_of(*tables: Mapping[str, str]) -> Icons:
    """Return the icons of tables, of which later ones name a glyph anew."""
    return tuple(sorted({glyph: name.strip() for table in tables for glyph, name in table.items()}.items()))


def named(text: str, icons: Icons) -> str:
    """Return ``text`` with its icons' names as words: "Pay 2\\ue012." gives "Pay 2 wood."."""
    return _replaced(text, {glyph: name for glyph, name in icons if glyph in text})


def labelled(text: str, icons: Icons) -> str:
    """Return ``text`` with its icons' names in brackets, for a person: "Pay 2\\ue012." gives "Pay 2 [wood]."."""
    return _replaced(text, {glyph: f"[{name}]" for glyph, name in icons if glyph in text})


def private_glyphs(texts: Iterable[str]) -> Counter[str]:
    """Count the characters of texts that have no meaning outside their font (Unicode's private use)."""
    return Counter(letter for text in texts for letter in text if unicodedata.category(letter) == "Co")


def code_of(glyph: str) -> str:
    """Return a glyph as a catalogue writes it: "\\\\uE012"."""
    code = ord(glyph)
    return f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}"


def icon_problems(table: object) -> Iterator[str]:
    """Yield what is wrong with a table of icons, in words that say what to do."""
    if not isinstance(table, dict):
        yield 'icon must be a table of glyphs; write for example icon."\\uE012" = "wood"'
        return
    for glyph, name in table.items():
        if len(glyph) != 1 or glyph.isascii() or unicodedata.category(glyph) not in _SYMBOLS:
            yield f'icon "{glyph}" is not one symbol; write its character, for example "\\uE012"'
        elif not isinstance(name, str) or not name.strip() or not name.isprintable():
            yield f'icon "{code_of(glyph)}" needs a name: text in quotes on one line, and not empty'


def _replaced(text: str, names: Mapping[str, str]) -> str:
    """Put names in the place of glyphs, with a space to the words beside them."""
    made = ""
    for at, letter in enumerate(text):
        name = names.get(letter)
        if name is None:
            made += letter
            continue
        made += f"{' ' if made[-1:].isalnum() else ''}{name}"
        after = text[at + 1 : at + 2]
        made += " " if after.isalnum() or after in names else ""
    return made
