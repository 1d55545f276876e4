"""Which sites may embed the chat: a TOML file, read whole, with every problem named at once.

    [[site]]
    id = "club"                          # public: it stands in the page's source
    origins = ["https://club.example"]   # pages of no other origin are served
    games = ["chess", "go"]              # ids of games; ["*"] is all of the library
    per_minute = 300                     # calls from each origin, all visitors together
    visitor_per_minute = 30              # calls from each visitor

What is not listed is refused. An id is no secret: origins bind browsers, not programs, which can call the API itself
within the service's own limits.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from corpus.errors import LexludoError

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
ORIGIN = re.compile(
    r"https?://(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:]+\])(:\d{1,5})?"
)
PORTS = {"http": ":80", "https": ":443"}

ALL = "*"

PER_MINUTE, VISITOR_PER_MINUTE = 300.0, 30.0
"""Caps where a site names none."""

KEYS = {"id", "origins", "games", "per_minute", "visitor_per_minute"}


class SitesError(LexludoError):
    """A file of sites that says something impossible; all of its problems are listed at once."""


@dataclass(frozen=True, slots=True)
class Site:
    """One site: its public id, the origins of its pages, its games (``*`` is all), and its caps."""

    id: str
    origins: frozenset[str]
    games: frozenset[str]
    per_minute: float = PER_MINUTE
    visitor_per_minute: float = VISITOR_PER_MINUTE

    def has(self, game: str) -> bool:
        """Say whether questions about ``game`` are answered on this site."""
        return ALL in self.games or game.casefold() in self.games


Sites = Mapping[str, Site]
"""By id."""


def read_sites(file: Path | None) -> Sites:
    """Return the sites of ``file``, none where there is no file. Raises SitesError."""
    if file is None:
        return {}
    try:
        content = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise SitesError(f"{file}: {error.strerror}; LEXLUDO_SITES names a readable file") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SitesError(f"{file}: not TOML: {error}") from error
    return _sites(file, content)


def _sites(file: Path, content: dict[str, Any]) -> Sites:
    listed = content.get("site", [])
    problems = [f"{file}: {key}: unknown; sites are listed as [[site]]" for key in content if key != "site"]
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        raise SitesError(f"{file}: site: write each site as a table of its own, [[site]]")
    sites: dict[str, Site] = {}
    for number, fields in enumerate(listed, 1):
        found = list(_problems(fields, sites))
        problems += [f"{file}: site {fields.get('id', number)}: {problem}" for problem in found]
        if not found:
            sites[fields["id"]] = _site(fields)
    if problems:
        raise SitesError("\n".join(problems))
    return sites


def _problems(fields: dict[str, Any], before: Sites) -> Iterator[str]:
    yield from (f"{key}: unknown" for key in fields if key not in KEYS)
    name = fields.get("id")
    if not isinstance(name, str) or not NAME.fullmatch(name):
        yield "id: write 1 to 40 of a-z, 0-9, - and _"
    elif name in before:
        yield "id: taken by a site above"
    for key, what in (("origins", "the origins of its pages"), ("games", 'the ids of its games, or "*" for all')):
        values = fields.get(key)
        if not isinstance(values, list) or not values or not all(isinstance(one, str) and one for one in values):
            yield f"{key}: list {what}; what is not listed is refused"
        elif key == "origins":
            yield from (f"origins: {one}: {problem}" for one in values if (problem := _fault(one)))
    for key in ("per_minute", "visitor_per_minute"):
        value = fields.get(key, 1)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1_000_000:
            yield f"{key}: write a number above 0"


def _fault(origin: str) -> str:
    """Return what keeps a browser from ever sending ``origin``, "" where nothing does."""
    if not ORIGIN.fullmatch(origin):
        return "write scheme and host alone, in small letters, such as https://club.example; no path, no *"
    scheme = origin.split(":")[0]
    return f"leave out {PORTS[scheme]}, as browsers do" if origin.endswith(PORTS[scheme]) else ""


def _site(fields: dict[str, Any]) -> Site:
    return Site(
        fields["id"],
        frozenset(fields["origins"]),
        frozenset(game.casefold() for game in fields["games"]),
        float(fields.get("per_minute", PER_MINUTE)),
        float(fields.get("visitor_per_minute", VISITOR_PER_MINUTE)),
    )
