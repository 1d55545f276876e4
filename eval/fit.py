"""Fits the aim, the cross-encoder, the ranker and the confidence, and writes them into ``service/``:
``python -m eval.fit``.

The aim learns first, with a ranker of the encoder's own vectors. All that comes after it learns from each question as
an aim shows it that has seen no question of its game, as questions about a new game will be seen. The cross-encoder
learns from most of the invented games; how far to follow it, and how likely an answer is, from the others and from
libraries, which it has not seen. Development questions only: those of the shipped library, those on invented games in
``eval/practice``, and any further ones given with their rulebooks.
"""

import hashlib
import json
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.progress import track

from corpus.types import Encoder, Words
from eval import questions
from eval.aiming import fit_aim
from eval.cross_encoding import fit_cross_encoder
from eval.linear_fits import (
    FOLDS,
    OPEN_WEIGHT,
    PRACTICE,
    Fit,
    cross_validated,
    fit,
    fit_ranker,
    folds_of,
    summary,
    threshold_of,
)
from eval.training import STRANGERS, Example, of_library, of_reading, strangers
from service import cross_encoder
from service.aim import opened
from service.fitted import Linear

OPEN_SETS = ("xquad", "faquad")
LEARNED_FROM = {PRACTICE: 1.0, "xquad": 0.6, "faquad": 0.6, STRANGERS: 0.3}
"""Groups that the cross-encoder learns from, and what a question of each counts for."""
KEPT_FROM = 5
"""One game in so many of these is kept from it."""
AIM_WEIGHT = 0.6
"""What a question of an open set counts for in the aim, where one about rules counts 1."""
MODEL = "multilingual-e5-small"
"""The model whose vectors the aim and the cross-encoder are learned of, as its name ends."""
READER = "cross_encoder.onnx"
ASKED_BY_STRANGERS = 200
"""Open questions asked about each library, which does not answer them."""


def learned_aim(examples: Sequence[Example], ranker: Linear, transformer: Any) -> bytes:
    """Learn the aim's graph from examples with the encoder's own vectors, and a ranker fitted on the same."""
    weights = [AIM_WEIGHT if example.group in OPEN_WEIGHT else 1.0 for example in examples]
    return fit_aim(examples, weights, ranker, MODEL, transformer)


def aimed_apart(examples: Sequence[Example], ranker: Linear, transformer: Any) -> list[Example]:
    """Return each example under an aim that was learned without its game; the order stays."""
    folds, shown = folds_of(examples), list(examples)
    for fold in track(range(FOLDS), "aims, each without a fifth of the games"):
        seen = [example for example, at in zip(examples, folds, strict=True) if at != fold]
        aim = opened(learned_aim(seen, ranker, transformer))
        for number in np.flatnonzero(folds == fold).tolist():
            shown[number] = examples[number].aimed(aim)
    return shown


def is_learned_from(example: Example) -> bool:
    """Tell whether the cross-encoder learns from an example: from its game's name, so that it stays so."""
    draw = zlib.crc32(f"{example.group}{example.game}".encode())
    return example.group in LEARNED_FROM and draw % KEPT_FROM != 0


def learned_reader(examples: Sequence[Example], ranker: Linear, words: Words, transformer: Any) -> bytes:
    """Learn the cross-encoder's graph from examples as an aim shows them."""
    weights = [LEARNED_FROM[example.group] for example in examples]
    return fit_cross_encoder(examples, weights, ranker, words, MODEL, transformer)


def main(
    work: Annotated[Path, typer.Option(help="Folder for the indexes that fitting needs; kept for the next time.")],
    rulebooks: Annotated[
        list[Path] | None, typer.Option(help="Further rulebooks; one folder for each --asked.")
    ] = None,
    asked: Annotated[list[Path] | None, typer.Option(help="Development questions on the rulebooks, in order.")] = None,
    reading: Annotated[Path | None, typer.Option(help="Folder of open reading questions (reading.*.jsonl).")] = None,
    out: Annotated[Path, typer.Option(help="Folder to write into.")] = Path(__file__).parents[1] / "service",
    keep_reader: Annotated[bool, typer.Option(help="Keep the cross-encoder that is there.")] = False,
) -> None:
    """Fit on the shipped development questions and whatever else is given, and write what was learned."""
    from corpus import encoder
    from ingest.cli import shipped_library

    loaded = encoder.load(say=typer.echo)
    assert loaded.words is not None
    here = Path(__file__).parent
    sets = [
        (shipped_library(), sorted((here / "questions").glob("*.dev.jsonl"))),
        (here / PRACTICE, sorted((here / PRACTICE).glob("*.jsonl"))),
        *((book, [file]) for book, file in zip(rulebooks or [], asked or [], strict=True)),
    ]
    examples = [each for book, files in sets for each in _of_library(book, files, reading, loaded, work)]
    examples += [each for source in OPEN_SETS if reading for each in of_reading(reading, source, loaded, work)]
    before = fit_ranker(examples)
    transformer = encoder.sentence_transformer()[0].auto_model
    aimed = aimed_apart(examples, before, transformer)
    ranker = fit_ranker(aimed)
    learning = [each for each in aimed if is_learned_from(each)]
    if not keep_reader:
        (out / READER).write_bytes(learned_reader(learning, ranker, loaded.words, transformer))
    reader = cross_encoder.opened((out / READER).read_bytes())
    others = (each for each in aimed if not is_learned_from(each))
    read = [each.read(reader, loaded.words, ranker) for each in track(list(others), "reading")]
    judged = cross_validated(read, learning)
    threshold = threshold_of(judged)
    typer.echo(summary(judged, threshold))
    _write(fit(read, learning), threshold, _version(examples), out / "fitted.json")
    (out / "aim.onnx").write_bytes(learned_aim(examples, before, transformer))


def _of_library(
    book: Path, files: Sequence[Path], reading: Path | None, loaded: Encoder, work: Path
) -> Iterator[Example]:
    from ingest.build import ingest
    from service.opening import open_service

    index = work / book.name
    ingest([book], index, loaded, say=typer.echo)
    judge = open_service(index)
    yield from of_library(judge, questions.load(files).questions, book.name)
    yield from strangers(judge, reading, ASKED_BY_STRANGERS) if reading else ()


def _version(examples: Sequence[Example]) -> str:
    said = "\n".join(f"{each.group} {each.asked.language} {each.asked.text}" for each in examples)
    return f"fit {hashlib.sha256(said.encode()).hexdigest()[:8]} of {len(examples)}"


def _write(learned: Fit, threshold: float, version: str, out: Path) -> None:
    record = {
        "version": version,
        "ranker": {"weights": learned.ranker.weights},
        "confidence": {"weights": learned.confidence.weights, "intercept": learned.confidence.intercept},
        "threshold": threshold,
    }
    out.write_text(json.dumps(record, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    typer.run(main)
