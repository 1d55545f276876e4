from dataclasses import replace
from pathlib import Path

import pytest

from corpus.index import Index
from corpus.types import LineBox, Page
from ingest.build import ingest
from ingest.languages_apart import languages_apart
from ingest.outcome import State
from ingest.readers import read
from tests.fakes import FakeEncoder
from tests.ingest.books import entry
from tests.ingest.pdfs import typeset
from tests.ingest.shared import SHARED, needs_shared

ENGLISH = """Setup

Place the board in the middle of the table and give each player a boat and seven coins of one colour.
1. Shuffle the river tiles and place them face down beside the board.
2. Reveal three of them, and put the others back into the box of the game.

The oldest player begins. Then the turn passes to the left until somebody has no more coins."""
GERMAN = """Spielaufbau

Legt das Spielbrett in die Mitte des Tisches und gebt jedem Spieler ein Boot und sieben Münzen einer Farbe.
1. Mischt die Flussplättchen und legt sie verdeckt neben das Spielbrett.
2. Deckt drei davon auf und legt die anderen zurück in die Schachtel des Spiels.

Wer am ältesten ist, beginnt. Danach geht es nach links weiter, bis jemand keine Münzen mehr hat."""
SPANISH = """Preparación

Colocad el tablero en el centro de la mesa y dad a cada jugador una barca y siete monedas de un color.
1. Barajad las losetas del río y dejadlas boca abajo junto al tablero.
2. Descubrid tres de ellas y devolved las demás a la caja del juego.

Empieza el jugador de más edad. Después el turno pasa a la izquierda hasta que alguien no tenga monedas."""
PORTUGUESE = """Preparação

Coloquem o tabuleiro no centro da mesa e deem a cada jogador um barco e sete moedas da mesma cor.
1. Embaralhem as peças do rio e deixem-nas viradas para baixo ao lado do tabuleiro.
2. Revelem três delas e devolvam as outras à caixa do jogo.

O jogador mais velho começa. Depois a vez passa para a esquerda até que alguém não tenha mais moedas."""
BOOK = {"en": ENGLISH, "de": GERMAN, "es": SPANISH, "pt": PORTUGUESE}
QUOTE = "« Qui veut voyager loin ménage sa monture et ne prend jamais le bateau des autres sans demander. »"


def texts(pages: tuple[Page, ...]) -> list[str]:
    return [page.text for page in pages]


def test_four_languages_on_pages_of_their_own_keep_the_pages_numbers() -> None:
    found = languages_apart([Page(number, text, str(number)) for number, text in enumerate(BOOK.values(), start=1)])
    assert list(found) == ["en", "de", "es", "pt"]
    assert texts(found["de"]) == ["", GERMAN, "", ""]
    assert [(page.number, page.label) for page in found["pt"]] == [(1, "1"), (2, "2"), (3, "3"), (4, "4")]
    assert texts(found["pt"])[3] == PORTUGUESE


def test_four_languages_on_one_page_are_parted_at_their_headings() -> None:
    found = languages_apart([Page(1, "\n\n".join(BOOK.values()))])
    assert {language: pages[0].text for language, pages in found.items()} == BOOK


def test_a_language_that_comes_back_goes_on_in_its_document() -> None:
    found = languages_apart([Page(1, f"{ENGLISH}\n\n{GERMAN}"), Page(2, f"{ENGLISH}\n\n{GERMAN}")])
    assert {language: texts(pages) for language, pages in found.items()} == {"en": [ENGLISH] * 2, "de": [GERMAN] * 2}


def test_headings_and_boxes_stay_with_their_words() -> None:
    text = f"{ENGLISH}\n\n{GERMAN}"
    start = text.index("Spielaufbau")
    boxes = (LineBox(0, 5, 0.1, 0.1, 0.2, 0.2), LineBox(start, start + 11, 0.5, 0.5, 0.7, 0.6))
    page = Page(1, text, headings=((0, 5, 1), (start, start + 11, 1)), boxes=boxes)
    found = languages_apart([page])["de"][0]
    assert (found.headings, found.boxes) == (((0, 11, 1),), (replace(boxes[1], start=0, end=11),))


@pytest.mark.parametrize("place", [1, 2, 3])
def test_a_quoted_sentence_does_not_split(place: int) -> None:
    blocks = [*ENGLISH.split("\n\n"), ENGLISH]
    text = "\n\n".join([*blocks[:place], QUOTE, *blocks[place:]])
    assert {language: texts(pages) for language, pages in languages_apart([Page(1, text)]).items()} == {"en": [text]}


def test_names_of_cards_and_people_do_not_split() -> None:
    names = "\n".join(f"{n}. Der Fährmann am Großen Fluss, Die Alte Brücke, Das Goldene Boot" for n in range(1, 9))
    people = "Andrzej Wiśniewski, Małgorzata Kowalczyk, Przemysław Nowak, Zbigniew Szczepański, Łukasz Wójcik " * 4
    assert list(languages_apart([Page(1, "\n\n".join([ENGLISH, names, people, ENGLISH]))])) == ["en"]


def test_a_quote_within_a_book_of_several_languages_stays_where_it_stands() -> None:
    sentence = "Legt das Spielbrett immer in die Mitte des Tisches."
    english = ENGLISH.replace("\n\nThe oldest", f"\n{sentence}\nThe oldest")
    found = languages_apart([Page(1, english), Page(2, GERMAN)])
    assert {language: texts(pages) for language, pages in found.items()} == {"en": [english, ""], "de": ["", GERMAN]}


@pytest.mark.parametrize("text", ["", "1 2 3", "———"])
def test_no_words_tell_no_language(text: str) -> None:
    assert languages_apart([Page(1, text)]) == {}


def test_a_short_text_in_one_language_is_in_that() -> None:
    assert list(languages_apart([Page(1, "Der Spieler mit den meisten Punkten gewinnt das Spiel.")])) == ["de"]


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return tmp_path / "index"


def held(index: Path) -> dict[str, str]:
    return {document.id: document.language for document in Index.open(index).documents}


def test_a_file_in_four_languages_becomes_four_documents(tmp_path: Path, index: Path, encoder: FakeEncoder) -> None:
    file = tmp_path / "canals" / "rules.txt"
    file.parent.mkdir()
    file.write_text("\n---\n".join(BOOK.values()), "utf-8")
    outcome = ingest([file], index, encoder)
    assert held(index) == {"rules.en": "en", "rules.de": "de", "rules.es": "es", "rules.pt": "pt"}
    assert outcome.files[0].remarks == (f"{file}: holds 4 languages (en, de, es, pt), a document each",)
    german = [each for each in Index.open(index).passages if each.document == "rules.de"]
    assert {each.page for each in german} == {2}
    assert Index.open(index).page("rules.de", 2).text.startswith("Spielaufbau")
    again = ingest([file], index, encoder)
    assert (again.count(State.UNCHANGED), again.generation) == (4, "000001")


def test_a_language_that_leaves_the_file_leaves_the_index(tmp_path: Path, index: Path, encoder: FakeEncoder) -> None:
    file = tmp_path / "rules.txt"
    file.write_text(f"{ENGLISH}\n---\n{GERMAN}", "utf-8")
    ingest([file], index, encoder)
    file.write_text(f"{ENGLISH}\n---\n{SPANISH}", "utf-8")
    said: list[str] = []
    ingest([file], index, encoder, say=said.append)
    assert held(index) == {"rules.en": "en", "rules.es": "es"}
    assert said == [f'{file}: has another id now; document "rules.de" leaves the index']


def test_the_catalogue_says_that_a_file_is_in_several(tmp_path: Path, index: Path, encoder: FakeEncoder) -> None:
    (tmp_path / "rules.txt").write_text(f"{ENGLISH}\n---\n{PORTUGUESE}", "utf-8")
    (tmp_path / "catalog.toml").write_text(entry("canals.mul", "rules.txt", language="mul"), "utf-8")
    assert not ingest([tmp_path], index, encoder).failed
    assert held(index) == {"canals.en": "en", "canals.pt": "pt"}


def test_a_file_that_is_said_to_be_in_one_language_stays_whole(
    tmp_path: Path, index: Path, encoder: FakeEncoder
) -> None:
    (tmp_path / "rules.en.txt").write_text(f"{ENGLISH}\n---\n{GERMAN}", "utf-8")
    ingest([tmp_path], index, encoder)
    assert held(index) == {"rules.en": "en"}


def test_an_id_that_another_file_has_is_an_error(tmp_path: Path, index: Path, encoder: FakeEncoder) -> None:
    (tmp_path / "rules.en.txt").write_text(ENGLISH, "utf-8")
    (tmp_path / "rules.txt").write_text(f"{ENGLISH}\n---\n{GERMAN}", "utf-8")
    outcome = ingest([tmp_path], index, encoder)
    problem = f'{tmp_path / "rules.txt"}: is the document "rules.en", and so is {tmp_path / "rules.en.txt"}; rename one'
    assert [each.problem.startswith(problem) for each in outcome.files if each.problem] == [True]
    assert held(index) == {"rules.en": "en"}


def test_two_games_may_each_have_a_file_in_several(tmp_path: Path, index: Path, encoder: FakeEncoder) -> None:
    for game in ("canals", "rivers"):
        (tmp_path / game).mkdir()
        (tmp_path / game / "rules.txt").write_text(f"{ENGLISH}\n---\n{GERMAN}", "utf-8")
        ingest([tmp_path / game], index, encoder)
    assert sorted(held(index)) == ["rivers.rules.de", "rivers.rules.en", "rules.de", "rules.en"]


def test_a_pdf_with_its_languages_in_columns(tmp_path: Path) -> None:
    columns = "\n#colbreak()\n".join(text.replace("\n", "\n\n") for text in (ENGLISH, SPANISH))
    file = typeset(tmp_path, f'#set page(columns: 2, width: 21cm)\n#set text(size: 10pt, lang: "en")\n{columns}')
    found = languages_apart(read(file).pages)
    assert list(found) == ["en", "es"]
    assert "Shuffle the river tiles" in found["en"][0].text
    assert "Barajad las losetas" in found["es"][0].text
    assert "tablero" not in found["en"][0].text


@needs_shared
def test_five_editions_in_one_file_come_out_as_they_went_in() -> None:
    names = ("en", "de", "es", "it", "pt-BR")
    pages = [
        replace(read(SHARED / "rulebooks/cairn" / f"cairn.{name}.md").pages[0], number=n)
        for n, name in enumerate(names, 1)
    ]
    found = languages_apart(pages)
    assert list(found) == ["en", "de", "es", "it", "pt"]
    assert [[page.text for page in own if page.text] for own in found.values()] == [[page.text] for page in pages]
