"""PDFs that are typeset here, so that the text they must read as is known."""

from pathlib import Path

import pytest

from corpus.types import Page
from ingest.readers import read
from tests.ingest.pdfs import raw_pdf, shown, typeset

PARAGRAPHS = {
    "pt": (
        "O objetivo é conquistar o maior número de arquipélagos antes que a maré suba "
        "completamente; cada participante "
        "administra uma pequena frota de embarcações e distribui mantimentos, especialistas e fortificações.",
        "Depois do fim de cada rodada, reposicione imediatamente as embarcações desprotegidas. Quem "
        "não puder fazê-lo "
        "perde dois mantimentos, exceto quando uma carta disser explicitamente o contrário.",
    ),
    "es": (
        "El objetivo consiste en conquistar el mayor número de archipiélagos antes de que la marea "
        "suba completamente; cada "
        "participante administra una pequeña flota de embarcaciones y distribuye provisiones y fortificaciones.",
        "Después de cada ronda, reposiciona inmediatamente las embarcaciones desprotegidas. Quien "
        "no pueda hacerlo pierde "
        "dos provisiones, excepto cuando una carta diga explícitamente lo contrario.",
    ),
    "en": (
        "The first player to conquer the greatest number of archipelagos wins; every participant administers a small "
        "fleet of vessels and distributes provisions, specialists and fortifications among the official harbours.",
        "After every round, immediately reposition all unprotected vessels. Whoever cannot do so "
        "loses two provisions, "
        "except when a card explicitly says otherwise.",
    ),
    "de": (
        "Ziel des Spiels ist es, die größte Anzahl von Inselgruppen zu erobern, bevor die Flut "
        "vollständig gestiegen ist; "
        "alle Mitspielenden verwalten eine kleine Flotte und verteilen Vorräte und Befestigungsanlagen.",
        "Nach jeder Runde werden die ungeschützten Schiffe unverzüglich umgesetzt. Wer das nicht kann, verliert zwei "
        "Vorräte, außer wenn eine Karte ausdrücklich etwas anderes besagt.",
    ),
    "fr": (
        "Le but du jeu consiste à conquérir le plus grand nombre d’archipels avant que la marée ne "
        "monte complètement ; "
        "chaque participant administre une petite flotte et distribue des provisions et des fortifications.",
        "Après chaque manche, repositionnez immédiatement les embarcations non protégées. Quiconque "
        "ne peut le faire perd "
        "deux provisions, sauf indication contraire d’une carte.",
    ),
}
STEPS = (
    "Alfa bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november.",
    "Oscar papa quebec.",
)
ITEMS = (
    "24 sierra",
    "1 tango uniform victor whiskey xray yankee zulu with many more words to fill the line",
    "4 whiskey",
)
BOX = "Anna has three sierra and spends two of them to fortify the island of the east; the office keeps one of them."

BOOK = """
#set page(paper: "a5", columns: {columns}, margin: 1.5cm,
  header: [#set text(7pt); Isles of the North #h(1fr) Rules],
  footer: context [#set align(center); #set text(8pt); #counter(page).display()])
#set text(lang: "{language}", size: 9pt, hyphenate: true)
#set par(justify: {justify})
#place(top + center, scope: "parent", float: true, text(20pt, weight: "bold")[Isles of the North])
= First section
{first}

{second}

== Steps of the second section
+ {steps[0]}
+ {steps[1]}

== Third of the sections
- {items[0]}
- {items[1]}
- {items[2]}

#block(fill: luma(230), inset: 6pt, width: 100%)[{box}]

= Last section
{fillers}
"""


def words(text: str) -> str:
    return " ".join(text.split())


def fillers(language: str) -> list[str]:
    """Return paragraphs that fill pages, no two of which break into the same lines."""
    all_words = " ".join(PARAGRAPHS[language]).split()
    return [f"Filler {' '.join(all_words[n:] + all_words[:n])}" for n in range(3, 48, 3)]


def book(folder: Path, language: str, columns: int, justify: bool = True) -> tuple[Page, ...]:
    first, second = PARAGRAPHS[language]
    source = BOOK.format(
        columns=columns,
        language=language,
        justify=str(justify).lower(),
        first=first,
        second=second,
        steps=STEPS,
        items=ITEMS,
        box=BOX,
        fillers="\n\n".join(fillers(language)),
    )
    return read(typeset(folder, source), language=language).pages


def headings(page: Page) -> list[tuple[str, int]]:
    return [(page.text[start:end], level) for start, end, level in page.headings]


@pytest.mark.parametrize("columns", [1, 2, 3])
@pytest.mark.parametrize("language", PARAGRAPHS)
def test_a_typeset_book_reads_in_order(tmp_path: Path, language: str, columns: int) -> None:
    first, second = map(words, PARAGRAPHS[language])
    pages = book(tmp_path, language, columns)
    expected = [
        "Isles of the North",
        "First section",
        first,
        second,
        "Steps of the second section",
        *(f"{number}. {step}" for number, step in enumerate(STEPS, start=1)),
        "Third of the sections",
        *(f"• {item}" for item in ITEMS),
        BOX,
        "Last section",
        *map(words, fillers(language)),
    ]
    lines = [line for line in "\n".join(page.text for page in pages).split("\n") if line]
    assert [line for line in expected[:12] if line not in lines] == []
    together = "\n".join(lines).replace("-\n", "").replace("\n", " ")  # a page's end may cut a paragraph
    assert words(together) == " ".join(expected)
    assert [page.label for page in pages] == [str(page.number) for page in pages]


def test_ragged_columns_read_in_order_too(tmp_path: Path) -> None:
    pages = book(tmp_path, "en", 2, justify=False)
    lines = "\n".join(page.text for page in pages).split("\n")
    assert words(PARAGRAPHS["en"][0]) in lines
    assert words(PARAGRAPHS["en"][1]) in lines
    assert f"• {ITEMS[1]}" in lines


def test_headings_are_told_by_their_type(tmp_path: Path) -> None:
    first, *others = book(tmp_path, "en", 2)
    assert headings(first)[:4] == [
        ("Isles of the North", 1),
        ("First section", 2),
        ("Steps of the second section", 3),
        ("Third of the sections", 3),
    ]
    assert [heading for page in (first, *others) for heading in headings(page)][4:] == [("Last section", 2)]


def test_a_bold_line_is_a_heading_and_a_bold_start_is_none(tmp_path: Path) -> None:
    file = tmp_path / "rules.pdf"
    content = shown(50, 700, "Setup", font="B") + shown(50, 680, "Take the four boats of one colour and put them down.")
    content += shown(50, 640, "Note.", font="B") + shown(88, 640, "The boats of others stay where they are, always.")
    file.write_bytes(raw_pdf(content))
    (page,) = read(file).pages
    assert page.text.split("\n")[0] == "Setup"
    assert "Note. The boats of others stay where they are, always." in page.text.split("\n")
    assert headings(page) == [("Setup", 1)]


def test_hyphens_that_a_layout_program_wrote_are_mended(tmp_path: Path) -> None:
    file = tmp_path / "rules.pdf"
    lines = [
        "Cada jogador move a sua embarca-",
        "ção até três espaços na fase pós-",
        "jogo, e quem puder fazê-",
        "lo pontua.",
    ]
    file.write_bytes(raw_pdf(b"".join(shown(50, 700 - 14 * n, line) for n, line in enumerate(lines))))
    (page,) = read(file, language="pt").pages
    assert (
        page.text
        == "Cada jogador move a sua embarcação até três espaços na fase pós-jogo, e quem puder fazê-lo pontua."
    )


def test_letters_drawn_twice_are_read_once(tmp_path: Path) -> None:
    file = tmp_path / "rules.pdf"
    file.write_bytes(raw_pdf(shown(50, 700, "All falling cards") + shown(50.3, 700, "All falling cards")))
    assert read(file).pages[0].text == "All falling cards"


def test_letterspaced_words_stay_whole(tmp_path: Path) -> None:
    file = tmp_path / "rules.pdf"
    file.write_bytes(raw_pdf(b"BT /F 12 Tf 4 Tc 50 700 Td (BOARD GAME) Tj ET"))
    assert read(file).pages[0].text == "BOARD GAME"


def test_actual_text_says_what_a_hyphen_is(tmp_path: Path) -> None:
    file = tmp_path / "rules.pdf"
    content = (
        b"BT /F 12 Tf 50 700 Td (Every player takes a boa) Tj /Span <</ActualText <FEFF00AD>>> BDC (-) Tj EMC ET\n"
    )
    file.write_bytes(raw_pdf(content + shown(50, 686, "rd and four cards.")))
    assert read(file).pages[0].text == "Every player takes a board and four cards."


def test_turned_text_is_read_along_its_direction_after_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "rules.pdf"
    turned = b"BT /F 10 Tf 0 1 -1 0 30 200 Tm (Turned by ninety) Tj ET\n"
    file.write_bytes(raw_pdf(turned + shown(50, 700, "The rules of the game stand upright.")))
    assert read(file).pages[0].text == "The rules of the game stand upright.\n\nTurned by ninety"


def test_forms_are_read_where_they_are_drawn(tmp_path: Path) -> None:
    inner = shown(0, 0, "from a form")
    form = b"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Matrix[1 0 0 1 50 650]/Length %d>>stream\n%s\nendstream"
    file = tmp_path / "rules.pdf"
    file.write_bytes(
        raw_pdf(
            b"/X Do " + shown(50, 700, "On the page."),
            resources=b"/XObject<</X 7 0 R>>",
            objects=(form % (len(inner), inner),),
        )
    )
    assert read(file).pages[0].text == "On the page.\n\nfrom a form"


def test_a_table_reads_row_by_row(tmp_path: Path) -> None:
    cells = "[Isles], [Points], [Bonus], [1], [3], [0], [2], [6], [1]"
    source = f"#set page(columns: 2)\n#lorem(60)\n\n#table(columns: 3, {cells})"
    (page,) = read(typeset(tmp_path, source)).pages
    assert page.text.endswith("\n\nIsles Points Bonus\n1 3 0\n2 6 1")


def test_text_beyond_the_page_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "rules.pdf"
    file.write_bytes(raw_pdf(shown(50, 700, "On the page.") + shown(50, 900, "In the printer's margin.")))
    assert read(file).pages[0].text == "On the page."


def test_empty_pages_keep_their_number(tmp_path: Path) -> None:
    pages = read(typeset(tmp_path, "One.\n#pagebreak()\n#pagebreak()\nThree.")).pages
    assert [(page.number, page.text) for page in pages] == [(1, "One."), (2, ""), (3, "Three.")]


def test_a_pdf_is_a_pdf_under_any_name(tmp_path: Path) -> None:
    (tmp_path / "rules.txt").write_bytes(raw_pdf(shown(50, 700, "Move one boat.")))
    assert read(tmp_path / "rules.txt").pages[0].text == "Move one boat."


NARROW = '#set page(width: 7.2cm, height: 12cm, margin: 1cm)\n#set text(size: 10pt, lang: "{}", hyphenate: false)\n'


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Whoever holds the longest route of all players shall replace 176 by 167."),
        ("de", "Auf der dritten Seite muss es unter der Wertung statt „3 Punkte“ ab jetzt heißen: „Zwei Punkte“."),
        ("fr", "Posez un jeton sur la case de départ, puis tirez-le au sort avec vos amis ; peut-on le rendre ?"),
    ],
)
def test_a_sentence_stays_whole_wherever_its_lines_end(tmp_path: Path, language: str, text: str) -> None:
    for wide in range(58, 84, 3):
        source = NARROW.format(language).replace("7.2cm", f"{wide}mm") + text
        assert read(typeset(tmp_path, source), language=language).pages[0].text == text


def test_an_item_goes_on_after_a_colon_as_far_in_as_its_words(tmp_path: Path) -> None:
    items = ["Add the file or the rank that your piece came from: Nbd2 or R1e3.", "Pay one coin for it."]
    source = NARROW.format("en") + "\n".join(f"- {item}" for item in items)
    assert read(typeset(tmp_path, source)).pages[0].text.split("\n") == [f"• {item}" for item in items]
