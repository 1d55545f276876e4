"""Work on files that may be hostile, in child processes: each has so many seconds and bytes, and then it is over.

A child is forked from a clean server process, so that neither the threads nor the memory of this process are in it.
"""

import copyreg
import math
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing.connection import Connection
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from corpus.errors import LexludoError, UnreadableFileError
from corpus.types import Reading
from ingest.drafting import Read

Result = TypeVar("Result")

PRELOADED = ("ingest.readers", "typer", "pypdfium2", "PIL.ImageDraw", "PIL.PngImagePlugin")
"""What children find imported already: the readers, what the commands of the program import, what draws pages."""
PATIENCE = 6
"""Times its seconds of computing that work may take on the clock: a busy machine is no fault of the file."""
LOOK_EVERY = 0.25
"""Seconds between two looks whether work is still wanted."""
_BOOKKEEPING = threading.Lock()
"""Starting a child asks after all others; without turns, two threads would read one exit code, and one get none."""
_SPLIT_IT = "open it in a PDF viewer and save or print it anew, or split it"


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one piece of work may take: ``seconds`` of computing, ``bytes`` of memory in its process."""

    seconds: float = 180.0
    bytes: int = 1_500_000_000


BOUNDS = Bounds()


class OverTimeError(Exception):
    """The work did not end in its time."""


class OverMemoryError(Exception):
    """The work needed more memory than it may have."""


class BrokenWorkError(Exception):
    """The work failed in a way that nobody foresaw, or ended its process."""


class Request(NamedTuple):
    """A file to read, and its language where that is known."""

    path: Path
    language: str | None = None


ReadAll = Callable[[Sequence[Request]], Iterator["Reading | UnreadableFileError"]]
"""Yields for each request, in order, what was read or why it could not be."""


def in_turn(read: Read) -> ReadAll:
    """Return what reads one file after the other in this process, without bounds."""

    def read_one(request: Request) -> "Reading | UnreadableFileError":
        return _outcome(lambda: read(request.path, language=request.language), request)

    return lambda requests: map(read_one, requests)


def in_workers(read: Read, bounds: Bounds = BOUNDS, workers: int | None = None) -> ReadAll:
    """Return what reads in so many processes at a time (default: one a processor), a new one for each file.

    ``read`` must be a function of a module, which children import.
    """

    def read_all(requests: Sequence[Request]) -> Iterator["Reading | UnreadableFileError"]:
        if not requests:
            return
        stop = threading.Event()

        def read_one(request: Request) -> "Reading | UnreadableFileError":
            call = partial(bounded, read, bounds, request.path, language=request.language, stop=stop)
            return _outcome(call, request, bounds)

        with ThreadPoolExecutor(workers or os.cpu_count() or 1, thread_name_prefix="lexludo-reading") as pool:
            try:
                yield from pool.map(read_one, requests)
            finally:
                stop.set()
                pool.shutdown(wait=False, cancel_futures=True)

    return read_all


def bounded(
    work: Callable[..., Result], bounds: Bounds, *arguments: Any, stop: threading.Event | None = None, **named: Any
) -> Result:
    """Return what ``work`` returns in a child process, or raise what it raises.

    ``work`` is a function of a module; it, its arguments and its result are pickled. Where ``stop`` is set meanwhile,
    the child is ended. Raises OverTimeError, OverMemoryError, BrokenWorkError.
    """
    context = _context()
    receiving, sending = context.Pipe(duplex=False)
    child = context.Process(target=_work, args=(sending, bounds, work, arguments, named), daemon=True)  # type: ignore[attr-defined]
    with _started(child), receiving:
        sending.close()
        succeeded, result = _received(receiving, child, bounds, stop or threading.Event())
    if succeeded:
        return result  # type: ignore[no-any-return]
    raise result


def _outcome(read: Callable[[], Reading], request: Request, bounds: Bounds = BOUNDS) -> "Reading | UnreadableFileError":
    try:
        return read()
    except UnreadableFileError as error:
        return error
    except OverTimeError:
        return UnreadableFileError(request.path, f"takes longer than {bounds.seconds:g} s to read", _SPLIT_IT)
    except (OverMemoryError, MemoryError):
        gigabytes = f"{bounds.bytes / 1e9:.2g} GB"
        return UnreadableFileError(request.path, f"needs more than {gigabytes} of memory to read", _SPLIT_IT)
    except BrokenWorkError as error:
        return UnreadableFileError(request.path, f"could not be read ({error})", _SPLIT_IT)


def _parts(error: UnreadableFileError) -> tuple[type[UnreadableFileError], tuple[str, str, str]]:
    return UnreadableFileError, (error.file, error.problem, error.remedy)


copyreg.pickle(UnreadableFileError, _parts)


@cache
def _context() -> BaseContext:
    if sys.platform == "win32":
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["__main__", *PRELOADED])
    return context


@contextmanager
def _started(child: BaseProcess) -> Iterator[None]:
    with _BOOKKEEPING:
        child.start()
    try:
        yield
    finally:
        child.kill()
        _join(child)
        child.close()


def _join(child: BaseProcess) -> None:
    with _BOOKKEEPING:
        child.join()


def _received(receiving: Connection, child: BaseProcess, bounds: Bounds, stop: threading.Event) -> tuple[bool, Any]:
    latest = time.monotonic() + bounds.seconds * PATIENCE
    while not receiving.poll(min(LOOK_EVERY, max(0.0, latest - time.monotonic()))):
        if time.monotonic() >= latest:
            raise OverTimeError
        if stop.is_set():
            raise BrokenWorkError("it was stopped")
    try:
        answer: tuple[bool, Any] = receiving.recv()
    except EOFError:
        raise _end_of(child) from None
    return answer


def _end_of(child: BaseProcess) -> Exception:
    _join(child)
    if child.exitcode == -getattr(signal, "SIGXCPU", 0):
        return OverTimeError()
    if child.exitcode == -signal.SIGKILL:  # who does that is the system, when its memory runs out
        return OverMemoryError()
    return BrokenWorkError(f"its process ended with code {child.exitcode}")


def _work(
    sending: Connection, bounds: Bounds, work: Callable[..., Any], arguments: tuple[Any, ...], named: dict[str, Any]
) -> None:
    """Do the work in the child and send what came of it; a key pressed to stop the program stops the parent first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_program, daemon=True).start()
    _limit(bounds)
    try:
        sending.send((True, work(*arguments, **named)))
    except BrokenPipeError:
        return  # nobody waits any more
    except LexludoError as error:
        sending.send((False, error))
    except MemoryError:
        sending.send((False, OverMemoryError()))
    except Exception as error:  # the edge of this process: beyond it, the failure would be an exit code
        sending.send((False, BrokenWorkError(f"{type(error).__name__}: {error}"[:200])))


def _end_with_program() -> None:
    """End this process when the program that wants its work is gone: nobody would see the result."""
    program = multiprocessing.parent_process()
    if program is not None:
        program.join()
        os._exit(1)


def _limit(bounds: Bounds) -> None:
    if sys.platform == "win32":
        return
    import resource

    seconds = math.ceil(bounds.seconds + time.process_time())
    for kind, most in ((resource.RLIMIT_AS, bounds.bytes), (resource.RLIMIT_CPU, seconds)):
        hard = resource.getrlimit(kind)[1]
        with suppress(ValueError, OSError):  # a system that knows no such bound leaves the other, and the clock
            resource.setrlimit(kind, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
