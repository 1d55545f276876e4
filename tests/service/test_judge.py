"""Answers from a real index, made from small rulebooks with the embedded model."""

from pathlib import Path

import pytest

from corpus import encoder
from corpus.encoder import SentenceEncoder
from corpus.errors import IndexUnusableError, UnknownNameError
from corpus.index import Index
from ingest.build import ingest
from service.answering import Judge
from service.contract import Answer, Question, Reason, Status
from service.opening import open_service

pytestmark = pytest.mark.model

LIGHTHOUSE_EN = """LIGHTHOUSE

SETUP

1. Place the board in the middle of the table.
2. Each player takes five keepers and three lamps in one colour.
3. Shuffle the storm cards and put them face down beside the board.

MOVING A KEEPER

On your turn you may move one keeper to a neighbouring island. You may never move a keeper onto an island that holds a
storm. Moving costs one coin for each keeper that already stands there.

LIGHTING A LAMP

To light a lamp, discard two oil. A lit lamp may not be put out by another player.

Example: Ana discards two oil and lights the lamp on Gull Rock.

END OF THE GAME

The game ends as soon as the last storm card is drawn. The player with the most lit lamps wins. If players are tied, the
one with more coins wins.
"""
LIGHTHOUSE_PT = """FAROL

PREPARAÇÃO

1. Coloque o tabuleiro no meio da mesa.
2. Cada jogador pega cinco faroleiros e três lâmpadas de uma cor.
3. Embaralhe as cartas de tempestade e deixe-as viradas para baixo ao lado do tabuleiro.

MOVER UM FAROLEIRO

Na sua vez, você pode mover um faroleiro para uma ilha vizinha. Nunca mova um faroleiro para uma ilha com tempestade.
Mover custa uma moeda para cada faroleiro que já estiver lá.

ACENDER UMA LÂMPADA

Para acender uma lâmpada, descarte dois óleos. Uma lâmpada acesa não pode ser apagada por outro jogador.

FIM DA PARTIDA

A partida termina assim que a última carta de tempestade for comprada. Vence quem tiver mais lâmpadas acesas. Em caso de
empate, vence quem tiver mais moedas.
"""
ORCHARD_ES = """HUERTO

PREPARACIÓN

Cada jugador recibe seis semillas y una regadera.

PLANTAR

Para plantar un árbol, paga tres semillas y colócalo en una parcela vacía. No se puede plantar en una parcela seca.

FIN DE LA PARTIDA

La partida acaba cuando alguien planta su décimo árbol.
"""


@pytest.fixture(scope="module")
def loaded() -> SentenceEncoder:
    return encoder.load(backend="onnx")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, loaded: SentenceEncoder) -> Path:
    books, index = tmp_path_factory.mktemp("books"), tmp_path_factory.mktemp("data") / "index"
    for game, name, text in (
        ("lighthouse", "rules.en.txt", LIGHTHOUSE_EN),
        ("lighthouse", "rules.pt-BR.txt", LIGHTHOUSE_PT),
        ("orchard", "reglas.es.txt", ORCHARD_ES),
    ):
        (books / game).mkdir(exist_ok=True)
        (books / game / name).write_text(text, "utf-8")
    assert not ingest([books], index, loaded).failed
    return index


@pytest.fixture(scope="module")
def judge(folder: Path) -> Judge:
    return open_service(folder)


def assert_verbatim(judge: Judge, answer: Answer) -> None:
    for citation in answer.citations:
        assert judge.page(citation.document, citation.page).text[citation.start : citation.end] == citation.quote


@pytest.mark.parametrize(
    ("question", "game", "words"),
    [
        ("How much oil do I need to light a lamp?", "lighthouse", "discard two oil"),
        ("can i walk my keeper onto a stormy island", "lighthouse", "never move a keeper onto an island"),
        ("Quando a partida acaba?", "lighthouse", "última carta de tempestade"),
        ("empatou, quem ganha?", "lighthouse", "vence quem tiver mais moedas"),
        ("¿Cuántas semillas cuesta un árbol?", "orchard", "paga tres semillas"),
        ("How many seeds does a tree cost?", "orchard", "paga tres semillas"),
    ],
)
def test_answers_with_the_rules_own_words(judge: Judge, question: str, game: str | None, words: str) -> None:
    answer = judge.ask(Question(question, game))
    assert answer.status is Status.ANSWERED
    assert words in answer.answer
    assert answer.answer == answer.citations[0].quote
    assert_verbatim(judge, answer)


def test_a_game_that_is_named_goes_before_the_one_that_is_picked(judge: Judge) -> None:
    named = "Lighthouse: how much oil do I need to light a lamp?"
    answer = judge.ask(Question(named, "orchard"))
    assert (answer.status, answer.citations[0].game, answer.reason) == (Status.ANSWERED, "lighthouse", None)
    kept = judge.ask(Question(named, "orchard", game_only=True))
    assert (kept.status, kept.reason, kept.games) == (Status.NOT_FOUND, Reason.OTHER_GAME, ("lighthouse",))
    assert {citation.game for citation in kept.citations} == {"orchard"}
    assert {citation.game for citation in judge.search(Question(named, "orchard"))} == {"orchard"}


def test_a_conversation_carries_game_and_subject_and_drops_them(judge: Judge) -> None:
    first = judge.ask(Question("Can a lit lamp be put out by another player?", "lighthouse"))
    why = judge.ask(Question("why?", conversation_id=first.conversation_id))
    assert why.citations[0].passage_id == first.citations[0].passage_id
    other = judge.ask(
        Question("And in Orchard, how many seeds do I pay for a tree?", conversation_id=first.conversation_id)
    )
    assert (other.citations[0].game, "paga tres semillas" in other.citations[0].quote) == ("orchard", True)
    ends = judge.ask(Question("How does the game end?", "lighthouse"))
    there = judge.ask(Question("And in Orchard?", conversation_id=ends.conversation_id))
    assert "planta su décimo árbol" in there.citations[0].quote
    stranger = judge.ask(Question("why?", "lighthouse", conversation_id="another"))
    assert (stranger.status, why.confidence > stranger.confidence) == (Status.NOT_FOUND, True)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("In Catan, how many cards do I discard on a seven?", Reason.OTHER_GAME),
        ("who invented the telephone and when", Reason.OFF_TOPIC),
        ("quem descobriu o brasil?", Reason.OFF_TOPIC),
        ("How many victory points is a wooden bridge worth?", Reason.NOT_IN_RULEBOOK),
    ],
)
def test_a_refusal_says_why(judge: Judge, question: str, reason: Reason) -> None:
    answer = judge.ask(Question(question, "lighthouse"))
    assert (answer.status, answer.reason) == (Status.NOT_FOUND, reason)


@pytest.mark.parametrize("said", ["why?", "hello", "¿y si no?", "what if"])
def test_a_question_that_says_nothing_is_not_answered(judge: Judge, said: str) -> None:
    assert judge.ask(Question(said, "lighthouse")).status is Status.NOT_FOUND


@pytest.mark.parametrize("game", ["orchard", None])
def test_a_language_that_the_library_lacks_finds_the_rule(judge: Judge, game: str | None) -> None:
    first = judge.ask(Question("Wie viele Samen kostet ein Baum?", game)).citations[0]
    assert (first.document, "paga tres semillas" in first.quote) == ("reglas.es", True)


def test_the_askers_edition_answers_and_its_twin_stays_out(judge: Judge) -> None:
    answer = judge.ask(Question("Quantos faroleiros cada jogador pega?", "lighthouse"))
    assert answer.question_language == "pt"
    assert {citation.document for citation in answer.citations} == {"rules.pt-BR"}
    assert "cinco faroleiros" in answer.answer


def test_an_asker_without_an_edition_hears_a_rule_once(judge: Judge) -> None:
    answer = judge.ask(Question("Wie viele Wärter bekommt jeder Spieler?", "lighthouse"))
    assert len({citation.document for citation in answer.citations}) == 1


def test_a_rule_leads_its_example(judge: Judge) -> None:
    answer = judge.ask(Question("What does lighting a lamp cost?", "lighthouse"))
    assert "To light a lamp, discard two oil." in answer.answer


@pytest.mark.parametrize(
    "question",
    ["In Catan, how many cards do I discard on a 7?", "tell me a joke", "What is the capital of France?"],
)
def test_says_when_the_library_does_not_say(judge: Judge, question: str) -> None:
    answer = judge.ask(Question(question, "lighthouse"))
    assert answer.status is Status.NOT_FOUND
    assert answer.answer == ""
    assert answer.confidence < 0.5
    assert_verbatim(judge, answer)


def test_a_game_that_the_question_names_sets_the_scope(judge: Judge) -> None:
    answer = judge.ask(Question("In Lighthouse, when does the game end?"))
    assert {citation.game for citation in answer.citations} == {"lighthouse"}


def test_a_question_that_fits_two_games_asks_which(judge: Judge) -> None:
    answer = judge.ask(Question("¿Cuándo termina la partida?"))
    assert answer.status in (Status.WHICH_GAME, Status.ANSWERED)
    if answer.status is Status.WHICH_GAME:
        assert set(answer.games) == {"lighthouse", "orchard"}


@pytest.mark.parametrize(
    "question",
    [
        "?",
        "🎲🎲🎲",
        "the of and",
        "a\x00b",
        "שלום מה קורה",
        "'; DROP TABLE rules; --",
        "<b>bold</b>",
        "x" * 1000,
        "的" * 1000,
    ],
)
def test_no_question_is_too_odd(judge: Judge, question: str) -> None:
    answer = judge.ask(Question(question))
    assert 0 <= answer.confidence <= 1
    assert_verbatim(judge, answer)


def test_search_ranks_without_deciding(judge: Judge) -> None:
    found = judge.search(Question("storm cards", "lighthouse"), limit=4)
    assert len(found) == 4
    assert [citation.score for citation in found] == sorted((citation.score for citation in found), reverse=True)


def test_unknown_names_are_refused(judge: Judge) -> None:
    with pytest.raises(UnknownNameError, match="lighthouse"):
        judge.ask(Question("how?", "lighthous"))
    with pytest.raises(UnknownNameError):
        judge.page("rules.en", 9)


def test_games_are_titled_by_their_rulebooks(judge: Judge) -> None:
    assert [(game.id, game.languages) for game in judge.games()] == [
        ("lighthouse", ("en", "pt-BR")),
        ("orchard", ("es",)),
    ]


def test_an_index_of_another_making_is_refused(folder: Path, loaded: SentenceEncoder) -> None:
    from dataclasses import replace

    with pytest.raises(IndexUnusableError, match=r"ingest again|LEXLUDO_MODEL"):
        Index.open(folder, card=replace(loaded.card, fingerprint="other"), settings=None)
