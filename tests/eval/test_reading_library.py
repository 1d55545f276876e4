"""The shipped rulebooks as they are read, against their sources; all of them by ``python -m eval.reading.library``."""

import pytest

from corpus.library.build import LIBRARY, targets
from eval.reading.library import figures, paragraphs_of

SAMPLE = (
    "backgammon-errata.de", "backgammon.fr", "chess-faq.pt-BR", "chess.it", "dominoes.en", "draughts.de", "go.es",
    "truco.es",
)  # fmt: skip


@pytest.mark.parametrize("name", SAMPLE)
def test_a_shipped_rulebook_is_read_as_its_source_says(name: str) -> None:
    (target,) = (each for each in targets() if each.pdf.name == f"{name}.pdf")
    found = figures(target.source, target.pdf)
    assert min(found.paragraphs, found.order) >= 0.99
    assert found.lost == 0


def test_a_source_gives_its_paragraphs_items_rows_labels_and_captions() -> None:
    found = list(paragraphs_of(LIBRARY / "backgammon" / "rulebook.en.typ"))
    assert found[:3] == ["Backgammon", "Rulebook", "Object of the game"]
    assert "• Two dice and a dice cup for each player." in found
    assert "1. Sit on opposite sides of the board and each take the 15 checkers of one colour." in found
    assert any(line.startswith("3. Put the doubling cube in the middle of the bar") for line in found)
    assert any(line.startswith("Figure 1: The starting position, numbered for White") for line in found)
    assert "Own point Checkers Opponent’s" in found
    assert "Example" in found


def test_a_reading_of_another_text_falls_short() -> None:
    english, spanish = (LIBRARY / "go" / f"rulebook.{language}.typ" for language in ("en", "es"))
    other = figures(spanish, LIBRARY / "go" / "go.en.pdf")
    assert other.order < 0.2
    assert other.lost > 500
    assert len(other.missed) > len(list(paragraphs_of(english))) // 2
