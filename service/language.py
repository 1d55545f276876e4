"""In which language a question is asked: a guess from its words, leaning towards what is likely."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from functools import cache

from lingua import Language, LanguageDetector, LanguageDetectorBuilder

from corpus.lexicon import languages_of
from corpus.terms import fold
from service.function_words import FUNCTION_WORDS

ASKED_IN = ("en", "pt", "es", "fr", "de", "it", "nl", "pl", "ja", "zh", "ko", "ru", "el", "ar", "he", "tr")
"""Languages that questions are expected in; the library's own come on top."""
LIKELY = 1.6
"""How much likelier a language is held for which something besides the words speaks."""
FLOOR = 0.05
"""What is added to a language's share by letters, so that words can overrule it."""
FOREIGN = 0.3
"""What a small word of other languages says against a language, in small words of its own."""
BY_WORD = 6.0
"""How much likelier one small word makes its language."""
BY_RULEBOOKS = 3.0
"""How much likelier a word makes its language that rulebooks use; shared among the languages that have it."""
UNKNOWN = "und"
"""BCP 47's tag for a language that cannot be told."""

_WORD = re.compile(r"[^\W\d_]+")
_LANGUAGES_OF: dict[str, list[str]] = defaultdict(list)
for _language, _words in FUNCTION_WORDS.items():
    for _word in dict.fromkeys(_words.split()):
        _LANGUAGES_OF[_word].append(_language)
_BY_CODE = {language.iso_code_639_1.name.lower(): language for language in Language.all()}


class LanguageGuesser:
    """Guesses the language of short texts: lingua's small models (18 MB), and the words that they contain.

    Letters alone mislead in short questions ("posso usar barco?" looks Italian); "posso usar o barco?" has its "o", and
    "touch move" two words of English rulebooks.
    """

    def __init__(self, further: Iterable[str] = ()) -> None:
        self._languages = tuple(sorted({*ASKED_IN, *further} & _BY_CODE.keys()))

    def guess(self, text: str, likely: Collection[str] = ()) -> str:
        """Return the primary subtag of the text's language, or "und" where nothing speaks for one.

        ``likely`` are languages that something else speaks for, such as those of the game's documents.
        """
        letters, words, rules = self._by_letters(text), by_words(text), _by_rulebooks(text)
        scores = {
            language: (letters[language] + FLOOR)
            * BY_WORD ** words.get(language, 0.0)
            * BY_RULEBOOKS ** rules.get(language, 0.0)
            * (LIKELY if language in likely else 1)
            for language in letters
        }
        best = max(scores, key=scores.__getitem__)
        return best if any(letters.values()) else next(iter(likely), UNKNOWN)

    def _by_letters(self, text: str) -> dict[str, float]:
        """Return how far each language fits the text's letters, adding up to 1, or all 0."""
        found = _detector(self._languages).compute_language_confidence_values(text)
        return {each.language.iso_code_639_1.name.lower(): each.value for each in found}


def may_go_on_in(language: str, text: str) -> bool:
    """Tell whether a text may be in the language spoken before: no other fits better by more than one small word.

    "E no modo solo?" is as good in Italian as in Portuguese; what was spoken before decides.
    """
    found = by_words(text)
    own = found.get(language, 0.0)
    return own > 0 and own >= max(found.values()) - FOREIGN


def by_words(text: str) -> dict[str, float]:
    """Return for each language what the text's small words say for it.

    A word speaks for its languages, divided among them, and against the others by ``FOREIGN``.
    """
    found = dict.fromkeys(FUNCTION_WORDS, 0.0)
    for languages in filter(None, map(_LANGUAGES_OF.get, _WORD.findall(fold(text)))):
        for language in found:
            found[language] += 1 / len(languages) if language in languages else -FOREIGN
    return found


def _by_rulebooks(text: str) -> dict[str, float]:
    """Return for each language what the text's words say for it that its rulebooks use, small ones left out."""
    found: dict[str, float] = defaultdict(float)
    telling = (word for word in _WORD.findall(text) if fold(word) not in _LANGUAGES_OF)
    for languages in map(languages_of, telling):
        for language in languages:
            found[language] += 1 / len(languages)
    return found


@cache
def _detector(languages: tuple[str, ...]) -> LanguageDetector:
    chosen = [_BY_CODE[language] for language in languages]
    return LanguageDetectorBuilder.from_languages(*chosen).with_low_accuracy_mode().build()
