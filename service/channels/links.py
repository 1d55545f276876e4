"""Addresses of this service, as those reach it who see them elsewhere."""

from collections.abc import Callable

Link = Callable[[str], str | None]
"""Turns a path of this service into an address, None where it has none that others could reach."""


def links_under(public_url: str) -> Link:
    """Return what makes addresses under ``public_url``, and none where that is ""."""
    return lambda path: f"{public_url}{path}" if public_url else None
