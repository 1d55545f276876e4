"""Telling Discord about the command, once for an application."""

import httpx

from corpus.errors import LexludoError
from service.channels.discord.commands import command
from service.channels.discord.shapes import silence_addresses

TIMEOUT = 20.0


class RegistrationError(LexludoError):
    """Discord did not take the command; the text says why and never holds the token."""


def register(api: str, application: str, token: str, guild: str | None = None) -> str:
    """Add the command to an application, or replace it; return its id. Other commands stay. Raises RegistrationError.

    With ``guild`` it appears on that server alone and at once; else everywhere.
    """
    silence_addresses()
    scope = f"/guilds/{guild}" if guild else ""
    address = f"{api}/applications/{application}{scope}/commands"
    try:
        response = httpx.post(address, json=command(), headers={"Authorization": f"Bot {token}"}, timeout=TIMEOUT)
    except httpx.HTTPError as error:
        raise RegistrationError(f"Discord cannot be reached ({type(error).__name__}); check the network") from None
    if response.is_success:
        return str(response.json()["id"])
    raise RegistrationError(_why(response))


def _why(response: httpx.Response) -> str:
    match response.status_code:
        case 401:
            return "Discord does not know this token; copy the bot token anew from the application's page"
        case 403:
            return "Discord forbids it; invite the application to the server with the scope applications.commands"
        case 404:
            return "Discord knows no such application; copy its id from the application's page"
        case 429:
            return f"Discord asks to wait; try again in {response.headers.get('Retry-After', 'some')} s"
        case status:
            return f"Discord refused the command ({status}): {response.text[:500]}"
