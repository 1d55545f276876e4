"""Structure that passages carry: tables under their heads, references, languages of encodings."""

from pathlib import Path

import pytest

from corpus.types import Document, Page, Passage, PassageKind
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


def test_equal_headings_over_cards_keep_their_texts_apart() -> None:
    cards = [
        f"SITUATION\n\n{n}\n\nAnna {what}.\n\nRISK\n\nLoss of {n} coins." for n, what in ((8, "sails"), (9, "rows"))
    ]
    found = cut(Page(1, text := "\n\n".join(cards)))
    assert [(each.section, each.span.of(text)) for each in found] == [
        (("SITUATION 8",), "Anna sails."),
        (("RISK",), "Loss of 8 coins."),
        (("SITUATION 9",), "Anna rows."),
        (("RISK",), "Loss of 9 coins."),
    ]


@pytest.mark.parametrize("label", ["Example", "Exemplo", "Ejemplo 2", "Beispiel", "Exemple", "Esempio"])
def test_a_word_alone_over_an_example_marks_it(label: str) -> None:
    text = f"{label}\nAnna pays two coins.\n\nPay two coins for each boat that you use, whoever owns it."
    assert [(each.kind, each.span.of(text)) for each in cut(Page(1, text))] == [
        (PassageKind.EXAMPLE, f"{label}\nAnna pays two coins."),
        (PassageKind.RULE, "Pay two coins for each boat that you use, whoever owns it."),
    ]


@pytest.mark.parametrize("text", ["starting from 68. Unused boats return.", "Nach der 105. Runde endet das Spiel."])
def test_the_end_of_a_sentence_and_an_ordinal_are_no_headings(text: str) -> None:
    assert [each.section for each in cut(Page(1, text))] == [()]


def test_a_sentence_that_goes_on_in_capitals_stays_whole() -> None:
    text = "Boats\n\nread more about VPN AND\nUSE TOR NETWORK"
    assert [each.span.of(text) for each in cut(Page(1, text))][-1].endswith("read more about VPN AND\nUSE TOR NETWORK")


def test_a_shaded_head_belongs_to_the_ruled_rows_below_it(tmp_path: Path) -> None:
    look = "stroke: (_, y) => (bottom: 0.5pt), fill: (_, y) => if y == 0 { luma(220) }"
    cells = (
        "[Situation], [Result], [Claim], [Mate], [win], [no], [Stalemate], [draw], [no], [Three times], [draw], [yes]"
    )
    source = f"#lorem(30)\n\n#table(columns: (1fr, auto, auto), {look}, {cells})\n\n#lorem(30)"
    pages = read(typeset(tmp_path, source)).pages
    assert [each.context for each in cut(*pages) if each.kind is PassageKind.ROW] == [
        "Situation: Mate; Result: win; Claim: no",
        "Situation: Stalemate; Result: draw; Claim: no",
        "Situation: Three times; Result: draw; Claim: yes",
    ]


def test_the_ground_of_a_head_parts_cells_that_stand_close(tmp_path: Path) -> None:
    look = "stroke: (_, y) => (bottom: 0.5pt), fill: (_, y) => if y == 0 { luma(220) }, inset: 3pt"
    rows = "[Three], [2 men], [2 cubes], [Four], [3 men], [3 cubes], [Five], [4 men], [4 cubes]"
    cells = f"[Players], [Team], [Cubes], {rows}"
    table = f"#set text(9pt)\n#table(columns: (1fr, auto, auto), align: (left, center, center), {look}, {cells})"
    pages = read(typeset(tmp_path, f"#lorem(30)\n\n{table}\n\n#lorem(30)")).pages
    found = [each.context for each in cut(*pages) if each.kind is PassageKind.ROW]
    assert found == [
        f"Players: {name}; Team: {n} men; Cubes: {n} cubes" for n, name in enumerate(("Three", "Four", "Five"), 2)
    ]


TABLE = "| Players | Silver |\n|---|---|\n| 2 | 11 |\n| 3 | 13 |\n"


def test_rows_are_passages_of_their_own_kind_under_their_heads(tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_text(f"Take silver by the number of players:\n\n{TABLE}\nThen the game begins.")
    pages = read(tmp_path / "rules.md").pages
    assert [(each.kind, each.context, each.span.of(pages[0].text)) for each in cut(*pages)] == [
        (PassageKind.RULE, "", "Take silver by the number of players:"),
        (PassageKind.ROW, "Players: 2; Silver: 11", "Players | Silver\n2 | 11"),
        (PassageKind.ROW, "Players: 3; Silver: 13", "3 | 13"),
        (PassageKind.RULE, "", "Then the game begins."),
    ]


def test_rows_that_say_their_heads_stand_alone_and_others_together(tmp_path: Path) -> None:
    rows = "<tr><td>1</td><td>north wind</td></tr><tr><td>2</td><td>south wind</td></tr>"
    headed = "<tr><th>Players</th><th>Silver</th></tr><tr><td>2</td><td>11</td></tr><tr><td>3</td><td>13</td></tr>"
    (tmp_path / "rules.html").write_text(f"<main><table>{headed}</table><p>Sail on.</p><table>{rows}</table></main>")
    pages = read(tmp_path / "rules.html").pages
    found = [each.span.of(pages[0].text) for each in cut(*pages) if each.kind is PassageKind.ROW]
    assert found == ["Players: 2 | Silver: 11", "Players: 3 | Silver: 13", "1 | north wind\n2 | south wind"]


def test_an_empty_cell_keeps_its_column(tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_text("| Era | Cost | Gain |\n|---|---|---|\n| I | | 2 \\| 3 |\n")
    pages = read(tmp_path / "rules.md").pages
    assert [(each.context, each.span.of(pages[0].text)) for each in cut(*pages)] == [
        ("Era: I; Gain: 2 | 3", "Era | Cost | Gain\nI | 2 | 3")
    ]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("- 42 storm markers\n- 5 boats (one for each player)\n- 3x cards", PassageKind.COMPONENTS),
        ("42 storm markers\n5 boats\n1 board\n60 coins of wood", PassageKind.COMPONENTS),
        ("- 2 players draw a card.\n- 3 players draw two cards.\n- 4 players draw none.", PassageKind.ITEM),
        ("COMPONENTS\n\nNote: the markers are not limited in number at all.", PassageKind.NOTE),
        ("COMPONENTS\n\nA board shows the isles.", PassageKind.COMPONENTS),
    ],
)
def test_lists_of_pieces_are_told_from_other_lists(text: str, kind: PassageKind) -> None:
    assert [each.kind for each in cut(Page(1, text))] == [kind]


WRAPPING = "[Number of players], [Silver contracts], [Storm markers], [First bonus]"
IN_WORDS = "[Name of island], [Who may land there], [What it gives you], [Danger]"
NUMBERS = "[2], [11], [3], [two specialists], [3], [13], [6], [none at all], [4], [15], [9], [a warehouse]"
WORDS = "[Cape], [all players], [wood], [storm], [Bay], [the owner], [stone], [none], [Isle], [nobody], [gold], [reefs]"


@pytest.mark.parametrize("align", ["top", "horizon", "bottom", "center"])
@pytest.mark.parametrize(
    ("head", "body", "context"),
    [
        (
            WRAPPING,
            NUMBERS,
            "Number of players: 3; Silver contracts: 13; Storm markers: 6; First bonus: none at all",
        ),
        (IN_WORDS, WORDS, "Name of island: Bay; Who may land there: the owner; What it gives you: stone; Danger: none"),
    ],
)
def test_a_head_that_wraps_heads_a_table_that_nothing_is_drawn_around(
    tmp_path: Path, align: str, head: str, body: str, context: str
) -> None:
    table = f"#table(columns: (50pt, 60pt, 60pt, auto), stroke: none, align: {align}, {head}, {body})"
    page = '#set page(width: 14cm, height: 16cm, margin: 1cm)\n#set text(size: 10pt, lang: "en")'
    pages = read(typeset(tmp_path, f"{page}\n#lorem(30)\n\n{table}\n\n#lorem(30)")).pages
    assert [each.context for each in cut(*pages) if each.kind is PassageKind.ROW][1] == context


def test_a_first_row_that_wraps_like_others_is_no_head(tmp_path: Path) -> None:
    first, second = "[the cape of the north], [two coins], [storm]", "[the bay of all winds], [three coins], [none]"
    body = f"{first}, {second}, [the isle], [a boat], [pirates], [the reef], [nothing], [rocks]"
    table = f"#table(columns: (60pt, 90pt, auto), stroke: none, {body})"
    page = '#set page(width: 14cm, height: 16cm, margin: 1cm)\n#set text(size: 10pt, lang: "en")'
    (page_read,) = read(typeset(tmp_path, f"{page}\n#lorem(30)\n\n{table}\n\n#lorem(30)")).pages
    assert page_read.cells == ()
    rows = ["the cape of the north two coins storm", "the bay of all winds three coins none", "the isle a boat pirates"]
    assert [line for line in page_read.text.split("\n") if line in rows] == rows
