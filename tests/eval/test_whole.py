"""The commands as they are run, on a rulebook of one's own, with the embedded model."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = """# Harvest

## Boats

A player may use the boat of another player by paying its owner one coin.

## End of the game

The game ends when the last barrel has left the map. The player with most points wins.
Ties are broken by the number of barrels in the hold.
"""

pytestmark = pytest.mark.model


def lexludo(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "eval.cli", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("harvest") / "harvest"
    folder.mkdir()
    (folder / "harvest.en.md").write_text(RULES, encoding="utf-8")
    made = folder.parent / "index"
    done = lexludo("ingest", folder, "--index", made)
    assert done.returncode == 0, done.stderr
    return made


def asked(number: int, text: str, anchor: str) -> dict[str, object]:
    place = {"document": "harvest.en", "page": 1, "anchor": anchor}
    fixed = {"game": None, "language": "en", "answerable": True, "facts": [[anchor]], "tags": []}
    return {"id": f"h{number}", "question": text, "relevant": [place], **fixed}


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    file = tmp_path / "harvest.jsonl"
    rows = [
        asked(1, "Can I use a boat that belongs to another player?", "boat of another player"),
        asked(2, "Who wins if two players have the same points?", "Ties are broken"),
        asked(3, "When does the game end?", "last barrel has left the map"),
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


def test_eval_finds_the_rules_and_its_quotes_are_their_words(index: Path, questions: Path, tmp_path: Path) -> None:
    done = lexludo("eval", "--index", index, "--questions", questions, "--json", "-", "--html", tmp_path / "r.html")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    report = json.loads(done.stdout)
    assert report["figures"]["errors"]["value"] == 0
    assert report["figures"]["verbatim"]["value"] == 1.0
    assert report["figures"]["place@3"]["value"] == 1.0
    assert report["signature"]["model"]
    assert report["missing_documents"] == []
    assert "boat of another player" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_retrieval_alone_ranks_the_passage_that_answers(tmp_path: Path) -> None:
    passages, queries = tmp_path / "p.jsonl", tmp_path / "q.jsonl"
    texts = {"boats": "Os barcos levam carvão e urânio.", "end": "O jogo termina quando acaba o último barril."}
    passages.write_text("".join(json.dumps({"id": n, "text": t}) + "\n" for n, t in texts.items()), encoding="utf-8")
    queries.write_text(json.dumps({"id": "q", "question": "Quando o jogo termina?", "relevant": ["end"]}) + "\n")
    done = lexludo("eval", "--passages", passages, "--queries", queries, "--json", "-")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["figures"]["MRR@10"] == {"value": 1.0, "low": 1.0, "high": 1.0, "n": 1}


def test_speed_gives_ratios(index: Path, questions: Path) -> None:
    done = lexludo("eval-speed", "--index", index, "--questions", questions, "--rounds", 1, "--json", "-")
    assert done.returncode == 0, done.stderr
    measured = json.loads(done.stdout)
    assert measured["answer_ms"]["ratio"] > 0
    assert len(measured["passages_per_second"]["rounds"]) == 1
    assert measured["first_answer_seconds"] > 0
