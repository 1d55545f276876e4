"""Which words of a passage are quoted, on small indexes made with the fake encoder."""

from pathlib import Path

import numpy as np
import pytest

from corpus.index import Index
from corpus.types import PassageKind, Span
from ingest.build import ingest
from service.features import Asked
from service.quoting import LONGEST_QUOTE, MOST_SENTENCES, TERMS_WEIGHT, WHOLE, grown, quoted, sentence_scores
from service.retrieval import Retriever
from tests.fakes import FakeEncoder

GEAR = """# Harbour

## Gear

At the end of the night each player may give back gear for what is printed there:

- (G1) Lantern. Light one lamp without oil, even on an island that holds a storm.
- (G2) Long rope. Once per night a keeper may cross to an island that lies two spaces away. It counts as one move.
- (G3) Oilskin. A storm does not send the keeper who wears it home, but the keeper still loses the turn.
- (G4) Almanac. Look at the next storm card. You may put it at the bottom of the pile, and nobody else sees it.
- (G5) Whistle. Call one keeper of any colour to your own island, unless a storm lies between the two of you.
"""
MOVING = """# Harbour

## Moving

Keepers walk on the quay by day and row from island to island by night, whatever the weather may be. Rowing takes the
whole turn of a keeper and of everybody who sits in the boat with it. A keeper who rows into a storm is sent home and
comes back when the storm card is discarded. Nobody rows twice in one night, not even with the help of the whistle, and
whoever tries to gives back one lamp to the supply.
"""
FAQ = """# Harbour: questions

## Questions

Q: May I look through the storm cards that were drawn before?

A: You may always count them, and so may all others who sit at the table. Whoever looks through them pays for it with
one oil before taking them up. A neighbour may be asked for that oil and may refuse. Telling others what was seen is
allowed, and need not be true.
"""
SMALL_TABLE = """# Harbour

## Setup

| Players | Keepers | Oil |
|---|---|---|
| Two | 5 | 9 |
| Three | 4 | 7 |
| Four | 3 | 6 |
"""


def index_of(folder: Path, text: str, name: str = "harbour.en.md") -> Index:
    books = folder / "harbour"
    books.mkdir()
    (books / name).write_text(text, "utf-8")
    assert not ingest([books], folder / "index", FakeEncoder()).failed
    return Index.open(folder / "index")


def row_of(index: Index, words: str) -> int:
    return next(row for row in range(len(index)) if words in index.text(row))


def asked(index: Index, question: str) -> Asked:
    return Retriever(index, FakeEncoder()).asked(question, "en")


def quote(index: Index, row: int, question: str) -> str:
    passage = index.passages[row]
    return quoted(index, row, asked(index, question)).of(index.page(passage.document, passage.page).text)


def test_a_quote_grows_to_its_better_neighbours() -> None:
    sentences = [Span(0, 50), Span(51, 100), Span(101, 150), Span(151, 200), Span(201, 900)]
    assert grown(sentences, np.array([0.1, 0.3, 0.9, 0.5, 0.8], np.float32), 101) == Span(51, 200)
    whole = grown(sentences, np.array([0.1, 0.1, 0.1, 0.1, 0.9], np.float32), 201)
    assert whole == Span(201, 900)
    assert whole.end - whole.start > LONGEST_QUOTE
    assert MOST_SENTENCES == 3


def test_a_quote_begins_where_its_words_lean_on_if_there_is_room() -> None:
    sentences = [Span(0, 50), Span(51, 100), Span(101, 150), Span(151, 200), Span(201, 900)]
    scores = np.array([0.1, 0.1, 0.1, 0.9, 0.8], np.float32)
    assert grown(sentences, scores, 0) == Span(0, 200)
    assert grown(sentences, np.array([0.1, 0.1, 0.1, 0.1, 0.9], np.float32), 0) == Span(201, 900)


def test_of_a_long_rule_the_fitting_sentences_are_quoted(tmp_path: Path) -> None:
    index = index_of(tmp_path, MOVING)
    words = quote(index, row_of(index, "Keepers walk"), "May a keeper row twice in one night with the whistle?")
    assert words.startswith("Rowing takes the")
    assert words.endswith("gives back one lamp to the supply.")
    assert len(words) <= LONGEST_QUOTE


@pytest.mark.parametrize(
    ("question", "item"),
    [
        ("What does the long rope do?", "(G2) Long rope. Once per night a keeper may cross to an island"),
        ("Can others see the storm card with the almanac?", "(G4) Almanac. Look at the next storm card."),
    ],
)
def test_an_item_of_a_list_is_quoted_whole(tmp_path: Path, question: str, item: str) -> None:
    index = index_of(tmp_path, GEAR)
    words = quote(index, row_of(index, item), question)
    assert item in words
    lines = [line for line in index.page("harbour.en", 1).text.splitlines() if line.startswith("- (G")]
    assert all(line in words for line in lines if line[:12] in words)
    assert words.splitlines()[0] in index.page("harbour.en", 1).text.splitlines()


@pytest.mark.parametrize(
    ("question", "language", "words"),
    [
        ("Wer hat das Boot?", "de", "Rowing takes"),  # a word of another language that is spelt nearly alike
        ("What about the weather?", "en", "Keepers walk"),
        ("Is a stormcard discarded?", "en", "A keeper who rows"),
    ],
)
def test_a_sentence_gains_by_the_questions_words(tmp_path: Path, question: str, language: str, words: str) -> None:
    index = index_of(tmp_path, MOVING)
    row = row_of(index, "Keepers walk")
    scores = sentence_scores(index, row, Asked(question, language, np.zeros(64, np.float32)))
    best = index.passages[row].sentences[int(scores.argmax())]
    assert best.of(index.page("harbour.en", 1).text).startswith(words)
    assert 0 < scores.max() <= TERMS_WEIGHT


def test_an_item_goes_with_the_sentence_that_opens_its_list(tmp_path: Path) -> None:
    index = index_of(tmp_path, GEAR)
    words = quote(index, row_of(index, "(G2) Long rope"), "What does the long rope do?")
    assert words.startswith("At the end of the night each player may give back gear")


def test_an_answer_goes_with_its_question(tmp_path: Path) -> None:
    index = index_of(tmp_path, FAQ)
    row = row_of(index, "A: You may always")
    assert index.passages[row].kind is PassageKind.ANSWER
    assert index.passages[row].end - index.passages[row].start > WHOLE
    words = quote(index, row, "is telling others what was seen allowed, and need it be true?")
    assert words.startswith("Q: May I look through")
    assert words.endswith("Telling others what was seen is allowed, and need not be true.")


def test_a_short_table_is_quoted_whole(tmp_path: Path) -> None:
    index = index_of(tmp_path, SMALL_TABLE)
    row = row_of(index, "Three")
    assert index.passages[row].kind is PassageKind.ROW
    words = quote(index, row, "How many keepers do three players get?")
    assert words.splitlines()[0].startswith("Players")
    assert [line.split(" ")[0] for line in words.splitlines()] == ["Players", "Two", "Three", "Four"]


@pytest.mark.parametrize(
    ("island", "lines"), [("Gull Rock", 3), ("Crab Bank", 5), ("Mews Head", 1)], ids=["near", "farther", "too far"]
)
def test_a_row_of_a_long_table_goes_with_its_heads_where_they_are_near(tmp_path: Path, island: str, lines: int) -> None:
    names = ["Owl Reef", "Gull Rock", "Seal Point", "Crab Bank", "Bell Ledge", "Mews Head"]
    row = "| {} | the keeper of this island gains as many coins as there are boats in its bay | {} |"
    rows = [row.format(name, number) for number, name in enumerate(names)]
    text = "\n".join(["# Harbour", "", "## Islands", "", "| Island | Gain | Lamps |", "|---|---|---|", *rows])
    index = index_of(tmp_path, text)
    words = quote(index, row_of(index, island), f"What do I gain on {island}?")
    assert words.count("\n") + 1 == lines
    assert words.splitlines()[-1].startswith(island)
    assert len(words) <= LONGEST_QUOTE
    assert words.startswith("Island") == (lines > 1)
