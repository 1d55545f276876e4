from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from corpus.types import LineBox, Span
from eval import marks as marks_of
from service.page_marks import Mark, line_runs, marks
from tests.ingest.pdfs import typeset

COLUMNS = """#set page(width: 105mm, height: 148mm, margin: 10mm, columns: 2)
#set text(lang: "en", size: 8pt, hyphenate: true)
#set par(justify: true)
= Boats and barrels
Every player administers a small fleet of vessels and distributes fortifications around the harbour. A vessel that
carries barrels moves one space less. *Storms* sink every vessel that is not in port, with everything it carries.
#colbreak()
= Scoring
The captain with the most cargo after the sixth round wins the voyage; in a tie the youngest captain decides.
"""


def test_marks_of_typeset_pages_cover_the_letters(tmp_path: Path) -> None:
    measured, unplaced = marks_of.measure([typeset(tmp_path, COLUMNS)], 40, seed=3)
    assert len(measured) == 40
    assert unplaced < 40
    assert min(one.overlap for one in measured) >= 0.9


def test_a_mark_beside_the_letters_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def beside(*arguments: object) -> list[Mark]:
        return [Mark(m.left, m.top + 5, m.right, m.bottom + 5) for m in marks(*arguments)]  # type: ignore[arg-type]

    monkeypatch.setattr(marks_of, "marks", beside)
    app = typer.Typer()
    app.command()(marks_of.main)
    done = CliRunner().invoke(app, [str(typeset(tmp_path, COLUMNS)), "--quotes", "10"])
    assert done.exit_code == 1
    assert done.stdout.startswith("10 quotes of 1 PDFs")


def test_words_of_one_line_are_one_run_and_columns_are_apart() -> None:
    words = [Mark(10, 100, 40, 110), Mark(44, 99, 80, 110), Mark(200, 100, 230, 110), Mark(10, 112, 30, 122)]
    assert line_runs(words) == [Mark(10, 99, 80, 110), Mark(200, 100, 230, 110), Mark(10, 112, 30, 122)]
    assert line_runs([]) == []


def test_a_word_that_the_quote_cuts_is_marked_in_part() -> None:
    boxes = [LineBox(0, 4, 0.0, 0.1, 0.4, 0.2), LineBox(5, 9, 0.5, 0.1, 0.9, 0.2)]
    (run,) = marks(boxes, Span(2, 6), 100, 100)
    assert run == pytest.approx((20, 10, 60, 20))
    assert marks(boxes, Span(4, 5), 100, 100) == marks(boxes, Span(9, 20)) == []
