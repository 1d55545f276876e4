"""Is an index whole, what lies in it that nothing needs, and which rules it holds twice."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from pathlib import Path

from corpus.errors import IndexUnusableError
from corpus.files import sha256_of
from corpus.generation import (
    FILES,
    LAYOUT,
    Manifest,
    content_problems,
    current_generation,
    generation_folder,
    generation_names,
    size_problems,
)
from corpus.index import Index
from corpus.sources import kept_file, stray_sources

SHORTEST_RULE = 40
"""Characters; shorter passages that are alike ("Two players.") say nothing of their documents."""
_CLEARED = "the next ingest clears it away"


class Kind(StrEnum):
    """What was found; the value is what is printed."""

    DAMAGE = "damage"
    ORPHAN = "orphan"
    DUPLICATE = "duplicate"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found, in words that say what to do."""

    kind: Kind
    said: str

    @property
    def line(self) -> str:
        """The finding as one line."""
        return f"{self.kind:<10} {self.said}"


def check(index: Path) -> list[Finding]:
    """Compare every file of the index with its checksum, and look for what is orphaned or held twice.

    Only damage is a fault: orphans wait to be cleared away, and rules that two documents share stay in both.
    """
    findings = [*_damaged_generations(index), *_damaged_sources(index), *_orphans(index)]
    try:
        opened = Index.open(index, lexical_settings=None)
    except IndexUnusableError as error:
        if all(finding.kind is not Kind.DAMAGE for finding in findings):
            findings.insert(0, Finding(Kind.DAMAGE, str(error)))
        return findings
    return findings + list(_duplicates(opened))


def _damaged_generations(index: Path) -> Iterator[Finding]:
    current = current_generation(index)
    for name in generation_names(index):
        remedy = "ingest again" if name == current else f"{_CLEARED}, and it cannot be rolled back to"
        for problem in _problems(generation_folder(index, name)):
            yield Finding(Kind.DAMAGE, f"{LAYOUT.generations}/{name}: {problem}; {remedy}")


def _problems(folder: Path) -> Iterator[str]:
    try:
        manifest = Manifest.read(folder)
    except IndexUnusableError:
        yield f"{FILES.manifest} is missing or damaged"
        return
    yield from size_problems(folder, manifest)
    yield from content_problems(folder, manifest)


def _damaged_sources(index: Path) -> Iterator[Finding]:
    """Look at each kept file once, whichever documents need it."""
    needed: dict[str, tuple[str, str]] = {}
    for _, manifest in _sound_manifests(index):
        for document, record in manifest.sources.items():
            if not record.kept:
                continue
            needed[record.kept] = (document, record.path)
            if kept_file(index, record) is None:
                yield _lost(record.kept, "is missing", document, record.path)
    for name, (document, path) in needed.items():
        file = index / LAYOUT.sources / name
        if file.is_file() and sha256_of(file) != file.stem:
            yield _lost(name, "was changed; delete it", document, path)


def _lost(name: str, problem: str, document: str, path: str) -> Finding:
    said = f'{LAYOUT.sources}/{name} (of document "{document}") {problem}; ingest {path} again to keep it anew'
    return Finding(Kind.DAMAGE, said)


def _sound_manifests(index: Path) -> Iterator[tuple[str, Manifest]]:
    for name in generation_names(index):
        try:
            yield name, Manifest.read(generation_folder(index, name))
        except IndexUnusableError:
            continue  # named among the damaged generations


def _orphans(index: Path) -> Iterator[Finding]:
    ours = {LAYOUT.current, LAYOUT.generations, LAYOUT.sources, LAYOUT.lock}
    for path in [*index.glob("*"), *(index / LAYOUT.generations).glob("*"), *(index / LAYOUT.sources).glob("*")]:
        place = path.relative_to(index).as_posix()
        if path.name.startswith(LAYOUT.partial):
            yield Finding(Kind.ORPHAN, f"{place}: left by an ingest that died, or of one that is running; {_CLEARED}")
        elif path.parent == index and path.name not in ours:
            yield Finding(Kind.ORPHAN, f"{place}: is no part of an index; move it away")
    yield from _unlisted(index)
    yield from _unneeded(index)


def _unlisted(index: Path) -> Iterator[Finding]:
    for name, manifest in _sound_manifests(index):
        folder = generation_folder(index, name)
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            inside = file.relative_to(folder).as_posix()
            if inside not in manifest.files and inside != FILES.manifest:
                said = f"{LAYOUT.generations}/{name}/{inside}: is no part of the generation; move it away"
                yield Finding(Kind.ORPHAN, said)


def _unneeded(index: Path) -> Iterator[Finding]:
    current = current_generation(index)
    for name in generation_names(index):
        if current is not None and name > current:
            yield Finding(Kind.ORPHAN, f"{LAYOUT.generations}/{name}: was never in service; {_CLEARED}")
    try:
        stray = [name for name in stray_sources(index, generation_names(index)) if not name.startswith(LAYOUT.partial)]
    except IndexUnusableError:
        return
    for name in stray:
        yield Finding(Kind.ORPHAN, f"{LAYOUT.sources}/{name}: no document was read from it; {_CLEARED}")


def _duplicates(opened: Index) -> Iterator[Finding]:
    alike: dict[tuple[str, str], list[str]] = defaultdict(list)
    for text, documents in _documents_by_text(opened).items():
        for pair in combinations(sorted(documents), 2):
            alike[pair].append(text)
    for (one, other), texts in sorted(alike.items()):
        passages = "1 passage" if len(texts) == 1 else f"{len(texts)} passages"
        said = f'"{one}" and "{other}" share {passages}, such as "{_short(texts[0])}"; both keep them'
        yield Finding(Kind.DUPLICATE, said)


def _documents_by_text(opened: Index) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for row, passage in enumerate(opened.passages):
        text = " ".join(opened.text(row).split())
        if len(text) >= SHORTEST_RULE:
            found[text].add(passage.document)
    return found


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57].rstrip()}..."
