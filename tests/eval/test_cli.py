import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from eval import commands
from eval.cli import build
from eval.evaluate import evaluate
from eval.questions import load
from eval.report import of_answers
from tests.eval.scripted import ScriptedAnswering
from tests.eval.test_evaluate import QUESTIONS, SCRIPT

ROOT = Path(__file__).parents[2]


def lexludo(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "eval.cli", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    file = tmp_path / "questions.jsonl"
    lines = [json.dumps(question.model_dump(mode="json", exclude={"note", "expansions"})) for question in QUESTIONS]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    """Let ``eval`` ask a scripted service; the dictionary is its script."""
    script = dict(SCRIPT)
    monkeypatch.setattr("service.cli.open_library", lambda index, model: ScriptedAnswering(script))
    return script  # type: ignore[return-value]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(build(), ["eval", *map(str, arguments)])


def test_help_names_every_command_and_loads_no_model() -> None:
    code = (
        "import sys; sys.argv = ['lexludo', '--help']\n"
        "from eval.cli import main\n"
        "try: main()\n"
        "except SystemExit as end: assert end.code == 0\n"
        "heavy = {'torch', 'faiss', 'transformers', 'sentence_transformers', 'onnxruntime', 'fastapi', 'lingua'}\n"
        "print('LOADED', sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert "LOADED []" in done.stdout
    for command in ("ingest", "serve", "ask", "games", "eval", "eval-speed"):
        assert f" {command} " in done.stdout


def test_version() -> None:
    done = lexludo("--version")
    assert done.returncode == 0
    assert done.stdout.startswith("lexludo ")
    assert len(done.stdout.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["--no-such-option"],
        ["no-such-command"],
        ["eval", "--passages", "p.jsonl"],
        ["eval", "--passages", "p", "--queries", "q", "--questions", "f"],
        ["eval", "--query-language", "pt"],
        ["eval", "--raise-floors"],
        ["eval", "--url", "http://127.0.0.1:1", "--index", "i"],
        ["eval", "--url", "http://127.0.0.1:1", "--passages", "p", "--queries", "q"],
        ["eval", "--against", "a.json", "--passages", "p", "--queries", "q"],
        ["eval", "--check", "--json", "r.json"],
        ["eval", "--check", "--against", "a.json"],
    ],
)
def test_wrong_use_exits_2(arguments: list[str]) -> None:
    done = lexludo(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_unreadable_questions_are_lines_on_stderr_and_exit_1(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{\n[]\n")
    done = lexludo("eval", "--questions", bad, tmp_path / "absent.jsonl")
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        f"lexludo: {bad}:1: not JSON: Expecting property name enclosed in double quotes at column 2",
        f"lexludo: {bad}:2: a line holds one JSON object",
        f"lexludo: {tmp_path / 'absent.jsonl'}: No such file or directory; name a readable file",
    ]


def test_check_finds_nothing_in_the_shipped_questions_and_needs_no_index() -> None:
    done = lexludo("eval", "--check")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "24 files, no problems\n"


def test_check_names_file_question_and_remedy_and_exits_1(tmp_path: Path) -> None:
    fixed = {"game": "go", "language": "en", "answerable": True, "facts": [["may pass"]], "tags": ["rule:pass"]}
    place = {"document": "go.en", "page": 1, "anchor": "no such words"}
    record = {"id": "g-1", "question": "can i pass", "relevant": [place], **fixed}
    file = tmp_path / "go.dev.jsonl"
    file.write_text(json.dumps(record) + "\n{}\n", encoding="utf-8")
    (tmp_path / "go.test.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")
    done = lexludo("eval", "--check", file, tmp_path / "go.test.jsonl")
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert "go.dev.jsonl: line 2: id: missing" in lines
    missing = (
        "go.test.jsonl: g-1: 'no such words' is not on page 1 of go.en; it stands nowhere there; take words that do"
    )
    assert missing in lines
    assert done.stderr == f"2 files, {len(lines)} problems\n"


def test_json_on_stdout_is_alone(scripted: dict[str, object], questions: Path) -> None:
    done = run("--questions", questions, "--json", "-")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["figures"]["place@1"]["value"] == 0.4


def test_writes_json_and_html_and_shows_the_table(scripted: dict[str, object], questions: Path, tmp_path: Path) -> None:
    done = run(questions, "--json", tmp_path / "r.json", "--html", tmp_path / "r.html")
    assert done.exit_code == 0
    assert "place@1" in done.stdout
    data = json.loads((tmp_path / "r.json").read_text(encoding="utf-8"))
    assert data["signature"]["files"] == "questions.jsonl"
    assert "<title>Lexludo evaluation</title>" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_the_gate_is_pinned_holds_breaks_and_moves(
    scripted: dict[str, object], questions: Path, tmp_path: Path
) -> None:
    floors = tmp_path / "floors.json"
    assert "--raise-floors writes it" in str(run(questions, "--gate", floors).exception)
    pinned = run(questions, "--gate", floors, "--raise-floors")
    assert pinned.exit_code == 0
    assert f"{floors}: all floors hold" in pinned.stderr
    assert json.loads(floors.read_text())["floors"]["place@1"] == 0.4
    assert run(questions, "--gate", floors).exit_code == 0

    scripted["usar barco?"] = SCRIPT["pizza?"]
    broken = run(questions, "--gate", floors)
    assert broken.exit_code == 1
    assert f"{floors}: place@1 0.2000 is below its floor 0.4" in str(broken.exception)
    assert f"{floors}: changed: usar barco?: right -> wrong" in str(broken.exception)
    assert run(questions, "--gate", floors, "--raise-floors").exit_code == 1
    assert json.loads(floors.read_text())["floors"]["place@1"] == 0.4

    assert run(questions, "--gate", floors, "--lower-floors").exit_code == 0
    assert json.loads(floors.read_text())["floors"]["place@1"] == 0.2

    scripted["usar barco?"] = SCRIPT["usar barco?"]
    assert run(questions, "--gate", floors, "--raise-floors").exit_code == 0
    assert json.loads(floors.read_text())["floors"]["place@1"] == 0.4

    questions.write_text("".join(questions.read_text(encoding="utf-8").splitlines(keepends=True)[1:]), encoding="utf-8")
    other = run(questions, "--gate", floors)
    assert other.exit_code == 1
    assert "the questions are not those" in str(other.exception)


def test_progress_stays_silent_away_from_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with commands.counting("asking", 3) as progress:
        assert progress is None
    assert capsys.readouterr() == ("", "")


def test_the_same_run_gives_the_same_figures(questions: Path) -> None:
    asked = load([questions])
    answering = ScriptedAnswering(dict(SCRIPT))
    first = of_answers(answering, asked, evaluate(answering, asked))
    again = of_answers(answering, asked, evaluate(answering, asked))
    assert first.figures == again.figures
    assert first.verdicts == again.verdicts
