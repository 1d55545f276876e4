"""Files that are ZIP archives of XML (DOCX, EPUB): opened with bounds, their XML parsed without entities."""

import zipfile
import zlib
from io import BytesIO
from pathlib import Path
from typing import Any

from lxml import etree

from corpus.errors import UnreadableFileError

LARGEST_PACKAGE = 300_000_000
"""Bytes of all that is in an archive, unpacked."""
LARGEST_PART = 60_000_000
"""Bytes of one XML file in it, unpacked."""
MOST_PARTS = 20_000

FAILURES = (
    etree.LxmlError,
    zipfile.BadZipFile,
    zlib.error,
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    RecursionError,
    RuntimeError,
    TypeError,
    ValueError,
)
"""What reading a damaged or hostile archive is known to raise."""
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = 0x1


def opened(path: Path, data: bytes) -> zipfile.ZipFile:
    """Open an archive. Raises UnreadableFileError: no archive, encrypted, or more than a rulebook unpacks to."""
    if data.startswith(_OLD_OFFICE):
        raise UnreadableFileError(path, "is encrypted or of the kind before DOCX", "save it as DOCX without a password")
    try:
        package = zipfile.ZipFile(BytesIO(data))
        parts = package.infolist()
    except FAILURES as error:
        raise damaged(path, error) from None
    if any(part.flag_bits & _ENCRYPTED for part in parts):
        raise UnreadableFileError(path, "is encrypted", "save it without a password")
    xml = (
        part.file_size
        for part in parts
        if part.filename.lower().endswith((".xml", ".xhtml", ".html", ".htm", ".opf", ".rels"))
    )
    too_much = sum(part.file_size for part in parts) > LARGEST_PACKAGE or max(xml, default=0) > LARGEST_PART
    if too_much or len(parts) > MOST_PARTS:
        raise UnreadableFileError(path, "unpacks to far more than a rulebook holds", "save it anew without pictures")
    return package


def damaged(path: Path, error: BaseException) -> UnreadableFileError:
    """Return the error of a file whose parts cannot be read."""
    said = (str(error).split("\n")[0] or type(error).__name__)[:100]
    return UnreadableFileError(path, f"is damaged ({said})", "open it in its own program and save it anew")


def parsed(data: bytes) -> Any:
    """Parse XML without entities, network or huge trees. Raises lxml's errors."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    return etree.fromstring(data, parser=parser)
