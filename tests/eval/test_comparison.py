import copy
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from eval import comparison, html_report, terminal_comparison
from eval.comparison import Comparison, ComparisonError, compare
from eval.evaluate import evaluate
from eval.report import as_data, of_answers, to_json
from service.contract import Answer
from tests.eval.scripted import ScriptedAnswering, answered, asked, cite, question, refused

BOATS = "pode usar os barcos de outro jogador"
QUOTE = "Um jogador pode usar os barcos de outro jogador"
HOSTILE = "<script>alert(1)</script>"
MANY = tuple(question(f"barco {number}?", BOATS, facts=[["outro jogador"]]) for number in range(12))
ALONE = question(f"pizza {HOSTILE}?", language="en", tags=["off-topic"])
RIGHT, WRONG = answered(cite(QUOTE)), answered(cite("Barcos não transportam eletricidade."))
Script = dict[str, Answer | Exception]
BEFORE: Script = {**dict.fromkeys([each.id for each in MANY], WRONG), ALONE.id: refused()}
NOW: Script = BEFORE | dict.fromkeys([each.id for each in MANY[:9]], RIGHT)
NOW[ALONE.id] = answered(cite("Fim de jogo.", page=2))


def run(script: Script, data_hash: str = "") -> dict[str, Any]:
    answering, questions = ScriptedAnswering(dict(script)), asked(*MANY, ALONE)
    report = of_answers(answering, questions, evaluate(answering, questions))
    data: dict[str, Any] = json.loads(json.dumps(as_data(report)))
    return {**data, "file": "earlier.json"} | ({"data_hash": data_hash} if data_hash else {})


@pytest.fixture(scope="module")
def found() -> Comparison:
    return compare(run(BEFORE), run(NOW))


def named(found: Comparison, figure: str) -> comparison.Difference:
    return next(difference for difference in found.differences if difference.figure == figure)


def test_a_gain_is_counted_tested_and_called_better(found: Comparison) -> None:
    fact = named(found, "fact@1")
    assert (fact.before, fact.now, fact.n, fact.gained, fact.lost) == (0.0, 0.75, 12, 9, 0)
    assert fact.test == "McNemar, exact"
    assert fact.p == pytest.approx(2 / 2**9)
    assert fact.p_corrected == pytest.approx(min(1, fact.p * len(found.differences)), rel=0.3)
    assert fact.low < 0.75 <= fact.high
    assert named(found, "verbatim").p == 1.0


def test_figures_of_all_questions_together_are_those_of_the_reports(found: Comparison) -> None:
    before, now = run(BEFORE)["figures"], run(NOW)["figures"]
    for difference in found.differences:
        assert difference.before == pytest.approx(before[difference.figure]["value"]), difference.figure
        assert difference.now == pytest.approx(now[difference.figure]["value"]), difference.figure
    assert set(now) - {difference.figure for difference in found.differences} == {"errors"}


def test_worse_is_told_by_the_figures_direction() -> None:
    refusing = BEFORE | dict.fromkeys([each.id for each in MANY], refused())
    found = compare(run(BEFORE), run(refusing))
    assert named(found, "wrongly_refused").difference == 1.0
    assert named(found, "wrongly_refused").tells == "worse"
    assert named(compare(run(refusing), run(BEFORE)), "wrongly_refused").tells == "better"


def test_flips_carry_both_answers(found: Comparison) -> None:
    assert (found.count("gained"), found.count("lost"), found.count("changed")) == (9, 1, 0)
    first = found.flips[0]
    assert (first.id, first.before.verdict, first.now.verdict) == ("barco 0?", "wrong", "right")
    assert first.before.answer == "Barcos não transportam eletricidade."
    assert first.now.answer == QUOTE
    assert first.now.place == "boats.pt-BR, page 1"
    (lost,) = [flip for flip in found.flips if flip.kind == "lost"]
    assert (lost.id, lost.before.answer, lost.now.answer) == (ALONE.id, "", "Fim de jogo.")


def test_languages_are_compared_apart(found: Comparison) -> None:
    assert set(found.by_language) == {"en", "pt"}
    english = {difference.figure: difference for difference in found.by_language["en"]}
    assert (english["refused"].before, english["refused"].now, english["refused"].n) == (1.0, 0.0, 1)
    assert "fact@1" not in english  # no English question of this run has an answer


def test_the_same_run_differs_in_nothing() -> None:
    same = compare(run(NOW), run(NOW))
    assert (same.flips, same.remarks) == ((), ())
    assert {difference.p for difference in same.differences} == {1.0}


def test_other_question_files_are_told_and_only_like_questions_compared() -> None:
    earlier = run(BEFORE, "0" * 64)
    earlier["questions"][0]["facts"] = [["something else"]]
    del earlier["questions"][1]
    found = compare(earlier, run(NOW))
    assert found.compared == 11
    assert "the question files differ (then 000000000000, now 5eed5eed5eed)" in found.remarks[0]
    assert "the 11 that both runs asked alike, of 12 then and 13 now" in found.remarks[0]


def test_another_model_is_told() -> None:
    earlier = run(BEFORE)
    earlier["signature"]["model"] = "older"
    assert compare(earlier, run(NOW)).remarks == ("model: older then, scripted now",)


def test_nothing_in_common_is_refused() -> None:
    earlier = run(BEFORE)
    for row in earlier["questions"]:
        row["id"] = f"other-{row['id']}"
    with pytest.raises(ComparisonError, match=r"earlier\.json: asked none of these questions"):
        compare(earlier, run(NOW))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "No such file or directory; name a report that --json wrote"),
        ("{", "is not JSON"),
        ("[]", "is no report of asked questions by this version; write it again with --json"),
        ('{"data_hash": "", "signature_line": "", "signature": {}, "questions": [{"id": "a"}]}', "write it again"),
    ],
)
def test_a_file_that_is_no_report_is_refused_by_name(tmp_path: Path, content: str | None, message: str) -> None:
    file = tmp_path / "earlier.json"
    if content is not None:
        file.write_text(content, "utf-8")
    with pytest.raises(ComparisonError, match=re.escape(message)) as refused_file:
        comparison.read(file)
    assert str(refused_file.value).startswith(f"{file}: ")


def test_a_written_report_is_read_back(tmp_path: Path) -> None:
    answering, questions = ScriptedAnswering(dict(BEFORE)), asked(*MANY, ALONE)
    file = tmp_path / "earlier.json"
    file.write_text(to_json(of_answers(answering, questions, evaluate(answering, questions))), "utf-8")
    assert compare(comparison.read(file), run(NOW)).count("gained") == 9


def test_the_terminal_tells_figures_and_flips(found: Comparison) -> None:
    out = io.StringIO()
    terminal_comparison.show(found, Console(file=out, width=80))
    told = out.getvalue()
    assert "Against earlier.json: 13 questions asked in both" in told
    assert re.search(r"fact@1 +0\.000 +0\.750 +\+0\.750 +\+0\.\d{3} \+\d\.\d{3} +\+9 -0 +0\.004", told)
    assert "gained: right now, not before (9)" in told
    assert f"    now     right: {QUOTE} (boats.pt-BR, page 1)" in told
    assert "lost: right before, not now (1)" in told


def test_json_and_page_hold_the_comparison_and_hostile_text_stays_text(found: Comparison) -> None:
    answering, questions = ScriptedAnswering(dict(NOW)), asked(*MANY, ALONE)
    report = of_answers(answering, questions, evaluate(answering, questions))
    data = json.loads(to_json(report, found))["comparison"]
    assert data["differences"][0].keys() >= {"figure", "before", "now", "p", "p_corrected", "test"}
    assert len(data["flips"]) == 10
    html = html_report.page(report, found)
    assert "<h2>Against earlier.json</h2>" in html
    assert "9 gained: right now, not before" in html
    assert HOSTILE not in html
    assert "<h2>Against" not in html_report.page(report)


def test_comparing_changes_neither_report() -> None:
    earlier, now = run(BEFORE), run(NOW)
    kept = copy.deepcopy((earlier, now))
    compare(earlier, now)
    assert (earlier, now) == kept
