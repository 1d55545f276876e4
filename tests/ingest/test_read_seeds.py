"""Reading of real rulebook text that was extracted from PDFs."""

import json
import re
import tomllib
import unicodedata
from functools import cache

from corpus.types import Page
from ingest.readers import read
from tests.ingest.shared import SHARED, needs_shared

SEEDS = SHARED / "rulebooks" / "seeds"

pytestmark = needs_shared


def fold(text: str) -> str:
    text = unicodedata.normalize("NFKD", text.lower())
    return re.sub(r"\s+", " ", "".join(c for c in text if not unicodedata.combining(c)))


@cache
def library() -> dict[str, tuple[Page, ...]]:
    documents = tomllib.loads((SEEDS / "catalog.toml").read_text(encoding="utf-8"))["document"]
    return {entry["id"]: read(SEEDS / entry["file"], language=entry["language"]).pages for entry in documents}


def page(document: str, number: int) -> str:
    return library()[document][number - 1].text


def test_every_anchor_stands_on_its_page() -> None:
    lines = (SHARED / "eval" / "seeds.dev.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line) for line in lines]
    anchors = [place for question in questions for place in question["relevant"]]
    assert len(questions) == 60
    assert len(anchors) == 52
    assert [a for a in anchors if fold(a["anchor"]) not in fold(page(a["document"], a["page"]))] == []


def test_pages_are_physical() -> None:
    assert {document: len(pages) for document, pages in library().items()} == {
        "nucleum-australia.pt-BR": 8,
        "nucleum-faq.es": 1,
        "noclear.pt-PT": 1,
        "rftg-brink-of-war.pt-BR": 13,
    }
    assert page("nucleum-australia.pt-BR", 8).startswith("APÊNDICE\n")
    assert page("rftg-brink-of-war.pt-BR", 12).startswith("PODERES DE DESENVOLVIMENTO DE CUSTO-6")
    assert [p.label for p in library()["nucleum-australia.pt-BR"]] == [None, "2", "3", "4", "5", "6", "7", None]


def test_nothing_of_the_margins_is_left() -> None:
    text = "\n".join(p.text for p in library()["nucleum-australia.pt-BR"])
    assert ".indd" not in text
    assert "13/11/2023" not in text
    assert "PREPARAÇÃO - EXPANSÃO AUSTRÁLIA" not in text
    assert "CONCEITOS NOVOS - EXPANSÃO AUSTRÁLIA" not in text


def test_steps_and_entries_stand_on_lines_of_their_own() -> None:
    steps = [line for line in page("nucleum-australia.pt-BR", 2).split("\n") if re.match(r"\d+\. ", line)]
    assert [line.split(".")[0] for line in steps] == [str(n) for n in range(1, 13)]
    assert steps[2] == "3. Posicione o marcador da Bandeira de PV sob o local “75” na trilha de PV."
    entries = [line for line in page("nucleum-australia.pt-BR", 8).split("\n") if line.startswith("(C")]
    assert [re.findall(r"\(C\d+B?\)", line) for line in entries] == [
        [f"(C{code})"] for code in ("06B", "51", "52", "53", "54", "26B", "55", "56", "57", "58", "59")
    ]
    assert "Ganhe 1 Trabalhador e uma Tecnologia de Nível 1." in page("nucleum-australia.pt-BR", 8).split("\n")


def test_the_repeated_layer_is_gone() -> None:
    assert page("nucleum-australia.pt-BR", 7).count("qualquer lugar com a menor quantidade de Barcos") == 1
    assert page("nucleum-australia.pt-BR", 7).endswith("VARIANTE ESPECIALISTA\nREGRAS SOLO - EXPANSÃO AUSTRÁLIA")


def test_callouts_stand_apart() -> None:
    assert page("nucleum-australia.pt-BR", 3) == "2 1 4 4 4 4 3 9 10 11 11 11 12"
    assert "\n\nA B C D E\n\nAlém disso" in page("nucleum-australia.pt-BR", 5)
