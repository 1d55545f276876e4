"""Fits the aim, the cross-encoder, the ranker and the confidence, and writes them into ``service/``:
``python -m eval.fit``.

The aim and the cross-encoder learn from four in five of the invented games in ``eval/practice`` and from open reading
questions. How far to follow them, and how likely an answer is, is learned from the other invented games and from
libraries, of which they have seen no question: as questions about a new game will be seen. Development questions only:
those of the shipped library, and any further ones given with their rulebooks.
"""

import hashlib
import json
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import track

from corpus.types import Encoder, Words
from eval import questions
from eval.aiming import fit_aim
from eval.cross_encoding import fit_cross_encoder
from eval.linear_fits import (
    OPEN_WEIGHT,
    PRACTICE,
    Fit,
    cross_validated,
    fit,
    fit_ranker,
    summary,
    threshold_of,
)
from eval.training import STRANGERS, Example, of_library, of_reading, strangers
from service import cross_encoder
from service.aim import opened
from service.fitted import Linear

OPEN_SETS = ("xquad", "faquad")
LEARNED_FROM = {PRACTICE: 1.0, "xquad": 0.6, "faquad": 0.6, STRANGERS: 0.3}
"""Groups that the aim and the cross-encoder learn from, and what a question of each counts for in the latter."""
KEPT_FROM = 5
"""One game in so many of these is kept from them."""
AIM_WEIGHT = 0.6
"""What a question of an open set counts for in the aim, where one about rules counts 1."""
MODEL = "multilingual-e5-small"
"""The model whose vectors the aim and the cross-encoder are learned of, as its name ends."""
AIM, READER = "aim.onnx", "cross_encoder.onnx"
ASKED_BY_STRANGERS = 200
"""Open questions asked about each library, which does not answer them."""


def learned_aim(examples: Sequence[Example], ranker: Linear, transformer: Any) -> bytes:
    """Learn the aim's graph from examples with the encoder's own vectors, and a ranker fitted on the same."""
    weights = [AIM_WEIGHT if example.group in OPEN_WEIGHT else 1.0 for example in examples]
    return fit_aim(examples, weights, ranker, MODEL, transformer)


def is_learned_from(example: Example) -> bool:
    """Tell whether the aim and the cross-encoder learn from an example."""
    return _is_learned_from(example.group, example.game)


def _is_learned_from(group: str, game: str | None) -> bool:
    """Tell whether they learn from a game: from its name, so that it stays so."""
    return group in LEARNED_FROM and zlib.crc32(f"{group}{game}".encode()) % KEPT_FROM != 0


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
    keep_layers: Annotated[bool, typer.Option(help="Keep the aim and the cross-encoder that are there.")] = False,
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
    examples = [each for book, files in sets for each in _of_library(book, files, reading, loaded, work, keep_layers)]
    examples += [each for source in OPEN_SETS if reading for each in of_reading(reading, source, loaded, work)]
    if not keep_layers:
        transformer = encoder.sentence_transformer()[0].auto_model
        _learn_layers([each for each in examples if is_learned_from(each)], loaded.words, transformer, out)
    aim, reader = opened((out / AIM).read_bytes()), cross_encoder.opened((out / READER).read_bytes())
    aimed = [each.aimed(aim) for each in examples if not is_learned_from(each)]
    ranker = fit_ranker(aimed)
    read = [each.read(reader, loaded.words, ranker) for each in track(aimed, "reading")]
    judged = cross_validated(read)
    threshold = threshold_of(judged)
    typer.echo(summary(judged, threshold))
    _write(fit(read), threshold, _version(read), out / "fitted.json")


def _learn_layers(learning: Sequence[Example], words: Words, transformer: Any, out: Path) -> None:
    """Learn the aim, and with what it finds the cross-encoder, and write both into a folder."""
    (out / AIM).write_bytes(learned_aim(learning, fit_ranker(learning), transformer))
    aim = opened((out / AIM).read_bytes())
    aimed = [each.aimed(aim) for each in track(learning, "aiming")]
    (out / READER).write_bytes(learned_reader(aimed, fit_ranker(aimed), words, transformer))


def _of_library(
    book: Path, files: Sequence[Path], reading: Path | None, loaded: Encoder, work: Path, only_kept: bool
) -> Iterator[Example]:
    from ingest.build import ingest
    from service.opening import open_service

    index = work / book.name
    ingest([book], index, loaded, say=typer.echo)
    judge = open_service(index)
    asked = questions.load(files).questions
    kept = [each for each in asked if not (only_kept and _is_learned_from(book.name, each.game))]
    yield from of_library(judge, kept, book.name)
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
