"""Ingests in children that can be killed at any moment; run as a program, it obeys lines of JSON on stdin.

``kill_at`` kills the child right before its n-th touch of the index folder (opening, renaming, making, removing), and
``kill_after`` a number of seconds after it began. The answer tells whether it was killed, and how much it did if not.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

from ingest.build import ingest
from tests.fakes import FakeEncoder

TOUCHES = {"open", "os.rename", "os.mkdir", "os.remove", "os.rmdir"}


def main() -> None:
    for line in sys.stdin:
        print(json.dumps(obey(json.loads(line))), flush=True)


def obey(order: dict[str, Any]) -> dict[str, Any]:
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        report = run(Path(order["index"]), list(map(Path, order["paths"])), order.get("kill_at"))
        os.write(writing, json.dumps(report).encode())
        os._exit(0)
    os.close(writing)
    if "kill_after" in order:
        time.sleep(order["kill_after"])
        os.kill(child, signal.SIGKILL)
    with os.fdopen(reading) as answer:
        report = json.loads(answer.read() or "{}")
    _, status = os.waitpid(child, 0)
    return {"killed": os.WIFSIGNALED(status), **report}


def run(index: Path, paths: list[Path], kill_at: int | None) -> dict[str, float]:
    """Ingest; return how often the index folder was touched, and the seconds it took."""
    touches = 0

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        nonlocal touches
        if event in TOUCHES and str(arguments[0]).startswith(str(index)):
            touches += 1
            if touches == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(watch)
    began = time.perf_counter()
    ingest(paths, index, FakeEncoder())
    return {"touches": touches, "seconds": time.perf_counter() - began}


if __name__ == "__main__":
    main()
