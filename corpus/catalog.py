"""Which documents a folder holds: from its catalogue, or from the names of its files.

A folder with ``catalog.toml`` holds the documents listed there and nothing else. Without one, every readable file is a
document of the game that the folder names: ``<document>.<language>.<ext>``.
"""

import tomllib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from corpus.errors import CatalogError
from corpus.generation import LAYOUT
from corpus.icons import icon_problems, icons_of
from corpus.languages import SEVERAL, canonical_tag, is_known_language
from corpus.synonyms import in_language, synonym_problems, synonyms_of, table_problems
from corpus.types import Document, DocumentKind

CATALOG = "catalog.toml"
UNLISTED = frozenset({"readme", "license", "licence", "copying", "notice", "changelog"})
"""Stems of files that accompany rulebooks and are not rules."""

REQUIRED = ("id", "file", "game", "language", "kind")
OPTIONAL = ("title", "expansion", "edition", "translated_from", "aliases", "icon", "synonyms")
NOT_TEXT = frozenset({"aliases", "icon", "synonyms"})


@dataclass(frozen=True, slots=True)
class Source:
    """A document and the file it is read from. ``named`` is false where the id was made from the file's name.

    ``document.language`` is "" where nothing says it and the text has to, and "mul" for a file in several languages,
    of which each becomes a document.
    """

    document: Document
    path: Path
    named: bool = True

    @property
    def language(self) -> str | None:
        """The one language that the file is said to be in."""
        return self.document.language if self.document.language not in ("", SEVERAL) else None


@dataclass(frozen=True, slots=True)
class Survey:
    """What a path holds: documents to read, and one error for each catalogue with problems."""

    sources: tuple[Source, ...] = ()
    errors: tuple[CatalogError, ...] = ()


def survey(path: Path, suffixes: Collection[str]) -> Survey:
    """Return what a file, or a folder and the folders in it, holds.

    ``suffixes`` are the endings that can be read, such as ".pdf". A single file takes its entry from the catalogue
    beside it, if that lists it.
    """
    return _survey_file(path, suffixes) if path.is_file() else _survey_folder(path, suffixes)


def read_catalog(file: Path) -> tuple[tuple[Source, ...], list[str]]:
    """Return a catalogue's sound documents, and every problem of the others in words that say what to do."""
    try:
        entries = tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        return (), [f"is not valid TOML ({error}); correct it there"]
    except UnicodeDecodeError:
        return (), ["is not UTF-8 text; save it as UTF-8"]
    except OSError as error:
        return (), [f"cannot be read ({error.strerror}); make it readable"]
    return _read_entries(file, entries)


def source_from_name(file: Path) -> Source:
    """Return the document that a file's name describes, in the game that its folder names."""
    name, language = _split_language(file.stem)
    folder = file.resolve().parent.name
    document = Document(file.stem, folder, pretty(name), language, _kind_from_name(name), file.name)
    return Source(document, file, named=False)


def pretty(stem: str) -> str:
    """Return a file's stem as a title: separators to spaces, a capital first."""
    words = " ".join(stem.replace("_", " ").replace("-", " ").replace(".", " ").split())
    return words[:1].upper() + words[1:]


def _survey_file(path: Path, suffixes: Collection[str]) -> Survey:
    if path.name == CATALOG:
        return _survey_folder(path.parent, suffixes)
    catalog = path.parent / CATALOG
    if catalog.is_file():
        listed, problems = read_catalog(catalog)
        same = tuple(source for source in listed if source.path.resolve() == path.resolve())
        if same:
            return Survey(same)
        if about := [problem for problem in problems if path.name in problem]:
            return Survey((), (CatalogError(catalog, about),))
    return Survey((source_from_name(path),))


def _survey_folder(folder: Path, suffixes: Collection[str], governed: bool = False) -> Survey:
    """``governed`` folders lie below a catalogue: only catalogues of their own speak for them."""
    catalog = folder / CATALOG
    sources: Iterable[Source] = ()
    errors: list[CatalogError] = []
    if catalog.is_file():
        sources, problems = read_catalog(catalog)
        errors = [CatalogError(catalog, problems)] if problems else []
    elif not governed:
        sources = map(source_from_name, _readable_files(folder, suffixes))
    below = [_survey_folder(sub, suffixes, governed or catalog.is_file()) for sub in _folders(folder)]
    return Survey(
        (*sources, *(source for part in below for source in part.sources)),
        (*errors, *(error for part in below for error in part.errors)),
    )


def _folders(folder: Path) -> Iterator[Path]:
    below = (path for path in sorted(folder.iterdir()) if path.is_dir() and not path.is_symlink())
    return (path for path in below if _is_visible(path) and not _is_index(path))


def _readable_files(folder: Path, suffixes: Collection[str]) -> Iterator[Path]:
    for path in sorted(folder.iterdir()):
        readable = path.is_file() and path.suffix.lower() in suffixes
        if readable and _is_visible(path) and path.stem.lower() not in UNLISTED:
            yield path


def _is_index(folder: Path) -> bool:
    """An index may lie among the rulebooks; the files that it keeps are not to be read again."""
    return (folder / LAYOUT.current).is_file() and (folder / LAYOUT.generations).is_dir()


def _is_visible(path: Path) -> bool:
    return not path.name.startswith((".", "__"))


def _split_language(stem: str) -> tuple[str, str]:
    """Return the document's name and the language tag behind its last dot, or "" where that is no language."""
    name, dot, tag = stem.rpartition(".")
    canonical = canonical_tag(tag) if dot and name else None
    if canonical is None or not is_known_language(canonical):
        return stem, ""
    return name, canonical


def _kind_from_name(name: str) -> DocumentKind:
    words = set(pretty(name).lower().split())
    if "faq" in words:
        return DocumentKind.FAQ
    return DocumentKind.ERRATA if words & {"errata", "erratum", "erratas"} else DocumentKind.RULEBOOK


def _read_entries(file: Path, entries: dict[str, object]) -> tuple[tuple[Source, ...], list[str]]:
    tables = entries.pop("document", None)
    for_all, problems = _for_all(entries)
    reading = _Reading(file, for_all, problems=problems)
    if not isinstance(tables, list) or not tables:
        reading.problems.append("lists no documents; add a [[document]] entry for each file")
        return (), reading.problems
    for number, table in enumerate(tables, 1):
        reading.add(number, table)
    return tuple(reading.sources), reading.problems


@dataclass(frozen=True, slots=True)
class _ForAll:
    """What a catalogue says of all its documents: the names of icons, and synonyms by language."""

    icons: dict[str, str]
    synonyms: dict[str, list[list[str]]]


def _for_all(entries: dict[str, Any]) -> tuple[_ForAll, list[str]]:
    """Take out of a catalogue's entries what is said of all documents; the rest is unknown."""
    icons, synonyms = entries.pop("icon", {}), entries.pop("synonyms", {})
    known = "a catalogue holds [[document]] entries, [icon] and [synonyms]"
    problems = [f'unknown key "{key}"; {known}' for key in entries]
    wrong_icons, wrong_synonyms = list(icon_problems(icons)), list(table_problems(synonyms))
    sound = _ForAll({} if wrong_icons else icons, {} if wrong_synonyms else synonyms)
    return sound, problems + wrong_icons + wrong_synonyms


@dataclass(slots=True)
class _Reading:
    """A catalogue being read: what is sound so far, and what is not."""

    catalog: Path
    for_all: _ForAll
    sources: list[Source] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def add(self, number: int, table: object) -> None:
        if not isinstance(table, dict):
            self.problems.append(f"entry {number} of document is no table; write it under [[document]]")
            return
        label = _label(number, table)
        problems = [*_key_problems(table), *self._value_problems(table)]
        self.problems += [f"{label}: {problem}" for problem in problems]
        if not problems:
            self.sources.append(self._source(table))

    def _value_problems(self, table: dict[str, object]) -> Iterator[str]:
        if "icon" in table:
            yield from icon_problems(table["icon"])
        if "synonyms" in table:
            yield from synonym_problems(table["synonyms"])
        if "aliases" in table and not _are_names(table["aliases"]):
            yield 'aliases must be a list of names; write for example aliases = ["Fischer random"]'
        texts = {key: value for key, value in table.items() if isinstance(value, str) and value.strip()}
        checks = {
            "id": self._id_problem,
            "file": self._file_problem,
            "kind": _kind_problem,
            "language": _tag_problem,
            "translated_from": _tag_problem,
        }
        for key, check in checks.items():
            if key in texts and (problem := check(texts[key])):
                yield problem
        if texts.get("kind") == "expansion" and "expansion" not in table:
            yield 'missing key "expansion"; name the expansion that this document describes'

    def _id_problem(self, name: str) -> str | None:
        if name in {source.document.id for source in self.sources}:
            return "another document has this id; give each its own"
        if not name.isprintable() or "/" in name or name != name.strip():
            return "id holds a slash, a control character or outer spaces; use letters, digits, dots and hyphens"
        return None

    def _file_problem(self, name: str) -> str | None:
        folder = self.catalog.parent.resolve()
        path = (folder / name).resolve()
        if not path.is_relative_to(folder):
            return f'file "{name}" lies outside the folder of the catalogue; move it there'
        if not path.is_file():
            return f'file "{name}" does not exist; add it or correct the name'
        return None

    def _source(self, table: dict[str, Any]) -> Source:
        path = self.catalog.parent / table["file"]
        title = table.get("title") or pretty(_split_language(path.stem)[0])
        language = canonical_tag(table["language"]) or table["language"]
        told = {"title": title, "language": language, "kind": DocumentKind(table["kind"])}
        told["icons"] = icons_of(self.for_all.icons, table.get("icon", {}))
        told["synonyms"] = synonyms_of(in_language(self.for_all.synonyms, language), table.get("synonyms", []))
        if "translated_from" in table:
            told["translated_from"] = canonical_tag(table["translated_from"])
        told["aliases"] = tuple(name.strip() for name in table.get("aliases", ()))
        return Source(Document(**{**{key: table[key] for key in table if key not in NOT_TEXT}, **told}), path)


def _label(number: int, table: dict[str, object]) -> str:
    name, file = table.get("id"), table.get("file")
    named = f'document "{name}"' if isinstance(name, str) and name else f"document {number}"
    return f"{named} ({file})" if isinstance(file, str) and file else named


def _key_problems(table: dict[str, object]) -> Iterator[str]:
    known = (*REQUIRED, *OPTIONAL)
    for key, value in table.items():
        if key not in known:
            yield f'unknown key "{key}"; known are {", ".join(known)}'
        elif key not in NOT_TEXT and (not isinstance(value, str) or not value.strip()):
            yield f'key "{key}" must be text in quotes, and not empty'
    for key in REQUIRED:
        if key not in table:
            yield f'missing key "{key}"; add it'


def _are_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) and name.strip() for name in value)


def _kind_problem(kind: str) -> str | None:
    return None if kind in set(DocumentKind) else f'unknown kind "{kind}"; use one of {", ".join(DocumentKind)}'


def _tag_problem(tag: str) -> str | None:
    canonical = canonical_tag(tag)
    if canonical is not None and is_known_language(canonical):
        return None
    return f'"{tag}" is no BCP 47 language tag; write for example en, es or pt-BR'
