"""The lists of checked facts: every sentence they name exists, and every game has one."""

import re
from functools import cache

import pytest

from corpus.library.build import LIBRARY
from corpus.library.sentences import read_sentences

GAMES = ("backgammon", "chess", "dominoes", "draughts", "go", "truco")


def rows(game: str) -> list[list[str]]:
    lines = (LIBRARY / game / "FACTS.md").read_text("utf-8").splitlines()
    table = [line.strip("|").split("|") for line in lines if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in table[2:]]


def named(cell: str) -> list[tuple[str, str]]:
    """Return the documents and sentences that the last cell of a row names: ``a-1, b-2; faq: a-3 (overrides c-4)``."""
    groups = [group.rpartition(":") for group in re.sub(r"[()]|overrides", ",", cell).split(";")]
    found = [(document.strip() or "rulebook", name) for document, _, names in groups for name in names.split(",")]
    return [(document, name.strip()) for document, name in found if name.strip()]


@cache
def sentences(game: str, document: str) -> set[str]:
    return set(read_sentences(LIBRARY / game / f"{document}.en.typ"))


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_named_exists(game: str) -> None:
    missing = []
    for *_, cell in rows(game):
        overridden = sentences(game, "rulebook") if "overrides" in cell else set()
        missing += [each for each in named(cell) if each[1] not in sentences(game, each[0]) | overridden]
    assert missing == []


@pytest.mark.parametrize("game", GAMES)
def test_each_rule_has_its_source_and_its_sentence(game: str) -> None:
    assert len(rows(game)) >= 12
    assert all(len(row) == 3 and all(row) for row in rows(game))


def test_the_sentences_that_an_errata_sheet_overrides_are_marked() -> None:
    for game in GAMES:
        sheet = LIBRARY / game / "errata.en.typ"
        if sheet.exists():
            places = [name.removeprefix("place-") for name in read_sentences(sheet) if name.startswith("place-")]
            text = (LIBRARY / game / "FACTS.md").read_text("utf-8")
            assert all(f"overrides {place}" in text for place in places), game
