"""Two editions linked for use at answer time: which places say the same, which terms stand for which; kept on disk."""

import hashlib
import json
import secrets
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

from corpus.types import Page
from service.translation.checks.sides import compared
from service.translation.checks.term_table import Occurrences, Term, mine
from service.translation.comparing import CORRESPONDS, LEAST_SHARE, corresponding
from service.translation.types import Alignment, Edition, Pair

FORMAT = "linked-3"
"""Raise when the same two editions would be linked otherwise: they are then linked again."""
HELD = 0.2
"""Score from which a pair is believed that stands between sure ones."""
LEAST_COVERED = 0.5
"""Share of a passage's characters that must have a counterpart for one to be shown."""


class Place(NamedTuple):
    """A slice of a page: ``page_text[start:end]``."""

    page: int
    start: int
    end: int


class TermPair(NamedTuple):
    """A term as it is mostly written in either edition, and in how many sentences both stand together."""

    source: str
    target: str
    times: int


@dataclass(frozen=True, slots=True)
class Link:
    """Sentences that say the same, in the order of the pages; ``score`` is that of the pair, 0 to 1."""

    source: tuple[Place, ...]
    target: tuple[Place, ...]
    score: float

    def turned(self) -> "Link":
        """Return the link as seen from the other edition."""
        return Link(self.target, self.source, self.score)


@dataclass(frozen=True, slots=True)
class Linked:
    """What links two editions; empty where they are no editions of one text."""

    links: tuple[Link, ...] = ()
    terms: tuple[TermPair, ...] = ()

    def turned(self) -> "Linked":
        """Return the same as seen from the other edition."""
        terms = tuple(TermPair(term.target, term.source, term.times) for term in self.terms)
        return Linked(tuple(link.turned() for link in self.links), terms)


def linked(alignment: Alignment) -> Linked:
    """Return the pairs of an alignment that are sure enough to be shown, and the terms mined from it."""
    if corresponding(alignment) < LEAST_SHARE:
        return Linked()
    return Linked(tuple(_links(alignment)), tuple(_terms(alignment)))


def key_of(model: str, *editions: tuple[str, Sequence[Page]]) -> str:
    """Return a name for what links editions, each a language and its pages, read by a model (its fingerprint)."""
    digest = hashlib.sha256(f"{FORMAT}\x1f{model}".encode())
    for language, pages in editions:
        digest.update(f"\x1e{language}".encode())
        for page in pages:
            digest.update(f"\x1f{page.number}\x1f{page.headings}\x1f{page.text}".encode())
    return digest.hexdigest()[:32]


def read(file: Path) -> Linked | None:
    """Return what was written to a file, or None where there is none or it is damaged."""
    try:
        found = json.loads(file.read_text("utf-8"))
        return Linked(
            tuple(Link(_places(one), _places(other), score) for one, other, score in found["links"]),
            tuple(TermPair(*term) for term in found["terms"]),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write(file: Path, found: Linked) -> None:
    """Write to a file, whole or not at all. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    partial = file.with_name(f".partial-{secrets.token_hex(4)}")
    try:
        fields = {"links": [list(asdict(link).values()) for link in found.links], "terms": found.terms}
        partial.write_text(json.dumps(fields, ensure_ascii=False), "utf-8")
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)


def _places(found: Sequence[Sequence[int]]) -> tuple[Place, ...]:
    return tuple(Place(*place) for place in found)


def _links(alignment: Alignment) -> Iterator[Link]:
    pairs = [pair for pair in alignment.pairs if pair.source and pair.target]
    sure = [pair.score >= CORRESPONDS for pair in pairs]
    for number, pair in enumerate(pairs):
        if sure[number] or _is_held(pair, sure[max(0, number - 1) : number + 2]):
            source, target = _sides(alignment.source, pair.source), _sides(alignment.target, pair.target)
            yield Link(source, target, pair.score)


def _is_held(pair: Pair, around: Sequence[bool]) -> bool:
    """Say whether a pair that is less alike stands between two that are sure."""
    return pair.score >= HELD and not pair.moved and len(around) == 3 and around[0] and around[2]


def _sides(edition: Edition, numbers: Sequence[int]) -> tuple[Place, ...]:
    segments = (edition.segments[number] for number in numbers)
    return tuple(Place(segment.page, segment.start, segment.end) for segment in segments)


def _terms(alignment: Alignment) -> Iterator[TermPair]:
    pairs = tuple(compared(alignment))
    table = mine(pairs)
    ours, theirs = [pair.source.text for pair in pairs], [pair.target.text for pair in pairs]
    for link in table.links:
        source = _usual_words(link.source, table.source_pairs[link.source], table.sources, ours)
        target = _usual_words(link.target, table.target_pairs[link.target], table.targets, theirs)
        yield TermPair(source, target, link.both)


def _usual_words(term: Term, numbers: Sequence[int], places: Sequence[Occurrences], texts: Sequence[str]) -> str:
    """Return the words in which a term mostly stands, in small letters if it ever does."""
    seen = Counter(texts[number][start:end] for number in numbers for start, end in places[number][term])
    small = Counter({words: count for words, count in seen.items() if words == words.lower()})
    return (small or seen).most_common(1)[0][0]


def standing_for(links: Sequence[Link], wanted: Place) -> tuple[Place, float] | None:
    """Return the run of sentences that stands for a place, and how sure that is."""
    touched = [link for link in links if any(_overlap(place, wanted) for place in link.source)]
    runs = _runs(links, touched)
    covered = {number: sum(_covered(link, wanted) for link in run) for number, run in enumerate(runs)}
    best = max(covered, key=covered.__getitem__, default=None)
    if best is None or covered[best] < LEAST_COVERED * (wanted.end - wanted.start):
        return None
    run = runs[best]
    places = [place for link in run for place in link.target]
    place = Place(places[0].page, min(each.start for each in places), max(each.end for each in places))
    return place, min(link.score for link in run)


def _runs(links: Sequence[Link], touched: Sequence[Link]) -> list[list[Link]]:
    """Part links where their targets are on several pages or something between them stands for something else."""
    other = {place for link in links if link not in touched for place in link.target}
    runs: list[list[Link]] = []
    for link in sorted(touched, key=lambda each: each.target):
        if runs and _adjacent(runs[-1][-1].target[-1], link.target[0], other):
            runs[-1].append(link)
        else:
            runs.append([link])
    return [run for run in runs if len({place.page for link in run for place in link.target}) == 1]


def _adjacent(before: Place, after: Place, other: set[Place]) -> bool:
    if before.page != after.page:
        return False
    return not any(before < between < after for between in other if between.page == before.page)


def _covered(link: Link, wanted: Place) -> int:
    return sum(_overlap(place, wanted) for place in link.source)


def _overlap(place: Place, wanted: Place) -> int:
    """Return how many characters two places share."""
    return max(0, min(place.end, wanted.end) - max(place.start, wanted.start)) if place.page == wanted.page else 0
