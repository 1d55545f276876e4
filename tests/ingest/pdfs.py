"""Small PDFs made by hand or by typst, with text that is known."""

import zlib
from pathlib import Path

import typst


def typeset(folder: Path, source: str, name: str = "rules") -> Path:
    """Typeset typst source and return the PDF."""
    (folder / f"{name}.typ").write_text(source, encoding="utf-8")
    typst.compile(str(folder / f"{name}.typ"), output=str(folder / f"{name}.pdf"))
    return folder / f"{name}.pdf"


def raw_pdf(
    content: bytes, *, kids: bytes = b"[3 0 R]", resources: bytes = b"", objects: tuple[bytes, ...] = ()
) -> bytes:
    """Return a one-page PDF (600 by 800 points) with this content; F is Helvetica, B its bold."""
    packed = zlib.compress(content)
    bodies = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 1/Kids" + kids + b">>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<<"
        b"/Font<</F 5 0 R/B 6 0 R>>" + resources + b">>>>",
        b"<</Length %d/Filter/FlateDecode>>stream\n" % len(packed) + packed + b"\nendstream",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>",
        *objects,
    ]
    return _file(bodies)


def _file(bodies: list[bytes]) -> bytes:
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(bodies, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(bodies) + 1
    return (
        out
        + b"xref\n0 %d\n0000000000 65535 f \n" % size
        + table
        + b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, len(out))
    )


def shown(x: float, y: float, text: str, *, font: str = "F", size: float = 12) -> bytes:
    """Return the operators that show a text at a place."""
    coded = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)").encode("cp1252")
    return b"BT /%s %g Tf 1 0 0 1 %g %g Tm (%s) Tj ET\n" % (font.encode(), size, x, y, coded)
