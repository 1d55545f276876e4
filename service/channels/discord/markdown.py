"""Rulebook text in Discord's Markdown: shown as it stands, mentioning nobody, linking nowhere, cut at a sentence."""

import re
from collections.abc import Callable, Iterator

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
    return next((cut for cut in _cuts(text, language, dress, limit) if size(cut) <= limit), ELLIPSIS.strip())


def _cuts(text: str, language: str, dress: Callable[[str], str], limit: int) -> Iterator[str]:
    """Yield ``text`` shortened, best first."""
    start = text[:limit]  # dressing only makes longer
    ends = [span.end for span in sentences(start, Span(0, len(start)), language)][:-1]
    words = [found.start() for found in re.finditer(r"\s+", start)]
    for end in (*reversed(ends), *reversed(words), *range(len(start), 0, -16)):
        yield dress(start[:end].rstrip() + ELLIPSIS)
