import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

import corpus.encoder
from corpus.generation import LAYOUT
from corpus.index import Index
from ingest import cli
from ingest.build import ingest
from tests.fakes import FakeEncoder
from tests.ingest.books import BARCOS, BOATS, COINS, SCORE, entry, write_book

ROOT = Path(__file__).parents[2]


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    write_book(tmp_path / "books" / "canals" / "rules.en.txt", BOATS, COINS)
    write_book(tmp_path / "books" / "canals" / "rules.pt-BR.txt", BARCOS)
    write_book(tmp_path / "books" / "arena" / "arena.en.txt", SCORE)
    return tmp_path / "books"


@pytest.fixture
def index(shelf: Path, tmp_path: Path) -> Path:
    ingest([shelf], tmp_path / "index", FakeEncoder())
    return tmp_path / "index"


def run(*arguments: object) -> Result:
    app = typer.Typer()
    app.callback()(lambda: None)
    cli.register(app)
    return CliRunner().invoke(app, list(map(str, arguments)))


def held(index: Path) -> list[str]:
    return [document.id for document in Index.open(index).documents]


def test_documents_tells_what_the_library_holds(index: Path, shelf: Path) -> None:
    result = run("documents", "--json", "--index", index)
    assert result.exit_code == 0
    listed = json.loads(result.stdout)["documents"]
    assert [each["id"] for each in listed] == ["arena.en", "rules.en", "rules.pt-BR"]
    assert listed[1] == {
        "id": "rules.en",
        "game": "canals",
        "title": "Rules",
        "language": "en",
        "kind": "rulebook",
        "file": "rules.en.txt",
        "expansion": None,
        "edition": None,
        "icons": [],
        "translated_from": None,
        "aliases": [],
        "synonyms": [],
        "pages": 1,
        "passages": 2,
        "source": str(shelf / "canals" / "rules.en.txt"),
    }
    table = run("documents", "--game", "arena", "--index", index).stdout.splitlines()
    assert [line.split() for line in table] == [
        ["DOCUMENT", "GAME", "LANGUAGE", "KIND", "PAGES", "PASSAGES", "TITLE", "FILE"],
        ["arena.en", "arena", "en", "rulebook", "1", "1", "Arena", str(shelf / "arena" / "arena.en.txt")],
    ]


def test_removed_documents_are_gone_and_the_others_answer_as_before(index: Path) -> None:
    before = Index.open(index).ingested("rules.en")
    result = run("remove", "arena.en", "rules.pt-BR", "--index", index)
    assert (result.exit_code, result.stdout) == (0, "")
    assert [line.split()[:2] for line in result.stderr.splitlines()] == [
        ["removed", "arena.en"],
        ["removed", "rules.pt-BR"],
    ]
    assert held(index) == ["rules.en"]
    after = Index.open(index).ingested("rules.en")
    assert (after.passages, after.embedded, after.source) == (before.passages, before.embedded, before.source)
    assert (after.vectors == before.vectors).all()


def test_a_game_is_removed_with_all_its_documents(index: Path) -> None:
    assert run("remove", "--game", "canals", "--index", index).exit_code == 0
    assert held(index) == ["arena.en"]
    assert run("remove", "arena.en", "--index", index).exit_code == 0
    assert held(index) == []


def test_unknown_names_are_wrong_use_and_change_nothing(index: Path, tmp_path: Path) -> None:
    result = run("remove", "rules.em", "arena.en", "--game", "canal", "--index", index)
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        'lexludo: the library holds no document "rules.em"; near it: rules.en, rules.pt-BR',
        'lexludo: the library holds no game "canal"; near it: canals, arena',
    ]
    assert len(held(index)) == 3
    assert run("remove", "--index", index).exit_code == 2
    assert run("documents", "--game", "chess", "--index", index).exit_code == 2
    assert run("remove", "x", "--index", tmp_path / "none").exit_code == 1
    assert not (tmp_path / "none").exists()


def test_rolling_back_undoes_and_undoes_that(index: Path) -> None:
    run("remove", "--game", "canals", "--index", index)
    result = run("rollback", "--index", index)
    assert result.exit_code == 0
    assert result.stderr.strip() == (
        "generation 000003 is in service: it holds what 000001 held, before 000002 (3 documents, 4 passages)"
    )
    assert held(index) == ["arena.en", "rules.en", "rules.pt-BR"]
    Index.open(index).verify()
    assert run("rollback", "--index", index).exit_code == 0
    assert (held(index), Index.current_generation(index)) == (["arena.en"], "000004")
    assert run("check", "--index", index).exit_code == 0


def test_there_may_be_nothing_to_roll_back_to(index: Path, tmp_path: Path) -> None:
    for place, said in ((index, "no earlier generation"), (tmp_path / "none", "holds no index")):
        result = run("rollback", "--index", place)
        assert result.exit_code == 1
        assert said in str(result.exception)
    assert not (tmp_path / "none").exists()


def test_a_damaged_generation_is_not_gone_back_to(index: Path) -> None:
    run("remove", "arena.en", "--index", index)
    pages = index / LAYOUT.generations / "000001" / "pages.jsonl"
    pages.write_text(pages.read_text("utf-8").replace("boat", "goat"), "utf-8")
    result = run("rollback", "--index", index)
    assert (result.exit_code, Index.current_generation(index)) == (1, "000002")
    assert "pages.jsonl was changed" in str(result.exception)


def kept_names(index: Path) -> set[str]:
    return {file.name for file in (index / LAYOUT.sources).iterdir()}


def test_files_are_kept_while_a_generation_needs_them(index: Path, shelf: Path) -> None:
    assert len(kept_names(index)) == 3
    opened = Index.open(index)
    kept = opened.kept("arena.en")
    assert kept is not None
    assert kept.read_text("utf-8") == f"{SCORE}\n"
    write_book(shelf / "arena" / "arena.en.txt", SCORE, COINS)
    assert kept.read_text("utf-8") == f"{SCORE}\n"  # a copy: saving into the original does not reach it
    ingest([shelf], index, FakeEncoder())
    assert len(kept_names(index)) == 4
    run("remove", "rules.en", "--index", index)
    assert kept.name not in kept_names(index)
    assert len(kept_names(index)) == 3
    run("remove", "rules.pt-BR", "--index", index)
    assert len(kept_names(index)) == 2


def findings(index: Path) -> tuple[int, list[str]]:
    result = run("check", "--index", index)
    return result.exit_code, result.stdout.splitlines()


def test_a_whole_library_passes(index: Path) -> None:
    assert findings(index) == (0, [f"{index}: whole"])


def test_every_damaged_file_is_found(index: Path) -> None:
    files = [path for path in index.rglob("*") if path.is_file() and path.name not in (".lock", "CURRENT")]
    assert len(files) > 15
    for file in files:
        whole = file.read_bytes()
        for damage in (whole[:-1], bytes([whole[0] ^ 1]) + whole[1:], None):
            file.unlink() if damage is None else file.write_bytes(damage)
            code, lines = findings(index)
            assert code == 1, file
            assert any(line.startswith("damage") and file.name in line for line in lines), (file, lines)
        file.write_bytes(whole)
    assert findings(index)[0] == 0
    (index / "CURRENT").write_text("000009\n")
    assert findings(index)[0] == 1


def test_orphans_are_named_and_no_fault(index: Path) -> None:
    for orphan in ("notes.txt", "sources/abc.pdf", "generations/000001/more.bin"):
        (index / orphan).write_text("x")
    (index / "generations" / ".partial-dead").mkdir()
    (index / "generations" / "000002").mkdir()
    code, lines = findings(index)
    assert code == 1  # a generation without a manifest is damaged, too
    (index / "generations" / "000002").rmdir()
    code, lines = findings(index)
    assert code == 0
    assert [line.split(":")[0].split()[1] for line in lines if line.startswith("orphan")] == [
        "notes.txt",
        "generations/.partial-dead",
        "generations/000001/more.bin",
        "sources/abc.pdf",
    ]


def test_a_rule_that_two_documents_share_is_told_and_stays_in_both(index: Path, shelf: Path) -> None:
    write_book(shelf / "canals" / "faq.en.txt", COINS)
    ingest([shelf], index, FakeEncoder())
    code, lines = findings(index)
    assert code == 0
    assert lines[0] == (
        'duplicate  "faq.en" and "rules.en" share 1 passage, such as '
        '"At the end of your turn you receive two coins for each ca..."; both keep them'
    )
    opened = Index.open(index)
    assert sum(opened.text(row) == COINS for row in range(len(opened))) == 2
    told = json.loads(run("check", "--json", "--index", index).stdout)
    assert (told["whole"], [each["kind"] for each in told["findings"]]) == (True, ["duplicate"])


@contextmanager
def watching(folder: Path, index: Path, *options: str) -> Iterator[tuple[Callable[[str], str], subprocess.Popen[str]]]:
    """Watch in a process of its own; yields what waits for a line of it that holds some words."""
    command = [sys.executable, "-m", "tests.ingest.watch_driver", str(folder), "--index", str(index), *options]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        os.set_blocking(process.stderr.fileno(), False)
        lines: list[str] = []

        def until(words: str) -> str:
            latest = time.monotonic() + 30
            while time.monotonic() < latest:
                lines.extend(process.stderr or ())
                if found := [line for line in lines if words in line]:
                    lines.clear()
                    return found[0].strip()
                time.sleep(0.05)
            raise AssertionError(f"no line with {words!r}: {lines}")

        try:
            yield until, process
        finally:
            process.kill()


def test_a_watched_folder_is_ingested_as_it_changes(shelf: Path) -> None:
    index = shelf / "index"  # inside what is watched: its own writing must not wake it
    with watching(shelf, index) as (until, process):
        until("added      " + str(shelf / "canals" / "rules.pt-BR.txt"))
        write_book(shelf / "canals" / "faq.en.txt", SCORE)
        assert until("faq.en").startswith("added")
        (shelf / "canals" / "bad.en.pdf").write_bytes(b"%PDF-1.7 broken")
        assert "bad.en.pdf" in until("failed")
        write_book(shelf / "canals" / "faq.en.txt", SCORE, COINS)
        assert until("faq.en").startswith("changed")
        (shelf / "arena" / "arena.en.txt").unlink()
        assert "lexludo remove arena.en" in until("gone")
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
        until("no longer watching")
    assert held(index) == ["arena.en", "faq.en", "rules.en", "rules.pt-BR"]
    Index.open(index).verify()


def test_with_prune_what_is_deleted_leaves_the_index(shelf: Path, index: Path) -> None:
    with watching(shelf, index, "--prune") as (until, process):
        until("watching")
        (shelf / "arena" / "arena.en.txt").unlink()
        assert "arena.en" in until("removed")
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 0
    assert held(index) == ["rules.en", "rules.pt-BR"]


def test_a_folder_that_is_none_cannot_be_watched(tmp_path: Path) -> None:
    assert run("watch", tmp_path / "none").exit_code == 2
    assert run("watch", write_book(tmp_path / "file.txt", BOATS)).exit_code == 2


def test_a_catalogued_expansion_is_shown_with_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corpus.encoder, "load", lambda *_, **__: FakeEncoder())
    write_book(tmp_path / "canals" / "ice.txt", BOATS)
    more = {"kind": "expansion", "expansion": "ice", "edition": "v2", "title": "Canals: Ice"}
    (tmp_path / "canals" / "catalog.toml").write_text(entry("ice.en", "ice.txt", **more), "utf-8")
    assert run("ingest", tmp_path / "canals", "--index", tmp_path / "index").exit_code == 0
    line = run("documents", "--index", tmp_path / "index").stdout.splitlines()[1]
    assert "expansion ice" in line
    assert "Canals: Ice (v2)" in line


def test_an_index_among_the_rulebooks_is_not_read_itself(shelf: Path) -> None:
    for _ in range(2):
        outcome = ingest([shelf], shelf / "index", FakeEncoder())
        assert (len(outcome.files), outcome.documents, outcome.failed) == (3, 3, False)
