"""A run against an earlier one on the same questions: figures with paired significance, and the questions that flipped.

Both runs are taken as their JSON reports have them, so that a figure of each is counted in the same way.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from corpus.errors import LexludoError
from corpus.languages import primary
from eval import significance
from eval.evaluate import Verdict
from eval.figures import JUDGEMENTS, LOWER_IS_BETTER, Judged

Row = Mapping[str, Any]
"""One question of a JSON report."""

ASKED = ("question", "game", "expansions", "language", "answerable", "relevant", "facts")
"""What must be the same of a question in both runs."""

GOOD = frozenset({str(Verdict.RIGHT), str(Verdict.REFUSED)})
SURE = 0.05
"""A corrected p value below this is called significant."""


class ComparisonError(LexludoError):
    """An earlier report that cannot be compared with."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure in both runs over the same questions: ``difference`` is now less before, with its 95% interval.

    ``p`` is that of the paired ``test``, ``p_corrected`` after Holm over all figures of the comparison. ``gained`` and
    ``lost`` count questions whose value rose and fell; they are None where a figure is one of all questions together.
    """

    figure: str
    before: float
    now: float
    difference: float
    low: float
    high: float
    n: int
    test: str
    p: float
    p_corrected: float = 1.0
    gained: int | None = None
    lost: int | None = None

    @property
    def tells(self) -> str:
        """``better``, ``worse``, or "" where chance may explain the difference."""
        if self.p_corrected >= SURE:
            return ""
        return "better" if (self.difference > 0) != (self.figure in LOWER_IS_BETTER) else "worse"


@dataclass(frozen=True, slots=True)
class Side:
    """How a question ended in one run."""

    verdict: str
    answer: str
    place: str


@dataclass(frozen=True, slots=True)
class Flip:
    """A question that ended otherwise: ``gained``, ``lost``, or ``changed`` between two ways of being wrong."""

    id: str
    question: str
    language: str
    kind: str
    before: Side
    now: Side


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs from an earlier run. ``remarks`` say what the reader must know, such as other questions."""

    earlier: str
    signature_line: str
    compared: int
    remarks: tuple[str, ...]
    differences: tuple[Difference, ...]
    by_language: Mapping[str, tuple[Difference, ...]]
    flips: tuple[Flip, ...]

    def as_data(self) -> dict[str, Any]:
        """Return the comparison as plain data."""
        return asdict(self)

    def count(self, kind: str) -> int:
        """Return the number of flips of a kind."""
        return sum(flip.kind == kind for flip in self.flips)


def read(file: Path) -> dict[str, Any]:
    """Return an earlier JSON report. Raises ComparisonError naming the file and what to do."""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ComparisonError(f"{file}: {error.strerror}; name a report that --json wrote") from error
    except ValueError as error:
        raise ComparisonError(f"{file}: is not JSON ({error}); name a report that --json wrote") from error
    if not _is_report(data):
        raise ComparisonError(f"{file}: is no report of asked questions by this version; write it again with --json")
    return {**data, "file": file.name}


def _is_report(data: object) -> bool:
    if not isinstance(data, dict) or not {"data_hash", "signature_line", "signature"} <= data.keys():
        return False
    rows = data.get("questions")
    fields = {
        "id",
        "values",
        "verdict",
        "supported",
        "held_back",
        "turn",
        "confidence",
        "answer",
        "citations",
        "error",
        *ASKED,
    }
    return isinstance(rows, list) and bool(rows) and all(isinstance(r, dict) and fields <= r.keys() for r in rows)


def compare(earlier: Mapping[str, Any], now: Mapping[str, Any]) -> Comparison:
    """Compare two JSON reports over the questions that both asked alike; ``earlier`` is what ``read`` returns.

    Raises ComparisonError where there are none.
    """
    pairs = _pairs(earlier["questions"], now["questions"])
    if not pairs:
        raise ComparisonError(f"{earlier['file']}: asked none of these questions; compare runs of the same questions")
    order = list(now["figures"])
    languages = sorted({primary(row["language"]) for row, _ in pairs if row["language"]})
    return Comparison(
        earlier["file"],
        earlier["signature_line"],
        len(pairs),
        tuple(_remarks(earlier, now, len(pairs))),
        _differences(pairs, order),
        {
            name: _differences([p for p in pairs if primary(p[0]["language"] or "") == name], order)
            for name in languages
        },
        tuple(_flips(pairs)),
    )


Pair = tuple[Row, Row]


def _pairs(before: Sequence[Row], now: Sequence[Row]) -> list[Pair]:
    known = {row["id"]: row for row in before}
    return [(known[row["id"]], row) for row in now if row["id"] in known and _alike(known[row["id"]], row)]


def _alike(before: Row, now: Row) -> bool:
    return all(before[name] == now[name] for name in ASKED)


def _remarks(earlier: Mapping[str, Any], now: Mapping[str, Any], compared: int) -> Iterator[str]:
    if earlier["data_hash"] != now["data_hash"]:
        yield (
            f"the question files differ (then {earlier['data_hash'][:12]}, now {now['data_hash'][:12]}): compared are "
            f"the {compared} that both runs asked alike, of {len(earlier['questions'])} then and "
            f"{len(now['questions'])} now; the floors and the figures of the two reports are not comparable"
        )
    for name, value in now["signature"].items():
        then = earlier["signature"].get(name)
        if then != value and name not in ("data", "files", "questions"):
            yield f"{name}: {then} then, {value} now"


def _differences(pairs: Sequence[Pair], order: Sequence[str]) -> tuple[Difference, ...]:
    measured = {name for before, now in pairs for name in now["values"].keys() & before["values"].keys()}
    found = [*(_of_values(name, pairs) for name in order if name in measured), *_of_judgements(pairs)]
    corrected = significance.holm([difference.p for difference in found])
    return tuple(_with(difference, p) for difference, p in zip(found, corrected, strict=True))


def _with(difference: Difference, p_corrected: float) -> Difference:
    return Difference(**(asdict(difference) | {"p_corrected": p_corrected}))


def _of_values(name: str, pairs: Sequence[Pair]) -> Difference:
    rows = [(b["values"][name], n["values"][name]) for b, n in pairs if name in b["values"] and name in n["values"]]
    before, now = np.array(rows, dtype=np.float64).T
    apart = now - before
    gained, lost = int((apart > 0).sum()), int((apart < 0).sum())
    binary = bool(np.isin(np.concatenate((before, now)), (0.0, 1.0)).all())
    p = significance.exact_sign(gained, lost) if binary else significance.randomisation(apart)
    test = "McNemar, exact" if binary else "paired randomisation"
    low, high = significance.mean_interval(apart)
    means = float(before.mean()), float(now.mean())
    return Difference(name, *means, means[1] - means[0], low, high, len(rows), test, p, gained=gained, lost=lost)


def _of_judgements(pairs: Sequence[Pair]) -> Iterator[Difference]:
    alone = [pair for pair in pairs if pair[1]["turn"] is None]
    if not alone:
        return
    before, now = _judged([b for b, _ in alone]), _judged([n for _, n in alone])
    for name, statistic in JUDGEMENTS.items():
        then, current = statistic(before), statistic(now)
        if not np.isnan(then) and not np.isnan(current):
            p, (low, high) = significance.of_columns(_of_columns(statistic), before, now)
            yield Difference(name, then, current, current - then, low, high, len(alone), "paired randomisation", p)


def _of_columns(statistic: Callable[[Judged], float]) -> significance.Statistic:
    return lambda columns: statistic(Judged(*columns))


def _judged(rows: Sequence[Row]) -> Judged:
    return Judged(
        np.array([_confidence(row) for row in rows], dtype=np.float64),
        np.array([row["supported"] for row in rows], dtype=bool),
        np.array([row["answerable"] for row in rows], dtype=bool),
        np.array([row["held_back"] for row in rows], dtype=bool),
    )


def _confidence(row: Row) -> float:
    # after an error, the worst that could have been said
    return float(row["confidence"] if row["confidence"] is not None else not row["answerable"])


def _flips(pairs: Sequence[Pair]) -> Iterator[Flip]:
    for before, now in pairs:
        if before["verdict"] != now["verdict"]:
            kind = _kind(before["verdict"] in GOOD, now["verdict"] in GOOD)
            yield Flip(now["id"], now["question"], now["language"] or "", kind, _side(before), _side(now))


def _kind(good_before: bool, good_now: bool) -> str:
    if good_before == good_now:
        return "changed"
    return "gained" if good_now else "lost"


def _side(row: Row) -> Side:
    first = next(iter(row["citations"]), None)
    place = f"{first['document']}, page {first['page']}" if first else ""
    return Side(row["verdict"], row["answer"] or row["error"] or "", place)
