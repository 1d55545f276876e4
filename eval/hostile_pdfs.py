"""PDFs made to be damaged, and PDFs made to hurt a reader: bombs, loops, nesting, absurd sizes."""

import tempfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from eval.reading.books import books
from eval.reading.typesetting import typeset

BOMB = 300_000_000
"""Bytes that a bomb unpacks to."""
_TEXT = (
    b"BT /F 12 Tf 50 700 Td (Every player moves one boat and pays two coins.) Tj 0 -20 Td [(Take) -300 (one)] TJ ET\n"
)
_FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"


def pdf(bodies: Sequence[bytes], root: int = 1) -> bytes:
    """Return a file of these objects, numbered from 1."""
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(bodies, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(bodies) + 1)
    tail = b"trailer <</Size %d /Root %d 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(bodies) + 1, root, len(out))
    return out + head + table + tail


def stream(content: bytes, entries: bytes = b"", *, packed: bool = True) -> bytes:
    """Return a stream object's body."""
    data = zlib.compress(content, 9) if packed else content
    entries += b" /Filter /FlateDecode" if packed else b""
    return b"<<" + entries + b" /Length %d>>\nstream\n" % len(data) + data + b"\nendstream"


def page_of(content: bytes, *more: bytes, resources: bytes = b"", box: bytes = b"0 0 600 800") -> bytes:
    """Return a file with one page; ``content`` is its stream object, ``more`` are objects from number 6 on."""
    page = b"<</Type /Page /Parent 2 0 R /MediaBox [" + box + b"] /Contents 4 0 R /Resources <</Font <</F 5 0 R>>"
    catalog, pages = b"<</Type /Catalog /Pages 2 0 R>>", b"<</Type /Pages /Count 1 /Kids [3 0 R]>>"
    return pdf([catalog, pages, page + resources + b">> >>", content, _FONT, *more])


def sound() -> list[bytes]:
    """Return sound files of several makes: plain, with a form, typeset."""
    form = stream(
        _TEXT, b"/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources <</Font <</F 5 0 R>> >>", packed=False
    )
    plain = page_of(
        stream(_TEXT + b"q 1 0 0 1 0 -100 cm /X Do Q\n", packed=False), form, resources=b"/XObject <</X 6 0 R>>"
    )
    return [plain, page_of(stream(_TEXT)), *_typeset()]


def _typeset() -> list[bytes]:
    with tempfile.TemporaryDirectory() as folder:
        chosen = [book for book in books() if book.name in ("cards-en", "columns-pt")]
        return [typeset(book, Path(folder)).read_bytes() for book in chosen]


def hostile() -> Iterator[tuple[str, bytes]]:
    """Yield what each hostile file does, and its bytes."""
    yield from heavy()
    yield from light()


def light() -> Iterator[tuple[str, bytes]]:
    """Yield hostile files that cost little: loops, absurd sizes."""
    for box in (b"0 0 1e30 1e30", b"0 0 0 0", b"600 800 0 0", b"-1e9 -1e9 1e9 1e9", b"nan nan nan nan", b"1 2", b"()"):
        yield "an absurd page", page_of(stream(_TEXT), box=box)
    for kids in (b"[2 0 R]", b"[1 0 R]", b"3 0 R", b"[" + b"3 0 R " * 200_000 + b"]", b"[9 0 R]"):
        yield (
            "a page tree astray",
            pdf([b"<</Type /Catalog /Pages 2 0 R>>", b"<</Type /Pages /Count 7 /Kids " + kids + b">>"]),
        )
    yield "a form in itself", page_of(stream(b"/X Do"), _form(b"/X Do /X Do", 6), resources=b"/XObject <</X 6 0 R>>")
    yield "a reference to itself", page_of(b"4 0 R")
    yield "lengths in a loop", page_of(b"<</Length 4 0 R>>\nstream\n" + _TEXT + b"\nendstream")
    yield "objects in a loop", pdf([b"2 0 R", b"1 0 R"])


def heavy() -> Iterator[tuple[str, bytes]]:
    """Yield hostile files that unpack or nest without measure."""
    yield "bomb of blanks", page_of(stream(b" " * BOMB))
    yield "bomb of text", page_of(stream(_TEXT * 200_000))
    yield "bomb in a bomb", page_of(_twice_packed(b" " * BOMB))
    yield "bomb of paths", page_of(stream(b"0 0 m 9 9 l S\n" * 3_000_000))
    yield (
        "bomb of boxes",
        page_of(stream(_TEXT + b"".join(b"%d %d 20 20 re f\n" % (n % 590, n % 790) for n in range(90_000)))),
    )
    yield "bomb of saved states", page_of(stream(b"q " * 5_000_000))
    yield "letters in one place", page_of(stream(b"BT /F 9 Tf 50 700 Td " + b"(a) Tj 0 0 Td " * 120_000 + b"ET"))
    yield "letters all over", page_of(stream(b"".join(_letter(n) for n in range(60_000))))
    yield "forms in forms", _forms_in_forms(b"/X Do " * 9, 9)
    yield "deep arrays", page_of(stream(b"[" * 2_000_000))
    yield "deep dictionaries", page_of(stream(b"<</A " * 300_000))
    yield "an endless string", page_of(stream(b"(" * 3_000_000))
    yield "wide characters", page_of(stream(_TEXT), stream(_RANGES), resources=b"").replace(_FONT, _MAPPED)
    yield "filters without end", page_of(stream(_TEXT, b"/Filter [" + b"/ASCIIHexDecode " * 5_000 + b"]", packed=False))
    yield "a predictor too wide", page_of(stream(_TEXT, b"/DecodeParms <</Predictor 12 /Columns 2000000000>>"))


def _letter(n: int) -> bytes:
    return b"BT /F %d Tf 1 0 0 1 %d %d Tm (m) Tj ET\n" % (4 + n % 9, n * 37 % 590, n * 91 % 790)


def _twice_packed(content: bytes) -> bytes:
    data = zlib.compress(zlib.compress(content, 9), 9)
    return b"<</Filter [/FlateDecode /FlateDecode] /Length %d>>\nstream\n" % len(data) + data + b"\nendstream"


def _form(content: bytes, inner: int) -> bytes:
    entries = b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources <</XObject <</X %d 0 R>> /Font <</F 5 0 R>> >>"
    return stream(content, entries % inner)


def _forms_in_forms(content: bytes, depth: int) -> bytes:
    forms = [_form(content, 7 + n) for n in range(depth)]
    return page_of(stream(content), *forms, stream(_TEXT, b"/Subtype /Form"), resources=b"/XObject <</X 6 0 R>>")


_RANGES = (
    b"begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange "
    + b"1 beginbfrange <0000> <FFFF> <0041> endbfrange " * 500
)
_MAPPED = _FONT[:-2] + b" /ToUnicode 6 0 R>>"
