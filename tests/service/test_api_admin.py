"""Changing the library over HTTP: who may, what is taken, and that answers go on meanwhile."""

import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from corpus.index import Index
from ingest.build import ingest
from service import library_keeper
from service.answering import Judge
from service.api.reloading import Reloading
from service.uploads import UploadError, file_name
from tests.fakes import FakeEncoder
from tests.ingest.books import BOATS, COINS, SCORE, text_of, write_book
from tests.ingest.pdfs import typeset
from tests.service.serving import served

TOKEN = "a-token-of-its-own"
ADMIN = "/v1/admin/documents"
NEW = {"game": "canals", "language": "en", "title": "Canals: questions", "kind": "faq"}


@pytest.fixture
def index(tmp_path: Path) -> Path:
    write_book(tmp_path / "books" / "canals" / "rules.en.txt", BOATS, COINS)
    ingest([tmp_path / "books"], tmp_path / "index", FakeEncoder())
    return tmp_path / "index"


@pytest.fixture
def service(index: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    driver = (sys.executable, "-m", "tests.service.orders_driver")
    monkeypatch.setattr(library_keeper.LibraryKeeper.__init__, "__defaults__", (driver,))
    reloading = Reloading(
        lambda: Judge(Index.open(index), FakeEncoder()), lambda: Index.current_generation(index), check_every=3600
    )
    with served(reloading, index=index, admin_token=TOKEN, upload_megabytes=1) as address:
        yield address


@pytest.fixture
def admin(service: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=service, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=60) as client:
        yield client


def upload(text: str, name: str = "faq.en.txt") -> dict[str, Any]:
    return {"file": (name, text.encode())}


def page(client: httpx.Client, document: str) -> str:
    answer = client.get(f"/v1/documents/{document}/pages/1")
    return str(answer.json()["text"]) if answer.status_code == 200 else ""


def test_a_document_is_added_replaced_and_removed(admin: httpx.Client, index: Path) -> None:
    added = admin.post(ADMIN, data=NEW, files=upload(text_of(SCORE)))
    assert (added.status_code, added.json()) == (
        201,
        {
            "generation": "000002",
            "documents": [
                {
                    "document": "faq.en",
                    "state": "added",
                    "language": "en",
                    "pages": 1,
                    "passages": 1,
                    "embedded": 1,
                    "remarks": [],
                }
            ],
        },
    )
    assert page(admin, "faq.en") == SCORE  # at once, without waiting for the next look at the index
    replaced = admin.put(f"{ADMIN}/faq.en", files=upload(text_of(SCORE, COINS), "other name.txt"))
    assert replaced.status_code == 200
    assert [(one["document"], one["state"], one["embedded"]) for one in replaced.json()["documents"]] == [
        ("faq.en", "changed", 1)
    ]
    held = next(one for one in Index.open(index).documents if one.id == "faq.en")
    assert (held.title, held.kind, held.game, held.file) == ("Canals: questions", "faq", "canals", "other name.txt")
    assert page(admin, "faq.en") == f"{SCORE}\n\n{COINS}"
    removed = admin.delete(f"{ADMIN}/faq.en")
    assert (removed.status_code, removed.json()) == (200, {"generation": "000004", "removed": ["faq.en"]})
    assert page(admin, "faq.en") == ""
    assert page(admin, "rules.en") == f"{BOATS}\n\n{COINS}"


def test_an_uploaded_pdf_has_page_images(admin: httpx.Client, tmp_path: Path) -> None:
    pdf = typeset(tmp_path, f"#set page(width: 10cm, height: 10cm)\n{SCORE}")
    with pdf.open("rb") as file:
        fields = {"game": "canals", "language": "en", "id": "printed"}
        assert admin.post(ADMIN, data=fields, files={"file": ("p.pdf", file)}).status_code == 201
    found = admin.post("/v1/ask", json={"question": "Who wins with the most points?", "game": "canals"}).json()
    cited = next(one for one in found["citations"] if one["document"] == "printed")
    image = admin.get(cited["image_url"])
    assert (image.status_code, image.headers["content-type"]) == (200, "image/png")
    assert next(one for one in found["citations"] if one["document"] == "rules.en")["image_url"] is None


def test_questions_are_answered_while_a_document_is_ingested(
    admin: httpx.Client, service: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLOWLY", "2")
    done: list[int] = []
    thread = threading.Thread(
        target=lambda: done.append(admin.post(ADMIN, data=NEW, files=upload(text_of(SCORE))).status_code)
    )
    thread.start()
    time.sleep(0.3)
    slowest = 0.0
    for _ in range(5):
        began = time.monotonic()
        assert httpx.post(f"{service}/v1/ask", json={"question": "May I use any boat?"}).status_code == 200
        slowest = max(slowest, time.monotonic() - began)
    assert done == []
    assert slowest < 1.5
    thread.join()
    assert done == [201]


@pytest.mark.parametrize(
    "authorization", [None, "", "Bearer", "Bearer wrong", f"Basic {TOKEN}", TOKEN, "Bearer ünbekannt"]
)
def test_only_the_token_lets_in(service: str, authorization: str | None, index: Path) -> None:
    headers = {} if authorization is None else {"Authorization": authorization.encode()}
    calls = [("POST", ADMIN), ("PUT", f"{ADMIN}/rules.en"), ("DELETE", f"{ADMIN}/rules.en"), ("DELETE", f"{ADMIN}/no")]
    for method, path in calls:
        answer = httpx.request(method, service + path, headers=headers)  # type: ignore[arg-type]
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
        assert answer.json()["type"] == "urn:lexludo:unauthorized"
    assert Index.current_generation(index) == "000001"


@pytest.mark.parametrize("token", [None, "", "  "])
def test_without_a_token_there_is_nothing_at_these_addresses(index: Path, token: str | None) -> None:
    with served(Judge(Index.open(index), FakeEncoder()), index=index, admin_token=token) as address:
        for authorization in ("Bearer ", "Bearer None", f"Bearer {token}"):
            answer = httpx.delete(f"{address}{ADMIN}/rules.en", headers={"Authorization": authorization.strip()})
            assert (answer.status_code, answer.json()["detail"]) == (404, "there is nothing at this address")


def test_the_token_is_told_nobody(admin: httpx.Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", logger="service")
    admin.delete(f"{ADMIN}/no")
    admin.post(ADMIN, data=NEW, files=upload("x", "x.exe"))
    for shown in (admin.get("/metrics").text, admin.get("/openapi.json").text, admin.get("/readyz").text, caplog.text):
        assert TOKEN not in shown


def test_an_upload_over_the_limit_is_refused_announced_or_not(admin: httpx.Client, index: Path) -> None:
    large = upload("x" * 1_100_000)
    announced = admin.post(ADMIN, data=NEW, files=large)
    assert (announced.status_code, announced.json()["type"]) == (413, "urn:lexludo:body-too-large")
    request = admin.build_request("POST", ADMIN, data=NEW, files=large)
    body = request.read()
    headers = {"Content-Type": request.headers["content-type"]}
    parts = (body[start : start + 100_000] for start in range(0, len(body), 100_000))
    assert admin.post(ADMIN, content=parts, headers=headers).status_code == 413
    assert Index.current_generation(index) == "000001"


@pytest.mark.parametrize(
    ("fields", "name", "status", "said"),
    [
        (NEW, "rules.exe", 422, "is of a kind that is not read"),
        (NEW, "faq.en.pdf", 422, "faq.en.pdf: is damaged or no PDF"),
        ({**NEW, "language": "klingon!"}, "faq.txt", 422, "is no BCP 47 language tag"),
        ({"game": "canals"}, "faq.txt", 422, 'missing key "language"'),
        ({**NEW, "kind": "novel"}, "faq.txt", 422, 'unknown kind "novel"'),
        ({**NEW, "id": "a/b"}, "faq.txt", 422, "id holds a slash"),
        ({**NEW, "title": "a\x00b"}, "faq.txt", 422, "title holds a control character"),
        ({**NEW, "id": "rules.en"}, "faq.txt", 409, "PUT replaces it"),
        (NEW, "rules.txt", 409, "holds the document rules.en already"),
        ({**NEW, "title": "x" * 201}, "faq.txt", 422, "title"),
    ],
)
def test_what_cannot_become_a_document_is_said_and_changes_nothing(
    admin: httpx.Client, index: Path, fields: dict[str, str], name: str, status: int, said: str
) -> None:
    answer = admin.post(ADMIN, data=fields, files=upload(text_of(SCORE), name))
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert said in answer.json()["detail"]
    assert "lexludo-upload" not in answer.text
    assert Index.current_generation(index) == "000001"


def test_a_broken_replacement_leaves_what_was_there(admin: httpx.Client) -> None:
    answer = admin.put(f"{ADMIN}/rules.en", files=upload("%PDF-1.7 broken", "rules.pdf"))
    assert answer.status_code == 422
    assert page(admin, "rules.en") == f"{BOATS}\n\n{COINS}"


def test_unknown_documents_are_near_others(admin: httpx.Client) -> None:
    for answer in (admin.delete(f"{ADMIN}/rules.em"), admin.put(f"{ADMIN}/rules.em", files=upload("x"))):
        assert (answer.status_code, answer.json()["near"]) == (404, ["rules.en"])
    assert admin.post(ADMIN, data=NEW).json()["errors"][0]["field"] == "file"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("../../etc/passwd.txt", "passwd.txt"),
        ("..\\..\\windows\\rules.PDF", "rules.pdf"),
        ("/abs/olute.md", "olute.md"),
        (".hidden.txt", "hidden.txt"),
        ("nul\x00l\n.txt", "nul_l_.txt"),
        ("é" * 300 + ".txt", "é" * 100 + ".txt"),
        ("骰" * 300 + ".txt", "骰" * 66 + ".txt"),
        ("catalog.toml.txt", "catalog.toml.txt"),
    ],
)
def test_file_names_are_data(given: str, kept: str) -> None:
    assert file_name(given) == kept


@pytest.mark.parametrize("given", ["", "..", "/", "rules", "rules.exe", ".txt", "catalog.toml"])
def test_names_that_tell_no_kind_are_refused(given: str) -> None:
    with pytest.raises(UploadError, match="is of a kind that is not read"):
        file_name(given)


def test_a_name_that_climbs_is_stored_where_it_belongs(admin: httpx.Client, index: Path, tmp_path: Path) -> None:
    before = {path for path in tmp_path.rglob("*") if index not in path.parents}
    answer = admin.post(ADMIN, data={**NEW, "id": "climber"}, files=upload(text_of(SCORE), "../../../climbed.txt"))
    assert answer.status_code == 201
    assert {path for path in tmp_path.rglob("*") if index not in path.parents} == before
    assert page(admin, "climber") == SCORE
