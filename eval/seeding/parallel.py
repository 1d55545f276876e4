"""Clean parallel text: the sentences that two languages of a game share, and editions made of them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from itertools import permutations
from pathlib import Path
from random import Random

import numpy as np

import corpus.library
from corpus.library.sentences import read_sentences
from service.translation.types import Alignment, Edition, Pair, Segment

LIBRARY = Path(corpus.library.__file__).parent
GAMES = Path(__file__).parent / "games"
"""Invented games, written for this benchmark alone."""
READ_GAMES = frozenset({"bellfounders", "highwater", "nightmarket", "sleepertrain"})
"""Invented games that the checks may be developed on; what they set off has been read."""
HELD_OUT_GAMES = frozenset({"honeyvalley"})
"""Those that are for the test alone. One whose misses or false alarms were read belongs to the former."""
TEXTS = {"library": (LIBRARY,), "games": (GAMES,), "all": (LIBRARY, GAMES)}
PAGE_SEGMENTS = 30
"""Segments on a made-up page."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence in both languages; one of them is None where it was taken out."""

    id: str
    source: str | None
    target: str | None
    role: str = "text"


@dataclass(frozen=True, slots=True)
class Book:
    """One text of a game (its rulebook, its FAQ ...) in two languages, in the order of the source."""

    game: str
    kind: str
    source: str
    target: str
    sentences: tuple[Sentence, ...]

    @property
    def pair(self) -> str:
        """The language pair as reports name it."""
        return f"{self.source}>{self.target}"

    def with_sentences(self, changed: Mapping[str, Sequence[Sentence]]) -> "Book":
        """Return the book with some sentences replaced, each by any number of others."""
        sentences = [new for old in self.sentences for new in changed.get(old.id, (old,))]
        return replace(self, sentences=tuple(sentences))


def is_test(game: str, sentence: str) -> bool:
    """Say whether a sentence belongs to the test half: by its game or its id alone, so that it does in every language.

    An invented game belongs to one half as a whole.
    """
    if game in READ_GAMES | HELD_OUT_GAMES:
        return game in HELD_OUT_GAMES
    return sha256(f"{game}/{sentence}".encode()).digest()[0] % 2 == 0


def language_pairs(libraries: Sequence[Path] = (LIBRARY,)) -> list[tuple[str, str]]:
    """Return the ordered pairs of languages that some text has both of."""
    texts = [languages for library in libraries for languages in _texts(library).values()]
    return sorted({pair for languages in texts for pair in permutations(languages, 2)})


def books(source: str, target: str, libraries: Sequence[Path] = (LIBRARY,)) -> Iterator[Book]:
    """Yield the texts that have both languages, by library, game and kind; only sentences of both are kept."""
    for (folder, kind), languages in (text for library in libraries for text in sorted(_texts(library).items())):
        if {source, target} <= set(languages):
            yield _book(folder, kind, source, target)


@cache
def sentences_of_other_games(game: str, language: str, library: Path = LIBRARY) -> tuple[str, ...]:
    """Return the sentences that the other games' rulebooks have in a language, by game."""
    files = sorted(library.glob(f"*/rulebook.{language}.typ"))
    return tuple(text for file in files if file.parent.name != game for text in read_sentences(file).values())


def _texts(library: Path) -> dict[tuple[Path, str], list[str]]:
    """Return the languages of every text, by its folder and kind: ``<kind>.<language>.typ``."""
    texts: dict[tuple[Path, str], list[str]] = defaultdict(list)
    for path in sorted(library.glob("*/*.*.typ")):
        kind, language, _ = path.name.split(".")
        texts[path.parent, kind].append(language)
    return dict(texts)


def _book(folder: Path, kind: str, source: str, target: str) -> Book:
    files = [folder / f"{kind}.{language}.typ" for language in (source, target)]
    texts = [read_sentences(file) for file in files]
    items = _list_items(files[0].read_text(encoding="utf-8"))
    shared = [sentence for sentence in texts[0] if sentence in texts[1]]
    sentences = (Sentence(i, texts[0][i], texts[1][i], "bullet" if i in items else "text") for i in shared)
    return Book(folder.name, kind, source, target, tuple(sentences))


def _list_items(text: str) -> frozenset[str]:
    lines = (line.strip() for line in text.splitlines())
    return frozenset(
        line.rpartition("// s: ")[2] for line in lines if line.startswith(("- ", "+ ")) and "// s: " in line
    )


def gold_alignment(book: Book) -> Alignment:
    """Return the alignment that the ids give; pages are made up, ``PAGE_SEGMENTS`` segments each, vectors are zero."""
    numbers: list[Pair] = []
    source, target = 0, 0
    for sentence in book.sentences:
        left = () if sentence.source is None else (source,)
        right = () if sentence.target is None else (target,)
        source, target = source + len(left), target + len(right)
        numbers.append(Pair(left, right, 1.0))
    return Alignment(edition(book, 0), edition(book, 1), tuple(numbers))


def edition(book: Book, side: int) -> Edition:
    """Return the source (0) or the target (1) of a book as an edition without vectors."""
    segments: list[Segment] = []
    offset = 0
    for sentence in book.sentences:
        text = sentence.target if side else sentence.source
        if text is not None:
            number = len(segments)
            offset = 0 if number % PAGE_SEGMENTS == 0 else offset
            page = 1 + number // PAGE_SEGMENTS
            segments.append(Segment(text, page, offset, offset + len(text), number, sentence.role))
            offset += len(text) + 1
    language = book.target if side else book.source
    return Edition(
        f"{book.game}-{book.kind}.{language}", language, tuple(segments), np.zeros((len(segments), 1), np.float32)
    )


CODES = "C56 B2 A17 K9 P31 XR7 M4 T12 E88 QL3".split()
NAMES = "Imperium|Zarathor|Kessandra|Mirrowick|Tavendale|Oxbridge".split("|")
PAGE_WORDS = {
    "en": "page",
    "es": "página",
    "pt": "página",
    "fr": "page",
    "de": "Seite",
    "it": "pagina",
    "nl": "bladzijde",
}


def furnished(book: Book) -> Book:
    """Return the book with what the library has little of, the same in both editions.

    In turns a code, a name, a page reference, a range or a bracket is put at the end of every other sentence.
    """
    random = Random(f"{book.game} {book.kind} furniture")
    pages = 1 + (len(book.sentences) - 1) // PAGE_SEGMENTS
    sentences = [
        _furnished(sentence, number // 2 % 5, random, book, pages) if number % 2 else sentence
        for number, sentence in enumerate(book.sentences)
    ]
    return replace(book, sentences=tuple(sentences))


def _furnished(sentence: Sentence, turn: int, random: Random, book: Book, pages: int) -> Sentence:
    low = random.randint(2, 5)
    page, code, name = random.randint(1, pages), random.choice(CODES), random.choice(NAMES)
    range_ = f"{low}–{low + random.randint(1, 4)}"
    words = [PAGE_WORDS[language.partition("-")[0]] for language in (book.source, book.target)]
    added = [(f"({word} {page})", f"({code})", f"({name})", f"({range_})", f"[{name}]")[turn] for word in words]
    return replace(
        sentence, source=_inserted(sentence.source or "", added[0]), target=_inserted(sentence.target or "", added[1])
    )


def _inserted(text: str, words: str) -> str:
    """Return ``text`` with words put in front of the punctuation that ends it."""
    body = text.rstrip(".!?:;")
    return f"{body} {words}{text[len(body) :]}"
