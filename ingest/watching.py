"""Ingests a folder as it changes, until it is told to stop."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from watchfiles import Change, watch

from corpus.catalog import CATALOG
from corpus.errors import LexludoError
from corpus.generation import current_generation
from ingest import readers
from ingest.keeping import held, remove
from ingest.outcome import FileReport, Outcome, State

QUIET = 1000
"""Milliseconds without a change after which a file counts as written: copying a large one takes many changes."""
LONGEST_CHANGE = 60_000
"""Milliseconds after which changes are looked at although more keep coming."""
LOOK_EVERY = 500
"""Milliseconds between two looks whether to stop."""

Say = Callable[[str], None]
Ingest = Callable[[Callable[[FileReport], None]], Outcome]
"""Ingests the watched folder; gives what it is called with each file's report."""


def changes(folder: Path, index: Path) -> Iterator[bool]:
    """Yield False at once, then True whenever rulebooks or catalogues below ``folder`` changed.

    What changes while the caller works is told afterwards. Raises KeyboardInterrupt when a signal does.
    """
    seen = watch(
        folder,
        watch_filter=lambda _change, path: _matters(Path(path), index.resolve()),
        debounce=LONGEST_CHANGE,
        step=QUIET,
        rust_timeout=LOOK_EVERY,
        yield_on_timeout=True,
    )
    return _marked(seen)


def _marked(seen: Iterable[set[tuple[Change, str]]]) -> Iterator[bool]:
    began = False
    for changed in seen:
        if changed or not began:
            yield began
            began = True


def _matters(path: Path, index: Path) -> bool:
    if path.is_relative_to(index) or path.name.startswith("."):
        return False
    return path.name == CATALOG or path.suffix.lower() in readers.SUFFIXES or path.suffix == ""  # a folder


@dataclass(slots=True)
class Watcher:
    """Ingests once for each change, and says what is new: a file that failed as it did before is not named again.

    Documents whose file went stay in the index, unless ``prune`` is set.
    """

    folder: Path
    index: Path
    ingest: Ingest
    say: Say
    prune: bool = False
    _failures: set[str] = field(default_factory=set)
    _gone: set[str] = field(default_factory=set)

    def run(self, changed: Iterable[bool]) -> None:
        """Ingest for each item of ``changed``; whatever goes wrong with one change, the next one is looked at."""
        for _ in changed:
            try:
                self.look()
            except LexludoError as error:
                self.say(str(error))

    def look(self) -> None:
        """Bring the index up to date with the folder once. Raises LexludoError."""
        failed: set[str] = set()

        def report(one: FileReport) -> None:
            if one.state is State.FAILED:
                failed.add(one.line)
            if one.state is not State.UNCHANGED and one.line not in self._failures:
                self.say(one.line)

        self.ingest(report)
        self._failures = failed
        self._look_for_gone()

    def _look_for_gone(self) -> None:
        if current_generation(self.index) is None:
            return
        folder = self.folder.resolve()
        gone = {
            each.document.id
            for each in held(self.index)
            if Path(each.source).is_relative_to(folder) and not Path(each.source).exists()
        }
        if gone and self.prune:
            for document in remove(self.index, sorted(gone)):
                self.say(f"removed    {document.id}: its file {document.file} is gone")
            return
        for name in sorted(gone - self._gone):
            self.say(f"gone       the file of {name}; the index keeps it until: lexludo remove {name}")
        self._gone = gone
