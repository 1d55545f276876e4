"""The judge: from a question to the rule's own words, or to saying that the library does not hold the rule."""

import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

import numpy as np

from corpus.index import Index
from corpus.languages import primary
from corpus.types import Document, Encoder, Page, Span
from service.api.urls import image_url, page_url
from service.authority import Authority, Play
from service.confidence import confidence, signs_of
from service.contract import Answer, Change, Citation, Game, Question, Reason, Status
from service.conversation import Conversations, Turn, follows_up, in_full, points_back, says_much
from service.faqs import Faqs
from service.features import Asked
from service.joining import Quotes
from service.language import LanguageGuesser, may_go_on_in
from service.naming import Names
from service.neighbours import Place, place_in
from service.opinions import Opinions
from service.page_images import Sheet, is_pictured
from service.parallels import Parallels
from service.refusing import reason_for, says_nothing
from service.reranking import Reranker
from service.retrieval import Ranked, Retriever, without_twins
from service.scope import Scope

RIVAL = 0.8
"""Ranker score by which a game's best passage must lead another game's, where the question names no game."""


SURER_ALONE, SURER_IN_CONTEXT = 0.5, 0.0
"""Confidence by which a question must be surer when read the other way, where it goes on, and where it does not."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A question in one reading of its words, and what is found for it."""

    text: str
    asked: Asked
    scope: Scope
    game: str | None
    play: Play
    found: Ranked
    ranked: Ranked
    sure: float


class Judge:
    """Answers questions from one generation of the index. Safe to call from several threads."""

    def __init__(
        self,
        index: Index,
        encoder: Encoder,
        conversations: Conversations | None = None,
        reranker: Reranker | None = None,
        parallels: Parallels | None = None,
    ) -> None:
        self._index, self._reranker, self._parallels = index, reranker, parallels
        self._retriever = Retriever(index, encoder, reranker=reranker)
        self._opinions = Opinions(index)
        self._faqs = Faqs(index, self._opinions, encoder)
        self._authority = Authority(index, self._faqs)
        self._closed = threading.Event()
        self._conversations = conversations or Conversations()
        self._guesser = LanguageGuesser(primary(document.language) for document in index.documents)
        self._names = Names(index.documents)

    def ask(self, question: Question) -> Answer:
        """Answer from the library, or say that it does not say. Raises UnknownNameError for unknown names."""
        started = time.perf_counter()
        read = self._read(question)
        asked, scope, game, play, ranked, sure = read.asked, read.scope, read.game, read.play, read.ranked, read.sure
        games = () if game is not None else self._rivals(ranked)
        elsewhere = self._elsewhere(question, game)
        unsaid = bool(elsewhere) or says_nothing(self._index, asked, scope)
        status = Status.NOT_FOUND if unsaid else self._status(sure, games)
        reason = self._reason(read, elsewhere) if status is Status.NOT_FOUND else None
        focus = asked if read.text == question.text else self._retriever.asked(question.text, asked.language)
        ruling = self._ruling(read.found, asked, scope, play)
        citations = tuple(self._citations(focus, ruling, scope, play, question.top_k))
        if self._parallels:
            citations = tuple(self._parallels.beside(each, asked.language) for each in citations)
        return Answer(
            status=status,
            answer=citations[0].quote if status is Status.ANSWERED else "",
            confidence=round(sure, 4),
            question_language=asked.language,
            citations=citations,
            games=games if status is Status.WHICH_GAME else elsewhere,
            conversation_id=self._conversations.keep(question.conversation_id, Turn(read.text, game, asked.language)),
            took_ms=round((time.perf_counter() - started) * 1000, 2),
            reason=reason,
        )

    def _read(self, question: Question) -> "_Read":
        """Return the question as it is best read: on its own, or in the light of what was asked before.

        One that opens by going on is read in context, one that stands alone is not, unless the other reading is much
        surer of its answer; without a word that points back, or where it names another game, there is no other.
        """
        last = self._conversations.last(question.conversation_id)
        known = question.game or (last.game if last else None)
        if last is None:
            return self._read_as(question.text, question, known, "")
        goes_on = follows_up(question.text)
        stands_alone = not goes_on and not points_back(question.text)
        if stands_alone or self._turns_to_another_game(question.text, last):
            return self._read_as(question.text, question, known, last.language)
        texts = [question.text, in_full(question.text, last)]
        alone, context = (self._read_as(text, question, known, last.language) for text in texts)
        if goes_on:
            return alone if alone.sure > context.sure + SURER_ALONE else context
        return context if context.sure > alone.sure + SURER_IN_CONTEXT else alone

    def _turns_to_another_game(self, text: str, last: Turn) -> bool:
        """Tell whether a question names another game than the last one's, and says more than that."""
        named = self._names.games_in(text)
        return len(named) == 1 and last.game not in named and says_much(text)

    def _read_as(self, text: str, question: Question, game: str | None, before: str) -> "_Read":
        asked, scope, game, play = self._understood(replace(question, text=text, game=game), question.text, before)
        found = self._found(asked, scope, play)
        ranked = self._listed(found, asked, play)
        return _Read(text, asked, scope, game, play, found, ranked, self._confidence(asked, scope, ranked))

    def search(self, question: Question, limit: int = 10) -> list[Citation]:
        """Rank passages without deciding whether they answer; each is quoted as an answer would quote it."""
        asked, scope, _, play = self._understood(replace(question, game_only=True), question.text)
        ruling = self._ruling(self._found(asked, scope, play), asked, scope, play)
        return list(self._citations(asked, ruling, scope, play, limit))

    def games(self) -> list[Game]:
        """Return the library's games, by id."""
        return list(self._games)

    @cached_property
    def _games(self) -> tuple[Game, ...]:
        return tuple(self._game(game) for game in self._index.games())

    def page(self, document: str, number: int) -> Page:
        """Return one page of a document. Raises UnknownNameError."""
        return self._index.page(document, number)

    def page_count(self, document: str) -> int:
        """Return how many pages a document has. Raises UnknownNameError."""
        return self._index.page_count(document)

    def sheet(self, document: str, number: int) -> Sheet:
        """Return a page as it is to be drawn. Raises UnknownNameError."""
        return Sheet(self._index.kept(document), number, self._index.boxes(document, number))

    def place(self, document: str, page: int, start: int) -> Place | None:
        """Return where words stand, and the rules beside them. Raises UnknownNameError."""
        return place_in(self._index, document, page, start)

    def foresee(self) -> None:
        """Work out what questions will need of language editions and FAQs, until all is done or the judge closes."""
        for document in self._index.documents:
            if self._closed.is_set():
                return
            self._opinions.foresee(document)
            self._faqs.foresee(document)

    def close(self) -> None:
        """End what goes on in the background; questions are still answered."""
        self._closed.set()
        if self._parallels:
            self._parallels.close()

    def signature(self) -> dict[str, str]:
        """Return what made the answers."""
        manifest = self._index.manifest
        return {
            "model": manifest.model.name,
            "index": self._index.generation,
            "passages": manifest.settings,
            "terms": manifest.lexical_settings,
            "ranker": self._retriever.numbers.version,
            **({"reranker": self._reranker.name} if self._reranker else {}),
        }

    def examined(self, question: Question) -> tuple[Asked, Scope]:
        """Return a question as ``ask`` understands it but unaimed, and what it is answered from: for fitting."""
        asked, scope, _, _ = self._understood(question, question.text)
        return self._retriever.unaimed(asked.text, asked.language), scope

    def _understood(self, question: Question, spoken: str, before: str = "") -> tuple[Asked, Scope, str | None, Play]:
        """Return the question as retrieval sees it, its scope, its game, and the expansions in play.

        ``spoken`` is what was said last, ``before`` the language of what was said before.
        """
        game = self._game_of(question, spoken)
        named = self._names.expansions_in(question.text, game)
        play = Play(frozenset(named), self._ticked(question, game))
        language = primary(question.language) if question.language else self._guessed(spoken, game, before)
        scope = self._retriever.scope(game, play.expansions, language)
        text = self._names.without_expansions(question.text) if named else question.text
        return self._retriever.asked(self._names.without_game(text, game), language), scope, game, play

    def _game_of(self, question: Question, spoken: str) -> str | None:
        """Return the game that a question is about: the one that it names, else the one that it came with."""
        named = self._names.games_in(spoken)
        if len(named) == 1 and not question.game_only:
            return named.pop()
        if question.game is not None:
            return question.game
        before = self._names.games_in(question.text)
        return before.pop() if len(before) == 1 else None

    def _ticked(self, question: Question, game: str | None) -> frozenset[str] | None:
        """Return the expansions that the question came with, of its game where the words name another."""
        if question.expansions is None or game == question.game:
            return None if question.expansions is None else frozenset(question.expansions)
        return frozenset(question.expansions).intersection(self._index.expansions(game))

    def _elsewhere(self, question: Question, game: str | None) -> tuple[str, ...]:
        """Return the other game that a question names and may not be answered about."""
        if not question.game_only:
            return ()
        named = self._names.games_in(question.text)
        return tuple(named) if len(named) == 1 and game not in named else ()

    def _reason(self, read: "_Read", elsewhere: Sequence[str]) -> Reason:
        found = reason_for(self._index, read.asked, read.scope, read.ranked)
        return Reason.OTHER_GAME if elsewhere else found

    def _guessed(self, text: str, game: str | None, before: str) -> str:
        if before:
            return before if may_go_on_in(before, text) else self._guesser.guess(text, [before])
        return self._guesser.guess(text, self._languages[game] if game is not None else ())

    @cached_property
    def _languages(self) -> dict[str, set[str]]:
        """The languages that each game's documents are in."""
        languages: dict[str, set[str]] = defaultdict(set)
        for document in self._index.documents:
            languages[document.game].add(primary(document.language))
        return languages

    def _found(self, asked: Asked, scope: Scope, play: Play) -> Ranked:
        return self._retriever.rank(asked, scope, lambda found: self._authority.weighed(found, asked, play))

    def _listed(self, found: Ranked, asked: Asked, play: Play) -> Ranked:
        return self._authority.weighed(without_twins(self._index, found), asked, play)

    def _ruling(self, found: Ranked, asked: Asked, scope: Scope, play: Play) -> Ranked:
        """Return what was found as it is cited: all editions heard, and what is in force first."""
        together = self._opinions.together(found, asked, self._retriever.numbers.ranker)
        return self._authority.overriding_first(self._listed(together, asked, play), asked, scope, play)

    def _confidence(self, asked: Asked, scope: Scope, ranked: Ranked) -> float:
        if not len(ranked.rows):
            return 0.0
        return confidence(signs_of(self._index, asked, scope, ranked), self._retriever.numbers.confidence)

    def _status(self, sure: float, rivals: Sequence[str]) -> Status:
        if sure < self._retriever.numbers.threshold:
            return Status.NOT_FOUND
        return Status.WHICH_GAME if len(rivals) > 1 else Status.ANSWERED

    def _rivals(self, ranked: Ranked) -> tuple[str, ...]:
        """Return the games whose best passages are too close to call, best first."""
        best: dict[str, float] = {}
        for row, score in zip(ranked.rows.tolist(), ranked.scores.tolist(), strict=True):
            best.setdefault(self._document(row).game, score)
        leader = max(best.values(), default=0.0)
        return tuple(game for game, score in best.items() if leader - score <= RIVAL)

    def _citations(self, asked: Asked, ranked: Ranked, scope: Scope, play: Play, limit: int) -> Iterator[Citation]:
        shown = self._authority.with_expansion(ranked, play, limit)
        for quote in islice(Quotes(self._index, shown, asked), limit):
            changes = (self._authority.change_of(row, quote.words, shown, scope, play) for row in quote.rows)
            changing = next((row for row in changes if row is not None), None)
            change = None if changing is None else self._change(changing, play)
            yield self._citation(quote.row, quote.words, quote.score, change)

    def _change(self, row: int, play: Play) -> Change:
        passage, document = self._index.passages[row], self._document(row)
        return Change(
            document=document.id,
            title=document.title,
            kind=document.kind.value,
            page=passage.page,
            page_url=page_url(document.id, passage.page, passage.start, passage.end),
            expansion=document.expansion if play.expansions is None else None,
        )

    def _citation(self, row: int, span: Span, score: float, changed_by: Change | None) -> Citation:
        passage, document = self._index.passages[row], self._document(row)
        page = self._index.page(document.id, passage.page)
        return Citation(
            passage_id=passage.id,
            document=document.id,
            title=document.title,
            game=document.game,
            kind=document.kind.value,
            language=document.language,
            page=passage.page,
            section=passage.section,
            quote=span.of(page.text),
            start=span.start,
            end=span.end,
            score=round(float(1 / (1 + np.exp(-score))), 4),
            page_url=page_url(document.id, passage.page, span.start, span.end),
            image_url=self._image_url(document.id, passage.page, *span),
            ocr=page.ocr,
            changed_by=changed_by,
        )

    def _image_url(self, document: str, page: int, start: int, end: int) -> str | None:
        return image_url(document, page, start, end) if is_pictured(self._index.kept(document)) else None

    def _document(self, row: int) -> Document:
        return self._index.document_of(row)

    def _game(self, game: str) -> Game:
        documents = tuple(document for document in self._index.documents if document.game == game)
        languages = tuple(sorted({document.language for document in documents}))
        return Game(game, _title(documents), languages, self._index.expansions(game), documents)


def _title(documents: Sequence[Document]) -> str:
    """Return the name to show for a game: the title of its rulebook, in English where there is one."""
    first = min(documents, key=lambda each: (each.kind.value != "rulebook", primary(each.language) != "en", each.id))
    return first.title if first.kind.value == "rulebook" else first.title.split(":")[0]
