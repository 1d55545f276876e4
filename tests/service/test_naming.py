"""Which games and expansions a question names, and what is left to look for without them."""

import pytest

from corpus.types import Document, DocumentKind
from service.naming import Names


@pytest.mark.parametrize(
    ("question", "games"),
    [
        ("In Race for the Galaxy, who starts?", {"race"}),
        ("rftg: who starts?", {"race"}),
        ("in nucleun, who starts?", {"nucleum"}),
        ("No Xadrez, quem começa?", {"chess"}),
        ("can we go first?", set()),
        ("Do we play Go with a clock?", {"go"}),
        ("who starts?", set()),
    ],
)
def test_games_are_known_by_their_names(question: str, games: set[str]) -> None:
    titles = {"race": "Race for the Galaxy: The Brink of War", "nucleum": "Nucleum", "go": "Go"}
    documents = [Document(game, game, title, "en") for game, title in titles.items()]
    names = Names([*documents, Document("c.en", "chess", "Chess", "en"), Document("c.pt", "chess", "Xadrez", "pt")])
    assert names.games_in(question) == games


def _library() -> Names:
    base = Document("d.en", "draughts", "International Draughts", "en")
    frisian = [
        Document(f"f.{tag}", "draughts", title, tag, DocumentKind.EXPANSION, expansion="frisian")
        for tag, title in (("en", "Frisian Draughts"), ("pt", "Damas frísias"))
    ]
    drawn = Document(
        "c.en",
        "chess",
        "Chess960",
        "en",
        DocumentKind.EXPANSION,
        expansion="chess960",
        aliases=("Fischer random", "ajedrez de Fischer"),
    )
    return Names([base, *frisian, drawn, Document("c", "chess", "Chess", "en")])


@pytest.mark.parametrize(
    ("question", "expansions", "left"),
    [
        ("in frisian draughts, can I capture sideways?", {"frisian"}, "draughts, can I capture sideways?"),
        ("na frísia posso andar quantas vezes seguidas?", {"frisian"}, "posso andar quantas vezes seguidas?"),
        ("960: is there a piece between king and rook", {"chess960"}, "is there a piece between king and rook"),
        ("What is Chess960?", {"chess960"}, "What is Chess960?"),
        ("fischer random: where does the king end up?", {"chess960"}, "where does the king end up?"),
        ("en ajedrez de fisher donde queda la torre enrocada", {"chess960"}, "donde queda la torre enrocada"),
        ("Does a Fischer clock add seconds?", set(), "Does a Fischer clock add seconds?"),
        ("How many draughts are there?", set(), "How many draughts are there?"),
    ],
)
def test_expansions_are_known_by_what_their_titles_add(question: str, expansions: set[str], left: str) -> None:
    names = _library()
    assert names.expansions_in(question, None) == expansions
    assert names.without_expansions(question) == left


@pytest.mark.parametrize(
    ("question", "left"),
    [
        ("In chess, when can I castle?", "when can I castle?"),
        ("no xadrez quando posso rocar?", "quando posso rocar?"),
        ("when can I castle in Chess?", "when can I castle?"),
        ("Chess: when can I castle?", "when can I castle?"),
        ("castling (chess)", "castling"),
        ("How do the chess clocks work?", "How do the chess clocks work?"),  # part of what is asked
        ("In draughts, when can I castle?", "In draughts, when can I castle?"),  # another game
        ("What is there in chess?", "What is there in chess?"),  # nothing else to look for
    ],
)
def test_the_game_that_is_asked_of_is_not_looked_for_where_it_is_named_aside(question: str, left: str) -> None:
    games = (("d.en", "draughts", "Draughts"), ("c.en", "chess", "Chess"), ("c.pt", "chess", "Xadrez"))
    names = Names([Document(name, game, title, name[-2:]) for name, game, title in games])
    assert names.without_game(question, "chess") == left


def test_an_expansion_names_its_game() -> None:
    assert _library().games_in("how do the frisian rules treat kings?") == {"draughts"}


def test_other_names_of_a_rulebook_name_its_game() -> None:
    names = Names([Document("d.en", "draughts", "International Draughts", "en", aliases=("Polish checkers",))])
    assert names.games_in("how do polish checkers end?") == {"draughts"}
