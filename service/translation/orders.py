"""One comparison in a process of its own, for a service that must go on answering meanwhile.

``python -m service.translation.orders`` reads an order as JSON from stdin: ``index``, ``model``, ``report`` (the file
to write) and ``editions``, each ``{"document"}`` or ``{"file", "language"}``. It writes a line of JSON for each step:
``{"doing", "done", "total"}``, and at last ``{"written": true}`` or ``{"error"}`` in words.
"""

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from corpus import encoder
from corpus.errors import LexludoError
from corpus.index import Index
from corpus.types import Progress
from service.translation.comparing import Report, compare
from service.translation.editions import Script, from_file, from_index

KIND = 10
"""How much this process gives way to others (see ``nice``)."""
TELLS_EVERY = 0.3
"""Seconds between two lines of progress."""
REPORTS = TypeAdapter(Report)


def main() -> None:
    """Obey the order on stdin."""
    os.nice(KIND)
    order = json.load(sys.stdin)
    try:
        report = obey(order)
        Path(order["report"]).write_bytes(REPORTS.dump_json(report))
        _tell({"written": True})
    except LexludoError as error:
        _tell({"error": str(error)})


def obey(order: dict[str, Any]) -> Report:
    """Return the comparison that was ordered. Raises LexludoError."""
    _tell({"doing": "reading files", "done": 0, "total": len(order["editions"])})
    scripts = [_script(edition, Path(order["index"])) for edition in order["editions"]]
    _tell({"doing": "opening the model", "done": 0, "total": 1})
    return compare(scripts, encoder.load(order.get("model")), _show)


def _script(edition: dict[str, Any], index: Path) -> Script:
    if "document" in edition:
        return from_index(Index.open(index), edition["document"])
    return from_file(Path(edition["file"]), edition.get("language"))


@contextmanager
def _show(what: str, total: int) -> Iterator[Progress]:
    done, told = 0, 0.0

    def progress(count: int) -> None:
        nonlocal done, told
        done += count
        if time.monotonic() - told >= TELLS_EVERY or done >= total:
            told = time.monotonic()
            _tell({"doing": what, "done": done, "total": total})

    _tell({"doing": what, "done": 0, "total": total})
    yield progress


def _tell(line: dict[str, Any]) -> None:
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
