"""Words of rulebooks with what stands for them in other languages, mined from the shipped rulebooks' editions.

``lexicon.json`` holds for each pair of languages, "de-en", words with their renderings and how sure these are, 0 to 1.
``python -m eval.lexicon`` writes it. It lets a question match passages in a language that its game was not translated
into: "Würfel" finds "dice". And it tells a question about rules from one about something else.
"""

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import resources

from corpus.terms import words

FILE = "lexicon.json"

Renderings = Mapping[str, float]
"""Words, each with how sure it is that it stands for another."""


def renderings(word: str, spoken: str, language: str) -> Renderings:
    """Return what stands in ``language`` for a word of ``spoken``, in any of its forms; both are primary subtags."""
    return _table(spoken, language).get(_key(word, spoken), {})


def words_of_rulebooks(text: str, language: str) -> int:
    """Return how many different words of ``text`` the rulebooks of its language use; those of all, where it has none.

    Words that every text has, such as articles, are no words of rulebooks. ``language`` is a primary subtag.
    """
    known = _used(language) or frozenset().union(*map(_used, languages()))
    return len({found.unaccented_term for found in words(text, language)} & known)


@cache
def languages() -> frozenset[str]:
    """Return the languages of which it is known what words their rulebooks use, as primary subtags."""
    return frozenset(pair.partition("-")[0] for pair in _shipped())


@lru_cache(maxsize=4096)
def languages_of(word: str) -> frozenset[str]:
    """Return the languages whose rulebooks use a word; of those without rulebooks here nothing is known."""
    return frozenset(language for language in languages() if _key(word, language) in _used(language))


@cache
def _used(language: str) -> frozenset[str]:
    return frozenset().union(*(_table(language, other) for other in languages()))


@cache
def _table(spoken: str, language: str) -> Mapping[str, Renderings]:
    listed = _shipped().get(f"{spoken}-{language}", {})
    return {_key(word, spoken): found for word, found in listed.items()}


@cache
def _shipped() -> Mapping[str, Mapping[str, Renderings]]:
    found: dict[str, dict[str, dict[str, float]]] = json.loads(
        resources.files("corpus").joinpath(FILE).read_text("utf-8")
    )
    return found


def _key(word: str, language: str) -> str:
    """Return what forms of a word share, accents or none."""
    return next((found.unaccented_term for found in words(word, language)), "")
