"""The words at a place of a rulebook and the rules beside them, over HTTP and from a real index."""

import httpx
import pytest

from corpus.index import Index
from corpus.types import Passage, PassageKind
from service.neighbours import Neighbour, place_in
from tests.service.scripted import TEXTS

BOATS = "You may use the boat of another player if you pay them one coin."


def test_a_place_gives_the_words_as_an_answer_would_cite_them(client: httpx.Client) -> None:
    start = TEXTS["harbour.en"][1].index(BOATS)
    span = {"start": start, "end": start + len(BOATS)}
    found = client.get("/v1/documents/harbour.en/pages/2/place", params=span).json()
    asked = client.post("/v1/ask", json={"question": "Can I use the boat of another player?", "game": "harbour"}).json()
    assert {**asked["citations"][0], "score": 1.0} == found["citation"]
    assert found["citation"]["quote"] == BOATS
    assert [(one["heading"], one["page"]) for one in found["beside"]] == [("Goal", 1), ("Storms", 3), ("Ties", 2)]
    ties = found["beside"][-1]
    assert TEXTS["harbour.en"][1][ties["start"] : ties["end"]] == "In a tie the youngest captain wins."


@pytest.mark.parametrize(
    ("path", "span", "status"),
    [
        ("harbour.en/pages/2", {"start": 5, "end": 5}, 404),
        ("harbour.en/pages/2", {"start": 0, "end": 100_000}, 404),
        ("harbour.en/pages/9", {"start": 0, "end": 1}, 404),
        ("harbor/pages/1", {"start": 0, "end": 1}, 404),
        ("harbour.en/pages/2", {"start": -1, "end": 3}, 422),
        ("harbour.en/pages/2", {"start": 0}, 422),
    ],
)
def test_what_is_no_place_is_refused_in_words(
    client: httpx.Client, path: str, span: dict[str, int], status: int
) -> None:
    refused = client.get(f"/v1/documents/{path}/place", params=span)
    assert refused.status_code == status
    assert refused.json()["detail"]


def test_search_goes_on_where_the_first_page_ended(client: httpx.Client) -> None:
    def found(**query: int) -> tuple[list[str], bool]:
        answer = client.get("/v1/search", params={"q": "boat", "game": "harbour", **query}).json()
        return [one["passage_id"] for one in answer["results"]], answer["more"]

    every, more = found(limit=50)
    assert len(every) > 4
    assert not more
    assert found(limit=2) == (every[:2], True)
    assert found(limit=2, offset=2) == (every[2:4], True)
    assert found(limit=2, offset=len(every) - 2) == (every[-2:], False)
    assert found(limit=2, offset=len(every)) == ([], False)


class Sections:
    """What ``place_in`` needs of an index: one document of two pages, four sections and the credits."""

    passages = tuple(
        Passage(f"d#{place}", "d", page, start, start + 10, section, kind, references=references)
        for place, (page, start, section, kind, references) in enumerate(
            [
                (1, 0, ("Game", "Setup"), PassageKind.RULE, ()),
                (1, 10, ("Game", "Setup"), PassageKind.RULE, ()),
                (1, 20, ("Game", "Turns"), PassageKind.RULE, ("d#6",)),
                (1, 30, ("Game", "Turns", "Moving"), PassageKind.RULE, ()),
                (2, 0, ("Game", "Pieces"), PassageKind.COMPONENTS, ()),
                (2, 10, ("Game", "x" * 61), PassageKind.RULE, ()),
                (2, 20, ("Game", "End"), PassageKind.RULE, ()),
                (2, 30, ("Game", "Thanks"), PassageKind.CREDITS, ()),
            ]
        )
    )

    def document_rows(self, name: str) -> range:
        return range(len(self.passages)) if name == "d" else range(0)


SECTIONS: Index = Sections()  # type: ignore[assignment]


def test_what_a_rule_names_comes_first_then_what_stands_nearest() -> None:
    found = place_in(SECTIONS, "d", 1, 25)
    assert found is not None
    assert (found.passage_id, found.section) == ("d#2", ("Game", "Turns"))
    assert found.beside == (Neighbour("End", 2, 20, 30), Neighbour("Moving", 1, 30, 40), Neighbour("Setup", 1, 0, 10))


def test_neither_its_own_headings_nor_lists_of_pieces_nor_thanks_are_offered() -> None:
    found = place_in(SECTIONS, "d", 1, 30)
    assert found is not None
    assert [one.heading for one in found.beside] == ["Setup", "End"]
    assert place_in(SECTIONS, "d", 1, 45) is None
