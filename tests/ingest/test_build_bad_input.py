"""A folder where everything that can be wrong with a file is wrong, among rulebooks that are sound."""

import struct
import zlib
from pathlib import Path

import pypdf
import pytest
import typst

import corpus.library
from corpus.index import Index
from ingest.build import ingest
from ingest.outcome import Outcome, State
from tests.fakes import FakeEncoder
from tests.ingest.books import BARCOS, BOATS, COINS, SCORE, entry, text_of

SHIPPED = Path(next(iter(corpus.library.__path__))) / "chess" / "chess.en.pdf"

FILES = {
    "good.en.txt": "en",
    "good.en.pdf": "en",
    "utf16.en.txt": "en",
    "latin1.pt.txt": "pt",
    "blank-password.pdf": "en",
    "empty.txt": "en",
    "image.pdf": "en",
    "locked.pdf": "en",
    "truncated.pdf": "en",
    "binary.txt": "en",
    "sheet.xlsx": "en",
}


def a_png() -> bytes:
    """Return a grey picture of 64 by 64 dots."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\x00" + bytes(range(0, 256, 4)) for _ in range(64))
    header = struct.pack(">IIBBBBB", 64, 64, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def encrypted(user_password: str) -> pypdf.PdfWriter:
    writer = pypdf.PdfWriter(clone_from=SHIPPED)
    writer.encrypt(user_password, owner_password="owner", algorithm="AES-256")
    return writer


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("books") / "canals"
    folder.mkdir()
    (folder / "good.en.txt").write_text(text_of(BOATS, COINS))
    (folder / "good.en.pdf").write_bytes(SHIPPED.read_bytes())
    (folder / "utf16.en.txt").write_text(text_of(SCORE, BOATS), "utf-16")
    (folder / "latin1.pt.txt").write_text(text_of(BARCOS, BARCOS), "latin-1")
    encrypted("").write(folder / "blank-password.pdf")
    (folder / "empty.txt").write_text("")
    (folder / "page.png").write_bytes(a_png())
    (folder / "page.typ").write_text('#image("page.png", width: 100%)')
    typst.compile(folder / "page.typ", output=folder / "image.pdf")
    encrypted("secret").write(folder / "locked.pdf")
    (folder / "truncated.pdf").write_bytes(SHIPPED.read_bytes()[:3000])
    (folder / "binary.txt").write_bytes(bytes(range(256)) * 40)
    (folder / "sheet.xlsx").write_bytes(b"PK\x03\x04" + bytes(200))
    catalog = [entry(name.rpartition(".")[0] + name[-4:], name, language=tag) for name, tag in FILES.items()]
    catalog.append(entry("odd.en", "good.en.txt", colour="red"))
    catalog.append(entry("gone.en", "gone.en.txt"))
    catalog.append(entry("good.en.txt", "utf16.en.txt"))
    (folder / "catalog.toml").write_text("\n".join(catalog))
    return folder


@pytest.fixture(scope="module")
def outcome(shelf: Path) -> Outcome:
    return ingest([shelf], shelf.parent / "index", FakeEncoder())


def line(outcome: Outcome, named: str) -> str:
    (found,) = (report.line for report in outcome.files if report.state is State.FAILED and named in report.line)
    assert "\n" not in found
    return found


@pytest.mark.parametrize(
    ("named", "problem"),
    [
        ("empty.txt", "is empty; "),
        ("image.pdf", "image"),
        ("locked.pdf", "password"),
        ("truncated.pdf", "truncated.pdf: "),
        ("binary.txt", "text"),
        ("sheet.xlsx", "is of an unknown kind (.xlsx); files that are read end in"),
        ("odd.en", 'unknown key "colour"; known are id, file'),
        ("gone.en", 'file "gone.en.txt" does not exist; add it or correct the name'),
        ('"good.en.txt" (utf16.en.txt)', "another document has this id; give each its own"),
    ],
)
def test_each_fault_is_one_line_that_names_the_file_and_what_to_do(outcome: Outcome, named: str, problem: str) -> None:
    found = line(outcome, named)
    assert problem in found
    assert "; " in found


def test_everything_sound_is_in_the_index(outcome: Outcome, shelf: Path) -> None:
    assert (outcome.count(State.ADDED), outcome.count(State.FAILED), outcome.failed) == (5, 9, True)
    index = Index.open(shelf.parent / "index")
    index.verify()
    names = {document.file for document in index.documents}
    assert names == {"good.en.txt", "good.en.pdf", "utf16.en.txt", "latin1.pt.txt", "blank-password.pdf"}
    assert index.text(index.document_rows("utf16.en.txt")[0]) == SCORE
    assert index.text(index.document_rows("latin1.pt.txt")[0]) == BARCOS
    assert index.pages("blank-password.pdf") == index.pages("good.en.pdf")
