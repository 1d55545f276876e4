"""Which characters a page's text may hold: composed, printable, ligatures spelled out, plain spaces."""

import re
import unicodedata

SOFT_HYPHENS = "\u00ad\ufffe"
"""Marks of a hyphen that only a line end made; U+FFFE is what some extractors write for it."""

_LIGATURES = str.maketrans({0xFB00 + n: s for n, s in enumerate(("ff", "fi", "fl", "ffi", "ffl", "st", "st"))})
_LINE_ENDS = re.compile("\r\n|[\r\v\x85\u2028\u2029]")
_DROPPED = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u200b\ufeff\uffff]")
# symbol fonts draw their bullets from the private use area
_SYMBOL_BULLET = re.compile(r"^[\uf000-\uf0ff]\s*(?=\S)")


def unify_line_ends(text: str) -> str:
    """Return ``text`` with every kind of line end as a newline; form feeds stay."""
    return _LINE_ENDS.sub("\n", text)


def clean_line(text: str) -> str:
    """Return one line of page text: NFC, ligatures as letters, no control characters, single plain spaces.

    Soft hyphens stay only at the end, where they say that the word goes on. Other compatibility characters
    (superscripts, fractions, full-width forms) are what the page says and stay.
    """
    text = _joined_surrogates(text)
    text = _DROPPED.sub("", text.translate(_LIGATURES))
    text = " ".join(unicodedata.normalize("NFC", text).split())
    return _SYMBOL_BULLET.sub("• ", _without_inner_soft_hyphens(text))


def _joined_surrogates(text: str) -> str:
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")


def _without_inner_soft_hyphens(text: str) -> str:
    broken = text[-1:] in SOFT_HYPHENS and len(text) > 1
    bare = text.translate(dict.fromkeys(map(ord, SOFT_HYPHENS)))
    return bare + SOFT_HYPHENS[0] if broken else bare
