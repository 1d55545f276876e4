"""From paths to a new generation of the index: reads what changed, embeds what is new, keeps the rest."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from corpus.catalog import Source
from corpus.errors import IndexUnusableError, UnreadableFileError
from corpus.generation import LEXICAL_SETTINGS
from corpus.index import Index
from corpus.records import IngestedDocument, SourceRecord
from corpus.sources import keep_sources
from corpus.types import Encoder, Reading
from corpus.writer import write_generation, writing
from ingest import chunk, readers
from ingest.drafting import Chunking, Drafting, Read
from ingest.embedding import Draft, ShowProgress, embed, no_progress
from ingest.gathering import failed, gather
from ingest.outcome import FileReport, Outcome, State
from ingest.working import ReadAll, Request, in_turn

Say = Callable[[str], None]
Report = Callable[[FileReport], None]


def _silent(_said: object) -> None:
    return None


def ingest(
    paths: Sequence[Path],
    index: Path,
    encoder: Encoder,
    *,
    read: Read = readers.read,
    read_all: ReadAll | None = None,
    chunking: Chunking = chunk,
    report: Report = _silent,
    say: Say = _silent,
    progress: ShowProgress = no_progress,
) -> Outcome:
    """Bring the index at ``index`` up to date with the files and folders in ``paths``.

    Documents of other paths stay as they are, and so does a document whose file can no longer be read. Where nothing
    changed, nothing is written. Where the model or the chunking changed, what stays is made anew from its pages.
    ``read_all`` reads many files, as ``working.in_workers`` does; without it, ``read`` reads one after the other.
    ``report`` gets every file once, added and changed ones as soon as they are in service; ``say`` gets lines about
    the index itself. Raises LexludoError where the index cannot be written.
    """
    with writing(index, say):
        work = _Work(index, Drafting(chunking, encoder), _opened(index, say), report, say, read_all or in_turn(read))
        work.look_at(paths, progress)
        return work.finish(progress)


def _opened(index: Path, say: Say) -> Index | None:
    """Return the index as it is, whatever made it; None where it is empty or cannot be relied on."""
    if Index.current_generation(index) is None:
        return None
    try:
        found = Index.open(index, lexical_settings=None)
        found.verify()
    except IndexUnusableError as error:
        say(f"{error}. It is made anew from the paths given; ingest all others again, too")
        return None
    return found


@dataclass(slots=True)
class _Work:
    """One ingest under way: ``before`` is the index as it was, ``drafts`` what is new or changed in it."""

    index: Path
    drafting: Drafting
    before: Index | None
    report: Report
    say: Say
    read_all: ReadAll
    earlier: dict[str, IngestedDocument] = field(init=False)
    _read_from: dict[SourceRecord, list[IngestedDocument]] = field(init=False)  # several where a file has languages
    drafts: list[Draft] = field(default_factory=list)
    reports: list[FileReport] = field(default_factory=list)
    sound: dict[str, str] = field(default_factory=dict)  # the file that each id stands for now

    def __post_init__(self) -> None:
        documents = self.before.documents if self.before else ()
        self.earlier = {each.id: self.before.ingested(each.id) for each in documents} if self.before else {}
        self._read_from = {}
        for each in self.earlier.values():
            self._read_from.setdefault(each.source, []).append(each)

    def look_at(self, paths: Sequence[Path], progress: ShowProgress) -> None:
        """Read what changed in ``paths``, and report what failed or did not change."""
        held = _owners(self.earlier)
        gathered = gather(paths, readers.SUFFIXES, held)
        for failure in gathered.failures:
            self._note(failure)
        changed = [(source, record) for source in gathered.sources if (record := self._record_if_changed(source))]
        requests = [Request(source.path, source.language) for source, _ in changed]
        with progress("reading", len(changed)) as advance:
            for (source, record), reading in zip(changed, self.read_all(requests), strict=True):
                self._take(source, record, reading)
                advance(1)

    def finish(self, progress: ShowProgress) -> Outcome:
        """Write a generation if there is anything new in it."""
        kept = self._kept()
        outdated = kept if self._is_outdated() else []
        drafts = [*self.drafts, *map(self._cut_again, outdated)]
        if not drafts and len(kept) == len(self.earlier) and not self._has_other_terms():
            keep_sources(self.index, (held.source for held in self.earlier.values()))
            return self._outcome(list(self.earlier.values()))
        encoder = self.drafting.encoder
        embedded = embed(drafts, self._reusable(), encoder, progress)
        documents = embedded.documents + [self.earlier[name] for name in kept if name not in outdated]
        write_generation(self.index, documents, encoder.card, self.drafting.chunking.SETTINGS)
        for draft, fresh in zip(self.drafts, embedded.fresh, strict=False):
            self._note(self._in_service(draft, fresh))
        return self._outcome(documents)

    def _note(self, report: FileReport) -> None:
        self.reports.append(report)
        self.report(report)

    def _record_if_changed(self, source: Source) -> SourceRecord | None:
        """Return what a file is like now, if it has to be read; else it is reported here."""
        try:
            record = self.drafting.record(source)
        except UnreadableFileError as error:
            self._fail(source, error)
            return None
        same = self._read_from.get(record, [])
        for held in same:
            self._note(_unchanged(source.path, held))
            self.sound[held.document.id] = record.path
        return None if same else record

    def _take(self, source: Source, record: SourceRecord, reading: Reading | UnreadableFileError) -> None:
        try:
            if isinstance(reading, UnreadableFileError):
                raise reading
            drafts = self.drafting.drafted(source, record, reading)
            self._claim([draft.document.id for draft in drafts], source.path, record.path)
            self.drafts += drafts
        except UnreadableFileError as error:
            self._fail(source, error)

    def _claim(self, names: Sequence[str], file: Path, path: str) -> None:
        """Let ids stand for a file. Raises UnreadableFileError where another file has one of them."""
        taken = [name for name in names if self.sound.get(name, path) != path]
        if taken:
            problem = f'is the document "{taken[0]}", and so is {self.sound[taken[0]]}'
            raise UnreadableFileError(file, problem, "rename one, or leave it out")
        self.sound.update(dict.fromkeys(names, path))

    def _fail(self, source: Source, error: UnreadableFileError) -> None:
        path = str(source.path.resolve())
        held = source.document.id in self.earlier or any(each.source.path == path for each in self.earlier.values())
        stays = "; what the index has of it stays" if held else ""
        self._note(failed(source.path, f"{error}{stays}"))

    def _kept(self) -> list[str]:
        """Return what stays as it is: ids that no draft replaces, and whose file has no other id now."""
        drafted = {draft.document.id for draft in self.drafts}
        kept = []
        for name in (name for name in self.earlier if name not in drafted):
            if name not in self.sound and self.earlier[name].source.path in self.sound.values():
                self.say(f'{self.earlier[name].source.path}: has another id now; document "{name}" leaves the index')
            else:
                kept.append(name)
        return kept

    def _is_outdated(self) -> bool:
        if self.before is None or not self.earlier:
            return False
        made_by, in_use = self.before.manifest.model, self.drafting.encoder.card
        if made_by != in_use:
            self.say(
                f"{self.index}: was made with the model {made_by.name}; all of it is embedded anew by {in_use.name}"
            )
        return made_by != in_use or self.before.manifest.settings != self.drafting.chunking.SETTINGS

    def _has_other_terms(self) -> bool:
        return self.before is not None and self.before.manifest.lexical_settings != LEXICAL_SETTINGS

    def _cut_again(self, name: str) -> Draft:
        held = self.earlier[name]
        return self.drafting.cut(held.document, held.pages, held.source)

    def _reusable(self) -> dict[str, IngestedDocument]:
        same_model = self.before is not None and self.before.manifest.model == self.drafting.encoder.card
        return self.earlier if same_model else {}

    def _in_service(self, draft: Draft, fresh: int) -> FileReport:
        state = State.CHANGED if draft.document.id in self.earlier else State.ADDED
        return FileReport(
            draft.file,
            state,
            draft.document.id,
            draft.document.language,
            len(draft.pages),
            len(draft.passages),
            fresh,
            draft.remarks,
        )

    def _outcome(self, documents: Sequence[IngestedDocument]) -> Outcome:
        passages = sum(len(each.passages) for each in documents)
        return Outcome(tuple(self.reports), Index.current_generation(self.index), len(documents), passages)


def _owners(earlier: Mapping[str, IngestedDocument]) -> dict[str, str]:
    """Return the game of every id that is taken, also of those that a file has before its languages are told apart."""
    owners = {name: each.document.game for name, each in earlier.items()}
    for name, each in earlier.items():
        owners.setdefault(name.removesuffix(f".{each.document.language}"), each.document.game)
    return owners


def _unchanged(file: Path, held: IngestedDocument) -> FileReport:
    document = held.document
    return FileReport(str(file), State.UNCHANGED, document.id, document.language, len(held.pages), len(held.passages))
