"""Games that a question names: by a title in any language, by the game's id or initials, also misspelt a little."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher

from corpus.terms import fold
from corpus.types import Document

SHORTEST = 4
"""Letters of a name that is looked for in any case; a shorter one must stand in capitals or with a capital inside."""
LIKE = 0.85
"""difflib's ratio from which a word of six letters and more counts as a name misspelt."""
LONG_ENOUGH = 6

_WORD = re.compile(r"[^\W_]+")
_SUBTITLE = re.compile(r"\s*[:–—]\s+|\s+[-(]\s*")


class Names:
    """What each game of a library is called."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._games: dict[tuple[str, ...], set[str]] = defaultdict(set)
        for document in documents:
            for name in _names(document):
                self._games[name].add(document.game)

    def games_in(self, question: str) -> set[str]:
        """Return the games that a question names, by the longest names in it."""
        words = _WORD.findall(question)
        folded = [fold(word) for word in words]
        found: set[str] = set()
        for name in sorted(self._games, key=len, reverse=True):
            if not found and any(_stands_at(name, words, folded, at) for at in range(len(words))):
                found = self._games[name]
        return found


def _names(document: Document) -> Iterator[tuple[str, ...]]:
    """Yield a document's names as folded words: its title, the part before a subtitle, the game's id, initials."""
    main = _SUBTITLE.split(document.title)[0]
    for text in (document.title, main, document.game):
        words = tuple(fold(word) for word in _WORD.findall(text))
        if words and not all(word.isdigit() for word in words):
            yield words
            if len(words) >= 3:
                yield ("".join(word[0] for word in words),)


def _stands_at(name: tuple[str, ...], words: list[str], folded: list[str], at: int) -> bool:
    here = folded[at : at + len(name)]
    if len(here) < len(name) or not all(map(_alike, name, here)):
        return False
    return sum(map(len, name)) >= SHORTEST or (at > 0 and words[at][0].isupper())


def _alike(name: str, word: str) -> bool:
    if name == word:
        return True
    if min(len(name), len(word)) < LONG_ENOUGH or name[0] != word[0]:
        return False
    return SequenceMatcher(None, name, word).ratio() >= LIKE
