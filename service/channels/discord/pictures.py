"""The picture of a quoted page: by address where Discord can fetch it, else sent along."""

import asyncio
import logging
from dataclasses import replace

import httpx
from starlette.types import ASGIApp

from service.channels.discord import limits
from service.channels.discord.markdown import fitted
from service.channels.discord.replies import Picture, Reply

log = logging.getLogger(__name__)

PATIENCE = 30.0
"""Seconds after which a reply stays without its picture."""

LARGEST = 8 * 1024 * 1024
"""Bytes; Discord takes 10 MiB in all."""

SHOWN = {"image/png": "page.png", "image/jpeg": "page.jpg", "image/webp": "page.webp"}


class Pictures:
    """Adds a page's picture to a reply, asked of ``app`` itself as any client would, without a socket."""

    def __init__(self, app: ASGIApp, public_url: str) -> None:
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        self._client = httpx.AsyncClient(transport=transport, base_url="http://lexludo")
        self._public_url = public_url

    async def added_to(self, reply: Reply) -> Reply:
        """Return ``reply`` with the picture in its first embed; the very same where there is none to be had."""
        if not reply.image_path:
            return reply
        if self._public_url:
            return _with_image(reply, f"{self._public_url}{reply.image_path}")
        picture = await self._fetched(reply.image_path, reply.alt)
        return (
            reply if picture is None else replace(_with_image(reply, f"attachment://{picture.name}"), picture=picture)
        )

    async def close(self) -> None:
        """Fetch no more."""
        await self._client.aclose()

    async def _fetched(self, path: str, alt: str) -> Picture | None:
        try:
            response = await asyncio.wait_for(self._client.get(path), PATIENCE)
        except TimeoutError:
            log.warning("discord: the picture at %s takes too long", path)
            return None
        media_type = response.headers.get("Content-Type", "").partition(";")[0]
        if response.status_code != httpx.codes.OK or media_type not in SHOWN or len(response.content) > LARGEST:
            log.warning("discord: the picture at %s cannot be shown (%d)", path, response.status_code)
            return None
        return Picture(SHOWN[media_type], media_type, response.content, fitted(alt, limits.ALT_TEXT, "en", str))


def _with_image(reply: Reply, url: str) -> Reply:
    first, *others = reply.embeds
    return replace(reply, embeds=[{**first, "image": {"url": url}}, *others])
