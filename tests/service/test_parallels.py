"""Parallels beside citations, on two editions of the shipped chess rules, with the embedded model."""

import shutil
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from corpus import encoder as models
from corpus.index import Index
from corpus.library import __file__ as library
from corpus.types import Progress, Vectors
from ingest.build import ingest
from service.answering import Judge
from service.contract import Answer, Parallel, Question, Status
from service.opening import open_service
from service.parallels import _needed, prepared
from service.translation.counterparts import FOLDER
from service.turns import InTurns

pytestmark = pytest.mark.model

CHESS = Path(library).parent / "chess"
CATALOG = """
[[document]]
id = "chess.en"
file = "chess.en.pdf"
game = "chess"
title = "Chess"
language = "en"
kind = "rulebook"

[[document]]
id = "chess.pt-BR"
file = "chess.pt-BR.pdf"
game = "chess"
title = "Xadrez"
language = "pt-BR"
kind = "rulebook"
translated_from = "en"

[[document]]
id = "schach-regeln"
file = "chess.de.pdf"
game = "chess"
title = "Schach"
language = "de"
kind = "rulebook"
"""
CAPTURE = "Até quando posso capturar en passant?"


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    work = tmp_path_factory.mktemp("chess")
    books = work / "books"
    books.mkdir()
    for language in ("en", "pt-BR", "de"):
        shutil.copy(CHESS / f"chess.{language}.pdf", books)
    (books / "catalog.toml").write_text(CATALOG)
    assert not ingest([books], work / "index", models.load()).failed
    return work / "index"


@pytest.fixture(scope="module")
def judge(index: Path) -> Iterator[Judge]:
    judge = open_service(index, align=True)
    until = time.monotonic() + 120
    while len(list((index / FOLDER).glob("*.json"))) < 3:
        assert time.monotonic() < until, "the editions were not aligned"
        time.sleep(0.1)
    yield judge
    judge.close()


def checked(judge: Judge, answer: Answer) -> Parallel:
    assert answer.status is Status.ANSWERED
    found = answer.citations[0].parallel
    assert found is not None
    assert judge.page(found.document, found.page).text[found.start : found.end] == found.quote
    assert found.page_url == f"/documents/{found.document}/pages/{found.page}?start={found.start}&end={found.end}#quote"
    return found


def test_a_translation_is_cited_with_the_original_beside_it(judge: Judge) -> None:
    answer = judge.ask(Question(CAPTURE, "chess"))
    assert answer.citations[0].document == "chess.pt-BR"
    original = checked(judge, answer)
    assert (original.document, original.language, original.title) == ("chess.en", "en", "Chess")
    assert "immediately" in original.quote
    assert answer.answer == answer.citations[0].quote


def test_a_quote_in_another_language_comes_with_the_same_rule_in_the_askers(judge: Judge) -> None:
    asked = Question("Wann darf man en passant schlagen, sofort im nächsten Zug?", "chess", language="de")
    answer = judge.ask(asked)
    foreign = next(each for each in answer.citations if each.language != "de")
    assert foreign.parallel is not None
    assert (foreign.parallel.document, foreign.parallel.language) == ("schach-regeln", "de")
    assert judge.page("schach-regeln", foreign.parallel.page).text[foreign.parallel.start : foreign.parallel.end] == (
        foreign.parallel.quote
    )


def test_an_original_stands_alone(judge: Judge) -> None:
    answer = judge.ask(Question("When may a pawn capture en passant?", "chess"))
    assert answer.citations[0].document == "chess.en"
    assert answer.citations[0].parallel is None


def test_what_was_aligned_serves_the_next_start_and_a_single_question(judge: Judge, index: Path) -> None:
    written = {file: file.stat().st_mtime_ns for file in (index / FOLDER).glob("*.json")}
    once = open_service(index)
    assert checked(once, once.ask(Question(CAPTURE, "chess"))).document == "chess.en"
    assert set(written) == set((index / FOLDER).glob("*.json"))


class Held(InTurns):
    """An encoder that does not encode passages before it is let go."""

    def __init__(self) -> None:
        super().__init__(models.load())
        self.let_go, self.reached = threading.Event(), threading.Event()

    def encode_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        self.reached.set()
        assert self.let_go.wait(60)
        return super().encode_passages(texts, progress)


def test_no_answer_waits_for_an_alignment(index: Path, tmp_path: Path) -> None:
    held, opened = Held(), Index.open(index)
    judge = Judge(opened, held, parallels=prepared(opened, held, tmp_path))
    assert held.reached.wait(60)
    answer = judge.ask(Question(CAPTURE, "chess"))
    assert (answer.citations[0].document, answer.citations[0].parallel) == ("chess.pt-BR", None)
    assert not list(tmp_path.rglob("*.json"))
    judge.close()
    held.let_go.set()


def test_only_what_citations_may_need_is_aligned_beforehand(judge: Judge, index: Path) -> None:
    needed = {document.id: _needed(Index.open(index), document) for document in Index.open(index).documents}
    assert needed == {"chess.en": {"de"}, "chess.pt-BR": {"en", "de"}, "schach-regeln": {"en", "pt"}}


def test_without_parallels_a_judge_answers_all_the_same(index: Path) -> None:
    encoder = models.load()
    answer = Judge(Index.open(index), encoder).ask(Question(CAPTURE, "chess"))
    assert (answer.status, answer.citations[0].parallel) == (Status.ANSWERED, None)
