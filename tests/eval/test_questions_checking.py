"""The question checker finds what is wrong, says where, and finds nothing in sound files."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from corpus.errors import UnknownNameError
from eval.checking import Problem, ProblemKind, problems

PAGES = {
    "boats.en": {1: "A player may use any boat.\nIt costs two coins.", 2: "Ties are broken by coins."},
    "boats.es": {1: "Un jugador puede usar cualquier barco.\nCuesta dos monedas.", 2: "Desempatan las monedas."},
}


def read_pages(document: str) -> Mapping[int, str]:
    if document not in PAGES:
        raise UnknownNameError(document)
    return PAGES[document]


def question(name: str = "q-1", **changed: Any) -> dict[str, Any]:
    whole = {
        "id": name,
        "game": "boats",
        "language": "en",
        "question": "whose boats can i take",
        "answerable": True,
        "relevant": [place("boats.en", 1, "may use any boat"), place("boats.es", 1, "usar cualquier barco")],
        "facts": [["any boat", "cualquier barco"]],
        "tags": ["rule:any-boat"],
    }
    return whole | changed


def place(document: str, page: int, anchor: str) -> dict[str, Any]:
    return {"document": document, "page": page, "anchor": anchor}


def written(folder: Path, **files: list[dict[str, Any]]) -> list[Path]:
    paths = []
    for name, records in files.items():
        path = folder / f"{name.replace('_', '.')}.jsonl"
        path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), "utf-8")
        paths.append(path)
    return paths


def found(folder: Path, **files: list[dict[str, Any]]) -> list[Problem]:
    return problems(written(folder, **files), read_pages)


def test_sound_files_have_no_problems(tmp_path: Path) -> None:
    other = question("q-2", question="what does it cost", tags=["rule:cost"], facts=[["two coins", "dos monedas"]])
    other["relevant"] = [place("boats.en", 1, "It costs two coins"), place("boats.es", 1, "Cuesta dos monedas")]
    assert found(tmp_path, boats_dev=[question()], boats_test=[other]) == []


def test_accents_and_case_make_no_difference(tmp_path: Path) -> None:
    relevant = [place("boats.en", 1, "MAY USE ANY BÓAT"), place("boats.es", 1, "usar  cualquier barco")]
    assert found(tmp_path, boats_dev=[question(relevant=relevant)]) == []


@pytest.mark.parametrize(
    ("where", "message"),
    [
        (
            place("boats.en", 2, "may use any boat"),
            "'may use any boat' is not on page 2 of boats.en; it stands on page 1",
        ),
        (
            place("boats.en", 1, "may use any boot"),
            "'may use any boot' is not on page 1 of boats.en; it stands nowhere there; take words that do",
        ),
        (place("boats.en", 1, "coins"), "'coins' stands more than once in boats.en; take more words"),
        (place("boats.fr", 1, "n'importe quel bateau"), "no document 'boats.fr'; name one of the library"),
    ],
)
def test_an_anchor_that_does_not_stand_is_named(tmp_path: Path, where: dict[str, Any], message: str) -> None:
    sound = question()["relevant"]
    assert found(tmp_path, boats_dev=[question(relevant=[*sound, where])]) == [
        Problem("boats.dev.jsonl", "q-1", ProblemKind.ANCHOR, message)
    ]


def test_a_place_that_is_listed_twice_is_named(tmp_path: Path) -> None:
    relevant = question()["relevant"]
    message = "'usar cualquier barco' of boats.es is listed twice; list a place once"
    assert found(tmp_path, boats_dev=[question(relevant=[*relevant, relevant[1]])]) == [
        Problem("boats.dev.jsonl", "q-1", ProblemKind.ANCHOR, message)
    ]


def test_a_fact_must_occur_and_each_document_must_hold_one(tmp_path: Path) -> None:
    problem, missing = found(tmp_path, boats_dev=[question(facts=[["any boat", "qualquer barco"]])])
    assert (problem.kind, missing.kind) == (ProblemKind.FACT, ProblemKind.FACT)
    assert problem.message == "'qualquer barco' occurs in none of the relevant documents; take words that stand there"
    assert missing.message == "boats.es holds none of ['any boat', 'qualquer barco']; add its words"


def test_an_id_taken_in_another_file_is_named(tmp_path: Path) -> None:
    other = question(question="anything else about ties", relevant=[], facts=[], answerable=False, tags=["hard"])
    assert found(tmp_path, boats_dev=[question()], boats_test=[other]) == [
        Problem("boats.test.jsonl", "q-1", ProblemKind.ID, "the id is taken in boats.dev.jsonl; take another")
    ]


def test_a_rule_in_both_splits_leaks_within_a_collection(tmp_path: Path) -> None:
    tie = question("q-2", question="who wins a tie", facts=[["by coins"]])
    tie["relevant"] = [place("boats.en", 2, "broken by coins")]
    message = "rule:any-boat is asked about in the dev split too; move one of them to the other's split"
    leak = Problem("boats.test.jsonl", "q-2", ProblemKind.LEAK, message)
    assert found(tmp_path, boats_dev=[question()], boats_test=[tie]) == [leak]
    assert found(tmp_path, boats_dev=[question()], trains_test=[tie]) == []
    assert found(tmp_path, boats_dev=[question(), tie]) == []


def test_the_same_words_sought_in_both_splits_leak(tmp_path: Path) -> None:
    same = question("q-2", question="is another one's ship ok", tags=["rule:other"], facts=[["any boat"]])
    same["relevant"] = [place("boats.en", 1, "A player may use")]
    (leak,) = found(tmp_path, boats_dev=[question()], boats_test=[same])
    assert leak.kind is ProblemKind.LEAK
    assert leak.message.startswith("a question of the dev split seeks the same words on page 1 of boats.en; move one")


def test_the_turns_of_dialogues_are_checked_too(tmp_path: Path) -> None:
    turn = {
        "question": "and who wins a tie?",
        "language": "en",
        "relevant": [place("boats.en", 1, "broken by coins")],
        "facts": [["coins"]],
        "tags": ["rule:any-boat"],
    }
    first = {key: value for key, value in question().items() if key not in ("id", "game")}
    dialogue = {"id": "d-1", "game": "boats", "turns": [first | {"tags": ["rule:other"]}, turn]}
    anchor, *leaks = found(tmp_path, boats_dev=[question(question="boats?")], boats_dialogues_test=[dialogue])
    assert (anchor.id, anchor.kind) == ("d-1.1", ProblemKind.ANCHOR)
    assert [(leak.id, leak.kind) for leak in leaks] == [("d-1.1", ProblemKind.LEAK), ("d-1.0", ProblemKind.LEAK)]


def test_questions_that_are_nearly_the_same_are_named(tmp_path: Path) -> None:
    twin = question("q-2", question="Whose boat can I take?")
    spanish = question("q-3", question="whose boats can i take", language="es")
    assert found(tmp_path, boats_dev=[question(), twin, spanish]) == [
        Problem(
            "boats.dev.jsonl",
            "q-2",
            ProblemKind.DUPLICATE,
            "nearly the same as q-1 of boats.dev.jsonl ('whose boats can i take'); word one otherwise or drop it",
        )
    ]


def test_later_turns_may_be_alike(tmp_path: Path) -> None:
    first = {key: value for key, value in question().items() if key not in ("id", "game")}
    follow = first | {"question": "and with two players?"}
    dialogues = [
        {"id": f"d-{number}", "game": "boats", "turns": [first | {"question": opening}, follow]}
        for number, opening in enumerate(["whose boats can i take", "must I pay for a ship that is not mine"])
    ]
    assert found(tmp_path, boats_dialogues_dev=dialogues) == []


def test_an_unreadable_file_is_a_problem_and_the_others_are_checked(tmp_path: Path) -> None:
    broken = tmp_path / "broken.dev.jsonl"
    broken.write_text("{\n", "utf-8")
    sound = written(tmp_path, boats_dev=[question(facts=[["canoe"], ["any boat", "cualquier barco"]])])
    first, *others = problems([broken, *sound], read_pages)
    assert first.kind is ProblemKind.UNREADABLE
    assert str(first).startswith("broken.dev.jsonl: line 1: not JSON: Expecting property name")
    assert {problem.kind for problem in others} == {ProblemKind.FACT}


def test_a_problem_reads_as_file_question_and_what() -> None:
    assert str(Problem("a.dev.jsonl", "q-1", ProblemKind.ID, "taken")) == "a.dev.jsonl: q-1: taken"
    assert str(Problem("a.dev.jsonl", "", ProblemKind.UNREADABLE, "not JSON")) == "a.dev.jsonl: not JSON"
