"""Reports: JSON, CSV, TMX, XLIFF, terminal, and findings that were accepted."""

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from rich.console import Console

from service.translation.accepted import AcceptedError, read_accepted, stale, with_accepted
from service.translation.comparing import Comparison, Report, Side
from service.translation.condensing import condensed
from service.translation.marking import marked
from service.translation.originals import traced
from service.translation.report_data import to_csv, to_json
from service.translation.report_exchange import XLIFF, XML_LANG, to_tmx, to_xliff
from service.translation.report_html import page
from service.translation.terminal import show
from service.translation.types import Alignment, Finding, Pair, Quote, Segment, Severity
from service.translation.view import shown
from tests.service.translation.editions import edition
from tests.service.translation.reports import ENGLISH, SPANISH, comparison, report, side


def test_json_has_the_promised_shape() -> None:
    data = json.loads(to_json(report()))
    assert (data["source"], data["target"]) == ("rules.en.md", "rules.es.md")
    assert data["pairs"][1] == {
        "source": [{"page": 1, "start": 8, "end": 32, "text": ENGLISH[1]}],
        "target": [{"page": 1, "start": 11, "end": 52, "text": SPANISH[1]}],
        "score": 0.8,
        "moved": False,
    }
    assert data["pairs"][2]["target"] == []
    number, missing = data["findings"]
    assert {k: number[k] for k in ("id", "kind", "severity", "confidence")} == {
        "id": "number-1", "kind": "number", "severity": "high", "confidence": 0.97,
    }  # fmt: skip
    assert number["source"] == {"page": 1, "start": 13, "end": 14, "quote": "3"}
    assert number["context"]["target"] == SPANISH[1]
    assert missing["target"] is None


def test_json_of_a_text_file_tells_places_in_the_file() -> None:
    raw = "# Scoring\n\nTake **3** coins.\n"
    read = "Scoring\n\nTake 3 coins."
    source = replace(side("a.md", "en", ("Scoring", "Take 3 coins.")), original=traced(read, raw))
    source = replace(source, segments=(source.segments[0], replace(source.segments[1], start=9, end=22)))
    three = Finding("n", "number", Severity.HIGH, 1.0, "", Quote(1, 14, 15, "3"), None, 0)
    made = Comparison(source, side("b.md", "es", ()), (Pair((0,), (), 0.0), Pair((1,), (), 0.0)), (three,), 1.0)
    data = json.loads(to_json(Report((made,))))
    place = data["findings"][0]["source"]
    assert raw[place["start"] : place["end"]] == place["quote"] == "3"
    segment = data["pairs"][1]["source"][0]
    assert raw[segment["start"] : segment["end"]] == segment["text"] == "Take **3** coins."


def test_the_reports_tell_the_line_of_a_text_file() -> None:
    raw = "# Scoring\n\nTake **3** coins.\n"
    source = Side("a.md", "en", (Segment("Take 3 coins.", 1, 9, 22),), traced("Scoring\n\nTake 3 coins.", raw))
    three = Finding("n", "number", Severity.HIGH, 1.0, "", Quote(1, 14, 15, "3"), None, 0)
    made = Report((Comparison(source, side("b.pdf", "es", ("Toma 4.",)), (Pair((0,), (0,), 0.9),), (three,), 1.0),))
    (found,) = shown(made, {})["findings"]
    assert (found["pair"], found["source"]["line"], found["target"]["line"]) == (0, 3, None)
    assert re.findall('class="place">(.*?)<', page(made)) == ["line 3", "p. 1"]


def test_json_of_several_targets_lists_each() -> None:
    data = json.loads(to_json(Report((comparison(), comparison("rules.pt.md")))))
    assert data["targets"] == ["rules.es.md", "rules.pt.md"]
    assert [one["target"] for one in data["comparisons"]] == data["targets"]
    assert [each["target_edition"] for each in data["findings"]] == [*["rules.es.md"] * 2, *["rules.pt.md"] * 2]


def test_csv_holds_all_findings_and_nothing_that_a_spreadsheet_runs() -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(report()))))
    assert [row["kind"] for row in rows] == ["number", "missing"]
    assert (rows[0]["source_quote"], rows[0]["target_start"]) == ("3", "16")
    assert rows[1]["message"] == "'=This sentence has no counterpart."


def test_tmx_holds_the_pairs_with_both_sides() -> None:
    root = ET.fromstring(to_tmx(report()))
    units = [[(v.get(XML_LANG), v.findtext("seg")) for v in unit.iter("tuv")] for unit in root.iter("tu")]
    assert units == [
        [("en", ENGLISH[0]), ("es", SPANISH[0])],
        [("en", ENGLISH[1]), ("es", SPANISH[1])],
        [("en", ENGLISH[3]), ("es", SPANISH[2])],
    ]
    header = root.find("header")
    assert header is not None
    required = {"creationtool", "creationtoolversion", "segtype", "o-tmf", "adminlang", "srclang", "datatype"}
    assert required <= set(header.keys())


def test_xliff_marks_what_is_to_be_looked_at_and_says_why() -> None:
    root = ET.fromstring(to_xliff(report()))
    space = {"x": XLIFF}
    file = root.find("x:file", space)
    assert file is not None
    assert (file.get("source-language"), file.get("target-language")) == ("en", "es")
    units = root.findall(".//x:trans-unit", space)
    targets = [unit.find("x:target", space) for unit in units]
    states = [target.get("state") for target in targets if target is not None]
    assert states == ["translated", "needs-review-translation", "needs-translation", "translated"]
    assert units[1].findtext("x:note", namespaces=space) == "[number, high] The source says 3, the target 4."
    assert units[2].findtext("x:source", namespaces=space) == "A gap here."


def test_translation_tools_read_what_is_written(tmp_path: Path) -> None:
    storage = pytest.importorskip("translate.storage.factory", reason="translate-toolkit is not installed")
    for name, text, count in (("pairs.tmx", to_tmx(report()), 3), ("pairs.xlf", to_xliff(report()), 4)):
        (tmp_path / name).write_text(text, encoding="utf-8")
        units = [unit for unit in storage.getobject(str(tmp_path / name)).units if unit.source is not None]
        assert len(units) == count
        assert (units[1].source, units[1].target) == (ENGLISH[1], SPANISH[1])


def test_the_terminal_shows_counts_and_the_weightiest_without_control_characters() -> None:
    out = io.StringIO()
    show(report(), Console(file=out, width=100))
    said = out.getvalue()
    assert "4 and 3 sentences (en, es), 3 pairs, 1 missing, 0 added, 1 moved" in said
    assert "high number (97%) The source says 3, the target 4." in said
    assert "rules.en.md, p. 1: A gap here." in said
    assert "\x00" not in said


def test_marks_are_set_in_the_words_and_text_stays_text() -> None:
    assert marked("a <b> c", [(2, 5)], "high") == 'a <mark class="high">&lt;b&gt;</mark> c'
    assert marked("abcdef", [(1, 3), (2, 4), (-5, 0), (5, 99)], "low") == (
        'a<mark class="low">bcd</mark>e<mark class="low">f</mark>'
    )


def accepted(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "accepted.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_an_accepted_finding_is_set_apart_with_its_reason(tmp_path: Path) -> None:
    entry = '[[accepted]]\nkind = "missing"\nsource = "a GAP, here"\nreason = "cut on purpose"\n'
    left = with_accepted(report(), read_accepted(accepted(tmp_path, entry)))
    assert [found.kind for found in left.findings] == ["number"]
    assert [(a.finding.kind, a.reason) for a in left.comparisons[0].accepted] == [("missing", "cut on purpose")]
    assert stale(left, read_accepted(accepted(tmp_path, entry))) == []


@pytest.mark.parametrize(
    ("before", "now", "holds"),
    [
        ("Take the three blue coins from the bank.", "Take the three blue coin from the bank", True),
        ("Take 3 blue coins from the bank.", "Take 4 blue coins from the bank.", False),
        ("Take the three blue coins from the bank.", "Pass your turn at once.", False),
    ],
)
def test_accepting_survives_small_edits_and_no_change_of_a_number(
    tmp_path: Path, before: str, now: str, holds: bool
) -> None:
    entries = read_accepted(
        accepted(tmp_path, f'[[accepted]]\nkind = "missing"\nsource = "{before}"\nreason = "yes"\n')
    )
    finding = Finding("x", "missing", Severity.HIGH, 0.9, "", Quote(1, 0, len(now), now), None, 0)
    made = Report((replace(comparison(), findings=(finding,)),))
    assert (with_accepted(made, entries).findings == []) is holds
    assert (stale(with_accepted(made, entries), entries) == []) is holds


def test_every_problem_of_the_accepted_is_listed(tmp_path: Path) -> None:
    file = accepted(tmp_path, '[[accepted]]\nkind = "number"\nsource = "3"\n[[accepted]]\nwhy = "x"\nreason = "y"\n')
    with pytest.raises(AcceptedError) as caught:
        read_accepted(file)
    assert str(caught.value).splitlines() == [
        f"{file}: entry 1 gives no reason; say why it is right as it is",
        f"{file}: entry 2: why is not known; use kind, reason, source, target",
    ]


def test_a_long_gap_is_told_once() -> None:
    texts = [f"Sentence number {n} of the book." for n in range(20)]
    source, target = edition("a", "en", texts, list(range(20))), edition("b", "en", texts[:4], [0, 1, 2, 3])
    pairs = (*(Pair((n,), (n,), 1.0) for n in range(4)), *(Pair((n,), (), 0.0) for n in range(4, 20)))
    found = [Finding(f"m{n}", "missing", Severity.MEDIUM, 0.9, "", Quote(1, 0, 1, "S"), None, n) for n in range(4, 20)]
    told = condensed(Alignment(source, target, pairs), found)
    assert [(each.id, each.severity) for each in told] == [("m4", Severity.HIGH)]
    assert told[0].message.startswith("16 sentences in a row of the source, up to “Sentence number 19 of the book.”")
