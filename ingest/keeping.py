"""Keeping a library: what it holds, taking documents out of it, and going back to what it was."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from corpus.errors import LexludoError, UnknownNameError
from corpus.index import Index
from corpus.types import Document
from corpus.writer import republish, write_generation, writing


@dataclass(frozen=True, slots=True)
class Held:
    """A document of the library; ``source`` is the file it was read from, ``kept`` whether the index has a copy."""

    document: Document
    pages: int
    passages: int
    source: str
    kept: bool


def held(index: Path) -> list[Held]:
    """Return the documents of the library, by game, language and id. Raises IndexUnusableError."""
    opened = _opened(index)
    return [_held(opened, document) for document in opened.documents]


def chosen(index: Path, names: Sequence[str], game: str | None = None) -> list[Document]:
    """Return the documents with these ids, and all of a game.

    Raises UnknownNameError, which tells every unknown name and what is near it, and IndexUnusableError.
    """
    documents = _opened(index).documents
    problems = [*_unknown("document", names, [each.id for each in documents])]
    problems += _unknown("game", [game] if game is not None else [], dict.fromkeys(each.game for each in documents))
    if problems:
        raise UnknownNameError("\n".join(problems))
    return [each for each in documents if each.id in names or each.game == game]


def remove(index: Path, names: Sequence[str], game: str | None = None) -> list[Document]:
    """Write a generation without these documents, and without those of ``game``; return what was removed.

    The generation before stays for ``rollback``. Raises UnknownNameError, IndexUnusableError, LexludoError.
    """
    chosen(index, names, game)
    with writing(index):
        going = chosen(index, names, game)
        opened = _opened(index)
        staying = [opened.ingested(each.id) for each in opened.documents if each not in going]
        write_generation(index, staying, opened.manifest.model, opened.manifest.settings)
    return going


@dataclass(frozen=True, slots=True)
class RolledBack:
    """``generation`` is in service now; it holds what ``restored`` held, and ``undone`` was in service before."""

    generation: str
    restored: str
    undone: str
    documents: int
    passages: int


def rollback(index: Path) -> RolledBack:
    """Bring what the library was before its latest change back into service, under a new number.

    A number is never given twice, so a service that watches them notices; and rolling back twice is no change.
    Raises LexludoError where there is no generation before, or it is damaged.
    """
    generation(index)
    with writing(index):
        undone = generation(index)
        new, restored = republish(index)
    opened = _opened(index)
    return RolledBack(new, restored, undone, len(opened.documents), len(opened))


def generation(index: Path) -> str:
    """Return the number of the generation in service. Raises LexludoError where there is none."""
    name = Index.current_generation(index)
    if name is None:
        raise LexludoError(f"{index}: holds no index; ingest rulebooks into it first")
    return name


def _opened(index: Path) -> Index:
    return Index.open(index, lexical_settings=None)


def _held(opened: Index, document: Document) -> Held:
    name = document.id
    passages = len(opened.document_rows(name))
    source, kept = str(opened.source(name)), opened.kept(name) is not None
    return Held(document, opened.page_count(name), passages, source, kept)


def _unknown(what: str, names: Sequence[str], known: Iterable[str]) -> list[str]:
    listed = list(known)
    return [f'the library holds no {what} "{name}"; {_hint(name, listed)}' for name in names if name not in listed]


def _hint(name: str, known: list[str]) -> str:
    folded = {each.casefold(): each for each in known}
    if near := get_close_matches(name.casefold(), folded, 3, 0.6):
        return f"near it: {', '.join(folded[match] for match in near)}"
    return f"it holds {', '.join(known[:10])}" if known else "it holds none"
