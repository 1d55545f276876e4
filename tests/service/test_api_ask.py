from collections.abc import Iterator

import httpx
import pytest

from tests.service.scripted import TEXTS, Scripted
from tests.service.serving import served

BOATS = "Can I use the boat of another player?"
RULE = "You may use the boat of another player if you pay them one coin."


def test_an_answer_has_the_contracts_fields_and_slices_of_the_page_text(client: httpx.Client) -> None:
    answer = client.post("/v1/ask", json={"question": BOATS, "game": "harbour"}).json()
    assert list(answer) == [
        "status",
        "answer",
        "confidence",
        "question_language",
        "citations",
        "games",
        "conversation_id",
        "took_ms",
        "composed",
        "reason",
    ]
    assert (answer["status"], answer["answer"], answer["question_language"]) == ("answered", RULE, "en")
    assert list(answer["citations"][0]) == [
        "passage_id",
        "document",
        "title",
        "game",
        "kind",
        "language",
        "page",
        "section",
        "quote",
        "start",
        "end",
        "score",
        "page_url",
        "image_url",
        "parallel",
        "ocr",
        "translation",
        "changed_by",
    ]
    assert len(answer["citations"]) == 3
    for cited in answer["citations"]:
        page = client.get(f"/v1/documents/{cited['document']}/pages/{cited['page']}").json()
        assert page["text"][cited["start"] : cited["end"]] == cited["quote"]


def test_the_page_url_opens_with_the_quote_marked(client: httpx.Client) -> None:
    answer = client.post("/v1/ask", json={"question": BOATS, "game": "harbour"}).json()
    html = client.get(answer["citations"][0]["page_url"])
    assert html.status_code == 200
    assert f'<mark id="quote" tabindex="-1">{RULE}</mark>' in html.text


def test_not_found_and_which_game_are_answers_not_errors(client: httpx.Client) -> None:
    missing = client.post("/v1/ask", json={"question": "Is there a bonus for purple dragons?"})
    assert (missing.status_code, missing.json()["status"], missing.json()["answer"]) == (200, "not_found", "")
    which = client.post("/v1/ask", json={"question": "Who wins most?"}).json()
    assert (which["status"], which["games"], which["citations"]) == ("which_game", ["castle", "harbour"], [])


def test_every_field_reaches_the_answering() -> None:
    scripted = Scripted()
    fields = {
        "question": "  Can I\tuse\x00it? ",
        "game": "Harbour of Winds",
        "expansions": ["Storms"],
        "language": "pt-BR",
        "conversation_id": "abc",
        "top_k": 2,
    }
    with served(scripted) as address:
        answer = httpx.post(f"{address}/v1/ask", json=fields).json()
    (asked,) = scripted.asked
    assert (asked.text, asked.game, asked.expansions) == ("Can I use it?", "harbour", ("storms",))
    assert (asked.language, asked.conversation_id, asked.top_k) == ("pt-BR", "abc", 2)
    assert (answer["conversation_id"], len(answer["citations"])) == ("abc", 2)


def test_a_blank_field_means_none(client: httpx.Client) -> None:
    fields = {"question": BOATS, "game": "", "language": " ", "expansions": None}
    assert client.post("/v1/ask", json=fields).json()["status"] == "answered"


@pytest.mark.parametrize(
    ("fields", "near"),
    [
        ({"game": "harbor"}, ["harbour"]),
        ({"game": "Castillo y Corona"}, ["castle"]),
        ({"game": "chess"}, []),
        ({"game": "harbour", "expansions": ["storm"]}, ["storms"]),
        ({"game": "castle", "expansions": ["storms"]}, []),
        ({"game": "\0\ufffd"}, []),
    ],
)
def test_an_unknown_name_is_404_with_near_names(
    client: httpx.Client, fields: dict[str, object], near: list[str]
) -> None:
    answer = client.post("/v1/ask", json={"question": BOATS, **fields})
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.status_code, answer.json()["type"]) == (404, "urn:lexludo:unknown-name")
    assert answer.json()["near"] == near
    assert all(name in answer.json()["detail"] for name in near)


def test_search_ranks_passages(client: httpx.Client) -> None:
    found = client.get("/v1/search", params={"q": "boat", "game": "harbour", "limit": 4}).json()["results"]
    assert [one["score"] for one in found] == sorted((one["score"] for one in found), reverse=True)
    assert len(found) == 4
    assert "boat" in found[0]["quote"]
    assert client.get("/v1/search", params={"q": "boat", "limit": 51}).status_code == 422
    assert client.get("/v1/search", params={"q": "  "}).status_code == 422
    assert client.get("/v1/search", params={"q": "boat", "game": "harbor"}).json()["near"] == ["harbour"]


def test_games_and_documents_are_listed_without_the_operators_paths(client: httpx.Client) -> None:
    games = client.get("/v1/games")
    assert [(game["id"], game["title"]) for game in games.json()["games"]] == [
        ("castle", "Castillo & Corona"),
        ("harbour", "Harbour of Winds"),
    ]
    assert games.json()["games"][1]["expansions"] == ["storms", "tides"]
    documents = client.get("/v1/documents")
    assert {document["id"] for document in documents.json()["documents"]} == set(TEXTS)
    assert "private.pdf" not in games.text + documents.text


def test_a_documents_page_is_given_with_its_place(client: httpx.Client) -> None:
    assert client.get("/v1/documents/harbour.en/pages/2").json() == {
        "document": "harbour.en",
        "title": "Harbour of Winds",
        "language": "en",
        "page": 2,
        "label": "ii",
        "text": TEXTS["harbour.en"][1],
        "pages": 3,
    }


@pytest.mark.parametrize("prefix", ["/v1", ""])
@pytest.mark.parametrize(
    ("place", "near"),
    [("harbour.en/pages/4", ["3"]), ("harbour/pages/1", ["harbour.en", "harbour.pt-BR"]), ("%00/x/pages/1", [])],
)
def test_an_unknown_page_is_404(client: httpx.Client, prefix: str, place: str, near: list[str]) -> None:
    answer = client.get(f"{prefix}/documents/{place}")
    assert (answer.status_code, answer.json()["near"]) == (404, near)
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("number", ["0", "-1", "x", "1e3", "99999999999999999999"])
def test_a_page_number_that_is_none_is_refused(client: httpx.Client, number: str) -> None:
    assert client.get(f"/v1/documents/harbour.en/pages/{number}").status_code in (404, 422)


@pytest.mark.parametrize("span", ["start=9&end=3", "start=0&end=99999", "start=5", ""])
def test_a_span_outside_the_page_marks_nothing(client: httpx.Client, span: str) -> None:
    html = client.get(f"/documents/harbour.en/pages/2?{span}")
    assert html.status_code == 200
    assert "<mark" not in html.text


@pytest.mark.parametrize(
    ("accepted", "language", "place"),
    [
        ("pt-BR,pt;q=0.9", "pt", "Manual · Página 2 de 3"),
        ("fi, es;q=0.5, en;q=0.4", "es", "Reglamento · Página 2 de 3"),
        ("", "en", "Rulebook · Page 2 of 3"),
        ("pt;q=0, es;q=0.1", "es", "Reglamento · Página 2 de 3"),
        ("pt;q=nan, ;;;,q=,*", "en", "Rulebook · Page 2 of 3"),
    ],
)
def test_a_documents_page_speaks_the_readers_language(
    client: httpx.Client, accepted: str, language: str, place: str
) -> None:
    html = client.get("/documents/harbour.en/pages/2", headers={"Accept-Language": accepted}).text
    assert f'<html lang="{language}">' in html
    assert f"{place} · " in html
    assert '<div class="page-text" lang="en">' in html


@pytest.fixture(scope="module")
def slow() -> Iterator[tuple[str, Scripted]]:
    scripted = Scripted(delay=0.3)
    with served(scripted, waiting=2) as address:
        yield address, scripted


def test_questions_queue_for_one_thread_and_lookups_pass_them(slow: tuple[str, Scripted]) -> None:
    import asyncio

    address, scripted = slow

    async def crowd() -> tuple[list[int], float]:
        async with httpx.AsyncClient(base_url=address) as client:
            asked = [asyncio.create_task(client.post("/v1/ask", json={"question": BOATS})) for _ in range(6)]
            await asyncio.sleep(0.1)
            looked_up = await client.get("/v1/games")
            return [(await one).status_code for one in asked], looked_up.elapsed.total_seconds()

    statuses, lookup = asyncio.run(crowd())
    assert sorted(statuses) == [200, 200, 200, 503, 503, 503]
    assert scripted.most_at_once == 1
    assert lookup < 0.25
