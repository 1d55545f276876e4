import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright
from rich.console import Console

from eval import html_report, terminal
from eval.evaluate import evaluate
from eval.figures import MEANINGS
from eval.questions import QuestionSet
from eval.report import Report, ReportNotWrittenError, as_data, confusions, of_answers, signed, to_json, write
from service.contract import Status
from tests.chromium import FLAGS, MISSING, find
from tests.eval.scripted import ScriptedAnswering, answered, asked, cite, question
from tests.eval.test_evaluate import BOATS, QUESTIONS, SCRIPT

HOSTILE = '</script><script>document.title="owned"</script><img src=x onerror=alert(1)>&"\''
PLACE = question(HOSTILE, BOATS, tags=[HOSTILE])
LOST = question("lost?", "words", document="not-held.fr")


def reported() -> Report:
    script = {
        **SCRIPT,
        HOSTILE: answered(cite("Um jogador pode usar os barcos de outro jogador")),
        "lost?": answered(cite("Fim de jogo.", page=2)),
    }
    ranked = {"usar barco?": [cite("Barcos."), cite("Barcos não transportam eletricidade.")]}
    answering = ScriptedAnswering(script, ranked)
    questions: QuestionSet = asked(*QUESTIONS, PLACE, LOST)
    return of_answers(answering, questions, evaluate(answering, questions))


@pytest.fixture(scope="module")
def report() -> Report:
    return reported()


def test_signature_names_what_made_the_figures(report: Report) -> None:
    line = (
        r"lexludo:[^|]+\|model:scripted\|index:g1\|settings:none\|data:5eed5eed5eed\|files:scripted.jsonl\|questions:9"
    )
    assert re.fullmatch(line, report.signature_line)
    assert report.missing_documents == ("not-held.fr",)


def test_many_files_are_named_in_short() -> None:
    assert signed({}, "5eed" * 16, ["a", "b", "c"], 1)["files"] == "a+b+c"
    assert signed({}, "5eed" * 16, ["a", "b", "c", "d", "e"], 1)["files"] == "a+b+c+2 more"


def test_json_holds_everything(report: Report) -> None:
    data = json.loads(to_json(report))
    assert data["signature_line"] == report.signature_line
    assert set(data["figures"]["place@1"]) == {"value", "low", "high", "n"}
    assert data["figures"]["place@1"]["n"] == 7
    assert data["verdicts"]["boom?"] == "error"
    first = data["questions"][0]
    assert first["verdict"] == "right"
    assert first["status"] == Status.ANSWERED
    assert first["citations"][0]["quote"] == "Um jogador pode usar os barcos de outro jogador"
    assert first["citations"][0]["place"] is True
    assert first["ranked"][0]["anchors"] == [0]
    assert first["ranked"][1]["anchors"] == []
    assert data["questions"][6]["error"] == "RuntimeError: the shelf fell"
    assert data["reliability"]
    assert data["risk_coverage"][-1]["coverage"] == 1.0


def test_terminal_tells_figures_errors_and_signature(report: Report) -> None:
    out = io.StringIO()
    terminal.show(report, Console(file=out, width=100))
    told = out.getvalue()
    assert re.search(r"place@1 +0\.429 +0\.\d{3} to 0\.\d{3} +7", told)
    assert re.search(r"errors +1 +9", told)
    assert "By direction" in told
    assert "error: boom?: RuntimeError: the shelf fell" in told
    assert "not in the library, so their questions cannot be right: not-held.fr" in told
    assert told.rstrip().endswith(report.signature_line)


def test_a_report_that_cannot_be_written_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(ReportNotWrittenError, match=r"nowhere/report\.json: No such file"):
        write("x", tmp_path / "nowhere" / "report.json")


def test_page_needs_nothing_else(report: Report) -> None:
    html = html_report.page(report)
    assert not re.search(r"""(src|href|action)\s*=|url\(|@import|https?://""", re.sub(r"&lt;.*?&gt;", "", html))
    assert html.count("<script") == 1
    assert "<img" not in html


@pytest.fixture(scope="module")
def page(report: Report, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    file = tmp_path_factory.mktemp("html") / "report.html"
    write(html_report.page(report), file)
    path = find()
    if path is None:
        pytest.skip(MISSING)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=path, args=FLAGS)
        opened = browser.new_page(viewport={"width": 360, "height": 740})
        problems: list[str] = []
        opened.on("console", lambda message: problems.append(message.text))
        opened.on("pageerror", lambda error: problems.append(str(error)))
        opened.goto(file.as_uri())
        yield opened
        browser.close()
    assert problems == []


@pytest.mark.browser
def test_page_shows_and_filters_on_a_phone(page: Page) -> None:
    shown = "#questions > details:visible"
    assert page.title() == "Lexludo evaluation"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator(shown).count() == 9
    page.get_by_label("words").fill("ELETRICIDADE não transportam")
    assert page.locator(shown).count() == 0
    page.get_by_label("words").fill("nao TRANSPORTAM")
    assert page.locator(shown).count() == 2
    page.get_by_label("words").fill("")
    page.locator("select[name=verdict]").select_option("should have refused")
    assert page.locator(shown).count() == 1
    assert page.locator("#count").text_content() == "1 of 9"
    page.locator("select[name=verdict]").select_option("")
    page.locator("select[name=tag]").select_option("off-topic")
    assert page.locator(shown).count() == 2
    page.locator("select[name=tag]").select_option("")
    page.locator("select[name=language]").select_option("en")
    assert page.locator(shown).count() == 3
    page.locator("select[name=language]").select_option("")


@pytest.mark.browser
def test_page_tells_a_question_whole_and_keeps_hostile_text_text(page: Page) -> None:
    first = page.locator("#questions > details").first
    first.locator("summary").click()
    told = first.inner_text()
    for words in ("✓ right", "Expected at", "boats.pt-BR, page 1", BOATS, "Ranked passages", "confidence 0.90"):
        assert words in told
    assert page.locator("#questions > details").nth(7).locator(".asked").text_content() == HOSTILE
    assert page.locator("svg.plot").count() == 3


def test_every_section_with_figures_is_signed(report: Report) -> None:
    html = html_report.page(report)
    sections = re.findall(r"<section>\n<h2>(.*?)</h2>(.*?)</section>", html, re.S)
    assert [title for title, _ in sections] == [
        "Figures", "Confidence and refusal", "Latency", "By language", "By direction", "By tag", "Questions",
    ]  # fmt: skip
    assert all(report.signature_line in content for title, content in sections if title != "Questions")


def test_every_figure_says_what_it_means(report: Report) -> None:
    assert set(report.figures) <= set(MEANINGS)


def test_confusion_of_refusals_by_language(report: Report) -> None:
    found = confusions(report.outcomes)
    assert found["all"] == {
        "answerable": {"answered": 5, "refused": 1, "which_game": 0, "error": 1},
        "unanswerable": {"answered": 1, "refused": 0, "which_game": 1, "error": 0},
    }
    assert found["en"]["unanswerable"] == found["all"]["unanswerable"]
    assert found["pt"]["answerable"] == {"answered": 4, "refused": 1, "which_game": 0, "error": 1}
    assert as_data(report)["confusion"] == found


def test_page_of_retrieval_alone_has_figures_only(report: Report) -> None:
    alone = Report(report.signature, report.data_hash, report.figures, {}, {})
    html = html_report.page(alone)
    assert "<h2>Figures</h2>" in html
    assert "<h2>Questions</h2>" not in html
    assert "questions" not in as_data(alone)
