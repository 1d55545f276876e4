"""Floors: figures that must not fall, pinned together with the judged data and what became of each question.

Raising a floor is free, lowering one needs a flag, and other data are another yardstick (after trafilatura's
evaluation gate). The file is JSON::

    {"data": "<hash of the question files>", "floors": {"place@1": 0.61}, "ceilings": {"wrongly_refused": 0.11},
     "verdicts": {"chess-001": "right"}}
"""

import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from corpus.errors import LexludoError
from eval.figures import COUNTS, LOWER_IS_BETTER
from eval.intervals import Figure
from eval.questions import described
from eval.report import Report, write

DECIMALS = 4
"""Limits are kept to so many decimals, rounded to the lenient side."""

EXACTNESS = 1e-9
"""A figure this close to its limit holds: sums of binary fractions are not exact."""

Limit = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class GateError(LexludoError):
    """A gate that did not hold, or whose file cannot be used."""


class Floors(BaseModel):
    """What is pinned: the data's hash, the least (or, for ``ceilings``, the most) of figures, and the verdicts."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    data: str
    floors: dict[str, Limit] = {}
    ceilings: dict[str, Limit] = {}
    verdicts: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class Change:
    """A question that ended otherwise than when the floors were pinned."""

    question: str
    before: str
    now: str

    def __str__(self) -> str:
        return f"{self.question}: {self.before} -> {self.now}"


def read(file: Path) -> Floors:
    """Read a floors file. Raises GateError naming the file and what is wrong."""
    try:
        return Floors.model_validate_json(file.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise GateError(f"{file}: no such file; --raise-floors writes it from this run") from error
    except (OSError, UnicodeDecodeError) as error:
        raise GateError(f"{file}: cannot be read ({error}); name a floors file") from error
    except ValidationError as error:
        raise GateError("\n".join(f"{file}: {problem}" for problem in described(error))) from error


def check(report: Report, floors: Floors) -> list[str]:
    """Return what does not hold, in words; nothing where the gate holds.

    Where something does not, the questions that changed follow.
    """
    if report.data_hash != floors.data:
        return [_other_data(report, floors)]
    low = _broken(report, floors.floors, "below its floor", lambda value, limit: value < limit - EXACTNESS)
    high = _broken(report, floors.ceilings, "above its ceiling", lambda value, limit: value > limit + EXACTNESS)
    broken = [*low, *high]
    return broken + [f"changed: {change}" for change in changes(report, floors)] if broken else []


def changes(report: Report, floors: Floors) -> list[Change]:
    """Return the questions whose verdict is not the pinned one, in the report's order."""
    pinned = floors.verdicts
    return [Change(name, pinned[name], now) for name, now in report.verdicts.items() if pinned.get(name, now) != now]


def raised(report: Report, floors: Floors) -> Floors:
    """Return the floors with each limit moved to this run's figure where that is stricter.

    Raises GateError where the data differ: figures of other questions say nothing about these floors.
    """
    if report.data_hash != floors.data:
        raise GateError(_other_data(report, floors))
    measured = pinned(report)
    return Floors(
        data=floors.data,
        floors=floors.floors | _moved(floors.floors, measured.floors, max),
        ceilings=floors.ceilings | _moved(floors.ceilings, measured.ceilings, min),
        verdicts=measured.verdicts,
    )


def lowered(report: Report, floors: Floors) -> Floors:
    """Return the floors with each limit that does not hold moved to this run's figure, on other data every limit.

    A limit whose figure was not measured is dropped.
    """
    measured = pinned(report)
    same = report.data_hash == floors.data
    return Floors(
        data=report.data_hash,
        floors=_moved(floors.floors, measured.floors, min if same else _newer),
        ceilings=_moved(floors.ceilings, measured.ceilings, max if same else _newer),
        verdicts=measured.verdicts,
    )


def pinned(report: Report) -> Floors:
    """Return floors exactly at this run's figures."""
    return Floors(
        data=report.data_hash,
        floors={n: _lenient(f, math.floor) for n, f in report.figures.items() if n not in LOWER_IS_BETTER},
        ceilings={n: _lenient(f, math.ceil) for n, f in report.figures.items() if n in LOWER_IS_BETTER},
        verdicts=report.verdicts,
    )


def save(floors: Floors, file: Path) -> None:
    """Write a floors file; stable order and one verdict a line, so that changes read well."""
    write(json.dumps(floors.model_dump(), ensure_ascii=False, indent=2) + "\n", file)


def _moved(old: dict[str, float], new: dict[str, float], pick: Callable[[float, float], float]) -> dict[str, float]:
    # a figure that the file does not name stays unnamed: what is gated is the file's choice
    return {name: pick(limit, new[name]) for name, limit in old.items() if name in new}


def _newer(_: float, new: float) -> float:
    return new


def _lenient(figure: Figure, rounding: Callable[[float], int]) -> float:
    scale = 10**DECIMALS
    # 0.6 * 10**4 must not become 5999 or 6001 through binary fractions
    return float(rounding(round(figure.value * scale, 4)) / scale)


def _broken(
    report: Report, limits: dict[str, float], fault: str, breaks: Callable[[float, float], bool]
) -> Iterator[str]:
    for name, limit in limits.items():
        if name not in report.figures:
            yield f"{name}: pinned at {limit:g} and not measured"
        elif breaks(report.figures[name].value, limit):
            value = report.figures[name].value
            shown = f"{value:.0f}" if name in COUNTS else f"{value:.{DECIMALS}f}"
            yield f"{name} {shown} is {fault} {limit:g}"


def _other_data(report: Report, floors: Floors) -> str:
    return (
        f"the questions are not those that the floors were pinned with (data {report.data_hash[:12]}, pinned "
        f"{floors.data[:12]}); --lower-floors pins them anew from this run"
    )
