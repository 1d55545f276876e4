import io
import json
import re
from collections.abc import Sequence

import pytest
from rich.console import Console

from eval import speed
from eval.speed import Round, Speed, SpeedError
from tests.eval.scripted import question
from tests.fakes import FakeEncoder


class Recorder:
    """Stands for the service's client and for the torch model; writes down who was asked what, in order."""

    def __init__(self) -> None:
        self.log: list[tuple[str, str]] = []

    def ask(self, text: str, game: str | None) -> dict[str, object]:
        self.log.append((f"lexludo {game}", text))
        return {}

    def encode_query(self, text: str) -> None:
        self.log.append(("torch", text))

    def encode_document(self, texts: Sequence[str], **settings: object) -> None:
        self.log += [("torch", text) for text in texts]


def test_both_sides_take_turns_on_the_same_questions() -> None:
    both = Recorder()
    questions = [question(f"q{n}") for n in range(3)]
    measured = speed._answer_round(both, both, questions)  # type: ignore[arg-type]
    assert both.log == [
        ("torch", "q0"),
        ("lexludo boats", "q0"),
        ("lexludo boats", "q1"),
        ("torch", "q1"),
        ("torch", "q2"),
        ("lexludo boats", "q2"),
    ]
    assert measured.ratio == measured.lexludo / measured.torch > 0


def test_both_sides_embed_the_same_passages_and_rounds_take_others() -> None:
    ours, twin = FakeEncoder(), Recorder()
    texts = [f"passage {n}" for n in range(500)]
    rounds = speed._embedding_rounds(ours, twin, texts, 3)  # type: ignore[arg-type]
    assert len(rounds) == 3
    assert ours.batches == [1, 32, 32, 32]
    embedded = [text for _, text in twin.log[1:]]
    assert len(set(embedded)) == 96
    with pytest.raises(SpeedError, match="no passages"):
        speed._embedding_rounds(ours, twin, [], 3)  # type: ignore[arg-type]


def test_too_few_questions_are_named() -> None:
    with pytest.raises(SpeedError, match="2 questions are too few for 5 rounds"):
        speed._check_enough([question("a"), question("b")], 5)


def test_ratios_are_medians_of_rounds() -> None:
    found = Speed("m", (Round(10, 40), Round(10, 20), Round(30, 10)), (Round(50, 20),), 3.21, 0.04)
    data = json.loads(speed.to_json(found))
    assert data["answer_ms"]["ratio"] == 0.5
    assert [r["ratio"] for r in data["answer_ms"]["rounds"]] == [0.25, 0.5, 3.0]
    assert data["passages_per_second"] == {"ratio": 2.5, "rounds": [{"lexludo": 50, "torch": 20, "ratio": 2.5}]}
    assert data["ready_seconds"] == 3.21


def test_the_table_tells_rounds_and_medians() -> None:
    out = io.StringIO()
    found = Speed("m", (Round(10, 40), Round(10, 20), Round(30, 10)), (Round(50, 20),), 3.21, 0.04)
    speed.show(found, Console(file=out, width=80))
    assert re.search(r"1 +10\.0 +40\.0 +0\.25 *\n", out.getvalue())
    assert re.search(r"median +0\.50 *\n", out.getvalue())
    assert "ready 3.2 s after serve began, first answer 0.04 s later; model m" in out.getvalue()
