"""Turns what was left unanswered or disliked into question files for evaluation, for a curator to complete.

A question is exported once, however often it was asked. Nobody knows yet what would be right, so each stands as
unanswerable (which a file may say of a question without places) with a tag ``curate`` and a note that tells what
happened: who edits the file finds the places in the rulebook, or lets it stand.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from service.contract import Status
from service.feedback.errors import FeedbackUseError
from service.feedback.store import Chosen, Store

Row = Mapping[str, Any]

STRETCH = 1_000
"""Rows read at once."""


def exported(store: Store, unanswered: bool, disliked: bool) -> list[dict[str, Any]]:
    """Return the questions of the kinds that are wanted, the most frequent first."""
    rows = chain(_unanswered(store) if unanswered else (), _disliked(store) if disliked else ())
    alike: dict[tuple[str, str, str], list[Row]] = {}
    for row in rows:
        alike.setdefault((row["game"], row["language"], " ".join(row["question"].split())), []).append(row)
    return [_record(*key, same) for key, same in sorted(alike.items(), key=lambda one: (-len(one[1]), one[0]))]


def write(records: Iterable[Mapping[str, Any]], file: Path) -> None:
    """Write JSON lines to a new file. Raises FeedbackUseError where there is one: it may hold a curator's work."""
    lines = "".join(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records)
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644), "w", encoding="utf-8") as opened:
            opened.write(lines)
    except FileExistsError:
        raise FeedbackUseError(f"{file}: there is a file already, maybe with a curator's work; name another") from None


def _unanswered(store: Store) -> Iterator[Row]:
    outcomes = (Status.NOT_FOUND, Status.WHICH_GAME)
    rows = chain.from_iterable(_all(partial(_ended, store, one)) for one in outcomes)
    return (row for row in rows if row["question"])


def _ended(store: Store, outcome: Status, before: int | None) -> list[dict[str, Any]]:
    return store.questions(Chosen(), outcome, before, STRETCH)


def _disliked(store: Store) -> Iterator[Row]:
    return _all(lambda before: store.votes(Chosen(), False, before, STRETCH))


def _all(read: Callable[[int | None], list[dict[str, Any]]]) -> Iterator[Row]:
    before: int | None = None
    while stretch := read(before):
        yield from stretch
        before = stretch[-1]["id"]


def _record(game: str, language: str, question: str, rows: list[Row]) -> dict[str, Any]:
    digest = hashlib.sha256("\n".join((game, language, question)).encode("utf-8", "replace")).hexdigest()
    kinds = sorted({_kind(row) for row in rows})
    return {
        "id": f"feedback-{digest[:12]}",
        "game": game or None,
        "language": language or None,
        "question": question,
        "answerable": False,
        "relevant": [],
        "facts": [],
        "tags": ["curate", *kinds, *([] if game else ["no-scope"])],
        "note": "; ".join(_told(kind, [row for row in rows if _kind(row) == kind]) for kind in kinds),
    }


def _kind(row: Row) -> str:
    return "disliked" if "is_right" in row else str(row["outcome"]).replace("_", "-")


def _told(kind: str, rows: list[Row]) -> str:
    """Return how often it happened, what was quoted or lay nearest, and what players said of it."""
    places = sorted({place for row in rows if (place := _place(row))})
    reasons = sorted({row["reason"] for row in rows if row.get("reason")})
    quoted = f", {'quoted' if kind == 'disliked' else 'nearest'} {', '.join(places)}" if places else ""
    return f"{kind} {len(rows)} times{quoted}" + (f", because: {' | '.join(reasons)}" if reasons else "")


def _place(row: Row) -> str:
    if not row["document"]:
        return ""
    page = f" p. {row['page']}" if row["page"] else ""
    span = f" [{row['starts']}:{row['ends']}]" if row["starts"] is not None else ""
    return f"{row['document']}{page}{span}"
