"""What ``lexludo eval`` does once its options are understood."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from corpus import types
from eval import evaluate, gate, html_report, passages, questions, report, terminal
from eval.cli import STDOUT
from eval.report import Report


def ask(files: Sequence[Path], index: Path | None, model: str | None) -> Report:
    """Ask the questions of ``files``, or of those that ship, and return the report."""
    asked = questions.load(files or questions.shipped())
    from service.cli import open_library

    answering = open_library(index, model)
    total = len(asked.questions) + sum(len(dialogue.turns) for dialogue in asked.dialogues)
    with counting("asking", total) as progress:
        outcomes = evaluate.evaluate(answering, asked, progress)
    return report.of_answers(answering, asked, outcomes)


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


def deliver(found: Report, json: Path | None, html: Path | None) -> None:
    """Show the report, and write what was asked for; JSON that goes to stdout is alone there."""
    if html:
        report.write(html_report.page(found), html)
    if json == STDOUT:
        sys.stdout.write(report.to_json(found))
        return
    if json:
        report.write(report.to_json(found), json)
    terminal.show(found, Console())


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
    from corpus import encoder
    from ingest.cli import default_index, ensure_library

    folder = default_index()
    ensure_library(folder, encoder.load(model))
    return folder
