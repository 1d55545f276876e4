"""Progress on a terminal: how much is done, how fast, and how long the rest takes."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    ProgressColumn,
    SpinnerColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as Bars
from rich.text import Text

from corpus.types import Progress
from ingest.embedding import ShowProgress


class _RateColumn(ProgressColumn):
    def render(self, task: Task) -> Text:
        if not task.speed:
            return Text("")
        return Text(f"{task.speed:.0f}/s" if task.speed >= 1 else f"{task.speed * 60:.0f}/min")


def on_console(console: Console) -> ShowProgress:
    """Return what shows progress on ``console``, which writes nothing of it where that is no terminal."""

    @contextmanager
    def shown(what: str, total: int) -> Iterator[Progress]:
        columns = (BarColumn(), MofNCompleteColumn(), _RateColumn(), TimeRemainingColumn())
        described = (SpinnerColumn(), TextColumn("{task.description}"))
        with Bars(*described, *columns, console=console, transient=True, disable=not console.is_terminal) as bars:
            task = bars.add_task(what, total=total)
            yield lambda done: bars.advance(task, done)

    def show(what: str, total: int) -> AbstractContextManager[Progress]:
        return shown(what, total)

    return show
