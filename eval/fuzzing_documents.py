"""Damages web pages, DOCX and EPUB files in many ways and reads them: each must be read or refused in one line.

``python -m eval.fuzzing_documents [--files 500] [--seed 1]`` prints what became of them and exits with 1 on a crash or
on a file past its bound of time.
"""

import argparse
import random
import sys
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from pathlib import Path

from eval.fuzzing import read_damaged

LONGEST = 10.0
"""Seconds for one file."""
BOMB = 80_000_000

Mutation = Callable[[random.Random, bytes], bytes]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one damaged file: "read", "refused", or "crashed", "several lines" or "slow", which are faults."""

    file: str
    how: str
    state: str
    said: str = ""

    @property
    def is_fault(self) -> bool:
        """Whether the reader failed its promise."""
        return self.state not in ("read", "refused")


def seeds() -> dict[str, bytes]:
    """Return one sound file of each kind."""
    return {".html": _html(), ".docx": _docx(), ".epub": epub(["<h1>Setup</h1><p>Move one boat.</p>", _BODY])}


def damaged_files(files: int, seed: int) -> Iterator[tuple[str, str, bytes]]:
    """Yield name, kind of damage and bytes of ``files`` damaged files, always the same for a seed."""
    chance = random.Random(seed)
    sound = seeds()
    made = list(islice(_hostile(sound), files))
    yield from made
    for number in range(files - len(made)):
        suffix = chance.choice(list(sound))
        how, mutate = chance.choice(list(_MUTATIONS.items()))
        yield f"{number}{suffix}", how, mutate(chance, sound[suffix])


def fuzz(folder: Path, files: int, seed: int) -> list[Outcome]:
    """Read ``files`` damaged files, written to ``folder`` one after the other."""
    return [_outcome(folder, name, how, data) for name, how, data in damaged_files(files, seed)]


def _outcome(folder: Path, name: str, how: str, data: bytes) -> Outcome:
    file = folder / name
    file.write_bytes(data)
    started = time.monotonic()
    state, said = read_damaged(file)
    file.unlink()
    return Outcome(name, how, "slow" if time.monotonic() - started > LONGEST else state, said)


def _truncated(chance: random.Random, data: bytes) -> bytes:
    return data[: chance.randrange(len(data))]


def _flipped(chance: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.choice((1, 8, 64))):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _moved(chance: random.Random, data: bytes) -> bytes:
    start, to = sorted(chance.randrange(len(data)) for _ in range(2))
    piece = data[start : start + chance.randrange(1, 400)]
    return data[:to] + piece + data[to:]


def _cut(chance: random.Random, data: bytes) -> bytes:
    start = chance.randrange(len(data))
    return data[:start] + data[start + chance.randrange(1, 400) :]


def _inside(mutate: Mutation) -> Mutation:
    """Return the mutation that damages one part of an archive and packs it again soundly."""

    def mutated(chance: random.Random, data: bytes) -> bytes:
        if not zipfile.is_zipfile(BytesIO(data)):
            return mutate(chance, data)
        with zipfile.ZipFile(BytesIO(data)) as package:
            parts = {name: package.read(name) for name in package.namelist()}
        name = chance.choice([name for name, content in parts.items() if content])
        parts[name] = mutate(chance, parts[name])
        return packed(parts)

    return mutated


def _without_part(chance: random.Random, data: bytes) -> bytes:
    if not zipfile.is_zipfile(BytesIO(data)):
        return data.replace(b"<", b"", chance.randrange(1, 9))
    with zipfile.ZipFile(BytesIO(data)) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    del parts[chance.choice(list(parts))]
    return packed(parts)


def _swapped_tags(chance: random.Random, data: bytes) -> bytes:
    places = [n for n, byte in enumerate(data) if byte == ord("<")]
    if len(places) < 3:
        return data
    first, second, third = sorted(chance.sample(places, 3))
    return data[:first] + data[second:third] + data[first:second] + data[third:]


_MUTATIONS: dict[str, Mutation] = {
    "truncated": _truncated,
    "bits flipped": _flipped,
    "a piece doubled": _moved,
    "a piece cut out": _cut,
    "a part truncated": _inside(_truncated),
    "bits of a part flipped": _inside(_flipped),
    "a piece of a part doubled": _inside(_moved),
    "tags of a part swapped": _inside(_swapped_tags),
    "a part missing": _without_part,
}


def _hostile(sound: dict[str, bytes]) -> Iterator[tuple[str, str, bytes]]:
    """Yield files made to do harm."""
    laughs = _laughs()
    deep = b"<div>" * 100_000 + b"x"
    yield "deep.html", "100,000 elements deep", b"<html><body>" + deep
    yield "wide.html", "a table of absurd spans", b"<table>" + b"<tr><td colspan=99999 rowspan=99999>a<td>b" * 3_000
    yield "lists.html", "10,000 lists in lists", b"<ol><li>" * 10_000 + b"x"
    yield "long.html", "five million characters of one word", b"<p>" + b"a" * 5_000_000
    yield "numbers.html", "absurd list numbers", b"<ol start=999999999999999999 type=i><li value=-1>a<li>b</ol>" * 50
    yield "laughs.xhtml", "an entity bomb", laughs + b"<html><body><p>&l9;</p></body></html>"
    yield "laughs.epub", "an entity bomb in a chapter", epub(["<p>&l9;</p>"], prolog=laughs.decode())
    yield "deep.epub", "a chapter 100,000 elements deep", epub([deep.decode()])
    yield "bomb.epub", "a chapter of 80 MB", _with_part(sound[".epub"], "OEBPS/0.xhtml", b" " * BOMB)
    yield "bomb.docx", "a body of 80 MB", _with_part(sound[".docx"], "word/document.xml", b" " * BOMB)
    yield "pictures.docx", "pictures of 320 MB", _with_pictures(sound[".docx"])
    yield "laughs.docx", "an entity bomb in the body", _with_part(sound[".docx"], "word/document.xml", laughs + b"<w/>")
    yield "self.epub", "a book whose package file is its container", _with_part(sound[".epub"], "OEBPS/book.opf", _LOOP)
    yield "outside.epub", "chapters outside the archive", sound[".epub"].replace(b"0.xhtml", b"../../x")
    yield "external.html", "an external entity", b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><p>&x;</p>'


def _laughs() -> bytes:
    entities = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    return f'<?xml version="1.0"?><!DOCTYPE html [<!ENTITY l0 "ha">{entities}]>'.encode()


def _with_part(package: bytes, name: str, content: bytes) -> bytes:
    with zipfile.ZipFile(BytesIO(package)) as before:
        parts = {each: before.read(each) for each in before.namelist()}
    return packed({**parts, name: content})


def _with_pictures(package: bytes) -> bytes:
    with zipfile.ZipFile(BytesIO(package)) as before:
        parts = {each: before.read(each) for each in before.namelist()}
    return packed({**parts, **{f"word/media/image{number}.png": b"\0" * BOMB for number in range(4)}})


def packed(parts: dict[str, bytes]) -> bytes:
    """Return an archive of these files."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return out.getvalue()


def epub(chapters: list[str], prolog: str = "", more: dict[str, bytes] | None = None) -> bytes:
    """Return an EPUB whose spine holds these bodies of XHTML, in order."""
    names = [f"{n}.xhtml" for n in range(len(chapters))]
    kind = "application/xhtml+xml"
    items = "".join(f'<item id="c{n}" href="{name}" media-type="{kind}"/>' for n, name in enumerate(names))
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(len(chapters)))
    book = f'<package xmlns="http://www.idpf.org/2007/opf"><manifest>{items}</manifest><spine>{spine}</spine></package>'
    written = {f"OEBPS/{name}": _chapter(body, prolog) for name, body in zip(names, chapters, strict=True)}
    return packed({"META-INF/container.xml": _CONTAINER, "OEBPS/book.opf": book.encode(), **written, **(more or {})})


def _chapter(body: str, prolog: str) -> bytes:
    return (
        f'{prolog}<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>{body}</body></html>'.encode()
    )


def _html() -> bytes:
    return f"<!doctype html><html><head><meta charset=utf-8></head><body><nav>Home</nav>{_BODY}</body></html>".encode()


def _docx() -> bytes:
    import docx

    document = docx.Document()
    document.add_heading("River of Coins", 0)
    for text in ("Shuffle the tiles.", "Reveal three of them."):
        document.add_paragraph(text, style="List Number")
    table = document.add_table(2, 2)
    for number, text in enumerate(("Players", "Coins", "3", "11")):
        table.cell(number // 2, number % 2).text = text
    document.add_paragraph("A player may use any boat on the river.")
    out = BytesIO()
    document.save(out)
    return out.getvalue()


_CONTAINER = (
    b'<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    b'<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
_LOOP = (
    b'<package><manifest><item id="a" href="book.opf" media-type="text/html"/></manifest>'
    b'<spine><itemref idref="a"/></spine></package>'
)
_BODY = (
    "<h1>River of Coins</h1><h2>Setup</h2><ol><li>Shuffle the tiles.</li><li>Reveal three.</li></ol>"
    "<table><tr><th></th><th>Silver</th></tr><tr><th>3 players</th><td>11</td></tr></table>"
    "<dl><dt>Boat</dt><dd>Carries cargo.</dd></dl><p>A player may use any boat &eacute; on the river.</p>"
)


def main() -> None:
    """Run the whole and print what became of the files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        outcomes = fuzz(Path(folder), wanted.files, wanted.seed)
    for state, count in sorted(Counter(each.state for each in outcomes).items()):
        print(f"{state:>14} {count}")
    faults = [each for each in outcomes if each.is_fault]
    for each in faults:
        print(f"{each.state}: {each.file} ({each.how}): {each.said[:200]}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
