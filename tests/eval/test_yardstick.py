"""The figures against those of the independent yardstick that asks over HTTP, on the same scripted service."""

import json
import re
import subprocess
import sys
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from eval.evaluate import evaluate
from eval.figures import overall
from eval.matching import covers, fold, holds_facts
from eval.questions import Anchor, Dialogue, Turn, load
from service.contract import Answer
from tests.eval.scripted import PAGES, ScriptedAnswering, answered, cite
from tests.eval.test_evaluate import FIRST, QUESTIONS, SCRIPT

ROOT = Path(__file__).parents[2]
YARDSTICK = ROOT.parent / "shared" / "tools" / "ask_eval.py"
NAMES = {"place1": "place@1", "place3": "place@3", "fact1": "fact@1", "fact3": "fact@3"}
SAME = ("refused", "wrongly_refused", "followup_place3", "verbatim", "errors")


@pytest.mark.skipif(not YARDSTICK.exists(), reason=f"{YARDSTICK.name} is not beside the repository")
def test_figures_equal_the_yardsticks(tmp_path: Path) -> None:
    turns = tuple(Turn(question=text, language="pt", relevant=FIRST.relevant) for text in ("a?", "b?", "c?"))
    shifted = cite("Fim de jogo.", page=2)
    script: dict[str, Answer | Exception] = {
        **SCRIPT,
        "a?": answered(cite("Um jogador pode usar os barcos de outro jogador"), conversation="c1"),
        "b?": answered(cite("pagando 1 moeda ao dono."), conversation="c1"),
        "c?": answered(replace(shifted, start=3, end=15)),
    }
    _write_questions(tmp_path, Dialogue(id="d", game="boats", turns=turns))
    theirs = _yardstick(tmp_path, script)
    asked = load([tmp_path / "questions.jsonl", tmp_path / "dialogues.jsonl"])
    figures = overall(evaluate(ScriptedAnswering(script), asked))
    ours = {name: figures[NAMES.get(name, name)].value for name in (*NAMES, *SAME)}
    assert ours == pytest.approx({name: theirs[name] for name in ours}, abs=0.0006)
    assert ours["followup_place3"] == 0.5
    assert ours["verbatim"] < 0.95


def _write_questions(folder: Path, dialogue: Dialogue) -> None:
    lines = [json.dumps(question.model_dump(mode="json")) for question in QUESTIONS]
    (folder / "questions.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    data = dialogue.model_dump(mode="json", exclude_unset=True)
    (folder / "dialogues.jsonl").write_text(json.dumps(data) + "\n", encoding="utf-8")


def _yardstick(folder: Path, script: dict[str, Answer | Exception]) -> dict[str, float]:
    told = {text: None if isinstance(answer, Exception) else asdict(answer) for text, answer in script.items()}
    (folder / "script.json").write_text(json.dumps(told), encoding="utf-8")
    server = folder / "lexludo"
    server.write_text(f'#!/bin/sh\ncd "{ROOT}" && exec "{sys.executable}" -m tests.eval.served_script "$@"\n')
    server.chmod(0o755)
    given = {
        "--lexludo": server,
        "--index": folder / "script.json",
        "--questions": folder / "questions.jsonl",
        "--dialogues": folder / "dialogues.jsonl",
    }
    arguments = [str(part) for pair in given.items() for part in pair]
    done = subprocess.run(
        [sys.executable, str(YARDSTICK), *arguments], capture_output=True, text=True, timeout=60, check=True
    )
    return {name: float(value) for name, value in re.findall(r"(\w+)=([\d.]+)", done.stdout)}


def place(anchor: str, page: int = 1, document: str = "boats.pt-BR") -> Anchor:
    return Anchor(document=document, page=page, anchor=anchor)


def text_of(document: str, page: int) -> str:
    return PAGES[document, page]


def test_covers_by_quote_by_neighbourhood_and_not_beyond() -> None:
    near, far = cite("Barcos."), cite("Barcos não transportam eletricidade.")
    anchor = place("PAGANDO 1 MOEDA ao  dono")
    assert covers(cite("jogador, pagando 1 moeda ao dono."), anchor, text_of)
    assert covers(near, anchor, text_of)
    assert not covers(far, anchor, text_of)
    assert not covers(near, place("pagando 1 moeda", document="boats-faq.es"), text_of)
    assert not covers(near, place("pagando 1 moeda", page=2), text_of)
    # words of the anchor inside the quote count whatever the page
    assert covers(cite("pagando 1 moeda"), place("pagando 1 moeda", page=2), text_of)


def test_folding() -> None:
    assert fold("  Ação\n\nÉ\u00a0ﬁm ") == " acao e fim "
    assert holds_facts("São 2 Barcos Neutros", [["2 barcos neutros", "dois"], ["sao"]])
    assert not holds_facts("São 2 Barcos Neutros", [["2 barcos neutros"], ["3"]])
    assert holds_facts("", [])
