"""Lexludo's version."""

from importlib import metadata


def version() -> str:
    """Return the version; in a source tree that is not installed, "0+source"."""
    try:
        return metadata.version("lexludo")
    except metadata.PackageNotFoundError:
        return "0+source"
