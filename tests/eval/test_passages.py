import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from eval import passages
from eval.questions import QuestionFileError

PASSAGES = [
    {"id": "p1", "text": "uno"},
    {"id": "p2", "text": "dos", "section": ["A", "B"]},
    {"id": "p3", "text": "tres"},
]
QUERIES = [
    {"id": "q1", "question": "first?", "relevant": ["p1"]},
    {"id": "q2", "question": "second?", "relevant": ["p2", "p3"]},
    {"id": "q3", "question": "lost?", "relevant": ["p3"]},
]
RANKED = {"first?": ["p1", "p2"], "second?": ["p1", "p3"], "lost?": []}


class ScriptedRanker:
    def __init__(self) -> None:
        self.asked: list[tuple[str, str | None, int]] = []

    def rank(self, question: str, language: str | None, k: int) -> Sequence[tuple[str, float]]:
        self.asked.append((question, language, k))
        return [(name, 1.0 / rank) for rank, name in enumerate(RANKED[question], 1)]


def written(folder: Path, name: str, *lines: object) -> Path:
    file = folder / name
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return file


def test_figures_by_hand(tmp_path: Path) -> None:
    asked = passages.load(written(tmp_path, "p", *PASSAGES), written(tmp_path, "q", *QUERIES))
    assert [passage.path for passage in asked.passages] == [(), ("A", "B"), ()]
    ranker = ScriptedRanker()
    done: list[int] = []
    report = passages.evaluate(asked, ranker, "es", {"model": "scripted"}, done.append)
    assert ranker.asked == [("first?", "es", 10), ("second?", "es", 10), ("lost?", "es", 10)]
    assert sum(done) == 3
    found = {name: figure.value for name, figure in report.figures.items()}
    second = (1 / 1.584962500721156) / (1 + 1 / 1.584962500721156)
    assert found == pytest.approx(
        {
            "nDCG@10": (1 + second) / 3,
            "MRR@10": (1 + 1 / 2) / 3,
            "Recall@1": 1 / 3,
            "Recall@3": (1 + 1 / 2) / 3,
            "Recall@10": (1 + 1 / 2) / 3,
        }
    )
    assert report.verdicts == {"q1": "rank 1", "q2": "rank 2", "q3": "missed"}
    assert report.signature_line.endswith(f"|model:scripted|data:{asked.data_hash[:12]}|files:p+q|questions:3")


def test_names_every_problem(tmp_path: Path) -> None:
    found = written(tmp_path, "p", PASSAGES[0], PASSAGES[0], {"id": "p9", "text": "", "colour": "red"})
    queries = written(tmp_path, "q", {"id": "q1", "question": "?", "relevant": ["p7"]}, {"id": "q2", "question": "?"})
    with pytest.raises(QuestionFileError) as caught:
        passages.load(found, queries)
    assert list(caught.value.problems) == [
        f"{found}:2: id: 'p1' is taken",
        f"{found}:3: text: String should have at least 1 character",
        f"{found}:3: colour: unknown field",
        f"{queries}:2: relevant: missing",
        f"{queries}: q1: relevant: no passage 'p7' in {found}",
    ]
    with pytest.raises(QuestionFileError, match="no lines"):
        passages.load(written(tmp_path, "none"), written(tmp_path, "q", *QUERIES))


SHARED = Path(__file__).parents[3] / "shared" / "qa"


@pytest.mark.skipif(not SHARED.exists(), reason="the public retrieval sets are not beside the repository")
@pytest.mark.parametrize(("name", "passage_count", "query_count"), [("xquad.es", 240, 612), ("faquad.pt", 249, 505)])
def test_reads_the_public_sets(name: str, passage_count: int, query_count: int) -> None:
    asked = passages.load(SHARED / f"{name}.passages.jsonl", SHARED / f"{name}.queries.jsonl")
    assert (len(asked.passages), len(asked.queries)) == (passage_count, query_count)
