"""Numbers of a text by value: digits, dice, fractions, words; and words that only hint at a number."""

import re
import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from service.translation.checks.cues import words_pattern
from service.translation.checks.spelled_numbers import Spelled, spelled_numbers

_VULGAR = {"½": 0.5, "⅓": 1 / 3, "⅔": 2 / 3, "¼": 0.25, "¾": 0.75, "⅛": 0.125, "⅕": 0.2}
_PAGE_WORDS = (
    r"pages?|pp?\.|pgs?\.|págin[ae]s?|p[áa]gs?\.?|seiten?|s\.|pagin[ae]|pagg?\.|bladzijden?|blz\.|stron\w+|str\."
)
_UNITS = r"ft|feet|mm|cm|km|kg|m|g|lbs?|min|s|h|gp|mo|po|pc|gm|oz"
_SPACES = "\u00a0\u202f\u2009"
_SIDES = "".join(f"(?<!{article} )" for article in ("jede", "jeder", "eine", "einer", "beide", "keine"))
"""The German word for a page is also that for a side: "jede Seite 5 Pips"."""
_NUMERAL = re.compile(
    rf"""(?<![^\W_])(?:
      (?P<reference>{_SIDES.replace(" ", "[ ]")}(?:{_PAGE_WORDS})[ \u00a0]?(?P<page>\d{{1,4}})
        (?:[-–—](?P<last>\d{{1,4}}))?(?![^\W_]))
    | (?P<dice>(?P<count>\d{{0,2}})[dwk](?P<sides>[234568]|10|12|20|30|66|100|%)(?![^\W_]))
    | (?P<sign>[-−])?(?P<whole>\d{{0,3}})(?P<vulgar>[{"".join(_VULGAR)}])
    | (?P<over>\d)/(?P<under>[2-9])(?![^\W_/])
    | (?P<grouped>\d{{1,3}}(?P<group>[.,’'])\d{{3}}(?:(?P=group)\d{{3}})*(?:[.,]\d+)?)(?![^\W_])
    | (?P<spaced>(?<!\d[ {_SPACES}])\d{{1,3}}(?P<space>[ {_SPACES}])\d{{3}}(?:(?P=space)\d{{3}}){{0,2}}
        (?!(?P=space)\d)(?:[.,]\d+)?)(?![^\W_])
    | (?P<decimal>\d+[.,]\d+)(?![.,]?\d)
    | [x×]?(?P<sign2>(?<![^\W_])[-−])?(?P<integer>\d+)
        (?:[x×]|st|nd|rd|th|er|[èe]re|[èe]me|e|de|ste|[ºª°oa]|(?P<unit>{_UNITS})|[^\W\d_]{{2,}})?(?![^\W_])
    | (?P<code>(?=[^\W_]*\d)(?=\d*[^\W\d_])[^\W_]+|[A-Z]{{1,4}}-\d+)
    )""",
    re.VERBOSE | re.IGNORECASE,
)


_LINK = re.compile(r"https?://\S+|\(#[^()\s]*\)")
"""Addresses and anchors: their digits are no text."""


class Number(NamedTuple):
    """A number at ``text[start:end]``. ``value`` is comparable across languages: "2", "0.5", "2d6"."""

    start: int
    end: int
    value: str
    spelled: bool = False
    ordinal: bool = False


class PageReference(NamedTuple):
    """A reference at ``text[start:end]`` to a page as printed."""

    start: int
    end: int
    page: int


class Code(NamedTuple):
    """Letters and digits in one word, at ``text[start:end]``."""

    start: int
    end: int
    text: str


class Numerals(NamedTuple):
    """What a text says in numbers. ``hints`` are values that words hint at ("twice" at 2, "un" at 1)."""

    numbers: tuple[Number, ...]
    hints: frozenset[str]
    references: tuple[PageReference, ...]
    codes: tuple[Code, ...]


@lru_cache(maxsize=65536)
def numerals(text: str, language: str) -> Numerals:
    """Return the numbers, hints, page references and codes of ``text``, each in order; ``language`` is primary."""
    text = _LINK.sub(lambda match: " " * len(match.group()), text)
    matches = list(_NUMERAL.finditer(text))
    references = tuple(_reference(match) for match in matches if match["reference"])
    codes = tuple(Code(*match.span(), match.group()) for match in matches if match["code"])
    digits = [_number(match, language) for match in matches if not (match["reference"] or match["code"])]
    spelled = [_spelled(number) for number in spelled_numbers(_blanked(text, matches), language) if number.value >= 2]
    return Numerals(tuple(sorted(digits + spelled)), _hints(text, language), references, codes)


def _reference(match: re.Match[str]) -> PageReference:
    return PageReference(*match.span("page"), int(match["page"]))


def _spelled(number: Spelled) -> Number:
    return Number(number.start, number.end, f"{number.value:g}", True, number.ordinal)


def _number(match: re.Match[str], language: str) -> Number:
    return Number(*match.span(), _value(match, language))


def _value(match: re.Match[str], language: str) -> str:
    if match["dice"]:
        return f"{match['count'] or 1}d{match['sides']}"
    if match["vulgar"]:
        return _signed(int(match["whole"] or 0) + _VULGAR[match["vulgar"]], match["sign"])
    if match["over"]:
        return f"{int(match['over']) / int(match['under']):.3g}"
    if match["grouped"]:
        return _grouped(match["grouped"], match["group"], language)
    if match["spaced"]:
        return _grouped(match["spaced"], match["space"], language)
    if match["decimal"]:
        return f"{float(match['decimal'].replace(',', '.')):g}"
    return _signed(int(match["integer"]), match["sign2"])


def _signed(value: float, sign: str | None) -> str:
    return f"{'-' if sign else ''}{value:.10g}" if value == int(value) else f"{'-' if sign else ''}{value:.3g}"


def _grouped(number: str, group: str, language: str) -> str:
    """Read 1.000, 1,000 or 1 000: the language's decimal mark does not group unless it stands more than once."""
    decimal = "." if language == "en" else ","
    if group == decimal and number.count(group) == 1:
        return f"{float(number.replace(group, '.')):g}"
    whole = re.sub(r"[.,]\d{1,2}$", "", number)
    digits = "".join(filter(str.isdigit, whole))
    return f"{float(digits + number[len(whole) :].replace(',', '.')):.10g}"


def _blanked(text: str, matches: list[re.Match[str]]) -> str:
    for match in matches:
        text = f"{text[: match.start()]}{'#' * len(match.group())}{text[match.end() :]}"
    return text


def _hints(text: str, language: str) -> frozenset[str]:
    return frozenset(value for value, pattern in _hint_patterns(language) if pattern.search(text))


@cache
def _hint_patterns(language: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    listed = tomllib.loads(files(__package__).joinpath("number_words.toml").read_text(encoding="utf-8"))
    return tuple((value.replace("_", "."), words_pattern(words)) for value, words in listed.get(language, {}).items())
