"""Reading sentences by id out of a rulebook's source."""

import pytest

from corpus.library.sentences import SentenceError, parse_sentences

SOURCE = """#import "../rulebook.typ": note, rulebook
#show: rulebook.with(title: "Chess", lang: "en")

= Castling // s: h-castling

*The king* moves two~squares. // s: castle-1
A pawn may not castle; \\# is mate. // s: castle-2
#note[
+ Take it back. // s: back-1
- Play on. // s: back-2
]
#rules-table(columns: (1fr, auto),
  [King], [1], // s: t-king
)
"""


def test_sentences_come_by_id_in_order_and_without_markup() -> None:
    assert list(parse_sentences(SOURCE).items()) == [
        ("h-castling", "Castling"),
        ("castle-1", "The king moves two squares."),
        ("castle-2", "A pawn may not castle; # is mate."),
        ("back-1", "Take it back."),
        ("back-2", "Play on."),
        ("t-king", "King 1"),
    ]


def test_every_line_at_fault_is_named() -> None:
    source = "First. // s: one\nNo id here.\nSecond. // s: one\n"
    with pytest.raises(SentenceError) as caught:
        parse_sentences(source, "rulebook.en.typ")
    assert str(caught.value).splitlines() == [
        "rulebook.en.typ:2: text without an id; end the line with // s: some-id",
        "rulebook.en.typ:3: id one is taken; give this sentence another",
    ]
