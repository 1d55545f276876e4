import json
from pathlib import Path

import pytest

from eval.questions import QuestionFileError, data_hash, load

GOOD = {
    "id": "q1",
    "game": None,
    "language": "pt",
    "question": "Posso?",
    "answerable": True,
    "relevant": [{"document": "d", "page": 1, "anchor": "pode"}],
    "facts": [["pode", "podes"]],
    "tags": ["numeric"],
}
DIALOGUE = {"id": "d1", "game": "g", "turns": [{"question": "a?", "relevant": GOOD["relevant"]}]}


def written(folder: Path, *lines: object, name: str = "questions.jsonl") -> Path:
    file = folder / name
    texts = [line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines]
    file.write_text("\n".join(texts) + "\n", encoding="utf-8")
    return file


def problems(*files: Path) -> list[str]:
    with pytest.raises(QuestionFileError) as caught:
        load(files)
    assert str(caught.value) == "\n".join(caught.value.problems)
    return list(caught.value.problems)


def test_reads_questions_and_dialogues_from_one_file(tmp_path: Path) -> None:
    line_separator = {**GOOD, "id": "q2", "question": "um\u2028dois?"}
    asked = load([written(tmp_path, GOOD, "", line_separator, DIALOGUE)])
    assert [question.id for question in asked.questions] == ["q1", "q2"]
    assert asked.questions[0].facts == (("pode", "podes"),)
    assert asked.questions[1].question == "um\u2028dois?"
    turns = list(asked.dialogues[0].questions())
    assert [(turn.id, turn.game, turn.answerable) for turn in turns] == [("d1.0", "g", True)]
    assert asked.files == ("questions.jsonl",)


def test_names_every_problem_with_its_file_and_line(tmp_path: Path) -> None:
    without = {name: value for name, value in GOOD.items() if name not in ("facts", "answerable")}
    first = written(
        tmp_path,
        "{not json",
        without,
        {**GOOD, "id": "q3", "colour": "red", "relevant": [{"document": "d", "page": 0, "anchor": " "}]},
        GOOD,
        "[]",
        {**DIALOGUE, "turns": [{"question": "a?"}]},
    )
    second = written(tmp_path, GOOD, {**GOOD, "id": "q4", "relevant": []}, name="more.jsonl")
    latin = tmp_path / "latin.jsonl"
    latin.write_bytes("não".encode("latin-1"))
    absent = tmp_path / "absent.jsonl"
    assert problems(first, second, latin, absent) == [
        f"{first}:1: not JSON: Expecting property name enclosed in double quotes at column 2",
        f"{first}:2: answerable: missing",
        f"{first}:2: facts: missing",
        f"{first}:3: relevant.0.page: Input should be greater than or equal to 1",
        f"{first}:3: relevant.0.anchor: must hold some text",
        f"{first}:3: colour: unknown field",
        f"{first}:5: a line holds one JSON object",
        f"{first}:6: turns.0: relevant: an answerable question needs at least one place",
        f"{second}:2: relevant: an answerable question needs at least one place",
        f"{latin}: byte 1 is not UTF-8; save the file as UTF-8",
        f"{absent}: No such file or directory; name a readable file",
        f"{second}:1: id: 'q1' is taken by {first}:4",
    ]


def test_types_are_not_guessed(tmp_path: Path) -> None:
    assert problems(written(tmp_path, {**GOOD, "answerable": "yes"})) == [
        f"{tmp_path / 'questions.jsonl'}:1: answerable: Input should be a valid boolean"
    ]


def test_no_questions_is_a_problem(tmp_path: Path) -> None:
    empty = written(tmp_path, "")
    assert problems(empty) == [f"{empty}: no questions; name a file with --questions"]


def test_hash_is_of_the_content(tmp_path: Path) -> None:
    one, two = written(tmp_path, GOOD, name="one"), written(tmp_path, DIALOGUE, name="two")
    copy = written(tmp_path, GOOD, name="copy")
    assert data_hash([one, two]) == data_hash([two, copy])
    assert data_hash([one]) != data_hash([two])
    assert load([one]).data_hash == data_hash([copy])
