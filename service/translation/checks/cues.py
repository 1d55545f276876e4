"""The words by which a rule forbids, allows, obliges and limits, found in a text of one language."""

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

LOOK_ALIKES = ("set_aside", "not_only")


class Cue(NamedTuple):
    """An occurrence of a cue at ``text[start:end]``; ``words`` are its words as they stand."""

    start: int
    end: int
    words: str


def languages() -> frozenset[str]:
    """Return the primary subtags that have a list of cues."""
    return frozenset(_lexicon())


_UNDISGUISED = ("denial", "until", "as_long", "not_only")
"""Kinds whose words count inside look-alikes too."""
_LIMITS = ("only", "at_least", "at_most")
_COMPARED = ("more", "fewer")


@lru_cache(maxsize=65536)
def cues(text: str, language: str, kind: str) -> tuple[Cue, ...]:
    """Return the cues of a kind (``negation``, ``may``, ``at_least`` ...) in ``text``, in order.

    A language without a list has none.
    """
    pattern = _pattern(language, kind)
    if pattern is None:
        return ()
    searched = text if kind in _UNDISGUISED else _without_look_alikes(text, language)
    if kind == "negation":  # "no more than" is a limit
        searched = _without_limits(searched, language)
    if kind in _COMPARED:  # and so are "or more" and the "menos" of "al menos"
        searched = _blanked(searched, _pattern(language, "or_more"))
    return tuple(Cue(*match.span(), match.group()) for match in pattern.finditer(searched))


def is_negative(words: str, language: str) -> bool:
    """Say whether a negative word is among the words of a cue ("no more than")."""
    pattern = _pattern(language, "negation")
    return pattern is not None and pattern.search(words) is not None


@lru_cache(maxsize=65536)
def _without_look_alikes(text: str, language: str) -> str:
    for kind in LOOK_ALIKES:
        text = _blanked(text, _pattern(language, kind))
    return text


def _blanked(text: str, pattern: re.Pattern[str] | None) -> str:
    return pattern.sub(lambda match: " " * len(match.group()), text) if pattern else text


def _without_limits(text: str, language: str) -> str:
    for limit in filter(None, (_pattern(language, kind) for kind in _LIMITS)):
        text = limit.sub(lambda match: " " * len(match.group()) if " " in match.group() else match.group(), text)
    return text


@cache
def _pattern(language: str, kind: str) -> re.Pattern[str] | None:
    alternatives = _lexicon().get(language, {}).get(kind)
    return words_pattern(alternatives) if alternatives else None


def words_pattern(alternatives: str) -> re.Pattern[str]:
    """Return a pattern that finds the alternatives (parted by "|") as whole words, whatever the case."""
    return re.compile(rf"(?<![^\W_])(?:{alternatives})(?![^\W_])", re.IGNORECASE)


@cache
def _lexicon() -> dict[str, dict[str, str]]:
    return tomllib.loads(files(__package__).joinpath("cues.toml").read_text(encoding="utf-8"))
