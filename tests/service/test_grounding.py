"""What bears a sentence out, case by case; the rules are those that players of many games know."""

import pytest

from corpus.types import Span
from service.grounding import Claim, Ground, grounded, whole_sentences

PAGE = (
    "Boats\nYou may use the boat of another player if you pay them one coin. A boat carries 2 barrels.\n"
    "You may not sail into a storm. Draw 3 cards (see p. 12). Card C56 counts at least 4 points.\n\n"
    "Elsewhere\nThe youngest captain begins the game."
)
HERE = Span(0, PAGE.index("\n\n"))
BOAT = "You may use the boat of another player if you pay them one coin."
STORM = "You may not sail into a storm."
DRAW = "Draw 3 cards (see p. 12)."
CARD = "Card C56 counts at least 4 points."


def holds(text: str, quote: str, language: str = "en") -> bool:
    ground = Ground(PAGE, HERE, "en", "Harbour › Boats")
    found = list(grounded([Claim(text, 0, quote)], [ground], "What about boats, storms and cards?", language))
    return bool(found)


@pytest.mark.parametrize(
    ("language", "text", "quote"),
    [
        ("en", "You may use another player's boat if you pay them one coin.", BOAT),
        ("en", "You may use another player's boat if you pay them 1 coin.", BOAT),
        ("pt", "Sim, você pode usar o barco de outro jogador se pagar a ele uma moeda.", BOAT),
        ("es", "Sí, puedes usar el barco de otro jugador si le pagas una moneda.", BOAT),
        ("fr", "Oui, vous pouvez utiliser le bateau d'un autre joueur si vous lui payez une pièce.", BOAT),
        ("de", "Ja, du darfst das Boot eines anderen Spielers benutzen, wenn du ihm eine Münze zahlst.", BOAT),
        ("it", "Sì, puoi usare la barca di un altro giocatore se gli paghi una moneta.", BOAT),
        ("en", "You may not sail into storms.", STORM),
        ("en", "No, you may not sail into a storm.", STORM),
        ("pt", "Não, você não pode navegar para dentro de uma tempestade.", STORM),
        ("en", "You draw three cards.", DRAW),
        ("de", "Du ziehst 3 Karten.", DRAW),
        ("en", "Card C56 counts at least 4 points.", CARD),
    ],
)
def test_a_sentence_that_says_what_its_quote_says_holds_in_any_language(language: str, text: str, quote: str) -> None:
    assert holds(text, quote, language)


@pytest.mark.parametrize(
    ("language", "text", "quote"),
    [
        ("en", "You may sail into a storm.", STORM),
        ("en", "You may sail into a storm.", "sail into a storm."),
        ("en", "No, you may sail into a storm.", STORM),
        ("pt", "Você pode navegar para dentro de uma tempestade.", STORM),
        ("de", "Du darfst in einen Sturm segeln.", STORM),
        ("en", "No, you may use the boat of another player.", BOAT),
        ("en", "You draw four cards.", DRAW),
        ("pt", "Você compra 4 cartas.", DRAW),
        ("es", "Robas cinco cartas.", DRAW),
        ("en", "You draw 3 cards, see p. 13.", DRAW),
        ("en", "You draw cards.", DRAW),
        ("en", "Card C65 counts at least 4 points.", CARD),
        ("en", "Card C56 counts at most 4 points.", CARD),
        ("en", "The youngest captain begins the game.", "The youngest captain begins the game."),
    ],
)
def test_a_sentence_that_says_something_else_does_not(language: str, text: str, quote: str) -> None:
    assert not holds(text, quote, language)


@pytest.mark.parametrize(
    ("quote", "whole"),
    [
        ("sail into a storm", STORM),
        (STORM, STORM),
        ("one coin. A boat", f"{BOAT} A boat carries 2 barrels."),
        ("ou may not sail", None),
        ("sail into a sto", None),
        ("Sail into a storm", None),
        ("storm", None),
        ("The youngest captain begins", None),
    ],
)
def test_a_quote_is_read_as_the_whole_sentences_that_it_lies_in(quote: str, whole: str | None) -> None:
    span = whole_sentences(Ground(PAGE, HERE, "en"), quote)
    assert (span and span.of(PAGE)) == whole
