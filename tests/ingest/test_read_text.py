from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from corpus.errors import LexludoError, UnreadableFileError
from corpus.types import Page
from ingest.readers import read

ACCENTED = "Construção de ferrovias.\n\nVocê paga três Táleres à reserva; não há devolução. O jogador é à prova d’água."


def pages_of(folder: Path, text: str, language: str = "pt") -> tuple[Page, ...]:
    file = folder / "rules.txt"
    file.write_text(text, encoding="utf-8")
    return read(file, language=language).pages


def text_of(folder: Path, text: str, language: str = "pt") -> str:
    return "\f".join(page.text for page in pages_of(folder, text, language))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_reads_the_encodings_that_people_save(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "rules.txt"
    file.write_bytes(ACCENTED.encode(encoding))
    assert read(file).pages[0].text == ACCENTED


def test_a_guessed_encoding_is_remarked_and_a_declared_one_is_not(tmp_path: Path) -> None:
    file = tmp_path / "rules.txt"
    file.write_bytes(ACCENTED.encode("cp1252"))
    assert "guessed" in read(file).remarks[0]
    file.write_bytes(ACCENTED.encode("utf-16"))
    assert read(file).remarks == ()


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("empty.txt", b"", "is empty"),
        ("blank.txt", b" \n\t\r\n", "is empty"),
        ("marks.txt", b"---\n\n---\n", "holds no text"),
        (
            "picture.txt",
            b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01\x00" + bytes(range(256)) * 8,
            "not a text file",
        ),
        ("rules.xlsx", b"PK\x03\x04", "unknown kind"),
        ("rules", b"Text", "unknown kind"),
        ("lies.txt", b"\xff\xfe\x00", "says it is utf-16"),
    ],
)
def test_names_what_is_wrong_and_what_to_do(tmp_path: Path, name: str, data: bytes, problem: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(UnreadableFileError, match=problem) as caught:
        read(tmp_path / name)
    assert name in str(caught.value)
    assert caught.value.remedy


def test_names_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFileError, match="does not exist"):
        read(tmp_path / "none.txt")
    with pytest.raises(UnreadableFileError, match="is a folder"):
        read(tmp_path)


def test_lists_the_kinds_that_are_read(tmp_path: Path) -> None:
    (tmp_path / "rules.odt").write_bytes(b"x")
    with pytest.raises(UnreadableFileError, match=r"\.markdown, \.md, \.pdf, \.text, \.txt"):
        read(tmp_path / "rules.odt")


@pytest.mark.parametrize(
    ("text", "pages"),
    [
        ("one\n---\ntwo", ["one", "two"]),
        ("one\n---\ntwo\n---", ["one", "two"]),
        ("one\n---\ntwo---", ["one", "two"]),
        ("one\n---\n\n---\nthree", ["one", "", "three"]),
        ("one\ftwo\f", ["one", "two"]),
        ("---\ntwo", ["", "two"]),
        ("one\r\n---\r\ntwo", ["one", "two"]),
        ("one ---- two\n-----\nthree", ["one ---- two\n-----\nthree"]),
    ],
)
def test_page_marks_part_pages_and_empty_pages_stay(tmp_path: Path, text: str, pages: list[str]) -> None:
    found = pages_of(tmp_path, text)
    assert [page.text for page in found] == pages
    assert [page.number for page in found] == list(range(1, len(pages) + 1))


def test_wrapped_lines_are_joined_and_paragraphs_are_not(tmp_path: Path) -> None:
    text = (
        "SETUP\nEach player takes the four boats of one colour and\n"
        "places them on the harbour spaces of the board. The\nyoungest player begins.\nGive every player two coins.\n"
        "1. Shuffle the cards.\n2. Deal four cards to every player\n"
        "and one to the table.\n• one board\n• a bag\n"
    )
    assert text_of(tmp_path, text, "en").split("\n") == [
        "SETUP",
        "Each player takes the four boats of one colour and places them on the harbour spaces of the board. The "
        "youngest player begins.",
        "Give every player two coins.",
        "1. Shuffle the cards.",
        "2. Deal four cards to every player and one to the table.",
        "• one board",
        "• a bag",
    ]


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        ("1 NOVA PEÇA DE\nENVIO ESPECIAL\n3 BARCOS", ["1 NOVA PEÇA DE ENVIO ESPECIAL", "3 BARCOS"]),
        ("MINAS DE CARVÃO\nVARIANTE", ["MINAS DE CARVÃO", "VARIANTE"]),
        ("(C51) Tenha 1 Mina.\n(C52) Tenha 2 Barcos.", ["(C51) Tenha 1 Mina.", "(C52) Tenha 2 Barcos."]),
        ("Arte: Ana Lima\nRevisão: Rui Sá", ["Arte: Ana Lima", "Revisão: Rui Sá"]),
        ("1 chip de 5 PV\n2 objetivos grandes", ["1 chip de 5 PV", "2 objetivos grandes"]),
        ("1. 1. Posicione o tabuleiro.", ["1. Posicione o tabuleiro."]),
        ("transporta o urânio (veja\na página 4) para lá", ["transporta o urânio (veja a página 4) para lá"]),
        (
            "via Rotas Marítimas a Barco\n(C). Finalmente, pare.",
            ["via Rotas Marítimas a Barco", "(C). Finalmente, pare."],
        ),
    ],
)
def test_what_begins_something_new_keeps_its_line(tmp_path: Path, lines: str, kept: list[str]) -> None:
    assert text_of(tmp_path, lines).split("\n") == kept


def test_callouts_of_a_diagram_stand_on_one_line_apart(tmp_path: Path) -> None:
    assert text_of(tmp_path, "Os barcos não contam.\nA\nB\nC\nAlém disso, pague.") == (
        "Os barcos não contam.\n\nA B C\n\nAlém disso, pague."
    )


def test_a_second_text_layer_is_dropped(tmp_path: Path) -> None:
    rule = "Se nenhum espaço puder ser selecionado, o Barão abre mão da ação dele (e passa a vez) até o próximo turno."
    copy = "Se nenhum espaço puder ser selecionado o Barão abre mão da ação dele e passa a vez até o próximo turno"
    assert text_of(tmp_path, f"{rule}\n\n{copy}\n\nPague 1 Táler.") == f"{rule}\n\nPague 1 Táler."


def test_characters_are_composed_and_spelled_out(tmp_path: Path) -> None:
    text = "\ufeffCafe\u0301 e\ufb03ciente\u00a0\u2009x² ½ ﾊ\x00\x07\u200b fi\u00adcha\u2028fim"
    assert text_of(tmp_path, text) == "Café efficiente x² ½ ﾊ ficha fim"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=150)
@given(
    data=st.binary(max_size=400),
    suffix=st.sampled_from([".txt", ".md", ".pdf"]),
    head=st.sampled_from([b"", b"%PDF-1.4\n"]),
)
def test_any_bytes_are_read_or_refused(tmp_path: Path, data: bytes, suffix: str, head: bytes) -> None:
    file = tmp_path / f"rules{suffix}"
    file.write_bytes(head + data)
    pages = pages_or_error(file)
    assert isinstance(pages, str) or any(page.text for page in pages)
    assert not isinstance(pages, str) or str(file) in pages


def pages_or_error(file: Path) -> tuple[Page, ...] | str:
    try:
        return read(file).pages
    except LexludoError as error:
        return str(error)


WORDS = st.text(st.characters(categories=["Ll"], max_codepoint=0x24F), min_size=3, max_size=9)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=100)
@given(pages=st.lists(st.lists(WORDS, max_size=5).map(" ".join), min_size=1, max_size=8))
def test_pages_are_as_many_as_marks_and_one(tmp_path: Path, pages: list[str]) -> None:
    file = tmp_path / "rules.txt"
    file.write_text("\n---\n".join(["begin", *pages, "end"]), encoding="utf-8")
    found = read(file).pages
    assert [page.number for page in found] == list(range(1, len(pages) + 3))
    assert (found[0].text, found[-1].text) == ("begin", "end")
