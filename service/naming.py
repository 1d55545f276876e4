"""What a question names: games and expansions, by title in any language, id or initials, also misspelt a little."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from corpus.terms import fold
from corpus.types import Document, DocumentKind
from service.function_words import FUNCTION_WORDS

SHORTEST = 4
"""Letters of a name that is looked for in any case; a shorter one must stand in capitals or with a capital inside."""
LIKE = 0.83
"""difflib's ratio from which a word of six letters and more counts as a name misspelt: one wrong letter of six."""
LONG_ENOUGH = 6
TELLING = 5
"""Letters from which the one word that an expansion's title adds to its game's is a name of the expansion."""
LEFT_TO_ASK = 2
"""Words besides small ones that must stay of a question whose names are taken out."""

_WORD = re.compile(r"[^\W_]+")
_SUBTITLE = re.compile(r"\s*[:–—]\s+|\s+[-(]\s*")
_NUMBER = re.compile(r"\d{3,}")
_LEADS_IN = re.compile(
    r"(?:(?<!\w)(?:in|at|for|im|bei|beim|en|no|na|em|dans|nel|nella|negli|nei|al|au|aux)\s+"
    r"(?:(?:the|el|la|las|los|le|les|der|dem|den|das|o|as|os)\s+)?|[(\[])$",
    re.IGNORECASE,
)
"""What stands before a game that is named as the place where the question arises: "in", "no", a bracket."""
_BEFORE_A_MARK = re.compile(r"\s+(?=[?.!,;:])")
_LEADS_ON = re.compile(r"\s*[,:;–—]")
_CLOSES = re.compile(r"\s*[)\]]?")
_SMALL = frozenset(word for words in FUNCTION_WORDS.values() for word in words.split())

Name = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    """Where a name stands in a question's words."""

    name: Name
    first: int
    end: int


class Names:
    """What each game of a library, and each expansion, is called."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._games: dict[Name, set[str]] = defaultdict(set)
        self._expansions: dict[Name, set[tuple[str, str]]] = defaultdict(set)
        held = list(documents)
        for document in held:
            for name in _names(document):
                self._games[name].add(document.game)
        self._add_expansions(held)
        self._game_names, self._expansion_names = _by_length(self._games), _by_length(self._expansions)

    def _add_expansions(self, documents: Sequence[Document]) -> None:
        common: dict[str, set[str]] = defaultdict(set)
        for document in documents:
            if document.expansion is None:
                common[document.game].update(_words(f"{document.title} {document.game}"))
        for document in documents:
            for name in _expansion_names(document, common[document.game]):
                self._expansions[name].add((document.game, document.expansion or ""))

    def games_in(self, question: str) -> set[str]:
        """Return the games that a question names, by the longest names in it; by an expansion's where by none."""
        found = _longest(self._game_names, question)
        if found:
            return set(self._games[found.name])
        return {game for game, _ in self._named_expansions(question)}

    def expansions_in(self, question: str, game: str | None) -> set[str]:
        """Return the ids of the expansions of a game (None: of any) that a question names."""
        return {expansion for of, expansion in self._named_expansions(question) if game in (None, of)}

    def without_expansions(self, question: str) -> str:
        """Return the question without the expansions that it names, or as it is where too little would be left.

        Every passage of an expansion is about it. What is looked for is what else the question says, and the passages
        that repeat the name are seldom the ones that say it.
        """
        words = list(_WORD.finditer(question))
        found = _all(self._expansion_names, question)
        spans = [(words[_before_small_words(words, each.first)].start(), words[each.end - 1].end()) for each in found]
        return _cut(question, spans, LEFT_TO_ASK)

    def without_game(self, question: str, game: str | None) -> str:
        """Return the question without the game that it is asked of, where it is named aside: "In chess, ...".

        That says where to look, and nothing of what is looked for. A name that is part of what is asked stays.
        """
        words = list(_WORD.finditer(question))
        found = [each for each in _all(self._game_names, question) if game in self._games[each.name]]
        spans = [_aside(question, words[each.first].start(), words[each.end - 1].end()) for each in found]
        return _cut(question, [span for span in spans if span], 1)

    def _named_expansions(self, question: str) -> set[tuple[str, str]]:
        return {each for found in _all(self._expansion_names, question) for each in self._expansions[found.name]}


def _names(document: Document) -> Iterator[Name]:
    """Yield a game's names as folded words: a title, the part before a subtitle, the id, other names, initials."""
    main = _SUBTITLE.split(document.title)[0]
    aliases = () if document.expansion else document.aliases
    for text in (document.title, main, document.game, *aliases):
        words = _words(text)
        if words and not all(word.isdigit() for word in words):
            yield words
            if len(words) >= 3:
                yield ("".join(word[0] for word in words),)


def _expansion_names(document: Document, common: set[str]) -> Iterator[Name]:
    """Yield an expansion's names: its id, its other names, and of its title what the game's own titles do not say."""
    if document.expansion is None:
        return
    yield from filter(None, map(_words, (document.expansion, *document.aliases)))
    if document.kind is not DocumentKind.EXPANSION:
        return
    own = tuple(word for word in _words(_SUBTITLE.split(document.title)[-1]) if word not in common)
    telling = _inner(own)
    if len(telling) > 1 or sum(map(len, telling)) >= TELLING:
        yield telling
        yield from ((number,) for word in telling for number in _NUMBER.findall(word))


def _inner(words: Name) -> Name:
    """Return the words without the small ones at either end."""
    kept = [place for place, word in enumerate(words) if word not in _SMALL]
    return words[kept[0] : kept[-1] + 1] if kept else ()


def _words(text: str) -> Name:
    return tuple(fold(word) for word in _WORD.findall(text))


def _by_length(names: Iterable[Name]) -> list[Name]:
    """Return the names, the longest first."""
    return sorted(filter(None, names), key=lambda each: (-len(each), each))


def _longest(names: Sequence[Name], question: str) -> _Found | None:
    return next(_standing(names, question), None)


def _all(names: Sequence[Name], question: str) -> list[_Found]:
    """Return the names that a question holds, the longest of those that overlap."""
    found: list[_Found] = []
    for one in _standing(names, question):
        if all(one.end <= other.first or other.end <= one.first for other in found):
            found.append(one)
    return found


def _standing(names: Sequence[Name], question: str) -> Iterator[_Found]:
    """Yield those of the names, which lie as ``_by_length`` puts them, that stand in a question, in that order."""
    words, folded = _read(question)
    places: dict[str, list[int]] = defaultdict(list)
    for at, word in enumerate(folded):
        places[word[:1]].append(at)
    for name in names:
        begins = places.get(name[0][:1], ())  # even misspelt names begin rightly
        yield from (_Found(name, at, at + len(name)) for at in begins if _stands_at(name, words, folded, at))


@lru_cache(maxsize=64)  # what a question names is asked several times while it is answered
def _read(question: str) -> tuple[list[str], list[str]]:
    """Return a question's words, and the same folded."""
    words = _WORD.findall(question)
    return words, [fold(word) for word in words]


def _stands_at(name: Name, words: Sequence[str], folded: Sequence[str], at: int) -> bool:
    if not _alike(name[0], folded[at]):
        return False
    here = folded[at : at + len(name)]
    if len(here) < len(name) or not all(map(_alike, name, here)):
        return False
    whole = "".join(name)
    return len(whole) >= SHORTEST or whole.isdigit() or (at > 0 and words[at][0].isupper())


def _alike(name: str, word: str) -> bool:
    if name == word:
        return True
    if min(len(name), len(word)) < LONG_ENOUGH or name[0] != word[0]:
        return False
    return _ratio(name, word) >= LIKE


@lru_cache(maxsize=20_000)  # players use the same words again and again
def _ratio(name: str, word: str) -> float:
    """Return difflib's ratio, or, where that is quicker told, a bound that it does not reach and is below ``LIKE``."""
    matcher = SequenceMatcher(None, name, word)
    bound = min(matcher.real_quick_ratio(), matcher.quick_ratio())
    return bound if bound < LIKE else matcher.ratio()


def _aside(question: str, start: int, end: int) -> tuple[int, int] | None:
    """Return where the words begin and end that name a game aside, None where the name belongs to what is asked."""
    led_in = _LEADS_IN.search(question, 0, start)
    if led_in:
        closed = _CLOSES.match(question, end)
        return led_in.start(), closed.end() if closed and led_in[0] in "([" else end
    return (start, end) if not _WORD.search(question, 0, start) and _LEADS_ON.match(question, end) else None


def _cut(question: str, spans: Sequence[tuple[int, int]], least: int) -> str:
    """Return the question without some spans, as it is where fewer than ``least`` words but small ones would stay."""
    left = question
    for start, end in sorted(spans, reverse=True):
        left = f"{left[:start]} {left[end:]}"
    left = _BEFORE_A_MARK.sub("", " ".join(left.split())).lstrip(",:;.)]–— ")
    asked = [word for word in _words(left) if word not in _SMALL]
    return left if spans and len(asked) >= least else question


def _before_small_words(words: Sequence[re.Match[str]], first: int) -> int:
    """Return where the small words begin that lead up to a name ("in the", "na")."""
    while first > 0 and fold(words[first - 1][0]) in _SMALL:
        first -= 1
    return first
