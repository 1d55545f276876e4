"""Which document is in force: errata over FAQ over expansion over rulebook over reference, newer edition over older.

Where two passages rule on the same thing, the one that overrides leads, and the other says what changes it. An erratum
is tied to the sentence that it corrects (see ``service.corrections``); a FAQ's answer leads where its question is the
one that was asked; otherwise a passage must all but repeat another to be held to rule on the same thing. The rules of
an expansion in play go before the base game's; where nobody said which are, the base game answers, and what an
expansion says under the same heading stands beside it.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np

from corpus.index import Index
from corpus.terms import fold
from corpus.types import Document, DocumentKind, PassageKind, Span
from service.corrections import Correction, corrections
from service.faqs import Faqs
from service.features import Asked
from service.opinions import Opinions
from service.retrieval import Ranked
from service.scope import Scope

AUTHORITY = (
    DocumentKind.ERRATA,
    DocumentKind.FAQ,
    DocumentKind.EXPANSION,
    DocumentKind.RULEBOOK,
    DocumentKind.REFERENCE,
)
SAME_MATTER = {DocumentKind.ERRATA: 0.92}
ALMOST_THE_SAME = 0.95
"""Cosines of two passages from which they are taken to rule on the same thing: of errata, and of other kinds."""
SAME_SENTENCE = 0.96
"""Cosine from which a FAQ repeats the sentence that would decide, to say more about it."""
CLOSE = 2.5
"""Ranker score by which the overridden passage may lead."""
ERRATUM = 0.4
"""Ranker score that errata gain: where it is close, what was found wrong in print goes first.

Chosen on development questions: from 0.5 on, errata also went before rules that they do not touch.
"""
DECIDES = 0.02
"""Cosine by which a corrected sentence may be farther from what was asked than the passage's nearest."""
CORRECTED = 3
"""Passages whose corrections are put before them, found or not."""
LOOKED_AT = 8
"""Passages among which something is looked for that overrides the first."""
FOREIGN = 0.5
"""Ranker score that a passage in another language loses behind the first, where the rulebook is in the asker's."""
NAMED, TICKED = 4.5, 0.0
"""Ranker score that the rules of an expansion gain which the question names, or which came with it."""
SPOKEN, UNSAID = 0.5, -1.5
"""The same where nothing says which are in play: of an expansion whose own words the question has, and of others."""

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Play:
    """The expansions in play: those that the question names, and those of the request (None: it does not say)."""

    named: frozenset[str] = frozenset()
    ticked: frozenset[str] | None = None

    @property
    def expansions(self) -> list[str] | None:
        """What the scope is to hold of expansions, sorted; None for all, where nothing says."""
        return sorted(self.named.union(self.ticked or ())) if self.named or self.ticked is not None else None

    def gain(self, expansion: str | None, spoken: Collection[str | None]) -> float:
        """Return what a passage of an expansion gains; ``spoken`` are those in whose own words the question is put."""
        if expansion is None:
            return 0.0
        if expansion in self.named:
            return NAMED
        if self.expansions is None:
            return SPOKEN if expansion in spoken else UNSAID
        return TICKED


class Authority:
    """What overrides what in an index."""

    def __init__(self, index: Index, faqs: Faqs | None = None) -> None:
        self._index = index
        self._faqs = faqs or Faqs(index, Opinions(index), None)

    def weighed(self, found: Ranked, asked: Asked, play: Play) -> Ranked:
        """Return the passages in the order that follows from the expansions in play."""
        of = [self._document(row).expansion for row in found.rows.tolist()]
        if None not in of or not any(of):
            return found
        spoken = self._spoken_of(found, asked, of) if play.expansions is None else ()
        gains = [play.gain(expansion, spoken) for expansion in of]
        return found.rescored(found.scores + np.array(gains, np.float32))

    def _spoken_of(self, found: Ranked, asked: Asked, of: Sequence[str | None]) -> set[str | None]:
        """Return the expansions of which the question has a word that nothing else among what was found has."""
        spoken: set[str | None] = set()
        for term in self._index.lexical.terms(asked.text, asked.language):
            held = self._index.lexical.scores(term, asked.language, np.sort(found.rows)) > 0
            holders = {of[place] for place, has in zip(np.argsort(found.rows), held, strict=True) if has}
            spoken |= holders if len(holders) == 1 else set()
        return spoken

    def overriding_first(self, found: Ranked, asked: Asked, scope: Scope, play: Play) -> Ranked:
        """Put what overrides the first passage before it, and what corrects the first ones; the rest keeps its order.

        What corrects the sentence that would decide is put there even where it was not found.
        """
        found, leader = self._errata_gaining(found), 0
        for place in range(1, min(LOOKED_AT, len(found.rows))):
            if found.scores[0] - found.scores[place] <= CLOSE and self._leads(found, place, leader, asked, play):
                leader = place
        leader = leader or self._faq_or_rule(found, asked, scope, play)
        led = found.with_before(int(found.rows[leader]), 0) if leader else found
        return self._corrected_first(self._own_first(led, asked, scope), asked, scope)

    def _errata_gaining(self, found: Ranked) -> Ranked:
        errata = [self._document(row).kind is DocumentKind.ERRATA for row in found.rows.tolist()]
        return found.rescored(found.scores + ERRATUM * np.array(errata, np.float32)) if any(errata) else found

    def _own_first(self, found: Ranked, asked: Asked, scope: Scope) -> Ranked:
        """Put behind the first passage what is in the asker's language a little before what is not."""
        foreign = (found.column("same_language") == 0) & scope.has_rulebook(found.rows, asked.language)
        behind = np.argsort(-(found.scores - FOREIGN * foreign)[1:], kind="stable") + 1
        return found.at([0, *behind.tolist()]) if len(found.rows) else found

    def with_expansion(self, found: Ranked, play: Play, limit: int) -> Ranked:
        """Return the passages with what an expansion changes of the first rule among the ``limit`` that are shown.

        That is where nothing says which expansions are in play, and one says something under the same heading.
        """
        rows = found.rows[:LOOKED_AT].tolist()
        rule = next((row for row in rows if not self._is_faq(row)), None)
        added = next((place for place, row in enumerate(rows) if rule is not None and self._adds(row, rule, play)), 0)
        if added < limit or limit < 2:
            return found
        order = [*range(limit - 1), added, *(place for place in range(limit - 1, len(found.rows)) if place != added)]
        return found.at(order)

    def change_of(self, row: int, words: Span, found: Ranked, scope: Scope, play: Play) -> int | None:
        """Return the passage that changes ``words`` of a passage, None where nothing is known to.

        What corrects them counts wherever it stands in scope; of what was found with it, those passages count that
        rule on the same thing, and what an expansion says under the same heading where nothing says which are in play.
        """
        others: list[int] = found.rows[:LOOKED_AT].tolist()
        for correction in self._corrected.get(row, ()):
            known: list[int] = np.intersect1d(correction.rows, scope.rows).tolist()
            if known and _overlap(correction.words, words):
                return next((other for other in others if other in known), known[-1])
        overriding = (other for other in others if self._overrides(other, row, play))
        adding = (other for other in others if self._adds(other, row, play))
        return next(chain(overriding, adding), None)

    def _adds(self, row: int, base: int, play: Play) -> bool:
        """Tell whether a passage is an expansion's under the heading of one that is of none; FAQs head otherwise."""
        document, below = self._document(row), self._document(base)
        if self._is_faq(base):
            return False
        if not document.expansion or below.expansion or document.game != below.game or play.expansions is not None:
            return False
        own, other = self._index.passages[row].section[1:], self._index.passages[base].section[1:]
        return bool(own and other) and fold(own[-1]) == fold(other[-1])

    def _leads(self, found: Ranked, place: int, leader: int, asked: Asked, play: Play) -> bool:
        row, below = int(found.rows[place]), int(found.rows[leader])
        if self._overrides(row, below, play):
            return True
        return self._may_answer(row, below, play) and self._repeats_deciding(row, below, asked)

    def _faq_or_rule(self, found: Ranked, asked: Asked, scope: Scope, play: Play) -> int:
        """Return the place of what leads where a FAQ's answer or the first rule is first, and the other may be.

        A rule that is first stays there where the words that decide are corrected: errata go before FAQs. A rule of an
        expansion that the question names goes before a FAQ that is of none.
        """
        rows = found.rows[:LOOKED_AT].tolist()
        rule = next((place for place, row in enumerate(rows) if not self._is_faq(row)), None)
        if rule is not None and self._is_of_named(rows[rule], rows[0], play):
            return rule if found.scores[0] - found.scores[rule] <= CLOSE else 0
        answers = [] if rule is None else [p for p, row in enumerate(rows) if self._may_answer(row, rows[rule], play)]
        if rule is None or not answers or 0 not in (rule, *answers):
            return 0
        if rule == 0 and self._correcting(rows[rule], asked, scope) is not None:
            return 0
        leading = self._faqs.leading(found.at(answers), found.at([rule]), asked)
        if leading is not None:
            return answers[leading]
        return 0 if rule and self._leads(found, 0, rule, asked, play) else rule

    def _is_of_named(self, rule: int, first: int, play: Play) -> bool:
        """Tell whether a rule is of an expansion that the question names, and what is first is of another or none."""
        return self._document(rule).expansion in play.named and self._document(first).expansion not in play.named

    def _is_faq(self, row: int) -> bool:
        return self._document(row).kind is DocumentKind.FAQ

    def _overrides(self, row: int, below: int, play: Play) -> bool:
        document, overridden = self._document(row), self._document(below)
        if document.game != overridden.game or not _is_above(document, overridden):
            return False
        if any(row in correction.rows for correction in self._corrected.get(below, ())):
            return True
        if (row, overridden.language) in self._tied:
            return False
        if overridden.expansion in play.named and document.kind is not DocumentKind.ERRATA:
            return False
        vectors = self._index.vectors(np.array([row, below]))
        return float(vectors[0] @ vectors[1]) >= SAME_MATTER.get(document.kind, ALMOST_THE_SAME)

    def _may_answer(self, row: int, below: int, play: Play) -> bool:
        """Tell whether a passage is a FAQ's answer that may go before another."""
        document, overridden = self._document(row), self._document(below)
        if document.kind is not DocumentKind.FAQ or self._index.passages[row].kind is not PassageKind.ANSWER:
            return False
        same = document.game == overridden.game and overridden.expansion not in play.named
        return same and _is_above(document, overridden)

    def _corrected_first(self, found: Ranked, asked: Asked, scope: Scope) -> Ranked:
        """Put before each of the first passages what corrects it where it answers."""
        for row in found.rows[:CORRECTED].tolist():
            correcting = self._correcting(row, asked, scope)
            place = int(np.argmax(found.rows == row))
            if correcting is not None and correcting not in found.rows[:place]:
                found = found.with_before(correcting, place)
        return found

    def _correcting(self, row: int, asked: Asked, scope: Scope) -> int | None:
        """Return the passage in scope that corrects another where that answers, None where nothing does."""
        corrected = self._illustrated(row)
        for correction in self._corrected.get(corrected, ()):
            known = np.intersect1d(correction.rows, scope.rows)
            if len(known) and self._decides(corrected, correction.words, asked):
                return int(known[np.argmax(self._index.vectors(known) @ asked.vector)])
        return None

    def _illustrated(self, row: int) -> int:
        """Return the rule that an example is of: the last before it under its heading. Rules are returned as they are.

        An example of words that were corrected is no more in force than they are.
        """
        passages, section = self._index.passages, self._index.passages[row].section
        first = self._index.document_rows(self._document(row).id).start
        while passages[row].kind is PassageKind.EXAMPLE and row > first and passages[row - 1].section == section:
            row -= 1
        return row

    def _decides(self, row: int, words: Span, asked: Asked) -> bool:
        """Tell whether words of a passage are in a sentence of it that is nearest to what was asked, or nearly so."""
        near = self._index.sentence_vectors(row) @ asked.vector
        spans = self._index.passages[row].sentences
        corrected = [float(held) for held, span in zip(near, spans, strict=True) if _overlap(span, words)]
        return max(corrected, default=-1.0) >= float(near.max(initial=-1.0)) - DECIDES

    def _repeats_deciding(self, row: int, below: int, asked: Asked) -> bool:
        """Tell whether a passage repeats the sentence of another that is nearest to what was asked."""
        sentences = self._index.sentence_vectors(below)
        if not len(sentences):
            return False
        deciding = sentences[int(np.argmax(sentences @ asked.vector))]
        return float(np.max(self._index.sentence_vectors(row) @ deciding, initial=-1.0)) >= SAME_SENTENCE

    @cached_property
    def _corrected(self) -> dict[int, list[Correction]]:
        return corrections(self._index)

    @cached_property
    def _tied(self) -> set[tuple[int, str]]:
        """The passages of errata of which it is known what they correct, with the language of the corrected edition."""
        return {
            (row, self._document(target).language)
            for target, found in self._corrected.items()
            for correction in found
            for row in correction.rows
        }

    def _document(self, row: int) -> Document:
        return self._index.document_of(row)


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _is_above(document: Document, other: Document) -> bool:
    """Tell whether a document goes before another of its game: by its kind, or as a newer edition of the same."""
    if document.kind is not other.kind:
        return AUTHORITY.index(document.kind) < AUTHORITY.index(other.kind)
    return (document.expansion, document.language) == (other.expansion, other.language) and (
        _edition(document) > _edition(other) > ()
    )


def _edition(document: Document) -> tuple[int, ...]:
    """Return an edition as its numbers in order, "v6.1" as 6 and 1; nothing where it has none."""
    return tuple(int(number) for number in _NUMBER.findall(document.edition or ""))
