"""The same rule in another edition, at answer time: found by meaning, kept on disk, never waited for."""

from pathlib import Path

import pytest

from corpus import encoder as models
from corpus.encoder import SentenceEncoder
from corpus.errors import UnknownNameError
from corpus.index import Index
from ingest.build import ingest
from service.translation.counterparts import Counterpart, Counterparts
from service.translation.linked import Link, Place, read, standing_for

pytestmark = pytest.mark.model

ENGLISH = """FERRIES

SETUP

Place one ferry in each harbour. Each player takes four passengers and two lamps.

SAILING

On your turn, move a ferry to a neighbouring harbour. You may not enter a harbour that is closed by a storm.

Pay one coin for every passenger on board.

SCORING

Every lit lamp is worth three points. If players are tied, the one with more coins wins.
"""
PORTUGUESE = """BALSAS

PREPARAÇÃO

Coloque uma balsa em cada porto. Cada jogador pega quatro passageiros e duas lâmpadas.
---
PONTUAÇÃO

Cada lâmpada acesa vale três pontos. Se houver empate, vence quem tiver mais moedas.

NAVEGAÇÃO

Na sua vez, mova uma balsa para um porto vizinho. Você não pode entrar em um porto fechado por uma tempestade.

Pague uma moeda por passageiro a bordo.
"""
GERMAN_ERRATA = "Auf Seite 2 muss es heißen: Jede brennende Lampe zählt vier Punkte.\n"


@pytest.fixture(scope="module")
def encoder() -> SentenceEncoder:
    return models.load()


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory, encoder: SentenceEncoder) -> Index:
    work = tmp_path_factory.mktemp("ferries")
    folder = work / "ferries"
    folder.mkdir()
    (folder / "ferries.en.txt").write_text(ENGLISH)
    (folder / "ferries.pt-BR.txt").write_text(PORTUGUESE)
    (folder / "ferries-errata.de.txt").write_text(GERMAN_ERRATA)
    (folder / "catalog.toml").write_text(
        "".join(
            f'[[document]]\nid = "{name}"\nfile = "{name}.txt"\ngame = "ferries"\ntitle = "Ferries"\n'
            f'language = "{name.rpartition(".")[2]}"\nkind = "{kind}"\n'
            for name, kind in (
                ("ferries.en", "rulebook"),
                ("ferries.pt-BR", "rulebook"),
                ("ferries-errata.de", "errata"),
            )
        )
    )
    ingest([folder], work / "index", encoder)
    return Index.open(work / "index")


@pytest.fixture(scope="module")
def ready(index: Index, encoder: SentenceEncoder) -> Counterparts:
    counterparts = Counterparts(index, encoder)
    counterparts.prepare()
    assert counterparts.wait(60)
    return counterparts


def found(counterparts: Counterparts, index: Index, document: str, words: str, language: str) -> Counterpart | None:
    page = next(page for page in index.pages(document) if words in page.text)
    start = page.text.index(words)
    return counterparts.counterpart(document, page.number, start, start + len(words), language)


@pytest.mark.parametrize(
    ("words", "page", "quote"),
    [
        ("Each player takes four passengers", 1, "Cada jogador pega quatro passageiros e duas lâmpadas."),
        ("You may not enter a harbour", 2, "Você não pode entrar em um porto fechado por uma tempestade."),
        (
            "Every lit lamp is worth three points. If players are tied, the one with more coins wins.",
            2,
            "Cada lâmpada acesa vale três pontos. Se houver empate, vence quem tiver mais moedas.",
        ),
    ],
)
def test_a_passage_is_found_in_the_other_edition(
    ready: Counterparts, index: Index, words: str, page: int, quote: str
) -> None:
    there = found(ready, index, "ferries.en", words, "pt")
    assert there is not None
    assert (there.document, there.language, there.page, there.quote) == ("ferries.pt-BR", "pt-BR", page, quote)
    assert index.page(there.document, there.page).text[there.start : there.end] == quote
    assert 0.2 <= there.score <= 1


def test_the_way_back_leads_to_the_same_words(ready: Counterparts, index: Index) -> None:
    there = found(ready, index, "ferries.pt-BR", "Pague uma moeda por passageiro a bordo.", "en-GB")
    assert there is not None
    assert there.quote == "Pay one coin for every passenger on board."


def test_only_editions_of_the_same_document_count(ready: Counterparts, index: Index) -> None:
    assert found(ready, index, "ferries.en", "Place one ferry", "de") is None
    assert found(ready, index, "ferries.en", "Place one ferry", "en") is None
    assert found(ready, index, "ferries.en", "Place one ferry", "fr") is None
    with pytest.raises(UnknownNameError, match="ferris"):
        ready.counterpart("ferris.en", 1, 0, 10, "pt")


def test_terms_stand_beside_their_renderings(ready: Counterparts) -> None:
    terms = {(term.source, term.target): term.times for term in ready.terms("ferries.en", "pt")}
    turned = {(term.target, term.source): term.times for term in ready.terms("ferries.pt-BR", "en")}
    assert terms == turned
    assert terms.get(("harbour", "porto")) == 3


def test_a_call_never_waits_and_a_later_one_finds(tmp_path: Path, index: Index, encoder: SentenceEncoder) -> None:
    counterparts = Counterparts(index, encoder, tmp_path)
    assert found(counterparts, index, "ferries.en", "Place one ferry in each harbour.", "pt") is None
    assert counterparts.wait(60)
    there = found(counterparts, index, "ferries.en", "Place one ferry in each harbour.", "pt")
    assert there is not None
    assert there.quote == "Coloque uma balsa em cada porto."


def test_what_was_aligned_once_is_there_at_once(tmp_path: Path, index: Index, encoder: SentenceEncoder) -> None:
    first = Counterparts(index, encoder, tmp_path)
    first.prepare()
    assert first.wait(60)
    again = Counterparts(index, encoder, tmp_path)
    assert found(again, index, "ferries.en", "Place one ferry in each harbour.", "pt") is not None
    kept = [read(file) for file in tmp_path.glob("*.json")]
    assert sum(len(each.links) for each in kept if each) >= 7


def test_a_damaged_file_is_made_anew(tmp_path: Path, index: Index, encoder: SentenceEncoder) -> None:
    first = Counterparts(index, encoder, tmp_path)
    first.prepare()
    assert first.wait(60)
    for file in tmp_path.glob("*.json"):
        file.write_text('{"links": [[1]]}')
    again = Counterparts(index, encoder, tmp_path)
    assert found(again, index, "ferries.en", "Place one ferry in each harbour.", "pt") is None
    assert again.wait(60)
    assert found(again, index, "ferries.en", "Place one ferry in each harbour.", "pt") is not None


def test_a_closed_one_starts_nothing(index: Index, encoder: SentenceEncoder) -> None:
    counterparts = Counterparts(index, encoder)
    counterparts.close()
    assert found(counterparts, index, "ferries.en", "Place one ferry", "pt") is None
    assert counterparts.wait(0)
    assert found(counterparts, index, "ferries.en", "Place one ferry", "pt") is None


def test_what_stands_for_something_else_parts_a_quote() -> None:
    links = [
        Link((Place(1, 0, 10),), (Place(4, 0, 12),), 0.9),
        Link((Place(1, 11, 50),), (Place(4, 60, 99),), 0.8),
        Link((Place(1, 51, 70),), (Place(4, 13, 30),), 0.7),
    ]
    assert standing_for(links, Place(1, 0, 50)) == (Place(4, 60, 99), 0.8)
    assert standing_for(links, Place(1, 0, 70)) == (Place(4, 0, 99), 0.7)
    assert standing_for(links, Place(2, 0, 10)) is None
