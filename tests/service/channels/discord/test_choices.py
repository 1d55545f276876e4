"""What opens as a name is typed."""

from dataclasses import dataclass, field

import pytest

from corpus.types import Document, DocumentKind
from service.contract import Game
from tests.service.channels.discord.conftest import Connect
from tests.service.channels.discord.playing import Discord
from tests.service.scripted import Scripted


def game(identifier: str, title: str, *documents: Document, expansions: tuple[str, ...] = ()) -> Game:
    return Game(identifier, title, ("en",), expansions, documents)


def book(game: str, title: str, language: str, expansion: str | None = None) -> Document:
    kind = DocumentKind.EXPANSION if expansion else DocumentKind.RULEBOOK
    return Document(f"{title}.{language}", game, title, language, kind, expansion=expansion)


NUCLEUM = game(
    "nucleum",
    "Nucleum",
    book("nucleum", "Nucleum: Australia", "en", "australia"),
    book("nucleum", "Nucleum: Austrália", "pt-BR", "australia"),
    expansions=("australia", "court"),
)
CHESS = game(
    "chess", "Chess", book("chess", "Chess", "en"), book("chess", "Ajedrez", "es"), book("chess", "Échecs", "fr")
)
MANY = [game(f"many{number:02}", f"Many Moons {number:02}") for number in range(40)]
LONG = game("l" * 120, "Long")


@dataclass
class Shelf(Scripted):
    held: list[Game] = field(default_factory=lambda: [NUCLEUM, CHESS, LONG, *MANY])

    def games(self) -> list[Game]:
        return self.held


@pytest.mark.parametrize(
    ("typed", "locale", "offered"),
    [
        ("chess", "en-US", {"Chess": "chess"}),
        ("CHE", "en-US", {"Chess": "chess"}),
        ("ajed", "en-US", {"Chess": "chess"}),
        ("ajed", "es-ES", {"Ajedrez": "chess"}),
        ("echecs", "fr", {"Échecs": "chess"}),
        ("chesss", "de", {"Chess": "chess"}),
        ("nuclem", "en-US", {"Nucleum": "nucleum"}),
        ("moons 07", "en-US", {"Many Moons 07": "many07"}),
        ("zzzz", "en-US", {}),
        ("long", "en-US", {}),
    ],
)
def test_games_are_offered_by_near_names_in_any_language(
    discord: Discord, connect: Connect, typed: str, locale: str, offered: dict[str, str]
) -> None:
    with connect(Shelf()) as base:
        assert discord.offers(base, discord.types("game", typed, locale)) == offered


def test_at_most_25_are_offered_those_that_begin_so_first(discord: Discord, connect: Connect) -> None:
    with connect(Shelf()) as base:
        everything = discord.offers(base, discord.types("game", ""))
        some = discord.offers(base, discord.types("game", "m"))
    assert len(everything) == 25
    assert list(everything)[:2] == ["Chess", "Many Moons 00"]
    assert list(some)[:3] == ["Many Moons 00", "Many Moons 01", "Many Moons 02"]
    assert len(some) == 25


def test_expansions_are_those_of_the_game_chosen(discord: Discord, connect: Connect) -> None:
    with connect(Shelf()) as base:
        assert discord.offers(base, discord.types("expansion", "", game="nucleum")) == {
            "court": "court",
            "Nucleum: Australia": "australia",
        }
        assert discord.offers(base, discord.types("expansion", "austr", "pt-BR")) == {"Nucleum: Austrália": "australia"}
        assert discord.offers(base, discord.types("expansion", "", game="chess")) == {}
        assert len(discord.offers(base, discord.types("expansion", "", game="no such game"))) == 2


def test_odd_typing_offers_nothing_and_breaks_nothing(discord: Discord, base: str) -> None:
    for typed in ("\u0000", "🎲" * 50, "(((", "\\", "%s", "a" * 6000):
        assert discord.offers(base, discord.types("game", typed)) == {}
