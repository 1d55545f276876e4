"""Comparisons on behalf of the page: one at a time in a process of its own, few waiting, kept for some hours."""

import asyncio
import json
import logging
import secrets
import shutil
import sys
import tempfile
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any

from corpus.errors import LexludoError, UnknownNameError
from service.library_keeper import child_environment
from service.translation.comparing import Report
from service.translation.decisions import Decision, decided

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "service.translation.orders")
MOST_WAITING = 4
"""Comparisons that may wait for their turn."""
MOST_KEPT = 16
"""Comparisons whose reports are kept; beyond that the one unseen for longest goes."""
KEPT_FOR = 6 * 3600.0
"""Seconds after which a comparison that nobody looks at is forgotten."""
LONGEST = 1200.0
"""Seconds that one comparison may take."""
LONGEST_END = 5.0
"""Seconds that a killed process is waited for."""


class ComparingBusyError(LexludoError):
    """As many comparisons are waiting as may wait."""


class UndecidableError(LexludoError):
    """A comparison whose report is not there yet, or never will be."""


class State(StrEnum):
    """How far a comparison is."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


@dataclass(slots=True)
class Job:
    """One comparison. ``doing`` is one of few phrases, with ``done`` of ``total``; ``problem`` says why it failed."""

    id: str
    folder: Path
    names: tuple[str, str]
    state: State = State.WAITING
    doing: str = ""
    done: int = 0
    total: int = 0
    problem: str = ""
    seen: float = field(default_factory=time.monotonic)
    decisions: dict[str, Decision] = field(default_factory=dict)

    @property
    def file(self) -> Path:
        """Where the report lies once it is there."""
        return self.folder / "report.json"


class Comparisons:
    """Runs and keeps comparisons; whoever knows a comparison's id may see it and decide on its findings."""

    def __init__(self, index: Path, model: str | None, command: Sequence[str] = COMMAND) -> None:
        self._index, self._model, self._command = index, model, command
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Forget everything on leaving."""
        try:
            yield
        finally:
            for name in list(self._jobs):
                await self.forget(name)

    def make_room(self) -> None:
        """Drop what expired. Raises ComparingBusyError where nothing more may wait."""
        for job in [job for job in self._jobs.values() if time.monotonic() - job.seen > KEPT_FOR and not _open(job)]:
            self._drop(job)
        if sum(_open(job) for job in self._jobs.values()) > MOST_WAITING:
            raise ComparingBusyError("many comparisons are waiting; try again in a few minutes")
        finished = [job for job in self._jobs.values() if not _open(job)]
        for job in finished[: max(0, len(self._jobs) - MOST_KEPT + 1)]:
            self._drop(job)

    def folder(self) -> Path:
        """Return a new folder for a comparison's files; ``start`` takes it over."""
        return Path(tempfile.mkdtemp(prefix="lexludo-compare-"))

    def start(self, folder: Path, editions: Sequence[Mapping[str, str]], names: tuple[str, str]) -> Job:
        """Begin a comparison, or let it wait for its turn; ``editions`` as the orders take them."""
        job = Job(secrets.token_urlsafe(18), folder, names)
        order = {"index": str(self._index), "model": self._model, "report": str(job.file), "editions": list(editions)}
        self._jobs[job.id] = job
        self._tasks[job.id] = asyncio.create_task(self._run(job, order))
        return job

    def job(self, name: str) -> Job:
        """Return a comparison. Raises UnknownNameError where it is not kept any more."""
        job = self._jobs.get(name)
        if job is None:
            raise UnknownNameError("this comparison is not kept any more; start it again")
        job.seen = time.monotonic()
        self._jobs.move_to_end(name)
        return job

    def ahead(self, job: Job) -> int:
        """Return how many comparisons are to be finished before this one."""
        if job.state is not State.WAITING:
            return 0
        started = list(self._tasks)
        return sum(_open(self._jobs[name]) for name in started[: started.index(job.id)] if name in self._jobs)

    async def forget(self, name: str) -> None:
        """End a comparison and remove all that is kept of it. Raises UnknownNameError."""
        job = self.job(name)
        task = self._tasks.get(name)
        if task:
            task.cancel()
            await asyncio.wait([task])
        self._drop(job)

    def _drop(self, job: Job) -> None:
        self._jobs.pop(job.id, None)
        self._tasks.pop(job.id, None)
        shutil.rmtree(job.folder, ignore_errors=True)

    async def _run(self, job: Job, order: dict[str, Any]) -> None:
        try:
            async with self._turn:
                job.state = State.RUNNING
                async with asyncio.timeout(LONGEST):
                    await self._obeyed(job, order)
        except TimeoutError:
            job.problem = "the comparison took too long and was ended; compare shorter parts"
        except OSError as error:
            log.error("a comparison could not be started: %s", error)
            job.problem = "the comparison could not be started; the service's log says why"
        job.state = State.FAILED if job.problem else State.DONE

    async def _obeyed(self, job: Job, order: dict[str, Any]) -> None:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *self._command, stdin=pipe, stdout=pipe, stderr=pipe, env=child_environment()
        )
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(order).encode())
            process.stdin.close()
            _, said = await asyncio.gather(_followed(process, job), _all_of(process))
            await process.wait()
        finally:
            await _ended(process)
        if process.returncode or not (job.problem or job.file.exists()):
            log.error("a comparison ended with code %s: %s", process.returncode, said.decode(errors="replace")[-2000:])
            job.problem = "the comparison ended unexpectedly; the service's log says why"


async def _ended(process: asyncio.subprocess.Process) -> None:
    """Kill a process that still runs, and see it gone: it writes no more, and its pipes are closed.

    A program that it started may hold the pipes a little longer, and is not waited for without end.
    """
    if process.returncode is None:
        process.kill()
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_END):
                await process.wait()


def _open(job: Job) -> bool:
    return job.state in (State.WAITING, State.RUNNING)


async def _followed(process: asyncio.subprocess.Process, job: Job) -> None:
    assert process.stdout is not None
    async for line in process.stdout:
        told = json.loads(line)
        job.problem = told.get("error", "").replace(f"{job.folder}/", "")
        job.doing, job.done, job.total = (told.get(name, getattr(job, name)) for name in ("doing", "done", "total"))


async def _all_of(process: asyncio.subprocess.Process) -> bytes:
    assert process.stderr is not None
    return await process.stderr.read()


def report_of(job: Job) -> Report:
    """Return a comparison's report with what was decided so far. Raises UndecidableError until it is done."""
    if job.state is not State.DONE:
        raise UndecidableError(job.problem or "the comparison is not finished yet")
    return decided(_read(job.file), job.decisions)


@lru_cache(maxsize=2)
def _read(file: Path) -> Report:
    from service.translation.orders import REPORTS

    return REPORTS.validate_json(file.read_bytes())
