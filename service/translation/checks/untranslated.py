"""Target text that still stands in the source's language."""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import groupby

from lingua import IsoCode639_1, Language, LanguageDetector, LanguageDetectorBuilder

from service.translation.checks.finding import finding
from service.translation.checks.sides import Compared, compared
from service.translation.checks.words import Word, is_function_word, words
from service.translation.types import Alignment, Finding, Severity

_FEWEST_WORDS = 3
_STRETCH = 5
"""Words in a row, taken over from the source, that make a stretch worth telling."""
_COPIED = 0.8
_SURE = 0.8


class UntranslatedCheck:
    """Reports targets copied from the source or written in its language, whole or for a long stretch.

    Names, codes and citations are the same in both editions: words with a capital inside a sentence do not count.
    """

    kind = "untranslated"

    def findings(self, alignment: Alignment) -> Sequence[Finding]:
        """Return the untranslated texts, in the order of the pairs; none where both editions share a language."""
        pairs = (pair for pair in compared(alignment) if pair.source.language != pair.target.language)
        return [found for pair in pairs for found in _of_pair(pair)]


def _of_pair(pair: Compared) -> Iterator[Finding]:
    target = _telling(pair.target.text, pair.target.language)
    if len(target) < _FEWEST_WORDS:
        return
    taken_over = _spelled(pair.source.text, _telling(pair.source.text, pair.source.language))
    copied = [pair.target.text[word.start : word.end].lower() in taken_over for word in target]
    if _is_foreign(pair, target, sum(copied) / len(copied)):
        message = f"The target is not translated: it stands in the source's language ({pair.source.language})."
        yield finding("untranslated", Severity.HIGH, 0.96, message, pair.source.whole(), pair.target.whole(), pair.pair)
    elif stretch := _stretch(pair, target, copied):
        start, end = stretch
        quote = pair.target.quote(start, end)
        message = "A stretch of the target is not translated."
        yield finding("untranslated", Severity.HIGH, 0.9, message, pair.source.whole(), quote, pair.pair)


def _telling(text: str, language: str) -> list[Word]:
    """Return the words that tell a language: not names, which keep a capital inside a sentence."""
    found = words(text, language)
    return [word for number, word in enumerate(found) if number == 0 or not word.capital or language == "de"]


def _spelled(text: str, found: list[Word]) -> set[str]:
    return {text[word.start : word.end].lower() for word in found}


def _is_foreign(pair: Compared, target: list[Word], copied: float) -> bool:
    foreign, own = _marks(pair, target)
    if copied >= _COPIED and foreign > own:
        return True
    sure = _likelihood(pair.target.text, pair.source.language, pair.target.language)
    if copied >= _COPIED:
        return own == 0 and sure >= 0.5 and len(_spelled(pair.target.text, target)) > _FEWEST_WORDS
    return len(target) > _FEWEST_WORDS and sure >= _SURE and foreign >= 2 and foreign > 3 * own


def _marks(pair: Compared, found: Sequence[Word]) -> tuple[int, int]:
    """Count the function words of the source's language alone, and of the target's alone."""
    spelled = [pair.target.text[word.start : word.end].lower() for word in found]
    source, target = pair.source.language, pair.target.language
    foreign = sum(is_function_word(word, source) and not is_function_word(word, target) for word in spelled)
    own = sum(is_function_word(word, target) and not is_function_word(word, source) for word in spelled)
    return foreign, own


def _stretch(pair: Compared, target: list[Word], copied: list[bool]) -> tuple[int, int] | None:
    """Return the longest run of words taken over that holds function words of the source's language only."""
    runs = [
        [word for _, word in run] for same, run in groupby(zip(copied, target, strict=True), key=lambda c: c[0]) if same
    ]
    for run in sorted(runs, key=len, reverse=True):
        foreign, own = _marks(pair, run)
        if len(run) >= _STRETCH and foreign >= 1 and own == 0:
            return run[0].start, run[-1].end
    return None


@lru_cache(maxsize=4096)
def _likelihood(text: str, source: str, target: str) -> float:
    """Return how likely ``text`` is in ``source`` rather than in ``target``; 0.5 where the detector knows neither."""
    detector = _detector(source, target)
    if detector is None:
        return 0.5
    language = Language.from_iso_code_639_1(getattr(IsoCode639_1, source.upper()))
    return detector.compute_language_confidence(text, language)


@cache
def _detector(source: str, target: str) -> LanguageDetector | None:
    if not all(hasattr(IsoCode639_1, code.upper()) for code in (source, target)):
        return None
    codes = [getattr(IsoCode639_1, code.upper()) for code in (source, target)]
    return LanguageDetectorBuilder.from_iso_codes_639_1(*codes).with_low_accuracy_mode().build()
