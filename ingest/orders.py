"""One change to an index in a process of its own, for a service that must go on answering meanwhile.

``python -m ingest.orders`` reads an order as JSON from stdin and writes what came of it to stdout, as JSON.
"""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from corpus import encoder
from corpus.errors import LexludoError, UnknownNameError
from ingest import keeping, readers
from ingest.build import ingest
from ingest.working import in_workers


def main() -> None:
    """Obey the order on stdin."""
    order = json.load(sys.stdin)
    print(json.dumps(obey(order)))


def obey(order: dict[str, Any]) -> dict[str, Any]:
    """Return what came of an order.

    ``{"index", "model", "paths"}`` ingests, ``{"index", "remove"}`` removes documents. The answer has ``generation``
    and ``files``, or ``removed``; or ``error`` in words, with ``unknown`` true where a name was.
    """
    index = Path(order["index"])
    try:
        return _removed(index, order["remove"]) if "remove" in order else _ingested(index, order)
    except LexludoError as error:
        return {"error": str(error), "unknown": isinstance(error, UnknownNameError)}


def _removed(index: Path, names: list[str]) -> dict[str, Any]:
    gone = keeping.remove(index, names)
    return {"generation": keeping.generation(index), "removed": [document.id for document in gone]}


def _ingested(index: Path, order: dict[str, Any]) -> dict[str, Any]:
    paths = list(map(Path, order["paths"]))
    loaded = encoder.load(order.get("model"), say=_say)
    outcome = ingest(paths, index, loaded, read_all=in_workers(readers.read), say=_say)
    return {"generation": outcome.generation, "files": [asdict(report) for report in outcome.files]}


def _say(line: str) -> None:
    print(line, file=sys.stderr)


if __name__ == "__main__":
    main()
