"""Numbers written as words, by value."""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from text_to_num import Token, find_numbers

_PARSED = frozenset({"da", "de", "en", "es", "fr", "it", "nl", "pt"})
_COUNTLESS = frozenset(("en", word) for word in ("tens", "hundreds", "thousands", "millions"))
_MULTIPLE = re.compile(r"(?<=\w\w\w)(?:fach\w*|mal\w{0,2}|maal|voud\w*)$")
"""Endings that make "sixtyfold" and "three times" of a number word in German and Dutch."""
_TOKEN = re.compile(r"[^\W\d_]+|[^\s\w]")

_TABLES = {
    "pl": {
        0: "zero", 1: "jeden jedna jedno jednego jednej", 2: "dwa dwie dwóch dwaj dwoje dwom dwoma",
        3: "trzy trzech trzej trzem", 4: "cztery czterech czterej czterem", 5: "pięć pięciu", 6: "sześć sześciu",
        7: "siedem siedmiu", 8: "osiem ośmiu", 9: "dziewięć dziewięciu", 10: "dziesięć dziesięciu",
        11: "jedenaście jedenastu", 12: "dwanaście dwunastu", 13: "trzynaście trzynastu", 14: "czternaście czternastu",
        15: "piętnaście piętnastu", 16: "szesnaście szesnastu", 17: "siedemnaście siedemnastu",
        18: "osiemnaście osiemnastu", 19: "dziewiętnaście dziewiętnastu", 20: "dwadzieścia dwudziestu",
        30: "trzydzieści trzydziestu", 40: "czterdzieści czterdziestu", 50: "pięćdziesiąt pięćdziesięciu",
        60: "sześćdziesiąt sześćdziesięciu", 100: "sto stu", 1000: "tysiąc",
    },
    "ca": {
        0: "zero", 1: "un una", 2: "dos dues", 3: "tres", 4: "quatre", 5: "cinc", 6: "sis", 7: "set", 8: "vuit",
        9: "nou", 10: "deu", 11: "onze", 12: "dotze", 13: "tretze", 14: "catorze", 15: "quinze", 16: "setze",
        17: "disset", 18: "divuit", 19: "dinou", 20: "vint", 30: "trenta", 40: "quaranta", 50: "cinquanta",
        60: "seixanta", 100: "cent", 1000: "mil",
    },
}  # fmt: skip
_TABLE_ORDINALS = {
    "pl": "drug\\w+:2 trzeci\\w*:3 czwart\\w+:4 piąt\\w+:5 szóst\\w+:6 siódm\\w+:7 ósm\\w+:8 dziewiąt\\w+:9",
    "ca": "segon[a]?:2 tercer[a]?:3 quart[a]?:4 cinqu\\w+:5 sis[èe]\\w*:6 set[èe]\\w*:7",
}


class Spelled(NamedTuple):
    """A number in words at ``text[start:end]``."""

    start: int
    end: int
    value: float
    ordinal: bool


class _Word(Token):  # type: ignore[misc]  # the package has no type marker
    def __init__(self, word: str) -> None:
        self._word = word

    def text(self) -> str:
        return self._word


@lru_cache(maxsize=65536)
def spelled_numbers(text: str, language: str) -> tuple[Spelled, ...]:
    """Return the numbers written as words in ``text``, in order, articles such as "un" with value 1 among them.

    Languages without a parser or a table have none.
    """
    tokens = list(_TOKEN.finditer(text))
    if language in _PARSED:
        return _parsed(tokens, language)
    return _looked_up(tokens, language)


_COUNTED = re.compile(
    r"\b(\w+?)(?:seit|teil|stell|eck|köpf|mal|stünd|minüt|täg|wöch|jähr|reih|händ|fläch|stöck|stuf|farb)ig\w{0,2}\b"
)


def names_number(text: str, value: str) -> bool:
    """Say whether ``text`` has the number ``value`` in the words of any language: names are kept ("vale cuatro")."""
    spelled = (number.value for language in _PARSED for number in spelled_numbers(text, language))
    return value in {f"{each:g}" for each in spelled} | set(_compounded(text))


def _compounded(text: str) -> Iterator[str]:
    """Yield the numbers that German adjectives begin with: "zehnseitig" at "10"."""
    for match in _COUNTED.finditer(text):
        yield from (f"{number.value:g}" for number in spelled_numbers(match[1], "de"))


def _parsed(tokens: list[re.Match[str]], language: str) -> tuple[Spelled, ...]:
    found = []
    words = [_MULTIPLE.sub("", token.group().lower()) for token in tokens]
    for number in find_numbers([_Word(word) for word in words], language, threshold=0):
        written = words[number.end - 1]
        if number.text.endswith(("rds", "ths", "nds")) or (language, written) in _COUNTLESS:
            continue  # "two thirds", "thirty seconds", "the tens place"
        start, end = tokens[number.start].start(), tokens[number.end - 1].end()
        found.append(Spelled(start, end, number.value, number.is_ordinal))
    return tuple(found)


def _looked_up(tokens: list[re.Match[str]], language: str) -> tuple[Spelled, ...]:
    found: list[Spelled] = []
    for token in tokens:
        word = token.group().lower()
        if (value := _cardinals(language).get(word)) is not None:
            _extend(found, Spelled(*token.span(), value, False))
        elif (value := _ordinal(word, language)) is not None:
            found.append(Spelled(*token.span(), value, True))
    return tuple(found)


def _extend(found: list[Spelled], number: Spelled) -> None:
    """Add a number, joined to the tens just before it: "dwadzieścia pięć" is 25."""
    previous = found[-1] if found else None
    tens_before = previous is not None and previous.end + 1 == number.start and previous.value in range(20, 100, 10)
    if previous and tens_before and 0 < number.value < 10:
        found[-1] = Spelled(previous.start, number.end, previous.value + number.value, False)
    else:
        found.append(number)


@cache
def _cardinals(language: str) -> dict[str, float]:
    return {word: float(value) for value, words in _TABLES.get(language, {}).items() for word in words.split()}


@cache
def _ordinals(language: str) -> tuple[tuple[re.Pattern[str], float], ...]:
    entries = (entry.split(":") for entry in _TABLE_ORDINALS.get(language, "").split())
    return tuple((re.compile(pattern), float(value)) for pattern, value in entries)


def _ordinal(word: str, language: str) -> float | None:
    return next((value for pattern, value in _ordinals(language) if pattern.fullmatch(word)), None)
