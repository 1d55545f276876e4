from dataclasses import replace
from pathlib import Path

import pytest

from eval import gate
from eval.gate import Floors, GateError
from eval.intervals import Figure
from eval.report import Report


def report(place: float = 0.6, refused_wrongly: float = 0.1, verdict: str = "right", data: str = "a" * 64) -> Report:
    figures = {
        "place@1": Figure(place, 0.0, 1.0, 50),
        "wrongly_refused": Figure(refused_wrongly, 0.0, 1.0, 50),
        "errors": Figure(0, 0, 0, 50),
    }
    return Report({"lexludo": "1"}, data, figures, {"q1": verdict, "q2": "wrong"}, {})


PINNED = gate.pinned(report())


def test_pins_to_the_lenient_side() -> None:
    thirds = gate.pinned(report(place=2 / 3, refused_wrongly=1 / 3))
    assert thirds.floors == {"place@1": 0.6666}
    assert thirds.ceilings == {"wrongly_refused": 0.3334, "errors": 0.0}
    assert gate.check(report(place=2 / 3, refused_wrongly=1 / 3), thirds) == []
    assert PINNED.floors == {"place@1": 0.6}


def test_holds_at_the_floor_and_breaks_below_with_the_questions_that_changed() -> None:
    assert gate.check(report(), PINNED) == []
    assert gate.check(report(place=0.7, verdict="wrong"), PINNED) == []
    worse = report(place=0.58, refused_wrongly=0.12, verdict="wrongly refused")
    assert gate.check(worse, PINNED) == [
        "place@1 0.5800 is below its floor 0.6",
        "wrongly_refused 0.1200 is above its ceiling 0.1",
        "changed: q1: right -> wrongly refused",
    ]


def test_a_figure_that_was_not_measured_breaks() -> None:
    floors = Floors(data="a" * 64, floors={"nDCG@10": 0.9})
    assert gate.check(report(), floors) == ["nDCG@10: pinned at 0.9 and not measured"]


def test_other_questions_break() -> None:
    broken = gate.check(report(data="b" * 64), PINNED)
    assert len(broken) == 1
    assert "data bbbbbbbbbbbb, pinned aaaaaaaaaaaa" in broken[0]
    assert "--lower-floors" in broken[0]


def test_raising_moves_only_to_the_stricter_side() -> None:
    better = gate.raised(report(place=0.65, refused_wrongly=0.2, verdict="within three"), PINNED)
    assert better.floors == {"place@1": 0.65}
    assert better.ceilings == {"wrongly_refused": 0.1, "errors": 0.0}
    assert better.verdicts["q1"] == "within three"
    with pytest.raises(GateError, match="not those"):
        gate.raised(report(data="b" * 64), PINNED)


def test_lowering_moves_only_what_does_not_hold_and_pins_other_questions_anew() -> None:
    moved = gate.lowered(report(place=0.65, refused_wrongly=0.2), PINNED)
    assert moved.floors == {"place@1": 0.6}
    assert moved.ceilings == {"wrongly_refused": 0.2, "errors": 0.0}
    anew = gate.lowered(report(place=0.65, refused_wrongly=0.05, data="b" * 64), PINNED)
    assert anew == gate.pinned(report(place=0.65, refused_wrongly=0.05, data="b" * 64))


def test_what_is_gated_is_the_files_choice() -> None:
    chosen = PINNED.model_copy(update={"floors": {"place@1": 0.5}, "ceilings": {}})
    assert gate.raised(report(), chosen).floors == {"place@1": 0.6}
    assert gate.raised(report(), chosen).ceilings == {}


def test_round_trip_and_bad_files(tmp_path: Path) -> None:
    file = tmp_path / "floors.json"
    gate.save(PINNED, file)
    assert gate.read(file) == PINNED
    assert file.read_text(encoding="utf-8").endswith("}\n")
    file.write_text('{"data": "x", "floor": {}, "floors": {"place@1": -1}}')
    with pytest.raises(GateError) as caught:
        gate.read(file)
    assert str(caught.value).splitlines() == [
        f"{file}: floors.place@1: Input should be greater than or equal to 0",
        f"{file}: floor: unknown field",
    ]
    with pytest.raises(GateError, match=r"absent\.json: no such file; --raise-floors writes it"):
        gate.read(tmp_path / "absent.json")


def test_changes_pass_new_questions_by() -> None:
    grown = replace(report(), verdicts={"q0": "right", "q1": "wrong", "q2": "wrong"})
    assert [str(change) for change in gate.changes(grown, PINNED)] == ["q1: right -> wrong"]
