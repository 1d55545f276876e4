"""The page's files: compressed for who takes that, and never sent again where nothing changed."""

import gzip

import httpx
import pytest


@pytest.mark.parametrize("path", ["/", "/static/chat.js", "/static/chat.css", "/static/logo.svg"])
def test_a_file_is_compressed_for_who_takes_that_and_is_the_same(client: httpx.Client, path: str) -> None:
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert "Accept-Encoding" in plain.headers["vary"]
    with client.stream("GET", path, headers={"Accept-Encoding": "br;q=1.0, gzip;q=0.8, *;q=0.1"}) as packed:
        raw = b"".join(packed.iter_raw())
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) == len(raw) < len(plain.content)
    assert gzip.decompress(raw) == plain.content
    assert packed.headers["content-type"] == plain.headers["content-type"]
    assert packed.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("header", ["", "br", "gzip;q=0", "gzip; q=0.0, br", "xgzip", "identity, gzipped"])
def test_nobody_gets_what_they_do_not_take(client: httpx.Client, header: str) -> None:
    assert "content-encoding" not in client.get("/static/chat.js", headers={"Accept-Encoding": header}).headers


@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_what_did_not_change_is_not_sent_again(client: httpx.Client, encoding: str) -> None:
    first = client.get("/static/chat.js", headers={"Accept-Encoding": encoding})
    headers = {"Accept-Encoding": encoding, "If-None-Match": first.headers["etag"]}
    again = client.get("/static/chat.js", headers=headers)
    assert (again.status_code, again.content) == (304, b"")
    assert first.headers["etag"].startswith("W/") is (encoding == "gzip")
