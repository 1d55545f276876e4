"""Words of a text as terms to be matched: case, accents and inflection do not count, codes stay whole."""

import re
import threading
import unicodedata
from functools import cache, lru_cache
from importlib.metadata import version
from typing import NamedTuple

import Stemmer

STEMMERS = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek", "en": "english",
    "eo": "esperanto", "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian", "fi": "finnish",
    "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian", "hy": "armenian", "id": "indonesian",
    "it": "italian", "lt": "lithuanian", "nb": "norwegian", "ne": "nepali", "nl": "dutch", "nn": "norwegian",
    "no": "norwegian", "pl": "polish", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
    "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
"""Snowball's algorithm for a language; the others are only folded."""

SETTINGS = f"terms 2, PyStemmer {version('PyStemmer').rpartition('.')[0]}"
"""What terms depend on; an index made with other settings would miss words."""

_MARKS = "".join(chr(code) for code in range(0x300, 0x1C00) if unicodedata.category(chr(code)).startswith("M"))
_UNSPACED = "\u0e00-\u0eff\u1100-\u11ff\u3005\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
_WORD = re.compile(
    f"(?P<signed>(?<![^\\W_])[+\u2212-]\\d[^\\W_]*)"
    f"|(?P<unspaced>[{_UNSPACED}]+)"
    f"|(?P<word>[^\\W_](?:(?![{_UNSPACED}])[^\\W_]|[{_MARKS}])*)"
)
_ACCENTS = re.compile("[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u0640\u064b-\u0652]")
_STROKES = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe"})
_PORTUGUESE_PLURAL = re.compile("(?:õ|o)es$")

_stemming = threading.Lock()  # a Snowball stemmer keeps its word in itself


class Word(NamedTuple):
    """A word's term, the term it has when written without accents, and the word itself, folded."""

    term: str
    unaccented_term: str
    accented: bool
    folded: str


def words(text: str, language: str) -> list[Word]:
    """Return the words of ``text`` in order; ``language`` is a primary subtag.

    Writing without spaces (Chinese, Japanese, Korean, Thai, Lao) gives pairs of characters, whatever the language.
    """
    return list(_words(text, language))


@lru_cache(maxsize=1024)  # one question is read by many, and the same sentences stand in answers again and again
def _words(text: str, language: str) -> tuple[Word, ...]:
    found: list[Word] = []
    for match in _WORD.finditer(unicodedata.normalize("NFKC", text).casefold()):
        found += _words_of(match, language)
    return tuple(word for word in found if word.term)  # a lone lengthening stroke folds to nothing


def fold(word: str) -> str:
    """Return ``word`` in lower case without accents; marks that are letters (Devanagari, kana, Thai) stay."""
    bare = _ACCENTS.sub("", unicodedata.normalize("NFKD", word.casefold()))
    return unicodedata.normalize("NFC", bare).translate(_STROKES)


def _words_of(match: re.Match[str], language: str) -> list[Word]:
    text = match.group()
    if match.lastgroup == "unspaced":
        return [Word(pair, pair, False, pair) for pair in _pairs(text)]
    if match.lastgroup == "signed":  # "+2" is also a 2
        signed = text.replace("\u2212", "-")
        return [Word(term, term, False, term) for term in (signed, signed[1:])]
    return [_word(text, language)]


def _pairs(run: str) -> list[str]:
    return [run[start : start + 2] for start in range(max(1, len(run) - 1))]


@cache
def _stemmer(language: str) -> Stemmer.Stemmer | None:
    name = STEMMERS.get(language)
    return Stemmer.Stemmer(name) if name in Stemmer.algorithms() else None


def stem(word: str, language: str) -> str:
    """Return what a word in lower case has in common with its other forms; ``language`` is a primary subtag."""
    stemmer = _stemmer(language)
    if stemmer is None or any(letter.isdigit() for letter in word):
        return word
    if language == "pt":  # Snowball keeps "ação" and "ações" apart
        word = _PORTUGUESE_PLURAL.sub("ão", word)
    with _stemming:
        bare: str = stemmer.stemWord(word)
    return bare


@lru_cache(maxsize=100_000)
def _word(text: str, language: str) -> Word:
    plain = fold(text)
    return Word(fold(stem(text, language)), fold(stem(plain, language)), plain != text, plain)
