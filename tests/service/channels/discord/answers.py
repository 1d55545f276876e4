"""Answers as the tests need them, and an answering that gives them."""

from dataclasses import dataclass, replace

from service.contract import Answer, Citation, Parallel, Question, Status
from tests.service.scripted import Scripted

CITATION = Citation(
    passage_id="p1",
    document="harbour.en",
    title="Harbour of Winds",
    game="harbour",
    kind="rulebook",
    language="en",
    page=2,
    section=("Boats", "Borrowing"),
    quote="You may use the boat of another player.",
    start=6,
    end=45,
    score=0.9,
    page_url="/documents/harbour.en/pages/2?start=6&end=45#quote",
)
PARALLEL = Parallel("harbour.pt-BR", "pt-BR", 3, "Você pode usar os barcos de outro jogador.")


NOTHING = Answer(Status.NOT_FOUND, "", 0.1, "en")


@dataclass
class Fixed(Scripted):
    """Gives one answer, with as many of its citations as were asked for."""

    given: Answer = NOTHING

    def _answer(self, question: Question) -> Answer:
        return replace(self.given, citations=self.given.citations[: question.top_k])


def answered(*citations: Citation) -> Answer:
    return Answer(Status.ANSWERED, citations[0].quote, 0.9, "en", citations)


def cited(**changed: object) -> Citation:
    return replace(CITATION, **changed)  # type: ignore[arg-type]
