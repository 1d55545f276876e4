"""How far a comparison is, told in steps of the same work."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from corpus.types import Progress
from service.translation.checks import Glossary
from service.translation.comparing import compare, judge, steps
from service.translation.editions import Script, from_file
from tests.fakes import FakeEncoder
from tests.service.translation.editions import edition

RULES = "# Rules\n\nDraw two cards.\n\nThen the oldest player begins the round.\n"


@pytest.mark.parametrize("order", [range(30), [*range(10), *range(29, 9, -1)]])
def test_that_judging_counts_all_its_steps_whatever_it_finds(order: list[int]) -> None:
    heard: list[int] = []
    texts = [f"harbour number {number} of the old town" for number in range(30)]
    source = edition("a", "en", texts, range(30))
    judge(source, edition("b", "de", [texts[n] for n in order], order), progress=heard.append)
    assert sum(heard) == steps()
    assert len(heard) > 20


def test_that_several_pairs_are_counted_as_one_work(tmp_path: Path) -> None:
    told: dict[str, tuple[int, list[int]]] = {}

    @contextmanager
    def show(what: str, total: int) -> Iterator[Progress]:
        told[what] = (total, [])
        yield told[what][1].append

    (tmp_path / "terms.csv").write_text("card,Karte\n")
    glossary = Glossary.read(tmp_path / "terms.csv")
    compare([_script(tmp_path, name) for name in ("a", "b", "c")], FakeEncoder(), show, glossary)
    total, heard = told["comparing"]
    assert total == sum(heard) == 2 * steps(glossary) + steps()


def _script(folder: Path, name: str) -> Script:
    (folder / f"{name}.en.md").write_text(RULES)
    return from_file(folder / f"{name}.en.md")
