import pytest

from service import conversation
from service.conversation import EXPIRY, Conversations, Turn, follows_up, in_full, points_back

LAST = Turn("How many boats do I get with three players?", "harbour")


@pytest.mark.parametrize(
    "question",
    ["and with two players?", "¿Y si empatamos?", "E no modo solo?", "why?", "Und zu zweit?", "et à deux ?", "solo?"],
)
def test_what_goes_on_follows_up(question: str) -> None:
    assert follows_up(question)


@pytest.mark.parametrize(
    "question",
    ["When does the game end for everyone?", "Quando é que a partida termina?", "Essa peça pode voltar ao tabuleiro?"],
)
def test_what_stands_alone_does_not(question: str) -> None:
    assert not follows_up(question)


@pytest.mark.parametrize(
    ("question", "back"),
    [
        ("can we bump it up again?", True),
        ("if she says no, what do I get?", True),
        ("isso vale para todos os jogadores?", True),
        ("When does the game end for everyone?", False),
        ("¿Cuándo termina la partida para todos?", False),
    ],
)
def test_words_that_stand_for_something_said_before_point_back(question: str, back: bool) -> None:
    assert points_back(question) is back
    assert not follows_up(question)


def test_a_follow_up_is_read_with_what_it_leans_on() -> None:
    assert in_full("and with two?", LAST) == "How many boats do I get with three players? and with two?"
    assert in_full("and with two?", None) == "and with two?"


def test_conversations_do_not_mix_and_expire() -> None:
    clock = [0.0]
    kept = Conversations(lambda: clock[0])
    first, second = kept.keep(None, LAST), kept.keep(None, Turn("other", None))
    assert first != second
    assert (kept.last(first), kept.last(second)) == (LAST, Turn("other", None))
    assert kept.last(None) is None
    assert kept.last("never heard of") is None
    clock[0] = EXPIRY + 1
    assert kept.last(first) is None


def test_the_longest_silent_conversation_goes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "MOST", 2)
    kept = Conversations()
    for name in ("a", "b"):
        kept.keep(name, LAST)
    kept.keep("a", LAST)
    kept.keep("c", LAST)
    assert [kept.last(name) is None for name in "abc"] == [False, True, False]
