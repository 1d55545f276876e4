"""What children are told to do in tests of bounded work."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from corpus.errors import UnreadableFileError
from corpus.types import Page, Reading


def process_id() -> int:
    return os.getpid()


def eat(size: int) -> int:
    return len(bytearray(size))


def spin() -> None:
    while True:
        pass


def crash() -> None:
    ctypes.string_at(0)


def killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def refuse(path: Path) -> None:
    raise UnreadableFileError(path, "is bad", "mend it")


def surprise() -> None:
    raise ZeroDivisionError("nobody foresaw this")


def read(path: Path, *, language: str | None = None) -> Reading:
    """Read a file whose text says what reading it is like."""
    said = path.read_text("utf-8").strip()
    if said == "sleep":
        time.sleep(30)
    if said == "eat":
        eat(3_000_000_000)
    if said == "crash":
        crash()
    if said == "refuse":
        refuse(path)
    if said == "child":
        subprocess.run([sys.executable, "-c", "pass"], check=True)
    return Reading((Page(1, f"{said} {language}"),))


def linger(file: str) -> None:
    """Say who this is, all at once, and do not end."""
    part = Path(f"{file}.part")
    part.write_text(str(os.getpid()))
    part.rename(file)
    time.sleep(60)
