"""The same rule in another language edition, for citations; terms of one edition in another, for retrieval.

    counterparts = Counterparts(index, encoder, folder)     # cheap; one for each generation
    counterparts.prepare()                                  # in the background: all editions of the library
    found = counterparts.counterpart(citation.document, citation.page, citation.start, citation.end, "pt")
    if found: Parallel(found.document, found.language, found.page, found.quote)

No call waits for an alignment: what is not there yet is made in the background, and found by a later call. It is kept
in ``folder`` under a name that follows from the texts, so that a new generation aligns only what changed.
"""

import logging
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from queue import Empty, PriorityQueue

from corpus.index import Index
from corpus.languages import primary
from corpus.types import Document, Encoder
from service.editions import family
from service.translation.alignment import align
from service.translation.editions import from_index, reembedded
from service.translation.linked import Link, Linked, Place, TermPair, key_of, linked, read, standing_for, write
from service.translation.types import Edition

log = logging.getLogger(__name__)

FOLDER = "linked"
"""Name for the folder, beside an index's generations."""
ASKED, FORESEEN = 0, 1
UNUSED_DAYS = 60
"""Days after which a file that nobody read is removed."""


Names = tuple[str, str]
"""The ids of two editions, in order."""


@dataclass(frozen=True, slots=True)
class Counterpart:
    """Where another edition says the same: ``quote == page_text[start:end]``; ``score`` is 0 to 1."""

    document: str
    language: str
    page: int
    start: int
    end: int
    quote: str
    score: float


class Counterparts:
    """Finds, in one generation of the index, what stands in another edition for a passage. Safe between threads."""

    def __init__(self, index: Index, encoder: Encoder, folder: Path | None = None) -> None:
        """Take the index and the encoder that it was made with; ``folder`` None keeps everything in memory."""
        self._index, self._encoder, self._folder = index, encoder, folder
        self._linked: dict[Names, Linked] = {}
        self._wanted: PriorityQueue[tuple[int, Names]] = PriorityQueue()
        self._queued: set[tuple[int, Names]] = set()
        self._lock = threading.Lock()
        self._worker: threading.Thread | None = None
        self._closed = False
        self._edition = lru_cache(maxsize=8)(self._embedded)

    def counterpart(self, document: str, page: int, start: int, end: int, language: str) -> Counterpart | None:
        """Return the passage that stands for ``start:end`` of a page in the edition in ``language``.

        None where the library has no such edition, nothing there corresponds, or it is not aligned yet (the next call
        finds it then). A region of the language ("pt-BR") is preferred, not demanded. Raises UnknownNameError for a
        document that the library does not hold.
        """
        other = self.edition_in(document, language)
        found = self._between(document, other.id) if other else None
        run = standing_for(found.links, Place(page, start, end)) if found else None
        if other is None or run is None:
            return None
        place, score = run
        quote = self._index.page(other.id, place.page).text[place.start : place.end]
        return Counterpart(other.id, other.language, *place, quote, round(score, 4))

    def terms(self, document: str, language: str) -> tuple[TermPair, ...]:
        """Return which terms of a document stand for which in the edition in ``language``, the surest first.

        Empty under the conditions under which ``counterpart`` is None. Raises UnknownNameError.
        """
        other = self.edition_in(document, language)
        found = self._between(document, other.id) if other else None
        return found.terms if found else ()

    def links(self, document: str, other: str) -> tuple[Link, ...]:
        """Return which sentences of a document and of another edition say the same; empty until they are aligned.

        Raises UnknownNameError.
        """
        found = self._between(document, other)
        return found.links if found else ()

    def edition_in(self, document: str, language: str) -> Document | None:
        """Return the edition of a document in another language, or None. Raises UnknownNameError."""
        held = self._index.document(document)
        if primary(language) == primary(held.language):
            return None
        same = (held.game, held.kind, held.expansion)
        editions = [
            each
            for each in self._index.documents
            if (each.game, each.kind, each.expansion) == same and primary(each.language) == primary(language)
        ]
        return min(editions, key=lambda each: _distance(held, each, language), default=None)

    def prepare(self) -> None:
        """Align in the background, what is asked for first, all editions of the library that are not aligned yet."""
        with suppress(OSError):
            self._drop_unused()
        for one, other in combinations(self._index.documents, 2):
            if self.edition_in(one.id, other.language) == other:
                self._want(FORESEEN, _in_order(one.id, other.id))

    def wait(self, seconds: float) -> bool:
        """Wait until all that was wanted is aligned; return whether it is."""
        worker = self._worker
        if worker:
            worker.join(seconds)
        return not (worker and worker.is_alive())

    def close(self) -> None:
        """End the background work after the pair of editions that it is at."""
        self._closed = True

    def _between(self, document: str, other: str) -> Linked | None:
        names = _in_order(document, other)
        found = self._linked.get(names) or self._kept(names)
        if found is None:
            self._want(ASKED, names)
            return None
        return found if names[0] == document else found.turned()

    def _kept(self, names: Names) -> Linked | None:
        """Return what was made before, from this generation or an earlier one."""
        file = self._file(names)
        found = read(file) if file else None
        if file and found:
            self._linked[names] = found
            with suppress(OSError):
                file.touch()
        return found

    def _file(self, names: Names) -> Path | None:
        if self._folder is None:
            return None
        editions = [(self._index.document(name).language, self._index.pages(name)) for name in names]
        return self._folder / f"{key_of(self._encoder.card.fingerprint, *editions)}.json"

    def _want(self, priority: int, names: Names) -> None:
        with self._lock:
            if (priority, names) in self._queued or self._closed:
                return
            self._queued.add((priority, names))
            self._wanted.put((priority, names))
            if self._worker is None:
                self._worker = threading.Thread(target=self._work, name="lexludo-counterparts", daemon=True)
                self._worker.start()

    def _work(self) -> None:
        while (names := self._next()) is not None:
            started = time.monotonic()
            if names not in self._linked and self._kept(names) is None:
                self._make(names)
            time.sleep(0 if self._closed else time.monotonic() - started)  # half of the time is for answers

    def _next(self) -> Names | None:
        with self._lock:
            if not self._closed:
                with suppress(Empty):
                    return self._wanted.get_nowait()[1]
            self._edition.cache_clear()
            self._worker = None
            return None

    def _make(self, names: Names) -> None:
        try:
            source, target = (self._edition(name) for name in names)
            self._linked[names] = linked(align(source, target))
            self._keep(names)
        except Exception:  # whatever is wrong with these editions, the others are still to be aligned
            log.exception("%s and %s could not be aligned", *names)
            self._linked[names] = Linked()

    def _keep(self, names: Names) -> None:
        file = self._file(names)
        try:
            if file:
                write(file, self._linked[names])
        except OSError as error:
            log.warning("%s: what links %s and %s cannot be kept (%s)", file, *names, error.strerror)

    def _embedded(self, name: str) -> Edition:
        return reembedded(self._index, from_index(self._index, name), self._encoder)

    def _drop_unused(self) -> None:
        oldest = time.time() - UNUSED_DAYS * 86400
        for file in self._folder.glob("*.json") if self._folder else ():
            if file.stat().st_mtime < oldest:
                file.unlink(missing_ok=True)


def _in_order(one: str, other: str) -> Names:
    return (one, other) if one < other else (other, one)


def _distance(held: Document, other: Document, language: str) -> tuple[bool, bool, bool, str]:
    """Return how far an edition is from the one wanted: the same text and edition first, then the region."""
    other_text = family(other) != family(held)
    return other_text, other.edition != held.edition, other.language.lower() != language.lower(), other.id
