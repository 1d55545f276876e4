"""The channels' commands: ``lexludo mcp`` and ``lexludo discord register``.

Only what draws the help is imported here; models, indexes and protocols are loaded by the commands that need them.
"""

from typing import TYPE_CHECKING, Annotated

import typer

from corpus.errors import LexludoError
from service.cli import IndexFolder, ModelName, open_reloading, read_settings, reported
from service.settings import DISCORD_API

if TYPE_CHECKING:
    from service.settings import Settings

Application = Annotated[
    str,
    typer.Option(
        "--application-id",
        envvar="LEXLUDO_DISCORD_APPLICATION_ID",
        metavar="ID",
        help="The application's id, from Discord's developer portal.",
    ),
]
Token = Annotated[
    str,
    typer.Option(
        envvar="LEXLUDO_DISCORD_TOKEN",
        metavar="TOKEN",
        help="The application's bot token; better in the environment, where no other user sees it.",
        show_default=False,
    ),
]
Guild = Annotated[
    str | None,
    typer.Option("--guild-id", metavar="ID", help="Register on this server alone, where it appears at once."),
]
Api = Annotated[str, typer.Option(envvar="LEXLUDO_DISCORD_API", metavar="URL", help="Discord's API.", hidden=True)]


def register(app: typer.Typer) -> None:
    """Add the channels' commands to ``app``."""
    discord = typer.Typer(name="discord", help="Rules in Discord.", no_args_is_help=True)
    discord.command("register")(register_command)
    discord.callback()(_discord)
    app.add_typer(discord)
    app.command("mcp")(mcp)


def _discord() -> None:
    """Rules in Discord."""


def register_command(application: Application, token: Token, guild: Guild = None, api: Api = DISCORD_API) -> None:
    """Tell Discord about the command /rules, in six languages."""
    from service.channels.discord.registration import register as run

    with reported():
        _check_id("--application-id", application)
        if guild is not None:
            _check_id("--guild-id", guild)
        run(api, application, token.strip(), guild)
    typer.echo("Discord knows /rules now" + (" on this server." if guild else "; it may take a minute to appear."))


def _check_id(option: str, value: str) -> None:
    if not (value.isascii() and value.isdigit() and len(value) <= 32):
        raise typer.BadParameter(f"{option} takes the number that Discord shows, such as 1042123456789012345")


def mcp(index: IndexFolder = None, model: ModelName = None) -> None:
    """Offer the rulebooks as tools to an assistant (MCP) on standard input and output."""
    import asyncio

    with reported():
        asyncio.run(_serve(read_settings(index=index, model=model)))


async def _serve(settings: "Settings") -> None:
    import asyncio

    from service.api.library import Library
    from service.api.metrics import Metrics
    from service.channels.asking import Asking
    from service.channels.links import links_under
    from service.channels.mcp.server import serve_stdio
    from service.channels.mcp.tools import Tools

    opened: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    loop = asyncio.get_running_loop()

    def tell(failure: Exception | None) -> None:
        loop.call_soon_threadsafe(opened.set_result, failure)

    async def ready() -> None:
        failure = await asyncio.shield(opened)
        if failure is not None:
            raise LexludoError(f"the library could not be opened: {failure}")

    library = Library(settings, lambda: open_reloading(settings), tell)
    async with library.running():
        await serve_stdio(Tools(Asking(library, Metrics(library)), links_under(settings.public_url)), ready)
