"""What opens as a name is typed: the games, or the expansions of the game chosen, nearest first."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from corpus.errors import UnknownNameError
from corpus.languages import primary
from corpus.terms import fold
from corpus.types import DocumentKind
from service.channels.discord import limits
from service.channels.discord.markdown import fitted, size
from service.channels.discord.shapes import Data
from service.contract import Game
from service.names import find_game, near_names


class Named(NamedTuple):
    """Something to choose: what is sent, what is shown, and all that it is called."""

    value: str
    title: str
    names: frozenset[str]


def choices(data: Data, games: Sequence[Game], locale: str) -> list[dict[str, str]]:
    """Return at most 25 choices for the option being typed, titles in the asker's language where there is one."""
    offered = _expansions(data, games, locale) if data.focused == "expansion" else _games(games, locale)
    found = ranked(data.value(data.focused or "") or "", [one for one in offered if size(one.value) <= limits.CHOICE])
    return [{"name": fitted(one.title, limits.CHOICE, "en", str), "value": one.value} for one in found]


def ranked(typed: str, offered: Sequence[Named]) -> list[Named]:
    """Return what fits ``typed``: names that begin so, or have a word that does, else those that look like it."""
    wanted = fold(typed).strip()
    graded = [(_grade(wanted, one), fold(one.title), one) for one in offered]
    found = [one for grade, _, one in sorted(graded, key=lambda each: each[:2]) if grade < _FAR]
    if not found:
        by_name = {name: one for one in offered for name in one.names}
        found = list(dict.fromkeys(by_name[name] for name in near_names(wanted, by_name, limits.CHOICES)))
    return found[: limits.CHOICES]


_FAR = 3


def _grade(wanted: str, one: Named) -> int:
    return min((_name_grade(wanted, name) for name in one.names), default=_FAR)


def _name_grade(wanted: str, name: str) -> int:
    if name.startswith(wanted):
        return 0
    if f" {wanted}" in name:
        return 1
    return 2 if wanted in name else _FAR


def _games(games: Iterable[Game], locale: str) -> list[Named]:
    return [_game(game, locale) for game in games]


def _game(game: Game, locale: str) -> Named:
    titles = {one.language: one.title for one in game.documents if one.kind is DocumentKind.RULEBOOK}
    names = {game.id, game.title, *titles.values()}
    return Named(game.id, _in_language(titles, locale) or game.title, frozenset(map(fold, names)))


def _expansions(data: Data, games: Sequence[Game], locale: str) -> list[Named]:
    chosen = data.value("game")
    try:
        scope = [find_game(chosen, games)] if chosen else games
    except UnknownNameError:
        scope = games
    found = [_expansion(game, expansion, locale) for game in scope for expansion in game.expansions]
    return list({one.value: one for one in found}.values())


def _expansion(game: Game, expansion: str, locale: str) -> Named:
    titles = {
        one.language: one.title
        for one in game.documents
        if one.expansion == expansion and one.kind is DocumentKind.EXPANSION
    }
    names = {expansion, *titles.values()}
    shown = _in_language(titles, locale) or next(iter(titles.values()), expansion)
    return Named(expansion, shown, frozenset(map(fold, names)))


def _in_language(titles: dict[str, str], locale: str) -> str | None:
    same = [title for language, title in titles.items() if primary(language) == primary(locale)]
    return same[0] if same else None
