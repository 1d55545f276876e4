"""Set the shipped rulebooks: ``python -m corpus.library.build [--check]``.

``<game>/<kind>.<language>.typ`` becomes ``<game>/<game>.<language>.pdf`` (with ``-<kind>`` after the game for any kind
but ``rulebook``). The same sources give the same bytes on every machine: embedded fonts only, no dates. Drawings in
``<game>/figures/`` are set first, as outlines, and handed to the rulebooks under their file's name.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Literal, cast

import typst

from corpus.errors import LexludoError

LIBRARY = Path(__file__).resolve().parent
TYPST_VERSION = "0.15.2"  # another release may break lines elsewhere, and its name is written into every PDF
NO_DATE = 0


class TypesettingError(LexludoError):
    """A source that Typst cannot set, or sets only with a warning; or the wrong release of Typst."""


@dataclass(frozen=True, slots=True)
class Target:
    """One document of the library: its Typst source and the PDF beside it."""

    source: Path
    pdf: Path


def targets(library: Path = LIBRARY) -> list[Target]:
    """Return every document that the library's sources make, in path order."""
    return [Target(source, source.with_name(_pdf_name(source))) for source in sorted(library.glob("*/*.*.typ"))]


def _pdf_name(source: Path) -> str:
    kind, language, _ = source.name.split(".")
    document = source.parent.name if kind == "rulebook" else f"{source.parent.name}-{kind}"
    return f"{document}.{language}.pdf"


def typeset(source: Path, library: Path = LIBRARY) -> bytes:
    """Return the PDF of one source. Raises TypesettingError where Typst objects or only warns."""
    return _compile(source, library, "pdf", _figures(source.parent, library))


def _figures(game: Path, library: Path) -> dict[str, str]:
    drawings = sorted((game / "figures").glob("*.typ"))
    return {drawing.stem: _compile(drawing, library, "svg", {}).decode() for drawing in drawings}


def _compile(source: Path, library: Path, form: Literal["pdf", "svg"], inputs: dict[str, str]) -> bytes:
    compiler = typst.Compiler(source, root=library, ignore_system_fonts=True, sys_inputs=inputs)
    try:
        output, warnings = compiler.compile_with_warnings(format=form, timestamp=NO_DATE)
    except typst.TypstError as error:
        raise TypesettingError(f"{source}: {error.diagnostic}") from error
    if warnings:
        raise TypesettingError("\n".join(f"{source}: {warning.diagnostic}" for warning in warnings))
    return cast(bytes, output)  # a list only for the pages of several images


def stale(library: Path = LIBRARY) -> list[Path]:
    """Return the PDFs that are missing, differ from their source, or have no source, in path order."""
    made = targets(library)
    differing = {target.pdf for target in made if not _is_current(target, library)}
    orphans = set(library.glob("*/*.pdf")) - {target.pdf for target in made}
    return sorted(differing | orphans)


def _is_current(target: Target, library: Path) -> bool:
    return target.pdf.exists() and target.pdf.read_bytes() == typeset(target.source, library)


def build(library: Path = LIBRARY) -> Iterator[Path]:
    """Set every document and yield each PDF as it is written."""
    for target in targets(library):
        target.pdf.write_bytes(typeset(target.source, library))
        yield target.pdf


def _require_release() -> None:
    installed = version("typst")
    if installed != TYPST_VERSION:
        raise TypesettingError(f"typst {installed}: the library is set with {TYPST_VERSION}; install that release")


def _check() -> int:
    outdated = stale()
    for pdf in outdated:
        print(f"{pdf}: differs from its source; run python -m corpus.library.build", file=sys.stderr)
    return 1 if outdated else 0


def _write() -> int:
    for pdf in build():
        print(pdf.relative_to(LIBRARY))
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the PDFs, or with ``--check`` only compare; return 0, or 1 for a difference or a source that fails."""
    parser = argparse.ArgumentParser(prog="python -m corpus.library.build", description="Set the shipped rulebooks.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a PDF differs from its source")
    check = parser.parse_args(arguments).check
    try:
        _require_release()
        return _check() if check else _write()
    except TypesettingError as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
