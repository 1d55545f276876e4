"""Opens the database that keeps feedback, and brings its tables up to date."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from filelock import FileLock
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import SQLAlchemyError

from service.feedback.errors import FeedbackDatabaseError
from service.feedback.store import Store

MIGRATIONS = Path(__file__).with_name("migrations")

PATIENCE = 5
"""Seconds to wait for a database that does not answer, or that another process writes to."""

DRIVER = "postgresql+pg8000"

LOCK = 7_302_118
"""Any number of our own, under which PostgreSQL lets one process at a time change the tables."""


class Database:
    """The store behind one address, opened when it is first needed. Safe to use from several threads."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._lock = threading.Lock()
        self._engine: Engine | None = None

    @contextmanager
    def store(self) -> Iterator[Store]:
        """Yield the store; raises FeedbackDatabaseError where it cannot be opened, or where using it fails."""
        try:
            yield Store(self._opened())
        except (SQLAlchemyError, CommandError, OSError, ImportError) as error:
            raise FeedbackDatabaseError(f"the feedback database: {self._told(error)}") from error

    def close(self) -> None:
        """Let go of the connections."""
        with self._lock:
            if self._engine is not None:
                self._engine.dispose()
            self._engine = None

    def _opened(self) -> Engine:
        with self._lock:
            if self._engine is None:
                self._engine = _migrated(engine_for(self._url))
            return self._engine

    def _told(self, error: BaseException) -> str:
        """Return the first line of what is wrong, without the address: that may hold a password."""
        if isinstance(error, ImportError):
            return f"{error}; PostgreSQL needs the extra postgres: pip install 'lexludo[postgres]'"
        first = (str(getattr(error, "orig", None) or error).splitlines() or [""])[0].replace(self._url, "its address")
        password = _password(self._url)
        return (first.replace(password, "…") if password else first)[:300] or type(error).__name__


def _password(url: str) -> str:
    try:
        return str(make_url(url).password or "")
    except SQLAlchemyError:  # no address at all, so no password that we could know of
        return ""


def engine_for(address: str) -> Engine:
    """Return an engine that waits no longer than ``PATIENCE`` for its database."""
    url = make_url(address)
    if url.get_backend_name() == "sqlite":
        return _sqlite(url)
    if url.drivername in ("postgres", "postgresql"):
        url = url.set(drivername=DRIVER)
    waiting = {"timeout": PATIENCE} if url.drivername == DRIVER else {}
    return create_engine(url, pool_pre_ping=True, pool_size=2, max_overflow=3, connect_args=waiting)


def _sqlite(url: URL) -> Engine:
    if url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, connect_args={"timeout": PATIENCE})

    @event.listens_for(engine, "connect")
    def prepare(connection: object, _record: object) -> None:
        cursor = connection.cursor()  # type: ignore[attr-defined]
        for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "secure_delete=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    return engine


def _migrated(engine: Engine) -> Engine:
    try:
        _migrate(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


def _migrate(engine: Engine) -> None:
    """Take the steps that are missing, one process at a time; each is a transaction of its own making."""
    logging.getLogger("alembic").setLevel(logging.WARNING)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with _alone(engine), engine.begin() as connection:
        _wait_turn(connection)
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


@contextmanager
def _alone(engine: Engine) -> Iterator[None]:
    if engine.url.get_backend_name() != "sqlite" or not engine.url.database:
        yield
        return
    with FileLock(f"{engine.url.database}.lock", timeout=PATIENCE * 4):
        yield


def _wait_turn(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": LOCK})
