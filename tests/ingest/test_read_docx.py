from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import docx
import pytest
from docx.document import Document
from docx.enum.section import WD_SECTION
from docx.enum.style import WD_STYLE_TYPE
from docx.enum.text import WD_BREAK
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from corpus.errors import UnreadableFileError
from corpus.types import Reading
from eval.fuzzing_documents import packed
from ingest.readers import read


@pytest.fixture
def document() -> Document:
    return docx.Document()


@pytest.fixture
def reading(tmp_path: Path, document: Document) -> Callable[[], Reading]:
    def saved() -> Reading:
        document.save(str(tmp_path / "rules.docx"))
        return read(tmp_path / "rules.docx")

    return saved


Saved = Callable[[], Reading]


def headings(reading: Reading) -> list[tuple[str, int]]:
    page = reading.pages[0]
    return [(page.text[start:end], level) for start, end, level in page.headings]


def lines(reading: Reading) -> list[str]:
    return reading.pages[0].text.split("\n")


def test_headings_by_style_by_outline_and_by_bold_type(document: Document, reading: Saved) -> None:
    document.add_heading("River of Coins", 0)
    document.add_heading("Setup", 2)
    own = document.styles.add_style("Chapter", WD_STYLE_TYPE.PARAGRAPH)
    own.base_style = document.styles["Heading 3"]
    document.add_paragraph("Boats", style="Chapter")
    document.add_paragraph().add_run("Coins").bold = True
    document.add_paragraph().add_run("You must pay.").bold = True
    outlined = document.add_paragraph("Scoring")
    outlined._p.get_or_add_pPr().append(parse_xml(f'<w:outlineLvl {nsdecls("w")} w:val="1"/>'))
    expected = [("River of Coins", 1), ("Setup", 2), ("Boats", 3), ("Coins", 6), ("Scoring", 2)]
    assert headings(reading()) == expected


def test_words_of_runs_links_insertions_and_not_of_deletions(document: Document, reading: Saved) -> None:
    paragraph = document.add_paragraph("Take ")
    paragraph.add_run("two").bold = True
    word = nsdecls("w")
    for markup in (
        f'<w:hyperlink {word}><w:r><w:t xml:space="preserve"> coins</w:t></w:r></w:hyperlink>',
        f'<w:ins {word}><w:r><w:t xml:space="preserve"> now</w:t></w:r></w:ins>',
        f"<w:del {word}><w:r><w:delText>never</w:delText></w:r></w:del>",
        f"<w:r {word}><w:instrText>PAGE</w:instrText><w:tab/><w:t>from</w:t><w:noBreakHyphen/><w:t>x.</w:t></w:r>",
    ):
        paragraph._p.append(parse_xml(markup))
    assert lines(reading()) == ["Take two coins now from-x."]


def test_lists_count_on_where_text_comes_between_and_begin_anew_where_word_does(
    document: Document, reading: Saved
) -> None:
    for text in ("One.", "Two."):
        document.add_paragraph(text, style="List Number")
    document.add_paragraph("A remark.")
    document.add_paragraph("Three.", style="List Number")
    document.add_paragraph("wood", style="List Bullet")
    assert lines(reading()) == ["1. One.", "2. Two.", "", "A remark.", "", "3. Three.", "- wood"]


NUMBERS = """<w:abstractNum {ns} w:abstractNumId="90">
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl>
<w:lvl w:ilvl="2"><w:start w:val="4"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="(%3)"/></w:lvl>
</w:abstractNum>"""


def numbered(document: Document, text: str, level: int, name: str = "90") -> None:
    paragraph = document.add_paragraph(text)
    properties = f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{level}"/><w:numId w:val="{name}"/></w:numPr>'
    paragraph._p.get_or_add_pPr().append(parse_xml(properties))


def test_lists_in_lists_as_word_writes_their_marks(document: Document, reading: Saved) -> None:
    numbering = document.part.numbering_part.element
    numbering.insert(0, parse_xml(NUMBERS.format(ns=nsdecls("w"))))
    for name, more in (("90", ""), ("91", '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>')):
        num = f'<w:num {nsdecls("w")} w:numId="{name}"><w:abstractNumId w:val="90"/>{more}</w:num>'
        numbering.append(parse_xml(num))
    for text, level in (("a", 0), ("b", 1), ("c", 1), ("d", 2), ("e", 2), ("f", 0), ("g", 1)):
        numbered(document, text, level)
    numbered(document, "h", 0, "91")
    numbered(document, "i", 0, "77")
    expected = ["1. a", "1.a) b", "1.b) c", "(IV) d", "(V) e", "2. f", "2.a) g", "1. h", "i"]
    assert lines(reading()) == expected


def test_tables_are_rows_under_their_headings(document: Document, reading: Saved) -> None:
    table = document.add_table(3, 3)
    for row, texts in zip(
        table.rows, (("", "Silver", "Gold"), ("3 players", "11", "4"), ("4 players", "12", "5")), strict=True
    ):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    merged = document.add_table(2, 2)
    merged.rows[0].cells[0].merge(merged.rows[0].cells[1]).text = "Both"
    merged.rows[1].cells[0].text, merged.rows[1].cells[1].text = "left", "right"
    boxed = document.add_table(1, 1).rows[0].cells[0]
    boxed.text = "A box with text."
    boxed.add_paragraph("Its second paragraph.")
    assert reading().pages[0].text == (
        "3 players | Silver: 11 | Gold: 4\n4 players | Silver: 12 | Gold: 5\n\nBoth\nleft | right\n\n"
        "A box with text.\n\nIts second paragraph."
    )


def test_pages_end_where_breaks_say_so(document: Document, reading: Saved) -> None:
    document.add_paragraph("One.").add_run().add_break(WD_BREAK.PAGE)
    document.add_paragraph("Two.").add_run("Still two.")
    document.add_section(WD_SECTION.NEW_PAGE)
    document.add_paragraph("Three.")
    document.add_section(WD_SECTION.CONTINUOUS)
    document.add_paragraph("Still three.")
    document.add_paragraph("Four.").paragraph_format.page_break_before = True
    assert [(page.number, page.text) for page in reading().pages] == [
        (1, "One."),
        (2, "Two.Still two."),
        (3, "Three.\n\nStill three."),
        (4, "Four."),
    ]


BOX = """<w:r {ns} xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><mc:AlternateContent>
<mc:Choice Requires="wps"><w:drawing><w:txbxContent><w:p><w:r><w:t>In a box.</w:t></w:r></w:p></w:txbxContent>
</w:drawing></mc:Choice>
<mc:Fallback><w:pict><w:txbxContent><w:p><w:r><w:t>In a box.</w:t></w:r></w:p></w:txbxContent></w:pict>
</mc:Fallback></mc:AlternateContent></w:r>"""


def test_a_text_box_follows_its_paragraph_and_comes_once(document: Document, reading: Saved) -> None:
    document.add_paragraph("Around it.")._p.append(parse_xml(BOX.format(ns=nsdecls("w"))))
    document.add_paragraph("After it.")
    assert lines(reading()) == ["Around it.", "", "In a box.", "", "After it."]


def test_the_table_of_contents_is_left_out_and_content_controls_are_not(document: Document, reading: Saved) -> None:
    document.styles.add_style("TOC 1", WD_STYLE_TYPE.PARAGRAPH)
    document.add_paragraph("Setup 3", style="TOC 1")
    document.add_paragraph("Text.")
    control = f"<w:sdt {nsdecls('w')}><w:sdtContent><w:p><w:r><w:t>Held.</w:t></w:r></w:p></w:sdtContent></w:sdt>"
    document.element.body.insert(len(document.element.body) - 1, parse_xml(control))
    assert lines(reading()) == ["Text.", "", "Held."]


def test_line_breaks_part_lines(document: Document, reading: Saved) -> None:
    paragraph = document.add_paragraph("One.")
    paragraph.add_run().add_break()
    paragraph.add_run("Two.")
    assert lines(reading()) == ["One.", "", "Two."]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"PK\x03\x04 no archive", "is damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "is encrypted or of the kind before DOCX"),
        (packed({"a.txt": b"x"}), "is damaged"),
    ],
)
def test_what_is_no_docx_is_refused(tmp_path: Path, data: bytes, problem: str) -> None:
    (tmp_path / "rules.docx").write_bytes(data)
    with pytest.raises(UnreadableFileError, match=problem) as caught:
        read(tmp_path / "rules.docx")
    assert "\n" not in str(caught.value)


def test_a_docx_without_text_is_refused(reading: Saved) -> None:
    with pytest.raises(UnreadableFileError, match="holds no text"):
        reading()


def test_a_footnote_stands_at_the_end(tmp_path: Path, document: Document) -> None:
    document.add_paragraph("Text.")
    out = BytesIO()
    document.save(out)
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"
    words = "<w:p><w:r><w:t>Unless told.</w:t></w:r></w:p>"
    note = f'<w:footnotes {nsdecls("w")}><w:footnote w:id="2">{words}</w:footnote></w:footnotes>'
    _with_part(tmp_path / "rules.docx", out.getvalue(), "footnotes", kind, note)
    assert read(tmp_path / "rules.docx").pages[0].text == "Text.\n\nUnless told."


def _with_part(file: Path, package: bytes, name: str, kind: str, content: str) -> None:
    from docx.opc.packuri import PackURI
    from docx.opc.part import Part

    document = docx.Document(BytesIO(package))
    media = f"application/vnd.openxmlformats-officedocument.wordprocessingml.{name}+xml"
    part = Part(PackURI(f"/word/{name}.xml"), media, content.encode(), document.part.package)
    document.part.relate_to(part, kind)
    document.save(str(file))
