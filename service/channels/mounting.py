"""All channels of one app: what they share, their routes, and how they begin and end with it."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

from fastapi import FastAPI
from starlette.routing import Route

from service.api.library import Library
from service.api.metrics import Metrics
from service.channels.asking import Asking
from service.channels.links import links_under
from service.channels.mcp.door import HttpDoor
from service.channels.openai.routes import openai
from service.channels.streaming import streaming
from service.channels.votes import log_vote
from service.feedback.recorder import Recorder
from service.settings import Settings


class Channels:
    """The doors beside the web page, over one library."""

    def __init__(self, settings: Settings, library: Library, metrics: Metrics, recorder: Recorder) -> None:
        self._settings, self._library, self._metrics, self._recorder = settings, library, metrics, recorder
        self._link = links_under(settings.public_url)
        self._mcp = HttpDoor(self._asking("mcp"), self._link, _origins(settings))
        self._closing = AsyncExitStack()

    def mount(self, app: FastAPI) -> None:
        """Add the channels' routes to ``app``."""
        settings = self._settings
        app.include_router(streaming(self._asking("web"), settings.stream_heartbeat))
        app.include_router(openai(self._asking("openai"), settings.public_url, settings.stream_heartbeat))
        app.router.routes.append(Route("/mcp", self._mcp, include_in_schema=False))
        if settings.discord_public_key:
            self._mount_discord(app)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the library and the channels, as an app's lifespan; what was promised is made good first."""
        with self._recorder.running():
            async with self._library.running(), self._mcp.running(), self._closing:
                yield

    def _asking(self, channel: str) -> Asking:
        return Asking(self._library, self._metrics, partial(self._recorder.asked, channel))

    def _mount_discord(self, app: FastAPI) -> None:
        from service.channels.discord.desk import Desk
        from service.channels.discord.pictures import Pictures
        from service.channels.discord.routes import discord
        from service.channels.discord.signature import Seal, Seen
        from service.channels.discord.webhook import Webhook

        settings = self._settings
        desk = Desk(
            self._asking("discord"),
            Pictures(app, settings.public_url),
            Webhook(settings.discord_api),
            self._recorder.voted if self._recorder.on else log_vote,
            self._link,
            settings.discord_reply_within,
            settings.discord_rate_per_minute,
        )
        self._closing.push_async_callback(desk.close)
        app.include_router(discord(Seal(settings.discord_public_key), Seen(), desk))


def _origins(settings: Settings) -> frozenset[str]:
    """Return the origins whose pages may call the tools: those named, and this service's own."""
    return frozenset((*settings.cors_origins, *((settings.public_url,) if settings.public_url else ())))
