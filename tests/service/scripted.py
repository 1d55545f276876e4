"""An Answering over a few documents in memory: it finds sentences by the words they share with the question."""

import re
import threading
import time
from dataclasses import dataclass, field

from corpus.errors import UnknownNameError
from corpus.types import Document, DocumentKind, Page, Span
from service.api.urls import page_url
from service.contract import Answer, Citation, Game, Parallel, Question, Status
from service.neighbours import Neighbour, Place

TEXTS: dict[str, tuple[str, ...]] = {
    "harbour.en": (
        "Goal\nThe captain with the most cargo after the sixth round wins the voyage.",
        "Boats\nYou may use the boat of another player if you pay them one coin. A boat carries two barrels.\n"
        "Ties\nIn a tie the youngest captain wins.",
        "Storms\nA storm sinks every boat that is not in port.",
    ),
    "harbour.pt-BR": (
        "Objetivo\nVence o capitão com mais carga depois da sexta rodada.",
        "Barcos\nVocê pode usar os barcos de outro jogador se pagar a ele uma moeda. Cada barco leva dois barris.",
    ),
    "castle.es": (
        "Torres\nUna torre <b>alta</b> vale tres puntos <script>window.hacked = true</script> y da una corona.",
        "Empates\nEn caso de empate gana el señor con más torres.",
    ),
    "castle.en": ("Towers\nA tower is worth three points. In a tie the lord with most towers wins.",),
}
TITLES = {"harbour": "Harbour of Winds", "castle": "Castillo & Corona"}
KINDS = {"castle.en": DocumentKind.FAQ}
PARALLEL = {
    "harbour.pt-BR": ("harbour.en", "en", 2, "You may use the boat of another player if you pay them one coin.")
}
LANGUAGE_SIGNS = {"pt": {"posso", "os", "você", "quem"}, "es": {"una", "vale", "cuántos", "quién", "el", "la"}}


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.casefold()) if len(word) > 3}


def _language(text: str) -> str:
    words = set(re.findall(r"\w+", text.casefold()))
    counts = {language: len(words & signs) for language, signs in LANGUAGE_SIGNS.items()}
    best = max(counts, key=lambda language: counts[language])
    return best if counts[best] else "en"


def _document(identifier: str) -> Document:
    game, _, language = identifier.partition(".")
    kind = KINDS.get(identifier, DocumentKind.RULEBOOK)
    return Document(identifier, game, TITLES[game], language, kind, file="/somewhere/private.pdf")


DOCUMENTS = {identifier: _document(identifier) for identifier in TEXTS}


def _sentences(text: str) -> list[Span]:
    return [Span(found.start(), found.end()) for found in re.finditer(r"\S.*?\.(?=\s|$)", text)]


@dataclass
class Scripted:
    """Answers ``delay`` seconds late; ``most_at_once`` is how many threads were ever inside ``ask``."""

    delay: float = 0.0
    generation: str = "g1"
    failure: Exception | None = None
    asked: list[Question] = field(default_factory=list)
    most_at_once: int = 0
    _inside: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def ask(self, question: Question) -> Answer:
        with self._lock:
            self._inside += 1
            self.most_at_once = max(self.most_at_once, self._inside)
            self.asked.append(question)
        time.sleep(self.delay)
        with self._lock:
            self._inside -= 1
        if self.failure is not None:
            raise self.failure
        return self._answer(question)

    def _answer(self, question: Question) -> Answer:
        ranked = self.search(question)
        best = ranked[0].score
        language = question.language or _language(question.text)
        tied = tuple(sorted({one.game for one in ranked if one.score == best}))
        if best < 0.5:
            status = Status.NOT_FOUND
        elif question.game is None and len(tied) > 1:
            status = Status.WHICH_GAME
        else:
            status = Status.ANSWERED
        return Answer(
            status=status,
            answer=ranked[0].quote if status is Status.ANSWERED else "",
            confidence=min(best, 0.97),
            question_language=language,
            citations=() if status is Status.WHICH_GAME else tuple(ranked[: question.top_k]),
            games=tied if status is Status.WHICH_GAME else (),
            conversation_id=question.conversation_id or "c1",
            took_ms=1.5,
        )

    def search(self, question: Question, limit: int = 10) -> list[Citation]:
        cited = [
            self._citation(question, document, number, span)
            for document in DOCUMENTS.values()
            if question.game in (None, document.game)
            for number, text in enumerate(TEXTS[document.id], 1)
            for span in _sentences(text)
        ]
        return sorted(cited, key=lambda one: (-one.score, one.passage_id))[:limit]

    def _citation(self, question: Question, document: Document, number: int, span: Span) -> Citation:
        text = TEXTS[document.id][number - 1]
        wanted = _words(question.text)
        score = len(wanted & _words(span.of(text))) / max(1, len(wanted))
        heading = text[: span.start].strip().splitlines()
        sections = [line for line in heading if not line.endswith(".")]
        parallel = PARALLEL.get(document.id) if number == 2 and span.of(text).startswith("Você") else None
        return Citation(
            passage_id=f"{document.id}:{number}:{span.start}",
            document=document.id,
            title=document.title,
            game=document.game,
            kind=document.kind,
            language=document.language,
            page=number,
            section=tuple(sections[-1:]),
            quote=span.of(text),
            start=span.start,
            end=span.end,
            score=score,
            page_url=page_url(document.id, number, span.start, span.end),
            parallel=Parallel(*parallel) if parallel else None,
        )

    def games(self) -> list[Game]:
        return [self._game(game) for game in sorted(TITLES)]

    def _game(self, game: str) -> Game:
        documents = tuple(document for document in DOCUMENTS.values() if document.game == game)
        expansions = ("storms", "tides") if game == "harbour" else ()
        return Game(game, TITLES[game], tuple(document.language for document in documents), expansions, documents)

    def page(self, document: str, number: int) -> Page:
        if document not in TEXTS or not 1 <= number <= len(TEXTS[document]):
            raise UnknownNameError(f"{document} has no page {number}")
        return Page(number, TEXTS[document][number - 1], label="ii" if number == 2 else None)

    def place(self, document: str, page: int, start: int) -> Place | None:
        self.page(document, page)
        own = self._heading(document, page, start)
        rules = [
            (Neighbour(heading, number, *span), abs(number - page))
            for number, text in enumerate(TEXTS[document], 1)
            for span in _sentences(text)
            if (heading := self._heading(document, number, span.start)) and heading != own
        ]
        first = {rule.heading: rule for rule, _ in sorted(rules, key=lambda one: -one[1])}
        return Place(f"{document}:{page}:{start}", (own,) if own else (), tuple(first.values()))

    @staticmethod
    def _heading(document: str, page: int, start: int) -> str:
        lines = TEXTS[document][page - 1][: start + 1].splitlines()[:-1]
        return next((line for line in reversed(lines) if not line.endswith(".")), "")

    def page_count(self, document: str) -> int:
        return len(TEXTS[document])

    def signature(self) -> dict[str, str]:
        return {"model": "scripted", "index generation": self.generation}
