"""Which sites' pages may call the service, what they are refused, and what they are told of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.embed.script import LANGUAGES, script
from service.embed.sites import Site, SitesError, read_sites
from service.settings import Settings
from tests.service.scripted import Scripted
from tests.service.serving import served

CLUB, SHOP, STRANGER = "https://club.example", "https://shop.example:8443", "https://stranger.example"
SITES = f"""
[[site]]
id = "club"
origins = ["{CLUB}", "http://localhost:4000"]
games = ["Harbour"]
visitor_per_minute = 600

[[site]]
id = "shop"
origins = ["{SHOP}"]
games = ["*"]
visitor_per_minute = 9
per_minute = 12

[[site]]
id = "crowd"
origins = ["{SHOP}", "{CLUB}"]
games = ["*"]
visitor_per_minute = 600
per_minute = 9
"""
BOATS = {"question": "Can I use the boat of another player?", "game": "harbour"}
VOTE = {**BOATS, "right": True}
PREFLIGHT = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}


@pytest.fixture
def service(tmp_path: Path) -> Iterator[httpx.Client]:
    file = tmp_path / "sites.toml"
    file.write_text(SITES)
    kept = f"sqlite:///{tmp_path / 'kept.sqlite3'}"
    with served(Scripted(), sites=file, feedback_url=kept, admin_token="t") as base, httpx.Client(base_url=base) as one:
        yield one


def preflight(service: httpx.Client, origin: str, url: str = "/v1/ask?site=club", **headers: str) -> httpx.Response:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return service.options(url, headers={"Origin": origin, **PREFLIGHT, **named})


def ask(service: httpx.Client, origin: str, site: str = "club", **more: Any) -> httpx.Response:
    return service.post(f"/v1/ask?site={site}", json={**BOATS, **more}, headers={"Origin": origin})


def test_a_listed_origin_is_answered_and_may_read_it(service: httpx.Client) -> None:
    allowed = preflight(service, CLUB)
    assert (allowed.status_code, allowed.content) == (204, b"")
    assert allowed.headers["access-control-allow-origin"] == CLUB
    assert allowed.headers["access-control-allow-methods"] == "GET, POST"
    assert allowed.headers["access-control-allow-headers"] == "content-type, x-request-id"
    assert "access-control-allow-credentials" not in allowed.headers
    answer = ask(service, CLUB)
    assert (answer.status_code, answer.json()["status"]) == (200, "answered")
    assert answer.headers["access-control-allow-origin"] == CLUB
    assert "origin" in answer.headers["vary"].lower()
    assert "Retry-After" in answer.headers["access-control-expose-headers"]
    for call in (service.get("/v1/site?site=club", headers={"Origin": CLUB}), service.get("/v1/site?site=club")):
        games = [{"id": "harbour", "title": "Harbour of Winds"}]
        assert call.json() == {"site": "club", "games": games, "feedback": True}
    streamed = service.post("/v1/ask/stream?site=club", json=BOATS, headers={"Origin": CLUB})
    assert "event: answer" in streamed.text
    assert streamed.headers["access-control-allow-origin"] == CLUB
    assert service.post("/v1/feedback?site=club", json=VOTE, headers={"Origin": CLUB}).status_code == 204


ODD_ORIGINS = [
    STRANGER,
    "null",
    f"{CLUB}.evil.example",
    "https://evil-club.example",
    "http://club.example",
    f"{CLUB}:444",
]


@pytest.mark.parametrize("origin", [*ODD_ORIGINS, f"{CLUB}:444", CLUB.upper(), f"{CLUB}/", SHOP])
def test_any_other_origin_is_refused_and_reads_nothing(service: httpx.Client, origin: str) -> None:
    for refused in (preflight(service, origin), ask(service, origin)):
        assert refused.status_code == 403
        assert refused.json()["type"] == "urn:lexludo:origin"
        assert "LEXLUDO_SITES" in refused.json()["detail"]
        assert not [name for name in refused.headers if name.startswith("access-control")]
        assert refused.headers["vary"] == "Origin"


@pytest.mark.parametrize("site", ["none", "", "CLUB", "club\n", "%00"])
def test_an_unknown_site_is_refused(service: httpx.Client, site: str) -> None:
    refused = service.post("/v1/ask", params={"site": site}, json=BOATS, headers={"Origin": CLUB})
    assert (refused.status_code, refused.json()["type"]) == (403, "urn:lexludo:unknown-site")
    assert "access-control-allow-origin" not in refused.headers


def test_without_a_site_no_other_origin_may_read(service: httpx.Client) -> None:
    answer = service.post("/v1/ask", json=BOATS, headers={"Origin": CLUB})
    assert "access-control-allow-origin" not in answer.headers
    assert preflight(service, CLUB, "/v1/ask").status_code == 400
    for path in ("/v1/admin/feedback/summary", "/v1/admin/documents", "/v1/search", "/metrics", "/v1/games"):
        assert "access-control-allow-origin" not in preflight(service, CLUB, f"{path}?site=club").headers
        answer = service.get(f"{path}?site=club&q=x", headers={"Origin": CLUB})
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    "headers",
    [
        {"Access_Control_Request_Headers": "authorization"},
        {"Access_Control_Request_Headers": "content-type, Authorization"},
        {"Access_Control_Request_Method": "DELETE"},
    ],
)
def test_a_site_may_send_no_authorization_and_delete_nothing(service: httpx.Client, headers: dict[str, str]) -> None:
    refused = preflight(service, CLUB, **headers)
    assert refused.status_code == 403
    assert "access-control-allow-headers" not in refused.headers
    assert "access-control-allow-methods" not in refused.headers


@pytest.mark.parametrize("game", ["castle", None, "", 3, ["harbour"], "Harbour of Winds"])
def test_a_game_that_is_not_the_sites_is_refused_readably(service: httpx.Client, game: object) -> None:
    refused = ask(service, CLUB, game=game)
    assert (refused.status_code, refused.json()["type"]) == (403, "urn:lexludo:site-game")
    assert refused.json()["games"] == ["harbour"]
    assert refused.headers["access-control-allow-origin"] == CLUB
    vote = service.post("/v1/feedback?site=club", json={**VOTE, "game": game}, headers={"Origin": CLUB})
    assert vote.status_code == 403
    assert (
        service.get("/v1/ask/stream?site=club&question=boats&game=castle", headers={"Origin": CLUB}).status_code == 403
    )
    streamed = service.get("/v1/ask/stream?site=club&question=boats&game=harbour", headers={"Origin": CLUB})
    assert streamed.status_code == 200


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'"game"', b"\xff", b"[" * 5000])
def test_a_body_that_names_no_game_is_refused(service: httpx.Client, body: bytes) -> None:
    headers = {"Origin": CLUB, "Content-Type": "application/json"}
    assert service.post("/v1/ask?site=club", content=body, headers=headers).status_code == 403
    shop = {**headers, "Origin": SHOP}
    assert service.post("/v1/ask?site=shop", content=body, headers=shop).status_code in (400, 422)


def test_each_visitor_and_each_origin_has_a_cap(service: httpx.Client) -> None:
    codes = [ask(service, SHOP, "shop").status_code for _ in range(4)]
    assert codes == [200, 200, 200, 429]
    refused = ask(service, SHOP, "shop")
    assert refused.json()["type"] == "urn:lexludo:rate-limit"
    assert 0 < int(refused.headers["retry-after"]) <= 7
    assert refused.headers["access-control-allow-origin"] == SHOP
    assert [ask(service, CLUB, "crowd").status_code for _ in range(4)] == [200, 200, 200, 429]
    assert ask(service, SHOP, "crowd").status_code == 200
    assert ask(service, CLUB).status_code == 200


def test_our_own_page_in_a_frame_needs_no_listing(service: httpx.Client) -> None:
    own = str(service.base_url).rstrip("/")
    assert ask(service, own).status_code == 200
    assert ask(service, own.replace("127.0.0.1", "127.0.0.2")).status_code == 403


def test_the_page_for_frames_may_be_framed_by_its_sites_origins_alone(service: httpx.Client) -> None:
    page = service.get("/embed", params={"site": "club", "game": 'x" onload="alert(1)', "lang": "pt"})
    policy = page.headers["content-security-policy"]
    assert policy.endswith(f"frame-ancestors http://localhost:4000 {CLUB}")
    assert "unsafe" not in policy
    assert "x-frame-options" not in page.headers
    assert 'game="x&quot; onload=&quot;alert(1)" lang="pt"' in page.text
    assert '<html lang="pt">' in page.text
    for path in ("/", "/embed?site=none", "/embed", "/operator"):
        other = service.get(path)
        assert "frame-ancestors 'none'" in other.headers["content-security-policy"]
        assert other.headers["x-frame-options"] == "DENY"
    assert service.get("/embed?site=none").status_code == 404
    assert service.get("/embed?site=club&lang=<b>").status_code == 422


def test_the_script_is_one_small_file_that_any_page_may_load(service: httpx.Client) -> None:
    code = service.get("/embed.js")
    assert code.headers["content-type"] == "text/javascript; charset=utf-8"
    assert code.headers["cross-origin-resource-policy"] == "cross-origin"
    assert len(code.content) < 30_000
    assert "import " not in code.text
    assert "http" not in code.text.replace("http://www.w3.org/2000/svg", "")


def test_the_script_says_everything_in_all_languages() -> None:
    lines = [line for line in script().splitlines() if line.startswith(("const WORDS", "title", "notFound", "denied"))]
    assert len(lines) >= 4
    assert len(LANGUAGES) == 6
    for line in lines:
        assert line.count('"') >= 2 * len(LANGUAGES)


def test_without_sites_there_is_nothing() -> None:
    with served(Scripted()) as base, httpx.Client(base_url=base) as client:
        assert [client.get(path).status_code for path in ("/embed.js", "/embed?site=club", "/v1/site?site=club")] == [
            404,
            404,
            403,
        ]
        assert ask(client, CLUB).status_code == 403


def test_a_file_of_sites_is_read(tmp_path: Path) -> None:
    file = tmp_path / "sites.toml"
    file.write_text(SITES)
    sites = read_sites(file)
    assert sites["club"] == Site("club", frozenset((CLUB, "http://localhost:4000")), frozenset(("harbour",)), 300, 600)
    assert [sites["shop"].has(game) for game in ("harbour", "castle")] == [True, True]
    assert [sites["club"].has(game) for game in ("HARBOUR", "castle", "")] == [True, False, False]


WRONG = """
games = 1
[[site]]
id = "Club!"
origins = ["https://club.example/", "*", "https://*.club.example", "HTTPS://x.example", "http://x.example:80"]
games = []
[[site]]
id = "shop"
origins = "https://shop.example"
games = ["go"]
per_minute = 0
colour = "red"
[[site]]
id = "fine"
origins = ["http://[::1]:8000"]
games = ["go"]
[[site]]
id = "fine"
origins = ["https://x.example"]
games = ["go"]
"""


def test_all_that_is_wrong_with_a_file_is_said_at_once(tmp_path: Path) -> None:
    file = tmp_path / "sites.toml"
    file.write_text(WRONG)
    with pytest.raises(SitesError) as told:
        read_sites(file)
    lines = [line.removeprefix(f"{file}: ") for line in str(told.value).splitlines()]
    assert [line.split(";")[0] for line in lines] == [
        "games: unknown",
        "site Club!: id: write 1 to 40 of a-z, 0-9, - and _",
        "site Club!: origins: https://club.example/: write scheme and host alone, in small letters, such as "
        "https://club.example",
        "site Club!: origins: *: write scheme and host alone, in small letters, such as https://club.example",
        "site Club!: origins: https://*.club.example: write scheme and host alone, in small letters, such as "
        "https://club.example",
        "site Club!: origins: HTTPS://x.example: write scheme and host alone, in small letters, such as "
        "https://club.example",
        "site Club!: origins: http://x.example:80: leave out :80, as browsers do",
        'site Club!: games: list the ids of its games, or "*" for all',
        "site shop: colour: unknown",
        "site shop: origins: list the origins of its pages",
        "site shop: per_minute: write a number above 0",
        "site fine: id: taken by a site above",
    ]


@pytest.mark.parametrize("content", ["[[site]\n", "site = 3", "site = [1]", "\udcff"])
def test_a_file_that_is_none_is_refused(tmp_path: Path, content: str) -> None:
    file = tmp_path / "sites.toml"
    file.write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(SitesError, match=r"sites\.toml: "):
        read_sites(file)
    with pytest.raises(SitesError, match="LEXLUDO_SITES names a readable file"):
        read_sites(tmp_path / "none.toml")
    assert read_sites(Settings.model_validate({}).sites) == {}
