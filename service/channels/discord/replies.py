"""A reply as it goes over the wire: JSON, or multipart with the picture of a page."""

from dataclasses import dataclass, field, replace
from typing import Any

import httpx
from starlette.responses import JSONResponse, Response

from service.channels.discord.shapes import EPHEMERAL, Callback

NOBODY: dict[str, list[str]] = {"parse": []}
"""Mentions that may ring: none, whatever a rulebook or a question says."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A page's picture, sent along."""

    name: str
    media_type: str
    content: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What a message shall hold. ``embeds`` and ``components`` are as Discord writes them.

    ``image_path`` is where this service draws the page of the first embed, ``alt`` says in words what is seen there.
    """

    content: str
    embeds: list[dict[str, Any]] = field(default_factory=list)
    components: list[dict[str, Any]] = field(default_factory=list)
    image_path: str = ""
    alt: str = ""
    picture: Picture | None = None
    private: bool = False

    def message(self) -> dict[str, Any]:
        """Return the message; every list is named, so that editing leaves nothing of an earlier one behind."""
        return {
            "content": self.content,
            "embeds": self.embeds,
            "components": self.components,
            "allowed_mentions": NOBODY,
            "attachments": [_attachment(self.picture)] if self.picture else [],
        }

    def without_picture(self) -> "Reply":
        """Return the reply in words alone."""
        embeds = [{key: value for key, value in embed.items() if key != "image"} for embed in self.embeds]
        return replace(self, embeds=embeds, picture=None)


def answer_with(reply: Reply, callback: Callback) -> Response:
    """Return the HTTP response that carries ``reply``."""
    message = reply.message()
    if reply.private and callback is Callback.MESSAGE:
        message["flags"] = EPHEMERAL
    body = {"type": int(callback), "data": message}
    if reply.picture is None:
        return JSONResponse(body)
    form = httpx.Request("POST", "http://form", **_form(body, reply.picture))
    return Response(form.read(), media_type=form.headers["Content-Type"])


def edit_with(reply: Reply) -> dict[str, Any]:
    """Return the arguments of an httpx request that sets a message to ``reply``."""
    message = reply.message()
    return {"json": message} if reply.picture is None else _form(message, reply.picture)


def _form(body: dict[str, Any], picture: Picture) -> dict[str, Any]:
    payload = (None, JSONResponse(body).body, "application/json")
    return {"files": {"payload_json": payload, "files[0]": (picture.name, picture.content, picture.media_type)}}


def _attachment(picture: Picture) -> dict[str, Any]:
    return {"id": 0, "filename": picture.name, "description": picture.alt}
