"""How well editions are aligned: ``python -m eval.alignment`` scores the shipped library against its sources' ids.

Each pair of languages is scored as the PDFs are read, and perturbed (see ``eval.alignment_perturbed``), beside two
baselines in the same run.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from corpus.errors import LexludoError
from corpus.types import Encoder, Vectors
from eval.alignment_baselines import by_length, by_nearest
from eval.alignment_gold import Judged, Link, gold_links, judgeable, judged_editions, pairs_of
from eval.alignment_perturbed import perturbed
from eval.alignment_scores import Counts, scored
from ingest.embedding import ShowProgress
from service.translation.alignment import align
from service.translation.types import Edition

STRICT, LAX = 0.93, 0.98
"""F1 that every pair of languages must reach as read."""
PAIRS = 6
"""Pairs of languages that must reach it."""
AS_READ, PERTURBED = "as read", "perturbed"
METHODS = {
    "lexludo": lambda source, target: [(pair.source, pair.target) for pair in align(source, target).pairs],
    "Gale-Church": by_length,
    "nearest": by_nearest,
}

Results = dict[tuple[str, str, str], dict[str, Counts]]
"""By version and the two languages, the counts of each method."""


@dataclass(frozen=True, slots=True)
class Task:
    """Two editions to align, their gold, and what version of the texts they are."""

    version: str
    source: Judged
    target: Judged


def tasks(editions: Sequence[Judged], seeds: int) -> list[Task]:
    """Return every pair of editions as read, and ``seeds`` times with the second of them perturbed."""
    listed = []
    for pairs in pairs_of(editions).values():
        for one, other in pairs:
            listed.append(Task(AS_READ, one, other))
            listed += [Task(PERTURBED, one, perturbed(other, seed)) for seed in range(seeds)]
    return listed


def measure(listed: Sequence[Task], encoder: Encoder, show: ShowProgress) -> Results:
    """Align every task by every method and count what agrees with gold."""
    vectors = _vectors(listed, encoder, show)
    results: Results = {}
    with show("aligning", len(listed)) as progress:
        for task in listed:
            key = (task.version, task.source.script.language, task.target.script.language)
            held = results.setdefault(key, dict.fromkeys(METHODS, Counts()))
            for method, counts in _counted(task, vectors):
                held[method] += counts
            progress(1)
    return results


def _vectors(listed: Sequence[Task], encoder: Encoder, show: ShowProgress) -> dict[str, Vectors]:
    """Embed each text once, however many editions hold it."""
    sides = (side for task in listed for side in (task.source, task.target))
    texts = sorted({segment.text for side in sides for segment in side.script.segments})
    with show("embedding", len(texts)) as progress:
        return dict(zip(texts, encoder.encode_passages(texts, progress), strict=True))


def _counted(task: Task, vectors: Mapping[str, Vectors]) -> Iterator[tuple[str, Counts]]:
    source, target = _edition(task.source, vectors), _edition(task.target, vectors)
    gold = gold_links(task.source.ids, task.target.ids)
    for method, run in METHODS.items():
        links: list[Link] = run(source, target)
        yield method, scored(judgeable(links, task.source.ids, task.target.ids), gold)


def _edition(judged: Judged, vectors: Mapping[str, Vectors]) -> Edition:
    import numpy as np

    segments = judged.script.segments
    held = np.stack([vectors[segment.text] for segment in segments])
    return Edition(judged.script.name, judged.script.language, segments, held)


def reached(results: Results) -> list[tuple[str, str]]:
    """Return the language pairs that reach the floors as read, and over all versions are ahead of both baselines.

    As read the library's editions correspond nearly one to one, and lengths alone pair them as well as can be.
    """
    pairs = dict.fromkeys((one, other) for _, one, other in results)
    return [pair for pair in pairs if _reaches(results, pair) and _is_ahead(results, pair)]


def _reaches(results: Results, pair: tuple[str, str]) -> bool:
    ours = results[AS_READ, *pair]["lexludo"]
    return ours.strict >= STRICT and ours.lax >= LAX


def _is_ahead(results: Results, pair: tuple[str, str]) -> bool:
    held = [counts for (_, *found), counts in results.items() if tuple(found) == pair]
    totals = {method: sum((counts[method] for counts in held), Counts()) for method in METHODS}
    ours = totals.pop("lexludo")
    return all(ours.strict > other.strict and ours.lax > other.lax for other in totals.values())


def as_data(results: Results, seconds: float) -> dict[str, Any]:
    """Return the figures as plain data."""
    rows = [
        {
            "version": version,
            "source": one,
            "target": other,
            **{m: {"strict": c.strict, "lax": c.lax, **asdict(c)} for m, c in counts.items()},
        }
        for (version, one, other), counts in results.items()
    ]
    return {"pairs": rows, "reached": reached(results), "floors": {"strict": STRICT, "lax": LAX}, "seconds": seconds}


def show_table(results: Results, console: Console) -> None:
    """Print strict and lax F1 by pair and method."""
    for version in (AS_READ, PERTURBED):
        table = Table("pair", "links", title=f"{version}: strict / lax F1", title_justify="left", box=SIMPLE_HEAD)
        for method in METHODS:
            table.add_column(method, justify="right")
        for name, counts in _rows(results, version):
            table.add_row(
                name, str(counts["lexludo"].gold), *(f"{c.strict:.3f} / {c.lax:.3f}" for c in counts.values())
            )
        if table.row_count > 1:
            console.print(table)
    console.print(f"{len(reached(results))} language pairs reach strict {STRICT} and lax {LAX} ahead of both baselines")


def _rows(results: Results, version: str) -> Iterator[tuple[str, dict[str, Counts]]]:
    total = dict.fromkeys(METHODS, Counts())
    for (found, one, other), counts in results.items():
        if found == version:
            total = {method: total[method] + counts[method] for method in METHODS}
            yield f"{one} – {other}", counts
    yield "all", total


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return 0, or 1 where fewer than six language pairs reach the floors."""
    parser = argparse.ArgumentParser(prog="python -m eval.alignment", description=str(__doc__).partition("\n\n")[0])
    parser.add_argument("--json", action="store_true", help="print the figures as JSON and nothing else")
    parser.add_argument("--seeds", type=int, default=2, help="perturbed versions of each pair (default 2)")
    parser.add_argument("--model", help="encoder by name or folder; without it, the embedded one")
    parser.add_argument("--languages", nargs="*", help="only pairs of these languages")
    given = parser.parse_args(arguments)
    try:
        results, seconds = _run(given.seeds, given.model, given.languages)
    except LexludoError as error:
        print(f"lexludo: {error}", file=sys.stderr)
        return 1
    if given.json:
        print(json.dumps(as_data(results, seconds), indent=1))
    else:
        show_table(results, Console(highlight=False))
    return 0 if len(reached(results)) >= PAIRS else 1


def _run(seeds: int, model: str | None, languages: Sequence[str] | None) -> tuple[Results, float]:
    from corpus import encoder
    from ingest.progress import on_console

    show = on_console(Console(stderr=True))
    started = time.monotonic()
    editions = [each for each in judged_editions() if not languages or each.script.language in languages]
    results = measure(tasks(editions, seeds), encoder.load(model), show)
    return results, round(time.monotonic() - started, 1)


if __name__ == "__main__":
    sys.exit(main())
