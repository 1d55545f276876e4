"""The kinds of seeded errors, and which kinds of findings name each rightly."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from eval.seeding import changes
from eval.seeding.changes import Setting, term_forms
from eval.seeding.parallel import NAMES, PAGE_SEGMENTS, PAGE_WORDS, Book, Sentence, sentences_of_other_games
from service.translation.types import Severity

Seed = Callable[[Sentence, Book, Random], Sequence[Sentence] | None]
"""Returns what stands in place of a sentence, the touched one first; None where the error has no place in it."""


@dataclass(frozen=True, slots=True)
class ErrorKind:
    """A kind of error. ``accepted`` are the kinds of findings that name it; ``group`` is what targets are set for."""

    name: str
    group: str
    accepted: frozenset[str]
    seed: Seed
    furnished: bool = False
    """Whether the book is furnished with codes, names, ranges, brackets and page references first."""
    per_copy: int = 8
    floor: Severity = Severity.MEDIUM
    smallest: int = 0
    """Sentences that a book must have: terms and names are learnt from it."""
    """Findings below it are left out, of recall as of precision."""


def _target(change: Callable[[str, Setting], str | None]) -> Seed:
    def seed(sentence: Sentence, book: Book, random: Random) -> Sequence[Sentence] | None:
        changed = change(sentence.target or "", _setting(book, random))
        return None if changed is None or changed == sentence.target else (replace(sentence, target=changed),)

    return seed


def _setting(book: Book, random: Random) -> Setting:
    language = book.target.partition("-")[0]
    pages = 1 + (len(book.sentences) - 1) // PAGE_SEGMENTS
    return Setting(language, random, _terms(book, language), NAMES, PAGE_WORDS[language], pages)


@lru_cache(maxsize=64)
def _terms(book: Book, language: str) -> tuple[tuple[str, ...], ...]:
    """Return the game's terms that this edition has often enough to be learnt."""
    spoken = Counter(word for sentence in book.sentences for word in re.findall(r"\w+", sentence.target or ""))
    forms = term_forms(book.game, language)
    return tuple(term for term in forms if sum(spoken[form] for form in set(term)) >= _LEARNABLE)


_LEARNABLE = 6


def _delete(sentence: Sentence, book: Book, random: Random) -> Sequence[Sentence] | None:
    del book, random
    return (replace(sentence, target=None),) if _is_sentence(sentence.target) else None


def _delete_item(sentence: Sentence, book: Book, random: Random) -> Sequence[Sentence] | None:
    del book, random
    return (replace(sentence, target=None),) if sentence.role == "bullet" else None


def _add(sentence: Sentence, book: Book, random: Random) -> Sequence[Sentence] | None:
    """Put a sentence of another game in front of this one."""
    others = [text for text in sentences_of_other_games(book.game, book.target) if _is_sentence(text)]
    if not others or not _is_sentence(sentence.target):
        return None
    return Sentence(f"{sentence.id}+", None, random.choice(others)), sentence


def _is_sentence(text: str | None) -> bool:
    return text is not None and len(text.split()) >= 5 and text.endswith((".", "!", "?", ";"))


def _untranslated(sentence: Sentence, book: Book, random: Random) -> Sequence[Sentence] | None:
    del book, random
    return (replace(sentence, target=sentence.source),) if _is_sentence(sentence.target) else None


def _half_untranslated(sentence: Sentence, book: Book, random: Random) -> Sequence[Sentence] | None:
    del book, random
    source, target = (sentence.source or "").split(), (sentence.target or "").split()
    if min(len(source), len(target)) < _HALVED or not _is_sentence(sentence.target):
        return None
    return (replace(sentence, target=" ".join(target[: len(target) // 2] + source[len(source) // 2 :])),)


_HALVED = 16
"""Words of a sentence of which half may stay untranslated."""
_NUMBERS = ("numbers", frozenset({"number", "page-reference"}))
_GAPS = "missing and added"
_SENSE = "negation and obligation"
_KEPT = "untranslated and codes"
KINDS: tuple[ErrorKind, ...] = (
    ErrorKind("number changed", *_NUMBERS, _target(changes.digits_changed)),
    ErrorKind("number word changed", *_NUMBERS, _target(changes.number_word_changed)),
    ErrorKind("digit dropped", *_NUMBERS, _target(changes.digit_dropped)),
    ErrorKind("range end changed", *_NUMBERS, _target(changes.range_changed), furnished=True),
    ErrorKind("sentence deleted", _GAPS, frozenset({"missing"}), _delete),
    ErrorKind("sentence added", _GAPS, frozenset({"added"}), _add),
    ErrorKind("list item deleted", _GAPS, frozenset({"missing"}), _delete_item),
    ErrorKind("negation dropped", _SENSE, frozenset({"negation"}), _target(changes.negation_dropped)),
    ErrorKind("negation added", _SENSE, frozenset({"negation"}), _target(changes.negation_added)),
    ErrorKind("may and must exchanged", _SENSE, frozenset({"obligation"}), _target(changes.modal_changed)),
    ErrorKind("least and most exchanged", _SENSE, frozenset({"quantity"}), _target(changes.limit_changed)),
    ErrorKind(
        "term replaced", "terms", frozenset({"term-replaced"}), _target(changes.term_replaced),
        per_copy=4, floor=Severity.LOW, smallest=100,
    ),
    ErrorKind("sentence untranslated", _KEPT, frozenset({"untranslated"}), _untranslated),
    ErrorKind("half untranslated", _KEPT, frozenset({"untranslated"}), _half_untranslated),
    ErrorKind("code changed", _KEPT, frozenset({"code"}), _target(changes.code_changed), furnished=True),
    ErrorKind(
        "name changed", "names", frozenset({"name"}), _target(changes.name_changed),
        furnished=True, per_copy=3, smallest=100,
    ),
    ErrorKind(
        "bracket dropped", "punctuation", frozenset({"punctuation"}), _target(changes.bracket_dropped), furnished=True
    ),
    ErrorKind(
        "page reference changed", "page references", frozenset({"page-reference"}), _target(changes.page_changed),
        furnished=True,
    ),
)  # fmt: skip
