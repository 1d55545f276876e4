"""Structure that passages carry: tables under their heads, references, languages of encodings."""

from pathlib import Path

import pytest

from corpus.types import Document, Page, Passage
from ingest import chunk
from ingest.readers import read
from tests.ingest.pdfs import typeset

DOCUMENT = Document("rules.en", "isles", "Isles", "en")


def cut(*pages: Page) -> list[Passage]:
    return chunk.passages(DOCUMENT, pages, lambda texts: [len(text) // 3 for text in texts], 512)


@pytest.mark.parametrize("stroke", ["0.5pt", "none"])
def test_a_rows_passage_carries_its_columns_heads(tmp_path: Path, stroke: str) -> None:
    cells = "[Players], [Silver contracts], [First bonus], [2], [11], [one coin], [3], [13], [two coins of silver]"
    source = f"#lorem(30)\n\n#table(columns: (auto, auto, 72pt), stroke: {stroke}, {cells})"
    pages = read(typeset(tmp_path, source)).pages
    rows = {each.span.of(pages[0].text): each.context for each in cut(*pages)}
    assert rows["3 13 two coins of silver"] == "Players: 3; Silver contracts: 13; First bonus: two coins of silver"
    assert "Players Silver contracts First bonus\n2 11 one coin" in rows


@pytest.mark.parametrize(
    "words", ["see page 12", "veja a página 12", "siehe S. 12", "véase la pág. 12", "voir page 12", "vedi pagina 12"]
)
def test_a_page_that_is_named_is_found_by_its_printed_number(words: str) -> None:
    first = Page(1, f"Move one boat along the river and settle its harbour at once ({words}).", "11")
    second = Page(2, "SETTLING\n\nPay two coins to settle a harbour, and put one of your own markers on it.", "12")
    source, target = cut(first, second)
    assert source.references == (target.id,)
    assert target.references == ()


def test_a_code_leads_to_its_entry() -> None:
    text = "Whenever you sail past the northern cape you may use the card C56 without paying for it.\n\n"
    pages = Page(1, text + "(C56) Take two coins from the supply and pass them on to the player on your left.")
    source, target = cut(pages)
    assert source.references == (target.id,)


def test_what_names_no_page_refers_to_nothing() -> None:
    (only,) = cut(Page(1, "Each player takes pages 12 cards long ago, and 3 coins; then S 4 begins for all of them."))
    assert only.references == ()


def test_portuguese_in_latin_1_keeps_its_letters(tmp_path: Path) -> None:
    words = "A ação não põe limões nem aviões: cada região tem três opções, e os peões são dos campeões.\n" * 3
    (tmp_path / "regras.txt").write_bytes(words.encode("latin-1"))
    text = read(tmp_path / "regras.txt", language="pt-BR").pages[0].text
    assert "A ação não põe limões nem aviões: cada região tem três opções" in text
