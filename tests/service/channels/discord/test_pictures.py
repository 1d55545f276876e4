"""The picture of the quoted page: sent along, or by address, and never in the way of the words."""

from dataclasses import dataclass
from pathlib import Path

import pypdfium2
import pytest

from service.api.urls import image_url
from service.page_images import Sheet
from tests.service.channels.discord.answers import Fixed, answered, cited
from tests.service.channels.discord.conftest import Connect
from tests.service.channels.discord.playing import Discord

BOAT = "Can I use the boat of another player?"
WITH_IMAGE = cited(image_url=image_url("harbour.en", 2, 6, 45))


@dataclass
class Drawn(Fixed):
    file: Path | None = None

    def sheet(self, document: str, number: int) -> Sheet:
        return Sheet(self.file, 1)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    document = pypdfium2.PdfDocument.new()
    document.new_page(200, 300)
    document.save(tmp_path / "page.pdf")
    document.close()
    return tmp_path / "page.pdf"


def test_the_page_is_sent_along_and_shown_in_the_embed(discord: Discord, connect: Connect, file: Path) -> None:
    with connect(Drawn(given=answered(WITH_IMAGE), file=file), discord_reply_within=2.8) as base:
        question = discord.asks(BOAT)
        shown = discord.shows(base, question)
        if not shown.files:  # drawing takes long on a busy machine
            shown = discord.edited(question)
    assert shown.embed()["image"] == {"url": "attachment://page.png"}
    assert shown.files["page.png"].startswith(b"\x89PNG\r\n\x1a\n")
    (attachment,) = shown.message["attachments"]
    assert attachment == {
        "id": 0,
        "filename": "page.png",
        "description": "Harbour of Winds · Rulebook · p. 2 · Boats › Borrowing",
    }
    assert shown.embed()["description"] == "> You may use the boat of another player."


def test_words_do_not_wait_for_a_picture_that_takes_long(discord: Discord, connect: Connect, file: Path) -> None:
    with connect(Drawn(given=answered(WITH_IMAGE), file=file), discord_reply_within=0.05) as base:
        question = discord.asks(BOAT)
        shown = discord.shows(base, question)
        assert (shown.kind, shown.files) == (4, {})
        edited = discord.edited(question, 20)
    assert set(edited.files) == {"page.png"}
    assert edited.embed() == {**shown.embed(), "image": {"url": "attachment://page.png"}}
    assert edited.components() == shown.components()


def test_an_edit_sends_the_picture_too_and_goes_without_where_discord_refuses_it(
    discord: Discord, connect: Connect, file: Path
) -> None:
    with connect(Drawn(delay=0.4, given=answered(WITH_IMAGE), file=file), discord_reply_within=0.2) as base:
        question = discord.asks(BOAT)
        discord.shows(base, question)
        with_picture = discord.edited(question, 20)
        while not with_picture.files:  # the words came first, for drawing took long
            with_picture = discord.edited(question, 20)
        assert set(with_picture.files) == {"page.png"}

        discord.script = [(413, {"message": "Request entity too large", "code": 40005}, {})]
        question = discord.asks(BOAT)
        discord.shows(base, question)
        shown = discord.edited(question, 20)
    assert shown.files == {}
    assert "image" not in shown.embed()
    assert shown.embed()["description"] == "> You may use the boat of another player."


def test_with_a_public_address_discord_fetches_the_picture_itself(discord: Discord, connect: Connect) -> None:
    with connect(Fixed(given=answered(WITH_IMAGE)), public_url="https://rules.example") as base:
        shown = discord.shows(base, discord.asks(BOAT))
    embed = shown.embed()
    assert embed["image"] == {"url": "https://rules.example/v1/documents/harbour.en/pages/2.png?start=6&end=45"}
    assert embed["url"] == "https://rules.example/documents/harbour.en/pages/2?start=6&end=45#quote"
    assert shown.files == {}


@pytest.mark.parametrize("path", [image_url("harbour.en", 2), "/static/logo.svg", "/nowhere.png", "/healthz"])
def test_a_picture_that_is_not_to_be_had_leaves_the_words(discord: Discord, connect: Connect, path: str) -> None:
    with connect(Fixed(given=answered(cited(image_url=path)))) as base:
        shown = discord.shows(base, discord.asks(BOAT))
    assert "image" not in shown.embed()
    assert shown.embed()["description"] == "> You may use the boat of another player."
