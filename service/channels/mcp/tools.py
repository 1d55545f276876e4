"""The four tools: their names, their descriptions for an assistant, their schemas, and what each does."""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, NamedTuple

from mcp.types import Tool, ToolAnnotations
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from corpus.errors import UnknownNameError
from service.api.documents import look_up
from service.api.schemas import AskRequest, GameShown, GamesShown, Name, PageShown, SearchQuery, SearchResults
from service.channels.asking import Asking
from service.channels.links import Link
from service.channels.telling import tell
from service.contract import Answer
from service.names import printable

READ_ONLY = ToolAnnotations(readOnlyHint=True, destructiveHint=False, idempotentHint=True, openWorldHint=False)

Result = tuple[str, dict[str, Any]]
"""What a tool says, as text for a model to read and as data that fits the tool's schema."""


class GamesQuery(BaseModel):
    """Nothing to choose."""

    model_config = ConfigDict(extra="forbid")


class PageQuery(BaseModel):
    """A page as citations name it."""

    model_config = ConfigDict(extra="forbid")

    document: Name = Field(description="a document's id, as in a citation or in list_games")
    page: int = Field(ge=1, le=1_000_000, description="counts from 1")


class _Tool(NamedTuple):
    description: str
    takes: type[BaseModel]
    gives: Any
    call: Callable[[Any], Awaitable[Result]]


class Tools:
    """The tools over a library; ``link`` makes a path of this service into an address."""

    def __init__(self, asking: Asking, link: Link) -> None:
        self._asking, self._link = asking, link
        self._tools: Mapping[str, _Tool] = {
            "ask": _Tool(
                "Answer a rules question about a tabletop game in the rulebook's own words, with title and page. "
                "status not_found means that the rulebooks do not say: do not make up a rule then. which_game means "
                "that `game` must be given; `games` lists the candidates. Ask in the language of the player.",
                AskRequest,
                Answer,
                self._ask,
            ),
            "search": _Tool(
                "List the passages of the rulebooks nearest to some words, best first, without deciding whether they "
                "answer a question.",
                SearchQuery,
                SearchResults,
                self._search,
            ),
            "list_games": _Tool(
                "List the games of the library with their expansions, languages and documents.",
                GamesQuery,
                GamesShown,
                self._list_games,
            ),
            "read_page": _Tool(
                "Read the whole text of one page of a document, to see the rules around a quote.",
                PageQuery,
                PageShown,
                self._read_page,
            ),
        }

    def described(self) -> list[Tool]:
        """Return what a client is told of the tools."""
        return [
            Tool(
                name=name,
                description=tool.description,
                inputSchema=tool.takes.model_json_schema(),
                outputSchema=TypeAdapter(tool.gives).json_schema(mode="serialization"),
                annotations=READ_ONLY,
            )
            for name, tool in self._tools.items()
        ]

    async def call(self, name: str, arguments: dict[str, Any]) -> Result:
        """Call a tool; raises UnknownNameError, ValidationError, and what the library raises."""
        if name not in self._tools:
            raise UnknownNameError(f"there is no tool named {printable(name)}; there are {', '.join(self._tools)}")
        tool = self._tools[name]
        return await tool.call(tool.takes.model_validate(arguments))

    async def _ask(self, query: AskRequest) -> Result:
        question = query.to_question()
        answer = await self._asking.aided(question, await self._asking.ask(question))
        return "".join(tell(answer, self._asking.games(), self._link)), _data(Answer, answer)

    async def _search(self, query: SearchQuery) -> Result:
        found = await self._asking.search(query.to_question(), query.wanted)
        return _as_text(SearchResults, SearchResults.of(found, query))

    async def _list_games(self, _query: GamesQuery) -> Result:
        return _as_text(GamesShown, GamesShown(games=[GameShown.of(game) for game in self._asking.games()]))

    async def _read_page(self, query: PageQuery) -> Result:
        held, page, pages = look_up(self._asking.answering, query.document, query.page)
        shown = PageShown(
            document=held.id,
            title=held.title,
            language=held.language,
            page=page.number,
            label=page.label,
            text=page.text,
            pages=pages,
        )
        return shown.text, _data(PageShown, shown)


def _data(kind: Any, value: object) -> dict[str, Any]:
    dumped: dict[str, Any] = TypeAdapter(kind).dump_python(value, mode="json")
    return dumped


def _as_text(kind: Any, value: object) -> Result:
    data = _data(kind, value)
    return json.dumps(data, ensure_ascii=False), data
