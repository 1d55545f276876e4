"""Speed as ratios in one run: Lexludo and plain torch take turns on one machine, so that what slows one slows both.

Nothing here judges an absolute time. No question is asked twice, so that no cache of answers can help.
"""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from corpus.errors import LexludoError
from corpus.types import Encoder
from eval.questions import JudgedQuestion
from eval.serving import Client, served
from eval.version import version

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

PASSAGES_A_ROUND = 32
REST = 0.02
"""Seconds before each measurement, in which threads that still spin from the last one go to sleep."""


class SpeedError(LexludoError):
    """Too little to measure with."""


@dataclass(frozen=True, slots=True)
class Round:
    """The two sides of one round in the same unit, and the first over the second."""

    lexludo: float
    torch: float

    @property
    def ratio(self) -> float:
        """Lexludo's figure over torch's."""
        return self.lexludo / self.torch


@dataclass(frozen=True, slots=True)
class Speed:
    """Answers in milliseconds (a ratio below 1 is faster), embedding in passages per second (above 1 is faster)."""

    model: str
    answers: tuple[Round, ...]
    embedding: tuple[Round, ...]
    ready_seconds: float
    first_answer_seconds: float


def measure(questions: Sequence[JudgedQuestion], index: Path, model: str | None, rounds: int) -> Speed:
    """Time both sides. Raises SpeedError where there are too few questions or passages for the rounds."""
    from corpus import encoder

    _check_enough(questions, rounds)
    twin = encoder.sentence_transformer(model)
    with served(index, model) as client:
        first = _seconds(lambda: client.ask(questions[0].question, questions[0].game))
        twin.encode_query(questions[0].question)
        answers = tuple(_answer_round(client, twin, questions[1 + r :: rounds]) for r in range(rounds))
    ours = encoder.load(model)
    embedding = _embedding_rounds(ours, twin, _texts_to_embed(index), rounds)
    return Speed(ours.card.name, answers, embedding, client.ready_seconds, first)


def _check_enough(questions: Sequence[JudgedQuestion], rounds: int) -> None:
    if len(questions) < rounds + 1:  # one warms both sides up
        raise SpeedError(f"{len(questions)} questions are too few for {rounds} rounds; give more, or fewer --rounds")


def _answer_round(client: Client, twin: "SentenceTransformer", questions: Sequence[JudgedQuestion]) -> Round:
    lexludo: list[float] = []
    torch: list[float] = []
    for number, asked in enumerate(questions):
        sides = [
            (lexludo, partial(client.ask, asked.question, asked.game)),
            (torch, partial(twin.encode_query, asked.question)),
        ]
        # whoever goes first may find warmer or colder caches, so they take turns
        for times, run in sides if number % 2 else reversed(sides):
            times.append(_seconds(run) * 1000)
    return Round(median(lexludo), median(torch))


def _seconds(run: Callable[[], object]) -> float:
    time.sleep(REST)
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def _texts_to_embed(index: Path) -> list[str]:
    """Return every passage with its heading path and context, which is what ingest embeds."""
    from corpus.index import Index

    opened = Index.open(index)
    return ["\n".join((*p.section, p.context, opened.text(row))) for row, p in enumerate(opened.passages)]


def _embedding_rounds(ours: Encoder, twin: "SentenceTransformer", texts: list[str], rounds: int) -> tuple[Round, ...]:
    if not texts:
        raise SpeedError("the index holds no passages to embed; ingest some rulebooks")
    ours.encode_passages(texts[:1])
    twin.encode_document(texts[:1])
    # every round takes other texts, evenly from the whole library; a small library repeats itself
    step = max(1, len(texts) // (PASSAGES_A_ROUND * rounds))
    return tuple(_embedding_round(ours, twin, texts[r::rounds][::step][:PASSAGES_A_ROUND]) for r in range(rounds))


def _embedding_round(ours: Encoder, twin: "SentenceTransformer", texts: list[str]) -> Round:
    lexludo = _seconds(lambda: ours.encode_passages(texts))
    torch = _seconds(lambda: twin.encode_document(texts, batch_size=32, show_progress_bar=False))
    return Round(len(texts) / lexludo, len(texts) / torch)


def as_data(found: Speed) -> dict[str, Any]:
    """Return the measurement as plain data, with each round's ratio and the median ratios."""
    return {
        "lexludo": version(),
        "model": found.model,
        "answer_ms": _rounds(found.answers),
        "passages_per_second": _rounds(found.embedding),
        "ready_seconds": round(found.ready_seconds, 2),
        "first_answer_seconds": round(found.first_answer_seconds, 3),
    }


def _rounds(rounds: Sequence[Round]) -> dict[str, Any]:
    listed = [{**asdict(r), "ratio": r.ratio} for r in rounds]
    return {"ratio": median(r.ratio for r in rounds), "rounds": listed}


def to_json(found: Speed) -> str:
    """Return the measurement as JSON text."""
    return json.dumps(as_data(found), indent=2) + "\n"


def show(found: Speed, console: Console) -> None:
    """Print the rounds and the median ratios."""
    _show_rounds("An answer over HTTP against encoding its question through torch, ms", found.answers, console)
    _show_rounds("Embedding for ingest against torch, passages per second", found.embedding, console)
    started = (
        f"ready {found.ready_seconds:.1f} s after serve began, first answer {found.first_answer_seconds:.2f} s later"
    )
    console.print(Text(f"{started}; model {found.model}"), soft_wrap=True)


def _show_rounds(title: str, rounds: Sequence[Round], console: Console) -> None:
    table = Table("round", box=SIMPLE_HEAD)
    for heading in ("Lexludo", "torch", "ratio"):
        table.add_column(heading, justify="right")
    for number, r in enumerate(rounds, 1):
        table.add_row(str(number), f"{r.lexludo:.1f}", f"{r.torch:.1f}", f"{r.ratio:.2f}")
    table.add_section()
    table.add_row("median", "", "", f"{median(r.ratio for r in rounds):.2f}")
    console.print(Text(title), table)
