"""What the words of a question may be matched by in passages of one language, and how much of them a text holds.

A word is matched by its own term. Beside it count, as far as their weights go: compounds that have it as a part; words
that a catalogue says players use for it; for a compound, its parts; where the question is in another language, what
stands for it in rulebooks (``corpus.lexicon``); and for a word that the collection does not have, the one that it is a
misspelling of, or, across languages, the one that is spelt nearly alike there ("territory", "territorio").
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from corpus.compounds import Compounds
from corpus.lexicon import renderings
from corpus.postings import NOWHERE, Floats, Places, Posting, all_of, any_of, rarity
from corpus.spelling import Spelling
from corpus.synonyms import Synonyms
from corpus.terms import Word, words

WHOLE = 0.8
"""What a compound counts for where a part of it was asked for."""
PART = 0.8
"""What a part counts for beside the compound that was asked for."""
SYNONYM = 0.8
RENDERING = 0.8
"""What a rendering in another language counts for at most."""
MISSPELT = 0.8
ALIKE = 0.5
"""What a word of another language's question counts for that is spelt nearly alike."""
TOO_COMMON, FEW = 0.25, 2
"""Share of a game's passages above which a word says too little to stand for another, unless they are but few."""
REMEMBERED = 4096
"""Words whose postings are kept at hand."""


class Alike(NamedTuple):
    """Words that mean the same in some passages: their language's rows, ascending, and the groups."""

    language: str
    rows: NDArray[np.int64]
    groups: Synonyms


class Terms(Protocol):
    """The terms of the passages of one language."""

    @property
    def rows(self) -> NDArray[np.int64]:
        """The passages' rows, ascending."""
        ...

    @property
    def counts(self) -> Mapping[str, int]:
        """How often each folded word stands there."""
        ...

    @property
    def compounds(self) -> Mapping[str, Sequence[str]]:
        """The words that a word among them is made of."""
        ...

    def term(self, word: Word) -> str:
        """Return the term that a word stands for."""
        ...

    def posting(self, term: str) -> Posting:
        """Return where a term stands."""
        ...


Phrase = tuple[str, ...]
"""Terms that stand for something together."""


class _Sought(NamedTuple):
    """What passages gain that hold a word: their places, what each gains, and the most that any could.

    ``phrases`` are what it is matched by, each with what it counts for, 0 to 1.
    """

    places: Places
    gains: Floats
    reach: float
    phrases: Mapping[Phrase, float]

    def held(self, terms: set[str]) -> float:
        """Return what a text gains that has these terms."""
        return self.reach * max(
            (share for phrase, share in self.phrases.items() if terms.issuperset(phrase)), default=0
        )


class Meanings:
    """Matches questions with the passages of one language. Safe between threads."""

    def __init__(self, terms: Terms, language: str, alike: Sequence[Alike]) -> None:
        self._terms, self._language = terms, language
        self._size = len(terms.rows)
        self._alike = [each for each in alike if each.language == language]
        self._posting = lru_cache(REMEMBERED)(self._with_kin)
        self._sought = lru_cache(REMEMBERED)(self._look_for)

    def shares(self, question: str, spoken: str) -> Floats:
        """Return for each passage the share, 0 to 1, of the question's weight that it holds, shape (passages,).

        ``spoken`` is the language that the question is in, as a primary subtag.
        """
        total = np.zeros(self._size, np.float32)
        sought = self._sought_by(question, spoken)
        for each in sought:
            total[each.places] += each.gains
        most = sum(each.reach for each in sought)
        return total / np.float32(most) if most else total

    def held(self, question: str, spoken: str, texts: Sequence[str]) -> Floats:
        """Return the same for any texts, such as a passage's sentences: which words they have, not how often.

        Shape (texts,).
        """
        sought = self._sought_by(question, spoken)
        most = sum(each.reach for each in sought) or 1.0
        terms = [set(map(self._terms.term, words(text, self._language))) for text in texts]
        return np.array([sum(each.held(own) for each in sought) / most for own in terms], np.float32)

    def _sought_by(self, question: str, spoken: str) -> list[_Sought]:
        asked = words(question, self._language)
        return [each for word in asked for each in self._sought(word, spoken)] + self._phrases_in(asked)

    def _look_for(self, word: Word, spoken: str) -> list[_Sought]:
        """Return what is looked for where a word was asked: what it means and, of a compound, its parts."""
        parts = self._parts(word)
        meant = self._meant(word, spoken, bool(parts))
        return [self._weighed(meant, 1.0), *(self._weighed({part: 1.0}, PART) for part in parts)]

    def _phrases_in(self, asked: Sequence[Word]) -> list[_Sought]:
        """Return what is looked for where words stand in a row that a catalogue has a synonym for."""
        if not self._longest:
            return []
        terms = tuple(map(self._terms.term, asked))
        rows = (terms[at : at + size] for size in range(2, self._longest + 1) for at in range(len(terms) - size + 1))
        return [
            self._gaining(any_of(list(self._phrases[row].values())), 1.0, self._synonyms(row))
            for row in rows
            if row in self._phrases
        ]

    def _weighed(self, meant: Mapping[str, float], weight: float) -> _Sought:
        posting = any_of([self._posting(term).weighed(sure) for term, sure in meant.items()])
        kin = [(phrase, share * sure) for term, sure in meant.items() for phrase, share in self._kin(term).items()]
        return self._gaining(posting, weight, dict(sorted(kin, key=itemgetter(1))))

    def _gaining(self, posting: Posting, weight: float, phrases: Mapping[Phrase, float]) -> _Sought:
        reach = weight * rarity(posting.frequency, self._size)
        return _Sought(posting.places, posting.shares * np.float32(reach), reach, phrases)

    def _meant(self, word: Word, spoken: str, compound: bool) -> dict[str, float]:
        """Return the terms that a word means, each with how surely; one unknown, and no compound, is misspelt."""
        own = spoken == self._language
        term = self._terms.term(word)
        meant = {term: 1.0} if own else self._renderings(word.folded, term, spoken)
        if compound or any(len(self._posting(each).places) for each in meant):
            return meant
        spelt = self._spelling.meant(word.folded)
        return {spelt: MISSPELT if own else ALIKE} if spelt else meant

    def _renderings(self, folded: str, term: str, spoken: str) -> dict[str, float]:
        """Return a term, and what is said for the word in this language."""
        meant = {term: 1.0}
        for word, sure in renderings(folded, spoken, self._language).items():
            rendering = self._term_of(word)
            meant[rendering] = max(meant.get(rendering, 0.0), min(RENDERING, sure))
        return meant

    def _parts(self, word: Word) -> list[str]:
        return [self._term_of(part) for part in self._compounds.parts(word.folded)]

    def _with_kin(self, term: str) -> Posting:
        """Return where a term stands, or a compound of it, or what players use for it."""
        whole = [self._terms.posting(compound).weighed(WHOLE) for compound in self._wholes.get(term, ())]
        return any_of([self._terms.posting(term), *whole, *self._phrases.get((term,), {}).values()])

    def _kin(self, term: str) -> dict[Phrase, float]:
        """Return a term with its compounds, and what players use for it, each with what it counts for."""
        wholes = {(compound,): WHOLE for compound in self._wholes.get(term, ())}
        return self._synonyms((term,)) | wholes | {(term,): 1.0}

    def _synonyms(self, phrase: Phrase) -> dict[Phrase, float]:
        return dict.fromkeys(self._phrases.get(phrase, ()), SYNONYM)

    def _term_of(self, folded: str) -> str:
        return next((self._terms.term(word) for word in words(folded, self._language)), "")

    @cached_property
    def _compounds(self) -> Compounds:
        return Compounds(self._terms.counts, self._language)

    @cached_property
    def _spelling(self) -> Spelling:
        return Spelling(self._terms.counts, self._term_of)

    @cached_property
    def _wholes(self) -> dict[str, set[str]]:
        """The compounds that have a term as a part, as terms."""
        wholes: dict[str, set[str]] = defaultdict(set)
        for word, parts in self._terms.compounds.items():
            for part in parts:
                wholes[self._term_of(part)].add(self._term_of(word))
        return wholes

    @cached_property
    def _longest(self) -> int:
        """How many words the longest phrase has that a catalogue has a synonym for; 0 without any of several words."""
        return max((len(phrase) for phrase in self._phrases if len(phrase) > 1), default=0)

    @cached_property
    def _phrases(self) -> dict[Phrase, dict[Phrase, Posting]]:
        """What stands for a word or phrase of a catalogue, and where, in the passages of its game."""
        found: dict[Phrase, dict[Phrase, Posting]] = defaultdict(dict)
        for alike in self._alike:
            places = np.searchsorted(self._terms.rows, alike.rows)
            for group in alike.groups:
                self._add(found, self._standing(group, places))
        return found

    def _standing(self, group: Sequence[str], places: Places) -> dict[Phrase, Posting]:
        """Return where each phrase of a group stands in the passages of its game, common words left out."""
        phrases = {tuple(map(self._terms.term, words(phrase, self._language))) for phrase in group}
        standing = {phrase: all_of([self._terms.posting(term) for term in phrase]).within(places) for phrase in phrases}
        usual = max(FEW, TOO_COMMON * len(places))
        return {phrase: posting for phrase, posting in standing.items() if len(posting.places) <= usual}

    def _add(self, found: dict[Phrase, dict[Phrase, Posting]], group: Mapping[Phrase, Posting]) -> None:
        for phrase in group:
            for name, other in group.items():
                if name != phrase:
                    found[phrase][name] = any_of([found[phrase].get(name, NOWHERE), other.weighed(SYNONYM)])
