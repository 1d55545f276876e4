"""With the official client, over both transports."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult, TextContent

from tests.service.scripted import Scripted
from tests.service.serving import served

BOAT = "Can I use the boat of another player?"
BOAT_RULE = "You may use the boat of another player if you pay them one coin."
ROOT = Path(__file__).parents[3]

SCRIPTED_STDIO = """
import asyncio, sys, time
from service.api.library import Library
from service.api.metrics import Metrics
from service.channels.asking import Asking
from service.channels.links import links_under
from service.channels.mcp.server import serve_stdio
from service.channels.mcp.tools import Tools
from service.settings import Settings
from tests.service.scripted import Scripted

async def main():
    opened = asyncio.Event()
    loop = asyncio.get_running_loop()
    def make():
        time.sleep(0.5)
        return Scripted()
    library = Library(Settings(), make, lambda failure: loop.call_soon_threadsafe(opened.set))
    async def ready():
        await opened.wait()
    async with library.running():
        await serve_stdio(Tools(Asking(library, Metrics(library)), links_under("")), ready)

asyncio.run(main())
"""


@asynccontextmanager
async def over_http(base: str) -> AsyncIterator[ClientSession]:
    async with (
        streamable_http_client(f"{base}/mcp") as (reading, writing, _),
        ClientSession(reading, writing) as session,
    ):
        await session.initialize()
        yield session


@asynccontextmanager
async def over_stdio(*arguments: str, **environment: str) -> AsyncIterator[ClientSession]:
    given = StdioServerParameters(
        command=sys.executable, args=list(arguments), cwd=ROOT, env={**os.environ, **environment}
    )
    async with stdio_client(given) as (reading, writing), ClientSession(reading, writing) as session:
        await session.initialize()
        yield session


def by(transport: str, address: str, use: Callable[[ClientSession], Awaitable[Any]]) -> Any:
    """Return what ``use`` makes of a session over ``transport``."""

    async def run() -> Any:
        opened = over_http(address) if transport == "http" else over_stdio("-c", SCRIPTED_STDIO)
        async with opened as session:
            return await use(session)

    return asyncio.run(asyncio.wait_for(run(), 30))


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


@pytest.mark.parametrize("transport", ["http", "stdio"])
def test_the_tools_answer_over_both_transports(transport: str, address: str, client: httpx.Client) -> None:
    async def use(session: ClientSession) -> list[CallToolResult]:
        citation = {"document": "harbour.en", "page": 2}
        return [
            await session.call_tool("ask", {"question": BOAT, "game": "harbour"}),
            await session.call_tool("search", {"q": "boat coin", "limit": 2}),
            await session.call_tool("list_games", {}),
            await session.call_tool("read_page", citation),
        ]

    asked, searched, games, page = by(transport, address, use)
    assert text_of(asked).startswith(f"> {BOAT_RULE}\n\n— Harbour of Winds · Rulebook · p. 2 · Boats")
    assert asked.structuredContent == client.post("/v1/ask", json={"question": BOAT, "game": "harbour"}).json()
    assert searched.structuredContent == client.get("/v1/search", params={"q": "boat coin", "limit": 2}).json()
    assert games.structuredContent == client.get("/v1/games").json()
    assert json.loads(text_of(games)) == games.structuredContent
    assert page.structuredContent == client.get("/v1/documents/harbour.en/pages/2").json()
    assert text_of(page) == page.structuredContent["text"]


def test_the_tools_describe_what_they_take_and_give(address: str) -> None:
    async def use(session: ClientSession) -> Any:
        return (await session.list_tools()).tools

    tools = {tool.name: tool for tool in by("http", address, use)}
    assert sorted(tools) == ["ask", "list_games", "read_page", "search"]
    for tool in tools.values():
        assert len(tool.description) > 40
        assert tool.annotations.readOnlyHint
        jsonschema.Draft202012Validator.check_schema(tool.inputSchema)
        jsonschema.Draft202012Validator.check_schema(tool.outputSchema)
    assert tools["ask"].inputSchema["required"] == ["question"]
    assert tools["read_page"].inputSchema["properties"]["page"]["type"] == "integer"
    assert {"status", "answer", "confidence"} <= set(tools["ask"].outputSchema["required"])


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("ask", {"question": BOAT, "game": "harbor"}, "did you mean harbour"),
        ("ask", {"question": "  "}, "the question is empty"),
        ("ask", {}, "question: Field required"),
        ("ask", {"question": BOAT, "gmae": "harbour"}, "gmae: Extra inputs are not permitted"),
        ("read_page", {"document": "harbour.en", "page": 99}, "has 3 pages and no page 99"),
        ("read_page", {"document": "../../etc/passwd", "page": 1}, "holds no document"),
        ("read_page", {"document": "harbour.en", "page": 0}, "page: Input should be greater than or equal to 1"),
        ("search", {"q": "x", "limit": 5000}, "limit: Input should be less than or equal to 50"),
        ("forget", {}, "there is no tool named forget"),
    ],
)
def test_wrong_use_is_an_error_that_says_what_to_do(
    address: str, tool: str, arguments: dict[str, Any], words: str
) -> None:
    async def use(session: ClientSession) -> CallToolResult:
        return await session.call_tool(tool, arguments)

    result = by("http", address, use)
    assert result.isError
    assert words in text_of(result)


def test_an_unexpected_failure_tells_nothing_of_the_inside() -> None:
    async def use(session: ClientSession) -> CallToolResult:
        return await session.call_tool("ask", {"question": BOAT})

    with served(Scripted(failure=RuntimeError("secret detail"))) as base:
        result = by("http", base, use)
    assert result.isError
    assert text_of(result) == "something went wrong here; the service's log says what"


def test_many_clients_are_served_at_once(address: str) -> None:
    async def one() -> str:
        async with over_http(address) as session:
            return text_of(await session.call_tool("ask", {"question": BOAT, "game": "harbour"}))

    async def all_of_them() -> list[str]:
        return await asyncio.gather(*[one() for _ in range(5)])

    assert all(text.startswith(f"> {BOAT_RULE}") for text in asyncio.run(all_of_them()))


def test_a_service_starts_without_the_sdk() -> None:
    code = "import sys, service.api.serving; print([name for name in ('mcp', 'openai') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "[]\n")


LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
ACCEPTED = {"Accept": "application/json, text/event-stream"}


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (None, 200),
        ("https://ours.example", 200),
        ("https://site.example", 200),
        ("https://evil.example", 403),
        ("null", 403),
    ],
)
def test_pages_of_other_origins_may_not_call(origin: str | None, status: int) -> None:
    headers = ACCEPTED | ({"Origin": origin} if origin else {})
    with served(Scripted(), public_url="https://ours.example", cors_origins="https://site.example") as base:
        answer = httpx.post(f"{base}/mcp", json=LIST, headers=headers)
    assert answer.status_code == status
    assert ("inputSchema" in answer.text) == (status == 200)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b"null", 400),
        (b"\xff", 400),
        (b"[" * 16_000, 400),
        (b'{"jsonrpc": "2.0"}', 400),
        (b" " * 20_000, 413),
    ],
)
def test_a_bad_body_is_refused_and_no_failure(client: httpx.Client, body: bytes, status: int) -> None:
    headers = ACCEPTED | {"Content-Type": "application/json"}
    assert client.post("/mcp", content=body, headers=headers).status_code == status


def test_only_post_is_served_for_there_are_no_sessions(client: httpx.Client) -> None:
    for method in ("GET", "DELETE", "PUT"):
        answer = client.request(method, "/mcp", headers=ACCEPTED)
        assert answer.status_code == 405
        assert answer.headers["Allow"] == "POST"


def test_the_tools_are_counted_against_the_callers_rate() -> None:
    with served(Scripted(), rate_burst=2, rate_per_minute=1, rate_exempt="") as base:
        statuses = [httpx.post(f"{base}/mcp", json=LIST, headers=ACCEPTED).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]


def test_the_command_says_over_stdio_that_its_index_cannot_be_opened(tmp_path: Path) -> None:
    async def run() -> CallToolResult:
        command = "from eval.cli import main; main()"
        async with over_stdio("-c", command, "mcp", "--index", str(tmp_path / "nowhere")) as session:
            return await session.call_tool("list_games", {})

    result = asyncio.run(asyncio.wait_for(run(), 150))  # it loads the encoder first
    assert result.isError
    assert "holds no index" in text_of(result)
