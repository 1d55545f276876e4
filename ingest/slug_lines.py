"""Slug lines: what a layout program prints in the margin (its file's name, the page, often the date), often doubled."""

import re

_EXTENSION = r"\.(?:indd|indb|idml|qxd|qxp|afpub|pmd|p65|fm|cdr|sla)"
_FILE_AND_PAGE = re.compile(rf"(?P<name>\S.*?){_EXTENSION}\s+\d{{1,4}}(?:\s?[-–]\s?\d{{1,4}})?", re.IGNORECASE)
_DATE = r"(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4})"
_TIME = r"(?:\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?(?:\s?(?:[ap]\.?\s?m\.?|Uhr|h|hs|hrs)(?![^\W\d_]))?)"
_DATE_TIME = rf"{_DATE},?(?:\s+{_TIME})?"
_DATES_FIRST = re.compile(rf"(?:{_DATE_TIME}\s*)+", re.IGNORECASE)
_DATES_ONLY = re.compile(rf"(?:{_DATE_TIME}\s*)+", re.IGNORECASE)
_NUMBERS_LEFT = re.compile(rf"(?:\d{{1,4}}(?:\s?[-–]\s?\d{{1,4}})?|{_DATE}|{_TIME}|[\s,])*", re.IGNORECASE)
_DOUBLED_DATE = re.compile(rf"({_DATE_TIME})\s*\1", re.IGNORECASE)


def is_slug(text: str) -> bool:
    """Say whether the whole line is a layout file's name with its page, with or without date, doubled or not.

    A name of several words must be doubled or dated: a sentence may end with a file's name.
    """
    body = _DATES_FIRST.sub("", text.strip(), count=1) if _DATES_FIRST.match(text.strip()) else text.strip()
    found = _FILE_AND_PAGE.match(body)
    if found is None:
        return False
    name = re.compile(re.escape(found["name"]) + _EXTENSION, re.IGNORECASE)
    rest, files = name.subn(" ", body)
    if _NUMBERS_LEFT.fullmatch(rest) is None:
        return False
    return files > 1 or " " not in found["name"] or re.search(_DATE, text) is not None


def is_slug_date(text: str) -> bool:
    """Say whether the line is nothing but the dates and times of a slug that was split on two lines."""
    return _DATES_ONLY.fullmatch(text.strip()) is not None


def is_doubled_date(text: str) -> bool:
    """Say whether the line is a doubled date, which no body text is."""
    return _DOUBLED_DATE.fullmatch(text.strip()) is not None


def slug_positions(texts: list[str]) -> set[int]:
    """Return the positions of the slug lines of a page, dates on a line of their own beside one included."""
    slugs = {n for n, text in enumerate(texts) if is_slug(text)}
    dates = {n for n, text in enumerate(texts) if is_slug_date(text) and {n - 1, n + 1} & slugs}
    return slugs | dates | {n for n, text in enumerate(texts) if is_doubled_date(text)}
