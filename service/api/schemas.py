"""What the API takes and gives, where that differs from the contract's own shapes."""

from collections.abc import Sequence
from typing import Annotated, Any, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from corpus.types import Document
from service.contract import Citation, Game, Question
from service.questions import LANGUAGE_TAG, clean_question


def _none_if_blank(value: Any) -> Any:
    """A form sends an empty field where it means none."""
    return None if isinstance(value, str) and not value.strip() else value


Name = Annotated[str, Field(max_length=200)]
OptionalName = Annotated[Name | None, BeforeValidator(_none_if_blank)]
LanguageTag = Annotated[str, Field(max_length=35, pattern=LANGUAGE_TAG)]
OptionalLanguage = Annotated[LanguageTag | None, BeforeValidator(_none_if_blank)]


class AskRequest(BaseModel):
    """A question and its scope. A field that is not known is refused: a misspelt scope would answer another game."""

    model_config = ConfigDict(extra="forbid")

    question: str = Field(description="1 to 1,000 characters (code points)")
    game: OptionalName = Field(None, description="a game's id or title; null asks the whole library")
    expansions: list[Name] | None = Field(None, max_length=50, description="null means all that the library holds")
    language: OptionalLanguage = Field(None, description="BCP 47; null detects the question's")
    conversation_id: Annotated[str, Field(max_length=128)] | None = None
    top_k: int = Field(3, ge=1, le=10, strict=True, description="citations wanted")

    def to_question(self) -> Question:
        """Return the contract's question; raises QuestionError."""
        return Question(
            text=clean_question(self.question),
            game=self.game,
            expansions=None if self.expansions is None else tuple(self.expansions),
            language=self.language,
            conversation_id=self.conversation_id,
            top_k=self.top_k,
        )


class SearchQuery(BaseModel):
    """The query string of a search."""

    q: str = Field(description="1 to 1,000 characters (code points)")
    game: OptionalName = None
    language: OptionalLanguage = None
    limit: int = Field(10, ge=1, le=50)
    expansions: list[Name] | None = Field(None, max_length=50, description="may be repeated; without it, all")
    base_only: bool = Field(False, description="none of the expansions")
    offset: int = Field(0, ge=0, le=200, description="results to skip")

    @property
    def wanted(self) -> int:
        """How many results to look for: one more than is shown tells whether others follow."""
        return self.offset + self.limit + 1

    def to_question(self) -> Question:
        """Return the contract's question; raises QuestionError."""
        return Question(
            text=clean_question(self.q),
            game=self.game,
            expansions=() if self.base_only else None if self.expansions is None else tuple(self.expansions),
            language=self.language,
            top_k=min(10, self.limit),
        )


class SearchResults(BaseModel):
    """Ranked passages, best first; ``more`` says that others follow."""

    results: list[Citation]
    more: bool

    @classmethod
    def of(cls, found: Sequence[Citation], query: SearchQuery) -> Self:
        """Return the part of what was ``found`` that ``query`` wants, of the ``query.wanted`` first results."""
        return cls(results=list(found[query.offset : query.wanted - 1]), more=len(found) >= query.wanted)


class DocumentShown(BaseModel):
    """A document without the place of its file, which is the operator's business.

    ``icons`` are the names of glyphs that only the rulebook's font can draw.
    """

    id: str
    game: str
    title: str
    language: str
    kind: str
    expansion: str | None
    edition: str | None
    icons: dict[str, str] = {}

    @classmethod
    def of(cls, document: Document) -> Self:
        """Return what is shown of ``document``."""
        return cls(
            id=document.id,
            game=document.game,
            title=document.title,
            language=document.language,
            kind=document.kind,
            expansion=document.expansion,
            edition=document.edition,
            icons=dict(document.icons),
        )


class GameShown(BaseModel):
    """A game as a picker shows it."""

    id: str
    title: str
    languages: list[str]
    expansions: list[str]
    documents: list[DocumentShown]

    @classmethod
    def of(cls, game: Game) -> Self:
        """Return what is shown of ``game``."""
        return cls(
            id=game.id,
            title=game.title,
            languages=list(game.languages),
            expansions=list(game.expansions),
            documents=[DocumentShown.of(document) for document in game.documents],
        )


class GamesShown(BaseModel):
    """The library's games, by id."""

    games: list[GameShown]


class DocumentsShown(BaseModel):
    """The library's documents, game by game."""

    documents: list[DocumentShown]


class PageShown(BaseModel):
    """One page's text; ``page`` counts from 1, ``label`` is what is printed on it, ``pages`` how many there are."""

    document: str
    title: str
    language: str
    page: int
    label: str | None
    text: str
    pages: int
