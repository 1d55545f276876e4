"""A file that came over the network and what is said of it, laid out as a folder that can be ingested."""

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

from corpus.catalog import CATALOG, read_catalog
from corpus.errors import LexludoError
from ingest.readers import SUFFIXES

LONGEST_NAME = 100
"""Characters of a file's name that are kept."""


class UploadError(LexludoError):
    """An upload that cannot become a document; ``problems`` are in words that say what to do."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def lay_out(folder: Path, name: str, content: BinaryIO, fields: Mapping[str, str | None]) -> Path:
    """Write an uploaded file and its catalogue into ``folder``, which is empty; return the file.

    ``name`` is what the client calls the file: data, of which only the last part is believed. ``fields`` are a
    catalogue's keys but ``file``. Raises UploadError.
    """
    file = folder / file_name(name)
    said = {"kind": "rulebook", **{key: value for key, value in fields.items() if value}}
    said.setdefault("id", _id_for(file, said.get("language", "")))
    unprintable = [f"{key} holds a control character" for key, value in said.items() if not value.isprintable()]
    if unprintable:
        raise UploadError(unprintable)
    with file.open("xb") as target:
        shutil.copyfileobj(content, target, 1 << 20)
    _write_catalog(folder / CATALOG, {**said, "file": file.name})
    return file


def file_name(name: str) -> str:
    """Return a name for an uploaded file that is no path and is no longer than any disk takes. Raises UploadError."""
    last = re.split(r"[/\\]", name)[-1]
    printable = "".join(letter if letter.isprintable() else "_" for letter in last).strip(" .")
    stem, suffix = Path(printable).stem[:LONGEST_NAME].strip(" ."), Path(printable).suffix.lower()
    if suffix not in SUFFIXES:
        raise UploadError(
            [f"file: is of a kind that is not read; send a file that ends in {', '.join(sorted(SUFFIXES))}"]
        )
    while len(stem.encode()) > 2 * LONGEST_NAME:
        stem = stem[:-1]
    return f"{stem}{suffix}"


def _id_for(file: Path, language: str) -> str:
    """Return the id that the file's name gives, with the language at its end."""
    return file.stem if not language or file.stem.endswith(f".{language}") else f"{file.stem}.{language}"


def _write_catalog(catalog: Path, entry: Mapping[str, str]) -> None:
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}\n" for key, value in entry.items()]
    catalog.write_text("[[document]]\n" + "".join(lines), "utf-8")
    _, problems = read_catalog(catalog)
    if problems:
        raise UploadError([problem.partition("): ")[2] or problem for problem in problems])
