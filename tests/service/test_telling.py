from dataclasses import replace

from service.contract import Question
from service.telling import tell_answer, tell_games
from tests.service.scripted import Scripted

ANSWER = Scripted().ask(Question("Can I use the boat of another player?", game="harbour", top_k=1))


def test_control_characters_of_a_rulebook_do_not_reach_the_terminal() -> None:
    hostile = replace(ANSWER.citations[0], quote="one\x1b]0;owned\x07 \u202etwo\r\nthree", title="T\x1b[2J")
    told = tell_answer(replace(ANSWER, citations=(hostile,)), [], 80)
    assert told.splitlines() == [
        "  │ one ]0;owned   two",
        "  │ three",
        "  T [2J · Rulebook · p. 2 · Boats",
        "confidence 97%",
    ]


def test_an_icon_that_the_catalogue_names_is_told_by_its_name() -> None:
    cited = replace(ANSWER.citations[0], quote="Pay 2\ue012 to the owner.")
    games = [
        replace(game, documents=tuple(replace(each, icons=(("\ue012", "wood"),)) for each in game.documents))
        for game in Scripted().games()
    ]
    told = tell_answer(replace(ANSWER, citations=(cited,)), games, 80)
    assert told.splitlines()[0] == "  │ Pay 2 [wood] to the owner."


def test_an_empty_library_says_how_to_fill_it() -> None:
    assert tell_games([]) == "The library holds no games; `lexludo ingest` adds some."
