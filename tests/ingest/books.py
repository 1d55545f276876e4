"""Small rulebooks on disk, for tests of the ingest."""

from pathlib import Path

BOATS = "A player may use any boat on the river, also one that belongs to another player of this game."
COINS = "At the end of your turn you receive two coins for each canal that you have built in the valley."
SCORE = "The player with the most points wins; ties are broken by the coins that are left to each player."
BARCOS = "Um jogador pode usar qualquer barco do rio, também um que pertence a outro jogador desta partida."


def text_of(*paragraphs: str) -> str:
    """Return paragraphs as the text of a rulebook."""
    return "\n\n".join(paragraphs) + "\n"


def write_book(file: Path, *paragraphs: str) -> Path:
    """Write a rulebook, its folder too, and return its file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text_of(*paragraphs), "utf-8")
    return file


def entry(name: str, file: str, game: str = "canals", **more: str) -> str:
    """Return a catalogue's entry."""
    fields = {"id": name, "file": file, "game": game, "language": "en", "kind": "rulebook", **more}
    return "[[document]]\n" + "".join(f'{key} = "{value}"\n' for key, value in fields.items())
