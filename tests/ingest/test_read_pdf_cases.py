"""PDFs from the wild, with the facts that were checked against their pictures."""

import re

import pytest

from corpus.errors import UnreadableFileError
from ingest.readers import read
from tests.ingest.shared import SHARED, needs_shared

CASES = SHARED / "pdf-cases"
PRIVACY = SHARED / "rulebooks" / "privacy-board-game"

pytestmark = needs_shared


def text_of(name: str, password: str = "") -> str:
    return "\n".join(page.text for page in read(CASES / name, password=password).pages)


def lines_of(name: str, password: str = "") -> list[str]:
    return [line for line in text_of(name, password).split("\n") if line]


def test_two_columns_under_a_title_read_in_order() -> None:
    expected = (CASES / "multicolumn.expected.txt").read_text(encoding="utf-8").strip()
    assert text_of("multicolumn.pdf").split() == expected.split()
    blocks = [" ".join(block.split()) for block in expected.split("\n\n")]
    lines = lines_of("multicolumn.pdf")
    # one paragraph runs over the page's end, and the table's rows stand on lines of their own
    assert [block[:12] for block in blocks if block not in lines] == ["Fusce mauris", "Country Popu"]


@pytest.mark.parametrize("number", range(1, 9))
def test_turned_and_mirrored_pages_read_in_order(number: int) -> None:
    pages = read(CASES / "issue-848.pdf").pages
    text = pages[number - 1].text
    assert text == pages[0].text
    assert 0 <= text.find("opens with a news report") < text.find("having been transferred")
    assert len(re.findall(r"\b(?:un)?officers?\b|\bunofficial\b", text)) == 6


def test_a_wide_table_on_a_turned_page_reads_row_by_row() -> None:
    lines = lines_of("nics-background-checks-2015-11-rotated.pdf")
    alabama = next(line for line in lines if line.startswith("Alabama ")).split()[1:]
    totals = next(line for line in lines if line.startswith("Totals ")).split()[1:]
    assert (len(alabama), alabama[0], alabama[-1]) == (22, "18,870", "71,137")
    assert (len(totals), totals[0], totals[-1]) == (24, "804,006", "2,236,457")
    assert lines[:2] == ["NICS Firearm Background Checks", "November - 2015"]


def test_lines_are_not_glued() -> None:
    assert lines_of("annotated_pdf.pdf") == ["Some text.", "Line 1", "Line 2", "Not highlighted"]
    assert lines_of("libre-office-link.pdf") == ["This is a link to an awesome blog."]


def test_passwords() -> None:
    with pytest.raises(UnreadableFileError, match="needs a password"):
        read(CASES / "password-example.pdf")
    with pytest.raises(UnreadableFileError, match="does not open it"):
        read(CASES / "password-example.pdf", password="no")
    brochure = text_of("password-example.pdf", "test")
    assert brochure.startswith("Backup4all")
    assert "• Professional Services\n• Service Industries\n" in brochure
    assert "novaPDF" not in brochure  # the footer of all pages
    for password in ("openpassword", "permissionpassword"):
        lorem = text_of("libreoffice-writer-password.pdf", password)
        assert lorem.startswith("Lorem ipsum dolor sit amet, consetetur")
        assert lorem.endswith("Lorem ipsum dolor sit amet.")


def test_ligatures_are_letters() -> None:
    text = text_of("crazyones-pdfa.pdf")
    assert "The misfits." in text
    assert "who see things differently." in text
    assert not any("\ufb00" <= character <= "\ufb06" for character in text)


def test_doubled_letters_are_read_once() -> None:
    first, second = read(CASES / "issue-71-duplicate-chars.pdf").pages
    assert first.text.endswith("培训课程： 名模意义一些有意义一些")
    assert "3com 认证网络大师" in second.text
    assert "证书证书" not in second.text


def test_labels_of_a_form_are_all_there() -> None:
    text = text_of("libreoffice-form.pdf")
    labels = ["Example for a Form", "First Name", "Last Name", "Birthday", "Gender:", "Female", "Male", "Nationality:"]
    assert [label for label in (*labels, "Agree to privacy policy", "Other") if label not in text] == []
    assert text.startswith("Example for a Form")


@pytest.mark.parametrize(
    ("name", "order"),
    [
        (
            "en-us",
            ["Tips", "Prepare the board", "Rules", "1. ", "2. ", "3. ", "4. ", "5. ", "6. ", "7. ", "xp’s dashboard"],
        ),
        (
            "pt-br",
            ["Dicas", "Prepare o quadro", "Regras", "1. ", "2. ", "3. ", "4. ", "5. ", "6. ", "7. ", "painel de xp’s"],
        ),
    ],
)
def test_a_turned_page_drawn_backwards_reads_forwards(name: str, order: list[str]) -> None:
    text = "\n" + read(PRIVACY / f"privacy_board_game_{name}.pdf").pages[5].text
    places = [text.find(f"\n{start}") for start in order]
    assert -1 not in places
    assert places == sorted(places)


@pytest.mark.parametrize("name", ["habibi.pdf", "habibi-rotated.pdf"])
def test_a_shaped_word_is_said_once_however_the_page_is_turned(name: str) -> None:
    pages = read(CASES / name).pages
    assert {page.text for page in pages} == {"\u062d\u064e\u0628\u064a\u0628\u064a habibi"}
    assert len(pages) == (1 if name == "habibi.pdf" else 4)


def test_headings_are_those_of_the_outline() -> None:
    pages = read(CASES / "pdflatex-outline.pdf").pages
    found = [(page.number, page.text[a:b].split()[1], level) for page in pages[1:] for a, b, level in page.headings]
    titles, numbers = ["Foo", "Bar", "Baz"] * 3, [2, 2, 2, 2, 3, 3, 3, 4, 4]
    assert found == [(number, title, 1) for number, title in zip(numbers, titles, strict=True)]


def test_fields_and_labels_of_a_latex_form() -> None:
    assert text_of("pdflatex-forms.pdf").split() == ["Name", "Check", "Submit"]


def test_notes_on_a_page_are_not_its_text() -> None:
    text = text_of("annotated_pdf.pdf")
    assert not any(note in text for note in ("text annotation", "Highlight comment", "Hello world"))


@pytest.mark.parametrize(("name", "count"), [("en-us", 13)])
def test_no_card_runs_into_its_neighbour(name: str, count: int) -> None:
    """Each situation is read with its number first and its risk after it."""
    pages = read(PRIVACY / f"privacy_board_game_{name}.pdf").pages[:2]
    lines = [line for page in pages for line in page.text.split("\n") if line]
    risks = [n for n, line in enumerate(lines) if line.casefold() in ("risk", "risco")]
    assert len(risks) == count
    for at, after in zip(risks, [*risks[1:], len(lines)], strict=True):
        assert sum(len(line.split()) > 25 for line in lines[at + 1 : after]) <= 1


def test_a_situation_is_read_whole() -> None:
    text = read(PRIVACY / "privacy_board_game_en-us.pdf").pages[1].text
    thiago = "Thiago has been using the same password for a long time for more than 5 online services."
    risk = "If during an online attack the passwords leak, probably people from all over the world"
    assert f"{thiago}\n\nRISK\n\n{risk}" in text
    assert "needs to send her resume to a company to apply for a job." in text


@pytest.mark.parametrize("name", ["pt-br", "es"])
def test_ligatures_of_the_board_game_are_letters(name: str) -> None:
    text = "".join(page.text for page in read(PRIVACY / f"privacy_board_game_{name}.pdf").pages)
    assert not any("\ufb00" <= character <= "\ufb06" for character in text)
    assert "privacidad" in text.casefold()
