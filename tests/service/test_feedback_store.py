"""The store, over SQLite and over PostgreSQL alike: migrations, counts, deletion, and two processes at once."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, text

from service.channels.votes import Place
from service.contract import Status
from service.feedback.database import Database, engine_for
from service.feedback.entries import AskedEntry, Entry, Forget, VoteEntry
from service.feedback.errors import FeedbackDatabaseError
from service.feedback.store import DAY, Chosen
from service.feedback.tables import METADATA
from tests.service import postgres

NOW = int(time.time())
HOSTILE = "'; DROP TABLE asked; -- 🎲 Straße ¿sí?\u2028"


def asked(
    outcome: str = "answered", game: str = "chess", language: str = "en", age: int = 0, **more: str
) -> AskedEntry:
    place = Place("p", f"{game}.en", 2, 5, 9)
    words = more.get("question")
    visitor = more.get("visitor", "v1")
    return AskedEntry(NOW - age * DAY, "web", "", game, language, outcome, 0.5, 12.5, place, visitor, words)


def vote(right: bool, game: str = "chess", age: int = 0, visitor: str = "v1", reason: str = "") -> VoteEntry:
    return VoteEntry(NOW - age * DAY, "web", "club", game, "pt", right, reason, Place(), visitor, HOSTILE)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    programs = postgres.find()
    if programs is None:
        pytest.skip(postgres.MISSING)
    with postgres.postgres(programs) as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'kept.sqlite3'}"
    server: str = request.getfixturevalue("server")
    engine = engine_for(server)
    with engine.begin() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    engine.dispose()
    return server


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    one = Database(url)
    yield one
    one.close()


def filled(database: Database, *entries: Entry) -> None:
    with database.store() as store:
        store.put(entries)


def test_what_goes_in_comes_out_newest_first_and_in_stretches(database: Database) -> None:
    filled(database, *(asked("not_found", question=f"{HOSTILE}{number}") for number in range(5)), vote(False))
    with database.store() as store:
        first = store.questions(Chosen(), Status.NOT_FOUND, None, 2)
        second = store.questions(Chosen(), Status.NOT_FOUND, first[-1]["id"], 10)
        assert [row["question"][-1] for row in first + second] == ["4", "3", "2", "1", "0"]
        assert first[0]["question"] == f"{HOSTILE}4"
        assert (first[0]["document"], first[0]["page"], first[0]["starts"], first[0]["ends"]) == ("chess.en", 2, 5, 9)
        [voted] = store.votes(Chosen(), False, None, 10)
        assert (voted["is_right"], voted["site"], voted["document"], voted["question"]) == (
            False,
            "club",
            None,
            HOSTILE,
        )
        assert store.votes(Chosen(), True, None, 10) == []


def test_counts_are_by_day_game_and_language_within_what_is_chosen(database: Database) -> None:
    filled(
        database,
        asked(),
        asked("not_found"),
        asked(game="go", language="pt", age=3),
        asked("which_game", game="", age=40),
        vote(True),
        vote(False, game="go"),
        vote(False, game="go", age=40),
    )
    with database.store() as store:
        month = Chosen(NOW - 30 * DAY)
        today = NOW // DAY
        assert store.by_day(month) == [
            {"day": today - 3, "outcome": "answered", "count": 1},
            *({"day": today, "outcome": one, "count": 1} for one in ("answered", "not_found")),
        ]
        assert store.asked_by("game", month) == [
            {"name": "chess", "questions": 2, "answered": 1, "not_found": 1, "which_game": 0},
            {"name": "go", "questions": 1, "answered": 1, "not_found": 0, "which_game": 0},
        ]
        assert store.voted_by("game", month) == [
            {"name": "chess", "right": 1, "wrong": 0},
            {"name": "go", "right": 0, "wrong": 1},
        ]
        assert [row["name"] for row in store.asked_by("language", Chosen(language="pt"))] == ["pt"]
        assert store.names("game") == ["", "chess", "go"]
        assert len(store.questions(Chosen(game=""), None, None, 10)) == 1


def test_entries_go_one_by_one_by_visitor_and_by_age(database: Database) -> None:
    filled(database, asked(age=10), asked(visitor="v2"), asked(visitor=""), vote(True, visitor="v2"), vote(True))
    with database.store() as store:
        newest = store.questions(Chosen(), None, None, 1)[0]["id"]
        assert (store.remove("asked", newest), store.remove("asked", newest)) == (True, False)
        numbers = [row["id"] for row in store.questions(Chosen(), None, None, 9)]
        assert store.visitor("asked", numbers[0]) == "v2"
        assert (store.forget("v2"), store.forget("v2"), store.forget("")) == (2, 0, 0)
        assert store.purge(NOW - 5 * DAY) == 1
        assert len(store.questions(Chosen(), None, None, 9)) == 0
        assert len(store.votes(Chosen(), None, None, 9)) == 1


def test_an_order_to_forget_counts_for_what_came_before_it_and_all_is_one_transaction(database: Database) -> None:
    filled(database, asked(visitor="v1"), Forget("v1"), asked(visitor="v1"), vote(True))
    broken = VoteEntry(NOW, "web", "", "go", "en", True, None, Place(), "v9", "x")  # type: ignore[arg-type]
    with pytest.raises(FeedbackDatabaseError, match="the feedback database"), database.store() as store:
        store.put([asked(), Forget("v1"), broken])
    with database.store() as store:
        assert len(store.questions(Chosen(), None, None, 9)) == 1
        assert len(store.votes(Chosen(), None, None, 9)) == 1


def test_the_migrations_make_the_tables_as_the_program_sees_them(url: str, database: Database) -> None:
    filled(database, asked())
    engine = engine_for(url)
    with engine.connect() as connection:
        options = {"version_table": "lexludo_feedback_version", "compare_type": True}
        assert compare_metadata(MigrationContext.configure(connection, opts=options), METADATA) == []
        assert connection.execute(text("SELECT version_num FROM lexludo_feedback_version")).scalar() == "0001"
        assert inspect(connection).has_table("asked")
    engine.dispose()


def test_a_database_of_a_newer_lexludo_is_left_alone(url: str, database: Database) -> None:
    filled(database, asked())
    database.close()
    engine = engine_for(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE lexludo_feedback_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(FeedbackDatabaseError, match="9999"), database.store():
        pass


WRITER = """
import sys
from service.feedback.database import Database
from tests.service.test_feedback_store import asked, filled

database = Database(sys.argv[1])
for _ in range(20):
    filled(database, asked())
database.close()
"""


def test_processes_open_and_write_at_once(url: str, database: Database) -> None:
    running = [subprocess.Popen([sys.executable, "-W", "error", "-c", WRITER, url]) for _ in range(3)]
    assert [one.wait(60) for one in running] == [0, 0, 0]
    with database.store() as store:
        assert len(store.questions(Chosen(), None, None, 100)) == 60


def test_a_wrong_password_is_told_without_the_right_one(server: str) -> None:
    wrong = server.replace("a%20secret", "another%20secret")
    with pytest.raises(FeedbackDatabaseError) as told, Database(wrong).store():
        pass
    assert "password authentication failed" in str(told.value)
    assert "another" not in str(told.value)


def test_what_is_deleted_is_gone_from_the_file(tmp_path: Path) -> None:
    file = tmp_path / "kept.sqlite3"
    database = Database(f"sqlite:///{file}")
    filled(database, asked("not_found", question="Where does Rumpelstiltskin live?"))
    with database.store() as store:
        store.remove("asked", 1)
    database.close()
    engine = engine_for(f"sqlite:///{file}")
    with engine.connect() as connection:
        connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
    engine.dispose()
    assert b"Rumpelstiltskin" not in b"".join(one.read_bytes() for one in tmp_path.iterdir())
