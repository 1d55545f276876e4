"""A sample of damaged PDFs; ``python -m eval.fuzzing_pdfs`` reads 2,000 and the ones that unpack without measure."""

from pathlib import Path

from eval.fuzzing_pdfs import fuzz, mutated, named
from eval.hostile_pdfs import light, sound
from ingest.readers import read


def test_sound_files_are_sound(tmp_path: Path) -> None:
    for number, data in enumerate(sound()):
        file = tmp_path / f"{number}.pdf"
        file.write_bytes(data)
        assert len(read(file).pages[0].text.split()) >= 10


def test_damaged_files_are_read_or_refused_in_one_line(tmp_path: Path) -> None:
    outcomes = fuzz(tmp_path, mutated(150, seed=7))
    assert [(each.how, each.state, each.said) for each in outcomes if each.is_fault] == []
    assert {each.state for each in outcomes} == {"read", "refused"}


def test_hostile_files_are_read_or_refused_in_one_line(tmp_path: Path) -> None:
    outcomes = fuzz(tmp_path, named(light()))
    assert len(outcomes) > 10
    assert [(each.how, each.state, each.said) for each in outcomes if each.is_fault] == []


def test_the_same_seed_damages_alike() -> None:
    first, second = ([data for _, _, data in mutated(40, seed=3)] for _ in range(2))
    assert first == second


def test_forms_in_a_form_of_their_own_are_refused_before_they_are_drawn(tmp_path: Path) -> None:
    files = [(how, data) for how, data in light() if how == "a form in itself"]
    (outcome,) = fuzz(tmp_path, named(files))
    assert (outcome.state, "1 of 1 pages cannot be read" in outcome.said) == ("refused", True)
