"""The two tables, as the newest migration leaves them."""

from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Float, Integer, MetaData, String, Table, Text

METADATA = MetaData()

NUMBER = BigInteger().with_variant(Integer, "sqlite")
"""SQLite numbers rows by itself only where the column is called an INTEGER."""


def _common() -> list[Column[Any]]:
    """Return the columns that both tables have; ``at`` is in Unix seconds, a place may be unknown."""
    return [
        Column("id", NUMBER, primary_key=True, autoincrement=True),
        Column("at", BigInteger, nullable=False, index=True),
        Column("channel", String(40), nullable=False),
        Column("site", String(64), nullable=False),
        Column("game", String(200), nullable=False),
        Column("language", String(8), nullable=False),
        Column("passage_id", String(200)),
        Column("document", String(200)),
        Column("page", Integer),
        Column("starts", Integer),
        Column("ends", Integer),
        Column("visitor", String(32), nullable=False, index=True),
    ]


ASKED = Table(
    "asked",
    METADATA,
    *_common(),
    Column("outcome", String(20), nullable=False),
    Column("confidence", Float, nullable=False),
    Column("took_ms", Float, nullable=False),
    Column("question", Text),
    sqlite_autoincrement=True,
)

VOTES = Table(
    "votes",
    METADATA,
    *_common(),
    Column("is_right", Boolean, nullable=False),
    Column("reason", Text, nullable=False),
    Column("question", Text, nullable=False),
    sqlite_autoincrement=True,
)
