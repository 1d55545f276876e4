"""Questions and answers: one passage a pair, however the rulebook marks them."""

from pathlib import Path

import pytest

from corpus.types import Document, Page, Passage, PassageKind
from ingest import chunk
from ingest.readers import read
from tests.ingest.pdfs import typeset

DOCUMENT = Document("faq.en", "isles", "Isles", "en")
RULE = "Players sail one after the other, beginning with the oldest one, until all boats have reached their harbour."


def cut(*pages: Page) -> list[Passage]:
    return chunk.passages(DOCUMENT, pages, lambda texts: [len(text) // 3 for text in texts], 512)


def answers(*pages: Page) -> list[str]:
    texts = {page.number: page.text for page in pages}
    return [each.span.of(texts[each.page]) for each in cut(*pages) if each.kind is PassageKind.ANSWER]


@pytest.mark.parametrize(
    ("asks", "says"),
    [
        ("Q:", "A:"), ("Q.", "A."), ("Q1:", "A1:"), ("Q :", "R :"), ("P:", "R:"), ("F:", "A:"), ("D:", "R:"),
        ("V:", "A:"), ("P:", "O:"), ("Question 2:", "Answer:"), ("Pergunta:", "Resposta:"), ("Pregunta:", "Respuesta:"),
        ("Frage:", "Antwort:"), ("Question :", "Réponse :"), ("Domanda:", "Risposta:"),
    ],
)  # fmt: skip
def test_a_marked_pair_is_one_passage(asks: str, says: str) -> None:
    first = f"{asks} May I sail past the northern cape twice?\n{says} Yes, but pay one coin each time."
    second = f"{asks} May I stop there?\n{says} No."
    assert answers(Page(1, f"{RULE}\n\n{first}\n\n{second}\n\nTHE END\n\n{RULE}")) == [first, second]


def test_a_pair_on_one_line_is_an_answer() -> None:
    line = "Q: May I sail past the northern cape twice? A: Yes, but pay one coin each time."
    assert answers(Page(1, f"{RULE}\n\n{line}")) == [line]


@pytest.mark.parametrize(
    "text",
    [
        "P. Silva drew the map of the isles.\nR. Costa wrote the rules of the game.",
        "Q. Sail past the cape.\nR. Return to the harbour.",
        "Q: What lies behind the northern cape\n\nNothing that this rulebook would tell you about.",
        "Setup: Put the board on the table.\nRound: Players take turns.",
    ],
)
def test_other_marks_make_no_pair(text: str) -> None:
    assert answers(Page(1, f"{RULE}\n\n{text}")) == []


FAQ = """#set page(width: 11cm, height: 24cm, margin: 1cm)
#set text(size: 10pt, lang: "en")
#show heading.where(level: 3): set text(size: 10pt)
= Isles
== Boats
Boats carry goods and players from one island to the next, and stay there until they are called for again.

=== May I sail past the northern cape twice?
Yes, but pay one coin each time.

=== My boat was sunk in the same round in which it was built, before it ever sailed anywhere. Do I get my coins back?
No, the coins are lost.
== Harbours
Harbours belong to the player who built them, and every other player pays for using one of them.
"""


def test_questions_set_as_lowest_headings_are_passages_with_their_answers(tmp_path: Path) -> None:
    pages = read(typeset(tmp_path, FAQ)).pages
    kinds = [(each.kind.value, each.section, each.span.of(pages[0].text)[:30]) for each in cut(*pages)]
    assert kinds == [
        ("rule", ("Isles", "Boats"), "Boats carry goods and players "),
        ("answer", ("Isles", "Boats"), "May I sail past the northern c"),
        ("answer", ("Isles", "Boats"), "My boat was sunk in the same r"),
        ("rule", ("Isles", "Harbours"), "Harbours belong to the player "),
    ]


def test_one_heading_that_asks_among_others_stays_a_heading() -> None:
    text = f"Who begins?\n{RULE}\nSetup\n{RULE}\nScoring\n{RULE}"
    starts = [text.index(words) for words in ("Who begins?", "Setup", "Scoring")]
    ends = [text.index("\n", start) for start in starts]
    page = Page(1, text, headings=tuple((start, end, 2) for start, end in zip(starts, ends, strict=True)))
    assert [each.section for each in cut(page)] == [("Who begins?",), ("Setup",), ("Scoring",)]
    assert answers(page) == []
