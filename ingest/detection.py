"""In which language a text is, where neither catalogue nor file name says so."""

from functools import cache

from lingua import IsoCode639_1, LanguageDetector, LanguageDetectorBuilder

LANGUAGES = (
    "ca", "cs", "da", "de", "el", "en", "es", "fi", "fr", "hu", "it", "ja",
    "ko", "nb", "nl", "pl", "pt", "ro", "ru", "sv", "tr", "uk", "zh",
)  # fmt: skip
"""Languages that rulebooks are published in."""
ENOUGH = 4000
"""Characters that tell a language; the rest of a book says nothing more."""


def language_of(text: str) -> str | None:
    """Return the ISO 639-1 code of the language of ``text``, or None where it cannot be told."""
    found = _detector().detect_language_of(text[:ENOUGH])
    return None if found is None else found.iso_code_639_1.name.lower()


@cache
def _detector() -> LanguageDetector:
    codes = [getattr(IsoCode639_1, code.upper()) for code in LANGUAGES]
    return LanguageDetectorBuilder.from_iso_codes_639_1(*codes).build()
