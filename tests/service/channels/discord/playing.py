"""A Discord of our own: it signs what it sends, keeps its documented limits, and serves its REST interface."""

import itertools
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.parser import BytesParser
from typing import Any

import httpx
import uvicorn
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from service.api.serving import address_of, listen
from tests.service.channels.discord.documented import choice_faults, command_faults, message_faults

APPLICATION = "1042000000000000001"
BOT_TOKEN = "good-bot-token-1042"
FIRST_ANSWER = 3.0
"""Seconds in which Discord wants a first answer."""

Interaction = dict[str, Any]


@dataclass
class Shown:
    """A message as its readers see it."""

    message: dict[str, Any]
    files: dict[str, bytes] = field(default_factory=dict)
    kind: int = 4
    seconds: float = 0.0

    @property
    def private(self) -> bool:
        return bool(self.message.get("flags", 0) & 64)

    @property
    def content(self) -> str:
        content: str = self.message["content"]
        return content

    def embed(self, number: int = 0) -> dict[str, Any]:
        embed: dict[str, Any] = self.message["embeds"][number]
        return embed

    def components(self) -> dict[str, dict[str, Any]]:
        """Return buttons and menus by label or placeholder."""
        inside = [component for row in self.message["components"] for component in row["components"]]
        return {one.get("label") or one["placeholder"]: one for one in inside}


class Discord:
    """One application's Discord. ``script`` holds answers that its REST interface gives before it behaves again."""

    def __init__(self) -> None:
        self.key = Ed25519PrivateKey.generate()
        self.public_key = self.key.public_key().public_bytes_raw().hex()
        self.api = ""
        self.script: list[tuple[int, dict[str, Any], dict[str, str]]] = []
        self.edits: list[tuple[float, str, Shown]] = []
        self.calls: list[float] = []
        self.commands: list[tuple[str, dict[str, Any]]] = []
        self.expired: set[str] = set()
        self._known: set[str] = set()
        self._numbers = itertools.count(1)

    def interaction(self, kind: int, data: dict[str, Any] | None = None, **more: Any) -> Interaction:
        number = next(self._numbers)
        who = {"member": {"user": {"id": more.pop("user", "77"), "username": "ana"}, "roles": []}, "guild_id": "5"}
        known = {"id": f"9{number:017}", "application_id": APPLICATION, "token": f"token-{number}-secret", "version": 1}
        return known | {"type": kind, "locale": "en-US"} | who | ({"data": data} if data else {}) | more

    def asks(self, question: str, game: str | None = None, expansion: str | None = None, **more: Any) -> Interaction:
        given = {"question": question, "game": game, "expansion": expansion}
        options = [{"name": name, "type": 3, "value": value} for name, value in given.items() if value is not None]
        return self.interaction(2, {"id": "1", "name": "rules", "type": 1, "options": options}, **more)

    def types(self, name: str, typed: str, locale: str = "en-US", **others: str) -> Interaction:
        options: list[dict[str, Any]] = [{"name": one, "type": 3, "value": value} for one, value in others.items()]
        options.append({"name": name, "type": 3, "value": typed, "focused": True})
        return self.interaction(4, {"id": "1", "name": "rules", "type": 1, "options": options}, locale=locale)

    def presses(self, component: dict[str, Any], shown: Shown, value: str | None = None, **more: Any) -> Interaction:
        data: dict[str, Any] = {"custom_id": component["custom_id"], "component_type": component["type"]}
        if value is not None:
            data["values"] = [value]
        return self.interaction(3, data, message={"id": "3", **shown.message}, **more)

    def signed(self, body: bytes, at: float | None = None) -> dict[str, str]:
        timestamp = str(int(time.time() if at is None else at))
        signature = self.key.sign(timestamp.encode() + body).hex()
        sent = {"X-Signature-Ed25519": signature, "X-Signature-Timestamp": timestamp}
        return sent | {"Content-Type": "application/json", "User-Agent": "Discord-Interactions/1.0"}

    def sends(self, base: str, interaction: Interaction) -> httpx.Response:
        # Discord escapes all but ASCII
        body = json.dumps(interaction).encode()
        return httpx.post(f"{base}/v1/discord/interactions", content=body, headers=self.signed(body), timeout=10)

    def shows(self, base: str, interaction: Interaction) -> Shown:
        """Return what is first shown; a promise is shown as an empty message. What Discord refuses fails."""
        started = time.perf_counter()
        response = self.sends(base, interaction)
        seconds = time.perf_counter() - started
        assert seconds < FIRST_ANSWER, "The application did not respond"
        assert response.status_code == 200, response.text
        body, files = _parts(response.headers["Content-Type"], response.content)
        kind = body["type"]
        self._known.add(interaction["token"])
        if kind in (5, 6):
            return Shown(body.get("data", {}), kind=kind, seconds=seconds)
        assert kind in ((4, 7) if interaction["type"] == 3 else (4,))
        assert message_faults(body["data"], set(files)) == []
        return Shown(body["data"], files, kind, seconds)

    def offers(self, base: str, interaction: Interaction) -> dict[str, str]:
        """Return what autocomplete offers: values by the names shown."""
        body = self.sends(base, interaction).json()
        assert body["type"] == 8
        assert choice_faults(body["data"]["choices"]) == []
        return {one["name"]: one["value"] for one in body["data"]["choices"]}

    def edited(self, interaction: Interaction, seconds: float = 10.0) -> Shown:
        """Return what the promised message became."""
        found = self._eventually(
            lambda: [one for _, token, one in self.edits if token == interaction["token"]], seconds
        )
        return found[-1]

    def was_edited(self, interaction: Interaction) -> bool:
        """Tell whether a promised message has become anything yet."""
        return any(token == interaction["token"] for _, token, _ in self.edits)

    def _eventually(self, look: Callable[[], list[Shown]], seconds: float) -> list[Shown]:
        until = time.monotonic() + seconds
        while not look():
            assert time.monotonic() < until, "the promised message never came"
            time.sleep(0.01)
        return look()

    async def edit(self, request: Request) -> Response:
        self.calls.append(time.monotonic())
        if self.script:
            status, body, headers = self.script.pop(0)
            return JSONResponse(body, status, headers)
        token = request.path_params["token"]
        if token in self.expired or token not in self._known:
            return JSONResponse({"message": "Unknown Webhook", "code": 10015}, 404)
        message, files = _parts(request.headers["Content-Type"], await request.body())
        faults = message_faults(message, set(files))
        if faults or "flags" in message:
            return JSONResponse({"message": "Invalid Form Body", "code": 50035, "errors": faults}, 400)
        self.edits.append((time.monotonic(), token, Shown(message, files)))
        return JSONResponse({"id": "1"} | message)

    async def register(self, request: Request) -> Response:
        if request.headers.get("Authorization") != f"Bot {BOT_TOKEN}":
            return JSONResponse({"message": "401: Unauthorized", "code": 0}, 401)
        if request.path_params["application"] != APPLICATION:
            return JSONResponse({"message": "Unknown Application", "code": 10002}, 404)
        if self.script:
            status, body, headers = self.script.pop(0)
            return JSONResponse(body, status, headers)
        command = await request.json()
        if command_faults(command):
            return JSONResponse({"message": "Invalid Form Body", "errors": command_faults(command)}, 400)
        self.commands.append((request.path_params.get("guild", ""), command))
        return JSONResponse({"id": "2001"} | command, 201)


def _parts(content_type: str, body: bytes) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return the JSON of a body and its files by name, as Discord reads "Uploading Files"."""
    if content_type.startswith("application/json"):
        return json.loads(body), {}
    parsed = BytesParser().parsebytes(b"Content-Type: " + content_type.encode() + b"\r\n\r\n" + body)
    payload: dict[str, Any] = {}
    files: dict[str, bytes] = {}
    for part in parsed.get_payload():
        assert not isinstance(part, str)
        content = part.get_payload(decode=True)
        assert isinstance(content, bytes)
        if part.get_param("name", header="content-disposition") == "payload_json":
            payload = json.loads(content)
        else:
            assert part.get_param("name", header="content-disposition") == f"files[{len(files)}]"
            files[part.get_filename() or ""] = content
    return payload, files


@contextmanager
def playing() -> Iterator[Discord]:
    """Yield a Discord whose REST interface is served on a socket."""
    discord = Discord()
    scope = "/applications/{application}"
    routes = [
        Route("/webhooks/{application}/{token}/messages/@original", discord.edit, methods=["PATCH"]),
        Route(f"{scope}/commands", discord.register, methods=["POST"]),
        Route(f"{scope}/guilds/{{guild}}/commands", discord.register, methods=["POST"]),
    ]
    listening = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(Starlette(routes=routes), log_config=None, timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    discord.api = address_of(listening).rstrip("/")
    try:
        yield discord
    finally:
        server.should_exit = True
        thread.join(10)
