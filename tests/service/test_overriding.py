"""What leads where two of the shipped documents rule on one thing, with the embedded model."""

from pathlib import Path

import pytest

from ingest.build import ingest
from service.answering import Judge
from service.contract import Question
from service.opening import loaded_encoder, open_service

pytestmark = pytest.mark.model

LIBRARY = Path(__file__).resolve().parents[2] / "corpus" / "library"
SHELF = {
    "backgammon": ("backgammon.*.pdf", "backgammon-chouette.*.pdf", "backgammon-faq.*.pdf"),
    "chess": ("chess.fr.pdf", "chess-chess960.*.pdf", "chess.en.pdf", "chess-errata.en.pdf"),
    "draughts": ("draughts.en.pdf", "draughts-faq.*.pdf"),
}


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    folder = tmp_path_factory.mktemp("index")
    files = [file for game, names in SHELF.items() for name in names for file in sorted((LIBRARY / game).glob(name))]
    assert not ingest(files, folder, loaded_encoder(None)).failed
    return open_service(folder)


@pytest.mark.parametrize(
    ("question", "leads"),
    [
        ("J'ai ramassé un seul dé : puis-je encore changer mon coup ?", "backgammon-faq"),
        ("Ho tolto solo un dado, posso ancora cambiare mossa?", "backgammon-faq"),
        ("Combien de pions chaque joueur a-t-il ?", "backgammon"),
        ("Dans quel sens mes pions avancent-ils ?", "backgammon"),
    ],
)
def test_an_answer_in_another_language_leads_where_its_question_was_asked(
    judge: Judge, question: str, leads: str
) -> None:
    answer = judge.ask(Question(question, "backgammon"))
    assert answer.citations[0].document.split(".")[0] == leads


@pytest.mark.parametrize(
    ("question", "leads"),
    [
        ("Aux échecs aléatoires de Fischer, où finissent le roi et la tour après le roque ?", "chess-chess960"),
        ("Où finissent le roi et la tour après le roque ?", "chess"),
    ],
)
def test_an_expansion_leads_where_it_is_named_by_another_of_its_names(judge: Judge, question: str, leads: str) -> None:
    answer = judge.ask(Question(question, "chess"))
    assert answer.citations[0].document.split(".")[0] == leads


@pytest.mark.parametrize(
    ("question", "leads"),
    [
        ("My jump ended on the far row, is that man crowned?", "draughts-faq"),
        ("I am forced to capture if I can, right?", "draughts"),
        ("Who moves first?", "draughts"),
    ],
)
def test_an_answer_leads_where_its_question_was_asked_and_not_for_its_subject(
    judge: Judge, question: str, leads: str
) -> None:
    answer = judge.ask(Question(question, "draughts"))
    assert answer.citations[0].document.split(".")[0] == leads


@pytest.mark.parametrize(
    "question", ["In a chouette, is there a Crawford game?", "y a-t-il une partie Crawford dans la chouette ?"]
)
def test_an_expansion_that_is_named_leads_before_a_faq_on_the_base_game(judge: Judge, question: str) -> None:
    answer = judge.ask(Question(question, "backgammon"))
    assert answer.citations[0].document.split(".")[0] == "backgammon-chouette"


def test_an_erratum_leads_before_an_example_of_what_it_corrects(judge: Judge) -> None:
    citations = judge.ask(Question("Is a 13 minute game a blitz game?", "chess")).citations
    assert citations[0].document == "chess-errata.en"
    assert "10 minutes" in citations[0].quote
