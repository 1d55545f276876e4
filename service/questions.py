"""What counts as a question, the same at every door: its length, and that there is something in it to read."""

import unicodedata

from corpus.errors import LexludoError
from service.contract import LONGEST_QUESTION

LANGUAGE_TAG = r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"
"""What a BCP 47 tag looks like; whether the library speaks it is another matter."""

INVISIBLE = {"Cc", "Cf", "Cn", "Co", "Zs", "Zl", "Zp"}


class QuestionError(LexludoError):
    """A question that no door lets in; its text says what to change."""


def clean_question(text: str) -> str:
    """Return ``text`` trimmed, its control characters turned into spaces; emoji joiners and the like stay.

    Raises QuestionError where it is too long (in code points), empty, invisible, or not encodable as UTF-8.
    """
    if len(text) > LONGEST_QUESTION:
        raise QuestionError(f"the question has {len(text):,} characters; ask in at most {LONGEST_QUESTION:,}")
    if any(unicodedata.category(character) == "Cs" for character in text):
        raise QuestionError("the question holds half of a surrogate pair; send valid Unicode text")
    if all(unicodedata.category(character) in INVISIBLE for character in text):
        raise QuestionError("the question is empty; write what you want to know")
    return "".join(" " if unicodedata.category(character) == "Cc" else character for character in text).strip()
