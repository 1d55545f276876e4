"""Which quotes are shown of what ranks, on small indexes made with the fake encoder."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from corpus.index import Index
from ingest.build import ingest
from service.answering import Judge
from service.contract import Question
from service.features import FEATURES, Asked
from service.joining import CLOSE, ILLUSTRATED, Quotes
from service.quoting import LONGEST_QUOTE
from service.retrieval import Ranked, Retriever
from tests.fakes import FakeEncoder
from tests.service.lamps import CATALOG

BOOK = """# Lamps

## Oil

A lamp that has been lit burns two oil each night, and so does every lamp in the harbour and on its quay.

A keeper who has no oil left at nightfall puts the lamp out and turns its keeper's card over to the dark side.

Oil is bought from the ship at the quay, for two coins each or at the price that the market shows for that night.

Example: Ana has one oil and two burning lamps at nightfall, so one of them goes out and its card is turned over.

## Score

Each burning lamp scores three points when the game ends, and each boat that lies in the harbour scores one more.

## Islands

| Island | Coins |
|---|---|
| Gull Rock | 2 |
| Seal Point | 3 |
"""
SHEET = """# Lamps

## Errata

On page 1, under “Oil”, replace “puts the lamp out” by “may keep the lamp lit”.
"""
BURNS, NO_OIL, BOUGHT, EXAMPLE = "A lamp that has been", "A keeper who has no oil", "Oil is bought", "Example"
SCORE, GULL, SEAL = "Each burning lamp", "Gull Rock", "Seal Point"


@pytest.fixture(scope="module")
def encoder() -> FakeEncoder:
    return FakeEncoder()


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory, encoder: FakeEncoder) -> Index:
    folder = tmp_path_factory.mktemp("lamps")
    return index_of(folder, {"book.md": BOOK, "sheet.md": SHEET, "catalog.toml": CATALOG}, encoder)


def index_of(folder: Path, files: dict[str, str], encoder: FakeEncoder) -> Index:
    books = folder / "books"
    books.mkdir()
    for name, text in files.items():
        (books / name).write_text(text, "utf-8")
    assert not ingest([books], folder / "index", encoder).failed
    return Index.open(folder / "index")


@pytest.fixture(scope="module")
def asked(index: Index, encoder: FakeEncoder) -> Asked:
    return Retriever(index, encoder).asked("How long does a lamp burn without oil?", "en")


def row_of(index: Index, words: str) -> int:
    return next(row for row in range(len(index)) if words in index.text(row))


def shown(index: Index, asked: Asked, *ranked: tuple[str, float]) -> list[str]:
    """Return the quotes for passages that hold some words, ranked with scores in order."""
    rows = np.array([row_of(index, words) for words, _ in ranked], np.int64)
    scores = np.array([score for _, score in ranked], np.float32)
    found = Ranked(rows, scores, np.zeros((len(rows), len(FEATURES)), np.float32))
    return [quote.words.of(index.page("lamps.en", 1).text) for quote in Quotes(index, found, asked)]


def opening(quotes: Sequence[str]) -> list[list[str]]:
    """Return for each quote which of the book's passages it has words of."""
    known = (BURNS, NO_OIL, BOUGHT, EXAMPLE, SCORE, GULL, SEAL)
    return [[words for words in known if words in quote] for quote in quotes]


def test_neighbours_that_rank_close_are_quoted_in_one_and_not_again(index: Index, asked: Asked) -> None:
    found = shown(index, asked, (BURNS, 5.0), (SCORE, 4.0), (NO_OIL, 5.0 - CLOSE))
    assert opening(found) == [[BURNS, NO_OIL], [SCORE]]
    assert len(found[0]) <= LONGEST_QUOTE


def test_the_better_neighbour_goes_with_a_rule(index: Index, asked: Asked) -> None:
    found = shown(index, asked, (NO_OIL, 5.0), (BOUGHT, 4.5), (BURNS, 4.0))
    assert opening(found) == [[NO_OIL, BOUGHT], [BURNS]]
    assert opening(shown(index, asked, (NO_OIL, 5.0), (BURNS, 4.5), (BOUGHT, 4.0))) == [[BURNS, NO_OIL], [BOUGHT]]


@pytest.mark.parametrize(
    "ranked",
    [
        [(BURNS, 5.0), (NO_OIL, 4.9 - CLOSE)],  # far behind
        [(BURNS, 5.0)],  # the neighbour was not found
        [(BURNS, 5.0), (BOUGHT, 4.9)],  # not side by side
        [(BOUGHT, 5.0), (SCORE, 4.9)],  # under another heading
        [(BOUGHT, 5.0), (EXAMPLE, 4.9)],  # no rule
    ],
)
def test_others_are_quoted_apart(index: Index, asked: Asked, ranked: list[tuple[str, float]]) -> None:
    assert opening(shown(index, asked, *ranked)) == [[words] for words, _ in ranked]


def test_what_would_grow_long_is_quoted_apart(tmp_path: Path, encoder: FakeEncoder) -> None:
    rule = (
        "A lamp burns {} for as long as its keeper has oil and no storm comes near, " + "and so on " * 22 + "for ever."
    )
    book = f"# Lamps\n\n## Oil\n\n{rule.format('by night')}\n\n{rule.format('by day')}\n"
    index = index_of(tmp_path, {"lamps.en.md": book}, encoder)
    asked = Retriever(index, encoder).asked("How long does a lamp burn?", "en")
    assert opening(shown(index, asked, ("by night", 5.0), ("by day", 4.9))) == [[], []]


def test_a_rule_goes_before_its_example(index: Index, asked: Asked) -> None:
    found = shown(index, asked, (EXAMPLE, 5.0), (SCORE, 3.0), (BOUGHT, 5.0 - ILLUSTRATED))
    assert opening(found) == [[BOUGHT], [EXAMPLE], [SCORE]]
    assert opening(shown(index, asked, (EXAMPLE, 5.0), (BOUGHT, 4.9 - ILLUSTRATED))) == [[EXAMPLE], [BOUGHT]]


def test_a_table_that_was_quoted_whole_is_not_quoted_again(index: Index, asked: Asked) -> None:
    assert opening(shown(index, asked, (SEAL, 5.0), (GULL, 4.0), (SCORE, 3.0))) == [[GULL, SEAL], [SCORE]]


def test_a_quote_of_two_rules_names_what_changes_the_second(index: Index, encoder: FakeEncoder) -> None:
    found = Judge(index, encoder).search(Question("Oil is bought from the ship at the quay for two coins", "lamps"))
    alone, both = (next(each for each in found if words in each.quote) for words in (BOUGHT, BURNS))
    assert opening([alone.quote, both.quote]) == [[BOUGHT], [BURNS, NO_OIL]]
    assert alone.changed_by is None
    assert both.changed_by is not None
    assert both.changed_by.document == "lamps-errata.en"
    assert index.page(both.document, both.page).text[both.start : both.end] == both.quote
