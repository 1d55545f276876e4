"""Ranked passages against the places that answer: which rank is the first to cover which anchor."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from eval.questions import Anchor
from service.contract import Citation, Game

Work = tuple[str, str, str | None]
"""What the language editions of one text share: game, kind, expansion."""

Editions = Mapping[str, tuple[Work, str]]
"""Document id to its work and its language."""

NOT_FOUND = 10**6


@dataclass(frozen=True, slots=True)
class Ranking:
    """The passages that search gave, with the anchors that each is the first to cover.

    ``wanted`` are the anchors to be found, by number from 0. Editions of one text are alternatives, so these are the
    anchors of one language for each text: of the one that the ranking reaches first.
    """

    citations: tuple[Citation, ...] = ()
    found: tuple[tuple[int, ...], ...] = ()
    wanted: tuple[int, ...] = ()

    def documents(self) -> list[str]:
        """Return one name a rank, for the retrieval measures: the first anchor found there, or the passage's rank."""
        return [f"anchor {anchors[0]}" if anchors else f"passage {rank}" for rank, anchors in enumerate(self.found, 1)]

    def judged(self) -> dict[str, int]:
        """Return what is to be found. Anchors that one passage covers together are one relevant item."""
        covered_along = {anchor for found in self.found for anchor in found[1:]}
        return {f"anchor {anchor}": 1 for anchor in self.wanted if anchor not in covered_along}


NOT_RANKED = Ranking()


def editions(games: Sequence[Game]) -> Editions:
    """Return the work and the language of every document."""
    documents = [document for game in games for document in game.documents]
    return {d.id: ((d.game, str(d.kind), d.expansion), d.language) for d in documents}


def ranked(
    citations: Sequence[Citation], places: Sequence[Anchor], covers: Callable[[Citation, Anchor], bool], known: Editions
) -> Ranking:
    """Judge ranked passages; an anchor counts at the first passage that covers it and nowhere else."""
    first = [_first_rank(citations, place, covers) for place in places]
    wanted = _of_one_edition(places, first, known)
    found = tuple(tuple(anchor for anchor in wanted if first[anchor] == rank) for rank in range(len(citations)))
    return Ranking(tuple(citations), found, tuple(wanted))


def _first_rank(citations: Sequence[Citation], place: Anchor, covers: Callable[[Citation, Anchor], bool]) -> int:
    return next((rank for rank, citation in enumerate(citations) if covers(citation, place)), NOT_FOUND)


def _of_one_edition(places: Sequence[Anchor], first: Sequence[int], known: Editions) -> list[int]:
    """Return the anchors, in order, that stand in the edition of each work whose first anchor is found earliest."""
    edition_of = [known.get(place.document, ((place.document, "", None), "")) for place in places]
    by_rank = sorted(range(len(places)), key=first.__getitem__)
    chosen: dict[Work, str] = {}
    for anchor in by_rank:
        work, language = edition_of[anchor]
        chosen.setdefault(work, language)
    return [anchor for anchor, (work, language) in enumerate(edition_of) if chosen[work] == language]
