"""The names a person types, against those that the library holds."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches

from corpus.errors import UnknownNameError
from corpus.types import Document
from service.contract import Game, Question

MOST_LISTED = 12
"""Names that an error lists where none is near."""


class NoSuchNameError(UnknownNameError):
    """A name that the library does not hold; ``near`` are those that look most like it, best first."""

    def __init__(self, what: str, name: str, near: Sequence[str], held: Sequence[str]) -> None:
        super().__init__(f"the library holds no {what} named {printable(name)}; {_hint(near, held)}")
        self.near = tuple(near)


class NoSuchPageError(NoSuchNameError):
    """A page that a document does not have; ``near`` is its last."""

    def __init__(self, document: str, page: int, pages: int) -> None:
        UnknownNameError.__init__(self, f"{document} has {pages} pages and no page {page}")
        self.near = (str(pages),)


def _hint(near: Sequence[str], held: Sequence[str]) -> str:
    if near:
        return f"did you mean {' or '.join(near)}?"
    if not held:
        return "it holds none at all"
    others = len(held) - MOST_LISTED
    return f"it holds {', '.join(held[:MOST_LISTED])}" + (f" and {others} more" if others > 0 else "")


def printable(name: str) -> str:
    """Return ``name`` short, and free of what cannot be printed or encoded."""
    return ascii(name[:60])[1:-1] if not name.isprintable() else name[:60]


def near_names(name: str, names: Iterable[str], at_most: int = 3) -> list[str]:
    """Return the names most like ``name``, best first, whatever their case (difflib's ratio of 0.5 or more)."""
    folded = {candidate.casefold(): candidate for candidate in names}
    return [folded[match] for match in get_close_matches(name.casefold(), folded, at_most, 0.5)]


def find_game(name: str, games: Sequence[Game]) -> Game:
    """Return the game with this id, or with this id or title in another case; raises NoSuchNameError."""
    wanted = name.casefold().strip()
    for game in games:
        if wanted in (game.id.casefold(), game.title.casefold()):
            return game
    titles = {title: game.id for game in games for title in (game.title, game.id)}
    near = dict.fromkeys(titles[match] for match in near_names(name, titles))
    raise NoSuchNameError("game", name, list(near), [game.id for game in games])


def find_document(name: str, games: Sequence[Game]) -> Document:
    """Return the document with this id; raises NoSuchNameError."""
    documents = {document.id: document for game in games for document in game.documents}
    if name not in documents:
        raise NoSuchNameError("document", name, near_names(name, documents), sorted(documents))
    return documents[name]


def settle(question: Question, games: Sequence[Game]) -> Question:
    """Return the question with its game and expansions spelled as the library does; raises NoSuchNameError."""
    scope = [find_game(question.game, games)] if question.game is not None else list(games)
    game = scope[0].id if question.game is not None else None
    if question.expansions is None:
        return replace(question, game=game)
    held = {expansion.casefold(): expansion for one in scope for expansion in one.expansions}
    return replace(question, game=game, expansions=tuple(_expansion(name, held) for name in question.expansions))


def _expansion(name: str, held: dict[str, str]) -> str:
    if name.casefold() not in held:
        raise NoSuchNameError("expansion", name, near_names(name, held.values()), sorted(held.values()))
    return held[name.casefold()]
