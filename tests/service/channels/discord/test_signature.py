"""Only Discord is let in: each way of not being Discord, over HTTP with real signatures."""

import json
import time
from collections.abc import Callable

import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from service.channels.discord.signature import FRESH, RefusedError, Seal, Seen
from tests.service.channels.discord.conftest import Connect
from tests.service.channels.discord.playing import Discord
from tests.service.scripted import Scripted
from tests.service.serving import served

Headers = dict[str, str]
SIGNATURE, TIMESTAMP = "X-Signature-Ed25519", "X-Signature-Timestamp"


def post(base: str, body: bytes, headers: Headers) -> httpx.Response:
    return httpx.post(f"{base}/v1/discord/interactions", content=body, headers=headers)


def test_a_ping_gets_its_pong(discord: Discord, base: str) -> None:
    answer = discord.sends(base, discord.interaction(1))
    assert (answer.status_code, answer.json()) == (200, {"type": 1})


@pytest.mark.parametrize(
    "tamper",
    [
        lambda headers: {},
        lambda headers: {**headers, SIGNATURE: ""},
        lambda headers: {**headers, SIGNATURE: "00" * 64},
        lambda headers: {**headers, SIGNATURE: headers[SIGNATURE][:-2]},
        lambda headers: {**headers, SIGNATURE: "zz" + headers[SIGNATURE][2:]},
        lambda headers: {**headers, SIGNATURE: headers[SIGNATURE] * 2},
        lambda headers: {**headers, TIMESTAMP: str(int(headers[TIMESTAMP]) + 1)},
        lambda headers: {**headers, TIMESTAMP: ""},
        lambda headers: {**headers, TIMESTAMP: "now"},
        lambda headers: {**headers, TIMESTAMP: "é"},
        lambda headers: {name: value for name, value in headers.items() if name != TIMESTAMP},
    ],
)
def test_a_forged_signature_is_401_and_nothing_is_asked(
    discord: Discord, connect: Connect, tamper: Callable[[Headers], Headers]
) -> None:
    scripted = Scripted()
    body = json.dumps(discord.asks("Whose boat?")).encode()
    headers = [(name.encode(), value.encode()) for name, value in tamper(discord.signed(body)).items()]
    with connect(scripted) as base:
        answer = httpx.post(f"{base}/v1/discord/interactions", content=body, headers=headers)
    assert answer.status_code == 401
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert scripted.asked == []


def test_another_key_or_another_body_is_401(discord: Discord, base: str) -> None:
    body = json.dumps(discord.interaction(1)).encode()
    stranger = Discord()
    assert post(base, body, stranger.signed(body)).status_code == 401
    assert post(base, body + b" ", discord.signed(body)).status_code == 401
    assert post(base, b"", discord.signed(body)).status_code == 401


@pytest.mark.parametrize(("seconds", "status"), [(-310, 401), (310, 401), (-280, 200), (280, 200)])
def test_a_timestamp_must_be_fresh(discord: Discord, base: str, seconds: float, status: int) -> None:
    body = json.dumps(discord.interaction(1)).encode()
    assert post(base, body, discord.signed(body, time.time() + seconds)).status_code == status


@pytest.mark.parametrize("timestamp", ["1e9", "-5", "٣", " 5", "0x10", "9" * 400, ""])
def test_a_signed_timestamp_that_is_no_number_is_refused(timestamp: str) -> None:
    key = Ed25519PrivateKey.generate()
    seal = Seal(key.public_key().public_bytes_raw().hex(), clock=lambda: 5.0)
    signature = key.sign(timestamp.encode("utf-8") + b"{}").hex()
    with pytest.raises(RefusedError):
        seal.check(signature, timestamp.encode("utf-8").decode("latin-1"), b"{}")


def test_a_call_counts_once_however_often_it_is_sent(discord: Discord, connect: Connect) -> None:
    scripted = Scripted()
    interaction = discord.asks("Whose boat?", "harbour")
    body = json.dumps(interaction).encode()
    with connect(scripted) as base:
        headers = discord.signed(body)
        statuses = [post(base, body, headers).status_code for _ in range(3)]
        signed_anew = post(base, body, discord.signed(body, time.time() + 2)).status_code
    assert statuses == [200, 401, 401]
    assert signed_anew == 401
    assert len(scripted.asked) == 1


def test_ids_are_remembered_for_as_long_as_a_timestamp_may_be_good_and_no_longer() -> None:
    now = [1000.0]
    seen = Seen(clock=lambda: now[0])
    seen.once("a")
    now[0] += 2 * FRESH - 1
    with pytest.raises(RefusedError):
        seen.once("a")
    now[0] += 2
    seen.once("a")
    assert len(seen._until) == 1


def test_an_oversized_body_is_413_before_it_is_looked_at(base: str, discord: Discord) -> None:
    body = b"x" * (128 * 1024 + 1)
    assert post(base, body, discord.signed(body)).status_code == 413


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b"\xff\xfe", b"{}", b'{"type": 1}', b"[" * 50_000])
def test_signed_nonsense_is_422(discord: Discord, base: str, body: bytes) -> None:
    assert post(base, body, discord.signed(body)).status_code == 422


def test_an_interaction_of_a_kind_still_to_come_gets_a_message(discord: Discord, base: str) -> None:
    shown = discord.shows(base, discord.interaction(5, {"custom_id": "x"}))
    assert shown.private


def test_without_a_public_key_there_is_no_such_door(discord: Discord) -> None:
    with served(Scripted()) as base:
        assert discord.sends(base, discord.interaction(1)).status_code == 404


def test_discords_addresses_are_not_rate_limited(discord: Discord, connect: Connect) -> None:
    with connect(rate_burst=1, rate_per_minute=1, rate_exempt="") as base:
        assert [discord.sends(base, discord.interaction(1)).status_code for _ in range(4)] == [200] * 4
        assert [httpx.get(f"{base}/v1/games").status_code for _ in range(2)] == [200, 429]
