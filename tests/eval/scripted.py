"""An answering service whose every answer is written down, over pages that are too."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from corpus.errors import UnknownNameError
from corpus.types import Document, Page
from eval.questions import Anchor, Dialogue, JudgedQuestion, QuestionSet
from service.contract import Answer, Citation, Game, Question, Status

PAGES = {
    ("boats.pt-BR", 1): "Barcos. Um jogador pode usar os barcos de outro jogador, pagando 1 moeda ao dono. "
    + "Texto sem importância. " * 30
    + "Barcos não transportam eletricidade.",
    ("boats.pt-BR", 2): "Fim de jogo. Vence quem tiver mais pontos; empates são vencidos por quem tem mais moedas.",
    ("boats-faq.es", 1): "¿Puedo colocar una mina? Sí, en cualquier espacio válido del mapa.",
}
LANGUAGES = {"boats.pt-BR": "pt-BR", "boats-faq.es": "es"}


def cite(quote: str, document: str = "boats.pt-BR", page: int = 1, score: float = 0.5) -> Citation:
    """Return a citation of words as they stand on a page (where they do not, of words that are not there)."""
    start = max(PAGES[document, page].find(quote), 0)
    return Citation(
        f"{document}/{page}/{start}", document, document.title(), "boats", "rulebook", LANGUAGES[document], page,
        ("Barcos",), quote, start, start + len(quote), score, f"/v1/documents/{document}/pages/{page}",
    )  # fmt: skip


def answered(*citations: Citation, confidence: float = 0.9, conversation: str | None = None) -> Answer:
    return Answer(Status.ANSWERED, citations[0].quote, confidence, "pt", citations, (), conversation)


def refused(*citations: Citation, confidence: float = 0.1, status: Status = Status.NOT_FOUND) -> Answer:
    return Answer(status, "", confidence, "pt", citations)


@dataclass
class ScriptedAnswering:
    """Answers by the question's text; a text that is not in the script raises. Remembers what it was asked."""

    answers: dict[str, Answer | Exception]
    ranked: dict[str, list[Citation]] = field(default_factory=dict)
    asked: list[Question] = field(default_factory=list)

    def ask(self, question: Question) -> Answer:
        self.asked.append(question)
        answer = self.answers[question.text]
        if isinstance(answer, Exception):
            raise answer
        return answer

    def search(self, question: Question, limit: int = 10) -> list[Citation]:
        return self.ranked.get(question.text, [])[:limit]

    def games(self) -> list[Game]:
        documents = tuple(Document(name, "boats", name.title(), language) for name, language in LANGUAGES.items())
        return [Game("boats", "Boats", ("pt-BR", "es"), (), documents)]

    def page(self, document: str, number: int) -> Page:
        if (document, number) not in PAGES:
            raise UnknownNameError(f"no page {number} in {document}")
        return Page(number, PAGES[document, number])

    def page_count(self, document: str) -> int:
        return max(number for name, number in PAGES if name == document)

    def signature(self) -> dict[str, str]:
        return {"model": "scripted", "index": "g1", "settings": "none"}


def question(
    text: str,
    *anchors: str,
    facts: Sequence[Sequence[str]] = (),
    document: str = "boats.pt-BR",
    page: int = 1,
    language: str = "pt",
    tags: Sequence[str] = (),
) -> JudgedQuestion:
    """Return a question whose id is its text; without anchors it has no answer."""
    places = tuple(Anchor(document=document, page=page, anchor=anchor) for anchor in anchors)
    return JudgedQuestion(
        id=text,
        game="boats",
        language=language,
        question=text,
        answerable=bool(anchors),
        relevant=places,
        facts=tuple(map(tuple, facts)),
        tags=tuple(tags),
    )


def asked(*questions: JudgedQuestion, dialogues: Sequence[Dialogue] = ()) -> QuestionSet:
    return QuestionSet(questions, tuple(dialogues), ("scripted.jsonl",), "5eed" * 16)
