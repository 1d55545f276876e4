"""``lexludo feedback``: files for a curator that the evaluation reads, and deletion."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import eval.cli
from eval import questions
from service.feedback.database import Database
from service.feedback.entries import visitor_of
from service.feedback.store import Chosen
from tests.service.test_feedback_store import HOSTILE, asked, filled, vote


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    url = f"sqlite:///{tmp_path / 'kept.sqlite3'}"
    monkeypatch.setenv("LEXLUDO_FEEDBACK_URL", url)
    monkeypatch.setenv("COLUMNS", "200")
    database = Database(url)
    filled(
        database,
        asked("not_found", question="can a dragon castle?", age=100),
        asked("not_found", question="can a  dragon castle?", visitor=visitor_of("mine")),
        asked("which_game", game="", question="who wins?"),
        asked("answered", question="when does it end?"),
        asked("not_found"),
        vote(False, reason="the FAQ says otherwise", visitor=visitor_of("mine")),
        vote(True),
    )
    database.close()
    return url


def run(*arguments: object, code: int = 0) -> str:
    result = CliRunner().invoke(eval.cli.build(), ["feedback", *map(str, arguments)])
    assert result.exit_code == code, result.output
    return result.output


def left(url: str) -> tuple[int, int]:
    database = Database(url)
    with database.store() as store:
        counts = len(store.questions(Chosen(), None, None, 99)), len(store.votes(Chosen(), None, None, 99))
    database.close()
    return counts


def test_the_export_is_read_by_the_evaluation_and_says_what_happened(url: str, tmp_path: Path) -> None:
    file = tmp_path / "curate.jsonl"
    assert run("export", file) == "3 questions for a curator\n"
    records = {one.question: one for one in questions.load([file]).questions}
    assert set(records) == {"can a dragon castle?", "who wins?", " ".join(HOSTILE.split())}
    assert next(iter(records)) == "can a dragon castle?"
    twice = records["can a dragon castle?"]
    assert (twice.game, twice.language, twice.answerable, twice.relevant) == ("chess", "en", False, ())
    assert twice.tags == ("curate", "not-found")
    assert twice.note == "not-found 2 times, nearest chess.en p. 2 [5:9]"
    assert records["who wins?"].tags == ("curate", "which-game", "no-scope")
    disliked = next(one for one in records.values() if "disliked" in one.tags)
    assert disliked.note == "disliked 1 times, because: the FAQ says otherwise"


@pytest.mark.parametrize(("option", "count"), [("--disliked", 1), ("--unanswered", 2)])
def test_one_kind_alone_can_be_exported(url: str, option: str, count: int) -> None:
    lines = [json.loads(line) for line in run("export", option, "-").split("\n") if line.startswith("{")]
    assert len(lines) == count
    assert all((option[2:] == "disliked") == ("disliked" in line["tags"]) for line in lines)


def test_a_curators_file_is_not_written_over(url: str, tmp_path: Path) -> None:
    file = tmp_path / "curate.jsonl"
    file.write_text("work\n")
    assert "there is a file already" in run("export", file, code=1)
    assert file.read_text() == "work\n"


def test_what_is_old_is_purged(url: str) -> None:
    assert left(url) == (5, 2)
    assert run("purge", "--older-than", "1y") == "0 entries removed\n"
    assert run("purge", "--older-than", "90d") == "1 entries removed\n"
    assert left(url) == (4, 2)
    assert "write a number of days" in run("purge", "--older-than", "ninety", code=2)


def test_an_entry_or_a_visitor_is_forgotten(url: str) -> None:
    assert run("forget", "--entry", "votes/2") == "1 entries removed\n"
    assert run("forget", "--conversation", "mine") == "2 entries removed\n"
    assert left(url) == (4, 0)
    assert "name one of" in run("forget", code=2)
    assert "such as asked/12" in run("forget", "--entry", "asked", code=2)


def test_without_a_database_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEXLUDO_FEEDBACK_URL", "off")
    assert "feedback is off; LEXLUDO_FEEDBACK_URL or --database says where" in run("export", "-", code=1)
    monkeypatch.setenv("LEXLUDO_FEEDBACK_URL", "somewhere")
    assert "LEXLUDO_FEEDBACK_URL" in run("export", "-", code=2)
