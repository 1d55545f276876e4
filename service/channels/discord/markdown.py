"""Rulebook text in Discord's Markdown: shown as it stands, mentioning nobody, linking nowhere, cut at a sentence."""

import re
from bisect import bisect_left
from collections.abc import Callable

from corpus.types import Span
from ingest.sentences import sentences

ELLIPSIS = " …"

_SPECIAL = re.compile(r"[\\*_~`|<>\[\]()]|:(?=//)|(?<=:)//|:(?=\w)|(?m:^)\s*(?:#{1,3}|[-+]|\d+\.)(?=\s)|(?m:^)-#")
_EVERYONE = re.compile(r"@(?=everyone|here)")
_GUARD = "@\u200b"


def escape(text: str) -> str:
    """Return ``text`` so that Discord shows these very characters."""
    return _EVERYONE.sub(_GUARD, _SPECIAL.sub(_escaped, text))


def unescape(text: str) -> str:
    """Undo ``escape``."""
    return re.sub(r"\\([^\w\s]|_)", r"\1", text.replace(_GUARD, "@"))


def _escaped(found: re.Match[str]) -> str:
    return re.sub(r"([^\w\s])", r"\\\1", found[0]).replace("_", r"\_")


def size(text: str) -> int:
    """Return how long Discord takes ``text`` to be, at most: UTF-16 units, of which an emoji has two or more."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def blockquote(text: str) -> str:
    """Return ``text`` escaped and set as a quote, line by line."""
    return "\n".join(f"> {escape(line)}" for line in text.splitlines() if line.strip())


def fitted(text: str, limit: int, language: str, dress: Callable[[str], str] = escape) -> str:
    """Return ``dress(text)`` in at most ``limit`` units: cut after a sentence, else after a word, else anywhere."""
    whole = dress(text)
    if size(whole) <= limit:
        return whole
    start = text[:limit]  # dressing only makes longer

    def cut(end: int) -> str:
        return dress(start[:end].rstrip() + ELLIPSIS)

    for ends in (_sentence_ends(start, language), _word_ends(start), range(1, len(start) + 1)):
        fitting = bisect_left(ends, True, key=lambda end: size(cut(end)) > limit)
        if fitting:
            return cut(ends[fitting - 1])
    return ELLIPSIS.strip()


def _sentence_ends(text: str, language: str) -> list[int]:
    return [span.end for span in sentences(text, Span(0, len(text)), language)][:-1]


def _word_ends(text: str) -> list[int]:
    return [found.start() for found in re.finditer(r"\s+", text) if found.start()]
