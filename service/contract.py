"""What goes into the answering and what comes out: the shapes every door (HTTP, command line, evaluation) shares."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from corpus.types import Document, Page

LONGEST_QUESTION = 1000
"""Code points; a longer question is refused by every door."""


class Status(StrEnum):
    """How a question ended."""

    ANSWERED = "answered"
    NOT_FOUND = "not_found"
    WHICH_GAME = "which_game"


class Reason(StrEnum):
    """Why a question was not answered. ``off_topic``: it seems to be about no game of the library."""

    NOT_IN_RULEBOOK = "not_in_rulebook"
    OTHER_GAME = "other_game"
    OFF_TOPIC = "off_topic"


@dataclass(frozen=True, slots=True)
class Question:
    """One question. ``game`` None means the whole library; ``expansions`` None means all that the library holds.

    A game that the text names goes before ``game``, unless ``game_only`` keeps to it.
    """

    text: str
    game: str | None = None
    expansions: tuple[str, ...] | None = None
    language: str | None = None
    conversation_id: str | None = None
    top_k: int = 3
    game_only: bool = False


@dataclass(frozen=True, slots=True)
class Parallel:
    """The same rule in another language edition: ``quote == page_text[start:end]`` of that page.

    Where its language is the question's and the citation's is not, it is to be shown first, the citation beside it.
    """

    document: str
    language: str
    page: int
    quote: str
    start: int = 0
    end: int = 0
    title: str = ""
    page_url: str = ""
    image_url: str | None = None


@dataclass(frozen=True, slots=True)
class Translation:
    """A machine's translation of a quote, a reading aid: never cited. ``by`` names the translator."""

    text: str
    language: str
    by: str


@dataclass(frozen=True, slots=True)
class Change:
    """What overrides a cited rule, or adds to it: the document, and where in it.

    Of an ``expansion`` (its id) it holds with that expansion in play, where the question did not say which are.
    """

    document: str
    title: str
    kind: str
    page: int
    page_url: str
    expansion: str | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """A passage narrowed to its quoted sentences: ``quote == page_text[start:end]``, always.

    ``changed_by`` names what overrides it, None where nothing is known to. ``ocr`` says that the page's words were
    recognised in a picture (a scan), and may be misread.
    """

    passage_id: str
    document: str
    title: str
    game: str
    kind: str
    language: str
    page: int
    section: tuple[str, ...]
    quote: str
    start: int
    end: int
    score: float
    page_url: str
    image_url: str | None = None
    parallel: Parallel | None = None
    ocr: bool = False
    translation: Translation | None = None
    changed_by: Change | None = None


@dataclass(frozen=True, slots=True)
class ComposedSentence:
    """A sentence that a language model wrote, and the words that bear it out.

    These are ``page_text[start:end]`` of the page of ``citations[citation]``.
    """

    text: str
    citation: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Composed:
    """What a language model (``by``) wrote over the citations, in the question's language; never the ruling itself."""

    text: str
    sentences: tuple[ComposedSentence, ...]
    by: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome. ``answer`` is the first citation's quote, or "" unless answered; ``confidence`` is calibrated.

    ``games`` are those to choose from, or the one to ask about instead. ``reason`` says why nothing was found.
    """

    status: Status
    answer: str
    confidence: float
    question_language: str
    citations: tuple[Citation, ...] = ()
    games: tuple[str, ...] = ()
    conversation_id: str | None = None
    took_ms: float = 0.0
    composed: Composed | None = None
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the library with its documents, as a picker shows it."""

    id: str
    title: str
    languages: tuple[str, ...]
    expansions: tuple[str, ...]
    documents: tuple[Document, ...] = field(default=())


class Answering(Protocol):
    """What the doors need of the service. Unknown games, expansions, documents or pages raise UnknownNameError."""

    def ask(self, question: Question) -> Answer:
        """Answer from the library, or say that it does not say."""
        ...

    def search(self, question: Question, limit: int = 10) -> list[Citation]:
        """Rank passages without deciding whether they answer; quotes are whole passages' best sentences."""
        ...

    def games(self) -> list[Game]:
        """Return the library's games, by id."""
        ...

    def page(self, document: str, number: int) -> Page:
        """Return one page of a document."""
        ...

    def page_count(self, document: str) -> int:
        """Return how many pages a document has."""
        ...

    def signature(self) -> dict[str, str]:
        """Return what made the answers: model, index generation, settings (short strings, stable order)."""
        ...
