"""What ``lexludo eval`` does once its options are understood."""

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from corpus import types
from eval import (
    checking,
    comparison,
    evaluate,
    gate,
    holdings,
    html_report,
    passages,
    questions,
    report,
    shelf,
    terminal,
    terminal_comparison,
)
from eval.cli import STDOUT
from eval.questions import QuestionSet
from eval.report import Report
from service.contract import Answering


def ask(files: Sequence[Path], index: Path | None, model: str | None) -> Report:
    """Ask a library the questions of ``files``, or those of the test split that ship, and return the report."""
    asked = questions.load(files or questions.shipped())
    from service.cli import open_library

    return _asked(open_library(index, model), asked, time.perf_counter)


def ask_service(files: Sequence[Path], url: str) -> Report:
    """Ask a running service the same over HTTP. Raises ServiceError where that cannot be done."""
    asked = questions.load(files or questions.shipped())
    from eval.remote import RemoteAnswering

    with RemoteAnswering(url) as answering:
        return _asked(answering, asked, answering.clock)


def _asked(answering: Answering, asked: QuestionSet, clock: Callable[[], float]) -> Report:
    strayed = holdings.strayed(answering, asked)
    total = len(asked.questions) + sum(len(dialogue.turns) for dialogue in asked.dialogues)
    with counting("asking", total) as progress:
        outcomes = evaluate.evaluate(answering, asked, progress, clock)
    return report.of_answers(answering, asked, outcomes, strayed)


def earlier(file: Path) -> dict[str, Any]:
    """Return an earlier run's report, read before anything is asked. Raises ComparisonError."""
    return comparison.read(file)


def check(files: Sequence[Path], index: Path | None) -> int:
    """Name every problem of question files on a line of stdout, and return the exit code: 1 where there are any.

    The questions that ship are checked against the rulebooks that ship, one's own against one's own index.
    """
    chosen = files or questions.shipped_of_both_splits()
    found = checking.problems(chosen, _pages(bool(files), index))
    for problem in found:
        print(problem)
    print(f"{len(chosen)} files, {len(found) or 'no'} problems", file=sys.stderr)
    return 1 if found else 0


def _pages(of_ones_own: bool, index: Path | None) -> checking.ReadPages:
    from corpus.index import Index
    from ingest.cli import default_index, shipped_library

    chosen = index or (default_index() if of_ones_own else None)
    if chosen and (index or Index.current_generation(chosen)):
        return shelf.of_index(chosen)
    return shelf.of_rulebooks(shipped_library())


def rank(
    passage_file: Path, query_file: Path, passage_language: str | None, query_language: str | None, model: str | None
) -> Report:
    """Rank the passages of a file for the queries of another and return the report."""
    asked = passages.load(passage_file, query_file)
    from corpus import encoder
    from service.retrieval import LoosePassage, PassageRanker

    loaded = encoder.load(model)
    with counting("embedding and ranking", len(asked.queries)) as progress:
        rows = [LoosePassage(each.id, each.text, each.path, passage_language) for each in asked.passages]
        ranker = PassageRanker.over(rows, loaded)
        signature = {"model": loaded.card.name, "languages": f"{query_language or '?'}>{passage_language or '?'}"}
        return passages.evaluate(asked, ranker, query_language, signature, progress)


def deliver(found: Report, json: Path | None, html: Path | None, before: Mapping[str, Any] | None = None) -> None:
    """Show the report, and write what was asked for; JSON that goes to stdout is alone there."""
    compared = comparison.compare(before, report.as_data(found)) if before else None
    if html:
        report.write(html_report.page(found, compared), html)
    if json == STDOUT:
        sys.stdout.write(report.to_json(found, compared))
        return
    if json:
        report.write(report.to_json(found, compared), json)
    console = Console()
    terminal.show(found, console)
    if compared:
        terminal_comparison.show(compared, console)


def hold(found: Report, file: Path, raise_floors: bool, lower_floors: bool) -> None:
    """Check the report against the floors of ``file``, moved first where asked. Raises GateError where one breaks."""
    floors = _moved(found, file, raise_floors, lower_floors) if raise_floors or lower_floors else gate.read(file)
    broken = gate.check(found, floors)
    if broken:
        raise gate.GateError("\n".join(f"{file}: {line}" for line in broken))
    print(f"{file}: all floors hold", file=sys.stderr)


def _moved(found: Report, file: Path, raise_floors: bool, lower_floors: bool) -> gate.Floors:
    floors = gate.read(file) if file.exists() else gate.pinned(found)
    if lower_floors:
        floors = gate.lowered(found, floors)
    if raise_floors:
        floors = gate.raised(found, floors)
    gate.save(floors, file)
    return floors


@contextmanager
def counting(label: str, total: int) -> Iterator[types.Progress | None]:
    """Show progress on stderr while it is a terminal; yield what to call with the number of items done."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    columns = (TextColumn("{task.description}"), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as shown:
        task = shown.add_task(label, total=total)
        yield lambda done: shown.advance(task, done)


def race(files: Sequence[Path], index: Path | None, model: str | None, rounds: int, json: Path | None) -> None:
    """Time Lexludo against torch and show or write the ratios."""
    asked = questions.load(files or questions.shipped())
    from eval import speed

    found = speed.measure(asked.questions, index or _own_index(model), model, rounds)
    if json == STDOUT:
        sys.stdout.write(speed.to_json(found))
        return
    if json:
        report.write(speed.to_json(found), json)
    speed.show(found, Console())


def _own_index(model: str | None) -> Path:
    from ingest.cli import default_index, ensure_library
    from service.opening import loaded_encoder

    folder = default_index()
    ensure_library(folder, loaded_encoder(model))
    return folder
