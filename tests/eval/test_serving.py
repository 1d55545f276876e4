import json
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

from eval import serving
from eval.serving import ServingError, served
from tests.eval.scripted import answered, cite


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Serve written answers, by a real process over real HTTP, in place of the service with its model."""

    def command(index: Path | None, port: int) -> list[str]:
        return [sys.executable, "-m", "tests.eval.served_script", "serve"] + [
            part
            for pair in (("--index", str(index)), ("--host", serving.LOOPBACK), ("--port", str(port)))
            for part in pair
        ]

    monkeypatch.setattr(serving, "_command", command)
    monkeypatch.chdir(Path(__file__).parents[2])
    file = tmp_path / "script.json"
    answer = asdict(answered(cite("Fim de jogo.", page=2)))
    file.write_text(json.dumps({"fim?": answer, "broken?": None}), encoding="utf-8")
    return file


def test_asks_a_process_and_ends_it(script: Path) -> None:
    with served(script, None) as client:
        assert client.ready_seconds > 0
        assert client.ask("fim?", None)["answer"] == "Fim de jogo."
        assert client.ask("fim?", "boats")["confidence"] == 0.9
        with pytest.raises(ServingError, match=r"'broken\?': the service answered 500"):
            client.ask("broken?", None)
    with pytest.raises(OSError, match="refused"):
        client.ask("fim?", None)


def test_a_service_that_does_not_start_says_why(script: Path) -> None:
    with (
        pytest.raises(ServingError, match=r"did not get ready; it said: (.|\n)*No such file or directory"),
        served(script.parent / "absent.json", None),
    ):
        pass
