"""``lexludo feedback``: export for curators, and deletion.

Only what draws the help is imported here; the database is loaded by the commands that need it.
"""

import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.cli import read_settings, reported

if TYPE_CHECKING:
    from service.feedback.store import Store

STDOUT = Path("-")

UNITS = {"d": 1, "w": 7, "y": 365}

DAY = 86_400

File = Annotated[Path, typer.Argument(metavar="FILE.jsonl", allow_dash=True, help="A new file; - prints it.")]
Url = Annotated[
    str | None,
    typer.Option(
        "--database",
        envvar="LEXLUDO_FEEDBACK_URL",
        show_envvar=True,
        metavar="URL",
        help="The feedback database; better in the environment, where no other user sees a password.",
        show_default=False,
    ),
]
Age = Annotated[str, typer.Option("--older-than", metavar="AGE", help="Such as 90d, 12w or 1y.")]
Conversation = Annotated[
    str | None, typer.Option("--conversation", metavar="ID", help="All of this conversation, as its visitor knows it.")
]
Entry = Annotated[
    str | None, typer.Option("--entry", metavar="KIND/NUMBER", help="One entry, such as asked/12 or votes/3.")
]


def register(app: typer.Typer) -> None:
    """Add ``lexludo feedback`` to ``app``."""
    feedback = typer.Typer(name="feedback", help="What players asked and voted.", no_args_is_help=True)
    feedback.command()(export)
    feedback.command()(purge)
    feedback.command()(forget)
    app.add_typer(feedback)


def export(
    file: File,
    disliked: Annotated[bool, typer.Option("--disliked", help="Only answers marked as wrong.")] = False,
    unanswered: Annotated[bool, typer.Option("--unanswered", help="Only questions left unanswered.")] = False,
    database: Url = None,
) -> None:
    """Write question files for evaluation, for a curator to complete; without a choice, both kinds."""
    import json

    from service.feedback.exporting import exported, write

    with _opened(database) as store:
        records = exported(store, unanswered or not disliked, disliked or not unanswered)
        if file == STDOUT:
            sys.stdout.writelines(f"{json.dumps(record, ensure_ascii=False)}\n" for record in records)
        else:
            write(records, file)
    typer.echo(f"{len(records)} questions for a curator", err=True)


def purge(older_than: Age, database: Url = None) -> None:
    """Remove what is older than an age; a service does so by itself after LEXLUDO_FEEDBACK_DAYS."""
    before = int(time.time()) - _days(older_than) * DAY
    with _opened(database) as store:
        removed = store.purge(before)
    typer.echo(f"{removed} entries removed")


def forget(entry: Entry = None, conversation: Conversation = None, database: Url = None) -> None:
    """Remove one entry, or all of a visitor's conversation."""
    from service.feedback.entries import visitor_of

    if (entry is None) == (conversation is None):
        raise typer.BadParameter("name one of --entry and --conversation")
    kind, number = _parted(entry) if entry else ("", 0)
    with _opened(database) as store:
        removed = int(store.remove(kind, number)) if entry else store.forget(visitor_of(conversation))
    typer.echo(f"{removed} entries removed")


@contextmanager
def _opened(url: str | None) -> "Iterator[Store]":
    """Yield the store of the settings; expected errors end the command with their text."""
    from service.feedback.database import Database
    from service.feedback.errors import FeedbackUseError

    with reported():
        address = read_settings(feedback_url=url).feedback_address
        if not address:
            raise FeedbackUseError("feedback is off; LEXLUDO_FEEDBACK_URL or --database says where it is kept")
        with Database(address).store() as store:
            yield store


def _days(age: str) -> int:
    found = re.fullmatch(r"(\d{1,5})([dwy])", age.strip(), re.ASCII)
    if found is None:
        raise typer.BadParameter(f"--older-than {age}: write a number of days, weeks or years, such as 90d, 12w or 1y")
    return int(found[1]) * UNITS[found[2]]


def _parted(entry: str) -> tuple[str, int]:
    found = re.fullmatch(r"(asked|votes)/(\d{1,18})", entry.strip(), re.ASCII)
    if found is None:
        raise typer.BadParameter(f"--entry {entry}: write it as the operator's page does, such as asked/12 or votes/3")
    return found[1], int(found[2])
