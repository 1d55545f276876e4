"""Reads and writes entries; one call is one transaction."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    Engine,
    Select,
    Table,
    case,
    delete,
    func,
    insert,
    literal_column,
    select,
)

from service.contract import Status
from service.feedback.entries import AskedEntry, Entry, Forget, VoteEntry
from service.feedback.tables import ASKED, VOTES

DAY = 86_400
"""Seconds."""

TABLES = {"asked": ASKED, "votes": VOTES}
PLACE = {"start": "starts", "end": "ends"}
"""Columns whose own names SQL has taken."""

TABLE_OF: dict[type, Table] = {AskedEntry: ASKED, VoteEntry: VOTES}


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which entries are meant: since when (Unix seconds), and of which game and language (None is any)."""

    since: int = 0
    game: str | None = None
    language: str | None = None

    def of(self, table: Table) -> list[ColumnElement[bool]]:
        """Return the conditions on ``table``."""
        wanted: list[ColumnElement[bool]] = [table.c.at >= self.since]
        if self.game is not None:
            wanted.append(table.c.game == self.game)
        if self.language is not None:
            wanted.append(table.c.language == self.language)
        return wanted


class Store:
    """The entries of one database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def put(self, entries: Sequence[Entry]) -> None:
        """Add entries, all of them or none; an order to forget takes effect on all that came before it."""
        with self._engine.begin() as connection:
            for kind, same in groupby(entries, type):
                alike = list(same)
                if kind is Forget:
                    for order in alike:
                        _forget(connection, order.visitor)
                else:
                    connection.execute(insert(TABLE_OF[kind]), list(map(_row, alike)))

    def purge(self, before: int) -> int:
        """Remove what is older than ``before`` (Unix seconds); return how many entries that were."""
        with self._engine.begin() as connection:
            return _remove(connection, lambda table: table.c.at < before)

    def forget(self, visitor: str) -> int:
        """Remove all of one visitor's entries; return how many they were."""
        with self._engine.begin() as connection:
            return _forget(connection, visitor)

    def remove(self, table: str, number: int) -> bool:
        """Remove one entry; return whether it was there."""
        with self._engine.begin() as connection:
            chosen = TABLES[table]
            return connection.execute(delete(chosen).where(chosen.c.id == number)).rowcount > 0

    def visitor(self, table: str, number: int) -> str:
        """Return the visitor of one entry, "" where it is not there or has none."""
        chosen = TABLES[table]
        with self._engine.connect() as connection:
            return connection.execute(select(chosen.c.visitor).where(chosen.c.id == number)).scalar() or ""

    def questions(self, chosen: Chosen, outcome: Status | None, before: int | None, limit: int) -> list[dict[str, Any]]:
        """Return what was asked, newest first; ``before`` is the id of the last entry that was already returned."""
        wanted = [*chosen.of(ASKED), *([ASKED.c.outcome == outcome.value] if outcome else [])]
        return self._newest(ASKED, wanted, before, limit)

    def votes(self, chosen: Chosen, right: bool | None, before: int | None, limit: int) -> list[dict[str, Any]]:
        """Return what was voted, newest first; ``before`` as in ``questions``."""
        wanted = [*chosen.of(VOTES), *([] if right is None else [VOTES.c.is_right.is_(right)])]
        return self._newest(VOTES, wanted, before, limit)

    def by_day(self, chosen: Chosen) -> list[dict[str, Any]]:
        """Return the questions of each day by outcome, oldest day first; ``day`` counts from 1970-01-01, in UTC."""
        # as a parameter, PostgreSQL would not know that it is the same one below
        length: ColumnElement[int] = literal_column(str(DAY))
        day = (ASKED.c.at - ASKED.c.at % length) / length
        wanted = select(day.label("day"), ASKED.c.outcome, func.count().label("count")).where(*chosen.of(ASKED))
        rows = self._all(wanted.group_by(day, ASKED.c.outcome).order_by(day))
        return [{**row, "day": int(row["day"])} for row in rows]

    def asked_by(self, column: str, chosen: Chosen) -> list[dict[str, Any]]:
        """Return counts of questions and of outcomes by ``game`` or ``language``, the most asked first."""
        by = ASKED.c[column]
        outcomes = [_count_where(ASKED.c.outcome == one.value).label(one.value) for one in Status]
        total = func.count().label("questions")
        wanted = select(by.label("name"), total, *outcomes).where(*chosen.of(ASKED))
        return self._all(wanted.group_by(by).order_by(total.desc(), by))

    def voted_by(self, column: str, chosen: Chosen) -> list[dict[str, Any]]:
        """Return counts of votes by ``game`` or ``language``."""
        by = VOTES.c[column]
        right, wrong = _count_where(VOTES.c.is_right), _count_where(~VOTES.c.is_right)
        wanted = select(by.label("name"), right.label("right"), wrong.label("wrong")).where(*chosen.of(VOTES))
        return self._all(wanted.group_by(by).order_by(by))

    def names(self, column: str) -> list[str]:
        """Return all games or languages that were asked or voted on, by name."""
        either = select(ASKED.c[column].label("name")).union(select(VOTES.c[column].label("name")))
        return sorted(row["name"] for row in self._all(either))

    def _newest(
        self, table: Table, wanted: list[ColumnElement[bool]], before: int | None, limit: int
    ) -> list[dict[str, Any]]:
        if before is not None:
            wanted = [*wanted, table.c.id < before]
        return self._all(select(table).where(*wanted).order_by(table.c.id.desc()).limit(limit))

    def _all(self, wanted: Select[Any] | CompoundSelect[Any]) -> list[dict[str, Any]]:
        with self._engine.connect() as connection:
            return [dict(row) for row in connection.execute(wanted).mappings()]


def _forget(connection: Connection, visitor: str) -> int:
    return _remove(connection, lambda table: table.c.visitor == visitor) if visitor else 0


def _remove(connection: Connection, condition: Callable[[Table], ColumnElement[bool]]) -> int:
    return sum(connection.execute(delete(table).where(condition(table))).rowcount for table in TABLES.values())


def _count_where(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.coalesce(func.sum(case((condition, 1), else_=0)), 0)


def _row(entry: Entry) -> dict[str, Any]:
    row = asdict(entry)
    place = row.pop("place")
    return {**row, **{PLACE.get(name, name): value for name, value in place.items()}}
