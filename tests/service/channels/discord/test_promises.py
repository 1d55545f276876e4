"""An answer that takes longer than Discord waits: promised, then edited in, whatever Discord's REST interface does."""

import asyncio
import logging
import time
from typing import Any

import pytest

from service.channels.discord import webhook
from service.channels.discord.replies import Reply
from service.channels.discord.webhook import TOKEN_LIVES, Webhook
from tests.service.channels.discord.answers import Fixed, answered, cited
from tests.service.channels.discord.conftest import Connect
from tests.service.channels.discord.playing import APPLICATION, Discord
from tests.service.scripted import Scripted
from tests.service.serving import served

BOAT = "Can I use the boat of another player?"
RULE = "> You may use the boat of another player if you pay them one coin."
SLOW = {"discord_reply_within": 0.2}

Scripts = list[tuple[int, dict[str, Any], dict[str, str]]]
LIMITED = {"message": "You are being rate limited.", "retry_after": 0.6, "global": False}


def test_a_quick_answer_is_given_at_once_and_edits_nothing(discord: Discord, base: str) -> None:
    before = len(discord.calls)
    shown = discord.shows(base, discord.asks(BOAT, "harbour"))
    assert shown.kind == 4
    assert len(discord.calls) == before


def test_a_slow_answer_is_promised_in_time_and_edited_in(discord: Discord, connect: Connect) -> None:
    with connect(Scripted(delay=0.8), **SLOW) as base:
        question = discord.asks(BOAT, "harbour", locale="pt-BR")
        shown = discord.shows(base, question)
        edited = discord.edited(question)
    assert shown.kind == 5
    assert not shown.private
    assert shown.seconds > 0.15
    assert edited.content == f"❓ {BOAT}"
    assert edited.embed()["description"] == RULE
    assert list(edited.components()) == ["Mais", "Resposta errada"]


def test_the_usual_wait_stays_below_discords_three_seconds(discord: Discord, connect: Connect) -> None:
    with connect(Scripted(delay=3.2)) as base:
        question = discord.asks(BOAT, "harbour")
        shown = discord.shows(base, question)
        assert (shown.kind, shown.seconds > 2.1) == (5, True)  # what is too late for Discord has failed before
        assert discord.edited(question).embed()["description"] == RULE


def test_a_slow_more_stays_its_askers_own_and_a_slow_choice_takes_its_menus_place(
    discord: Discord, connect: Connect
) -> None:
    with connect(Scripted(delay=0.5), **SLOW) as base:
        first = discord.asks(BOAT, "harbour")
        discord.shows(base, first)
        shown = discord.edited(first)
        more = discord.presses(shown.components()["More"], shown)
        promised = discord.shows(base, more)
        assert (promised.kind, promised.private) == (5, True)
        assert discord.edited(more).embed()["title"].startswith("Harbour of Winds")

        which = discord.asks("Who wins most?")
        discord.shows(base, which)
        menu = discord.edited(which).components()["Choose a game"]
        choice = discord.presses(menu, discord.edited(which), menu["options"][0]["value"])
        assert discord.shows(base, choice).kind == 6
        chosen = discord.edited(choice)
        assert chosen.embed()["title"].startswith("Castillo")
        assert "Choose a game" not in chosen.components()


def test_a_slow_failure_does_not_leave_discord_thinking(discord: Discord, connect: Connect) -> None:
    with connect(Scripted(delay=0.5, failure=RuntimeError("secret detail")), **SLOW) as base:
        question = discord.asks(BOAT)
        discord.shows(base, question)
        assert discord.edited(question).content == "Something went wrong here; ask again."


@pytest.mark.parametrize(
    ("script", "pause"),
    [
        ([(429, LIMITED, {})], 0.6),
        ([(429, LIMITED, {}), (429, LIMITED, {})], 1.2),
        ([(429, {}, {"Retry-After": "1"})], 1.0),
        ([(500, {}, {}), (502, {}, {})], 0.7),
        ([(503, {}, {}), (429, LIMITED, {})], 0.8),
        ([(404, {"message": "Unknown Webhook", "code": 10015}, {})], 0.2),
    ],
)
def test_rate_limits_and_failures_are_waited_out(
    discord: Discord, connect: Connect, script: Scripts, pause: float
) -> None:
    with connect(Scripted(delay=0.4), **SLOW) as base:
        discord.script, before = list(script), len(discord.calls)
        question = discord.asks(BOAT, "harbour")
        discord.shows(base, question)
        assert discord.edited(question).embed()["description"] == RULE
    times = discord.calls[before:]
    assert len(times) == len(script) + 1
    assert pause <= times[-1] - times[0] < pause + 1.5


def edited(discord: Discord, age: float = 0.0, api: str | None = None) -> tuple[bool, int]:
    """Return whether an edit of a token that Discord does not know got through, and the calls that it took."""
    before = len(discord.calls)

    async def run() -> bool:
        hook = Webhook(api or discord.api)
        try:
            return await hook.edit(APPLICATION, "token-x-secret", Reply("words"), time.monotonic() - age)
        finally:
            await hook.close()

    return asyncio.run(run()), len(discord.calls) - before


def ours(caplog: pytest.LogCaptureFixture) -> str:
    """Return all that was logged, at any level, but by the server that plays Discord."""
    return "\n".join(record.getMessage() for record in caplog.records if not record.name.startswith("uvicorn"))


def test_an_expired_token_is_given_up_quietly(discord: Discord, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        assert edited(discord, age=60) == (False, 1)
    assert [record.levelname for record in caplog.records if record.name.startswith("service")] == ["INFO"]
    assert "secret" not in ours(caplog)


def test_a_token_is_not_waited_for_beyond_its_life(discord: Discord) -> None:
    discord.script = [(429, {**LIMITED, "retry_after": 65.0}, {})]
    started = time.monotonic()
    assert edited(discord, age=TOKEN_LIVES - 60) == (False, 1)
    assert time.monotonic() - started < 60  # as long as the token lives


def test_a_refused_edit_is_an_error_in_the_log_and_not_repeated(
    discord: Discord, caplog: pytest.LogCaptureFixture
) -> None:
    discord.script = [(400, {"message": "Invalid Form Body", "code": 50035}, {})]
    with caplog.at_level(logging.DEBUG):
        assert edited(discord) == (False, 1)
    (record,) = [record for record in caplog.records if record.name.startswith("service")]
    assert (record.levelname, record.getMessage()) == ("ERROR", "discord: an edit was refused (400): Invalid Form Body")
    assert "token-x" not in ours(caplog)


def test_a_discord_that_never_recovers_is_given_up(
    discord: Discord, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(webhook, "FIRST_PAUSE", 0.001)
    discord.script = [(500, {}, {})] * webhook.MOST_TRIES
    assert edited(discord) == (False, webhook.MOST_TRIES)
    assert edited(discord, api="http://127.0.0.1:9") == (False, 0)
    assert "given up after 8 tries" in caplog.text
    assert "secret" not in ours(caplog)


def test_promises_are_kept_when_the_service_is_told_to_stop(discord: Discord, connect: Connect) -> None:
    with connect(Scripted(delay=1.2), **SLOW) as base:
        question = discord.asks(BOAT, "harbour")
        assert discord.shows(base, question).kind == 5
    assert discord.edited(question, seconds=0.5).embed()["description"] == RULE


def test_a_full_queue_and_a_library_still_opening_are_told_at_once(discord: Discord, connect: Connect) -> None:
    with connect(Scripted(delay=1.5), threads=1, waiting=1, **SLOW) as base:
        waiting = [discord.asks(BOAT, "harbour") for _ in range(2)]
        for one in waiting:
            discord.shows(base, one)
        shown = discord.shows(base, discord.asks(BOAT, "harbour", locale="de"))
        assert (shown.content, shown.private) == ("Viele Fragen warten; frag gleich noch einmal.", True)
        # names are offered meanwhile, past the queue
        assert discord.offers(base, discord.types("game", "harb")) == {"Harbour of Winds": "harbour"}
        assert not discord.was_edited(waiting[1])
        assert discord.edited(waiting[1]).embed()["description"] == RULE


def test_a_library_that_is_not_open_yet_says_so(discord: Discord, connect: Connect) -> None:
    def slowly() -> Scripted:
        time.sleep(1.0)
        return Scripted()

    settings = {"discord_public_key": discord.public_key, "discord_api": discord.api}
    with served(slowly, wait=False, **settings) as base:
        shown = discord.shows(base, discord.asks(BOAT))
        assert "still being opened" in shown.content
        assert shown.private
        assert discord.offers(base, discord.types("game", "")) == {}


def test_markup_limits_hold_for_an_edit_too(discord: Discord, connect: Connect) -> None:
    slow = Fixed(delay=0.4, given=answered(cited(quote="@everyone *x*. " * 900)))
    with connect(slow, **SLOW) as base:
        question = discord.asks("*" * 1000)
        discord.shows(base, question)
        description = discord.edited(question).embed()["description"]
    assert description.startswith("> @\u200beveryone \\*x\\*.")
    assert description.endswith(". …")
