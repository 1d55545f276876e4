from pathlib import Path

import pytest

from eval.fuzzing_documents import damaged_files, fuzz


def test_no_damaged_document_is_more_than_one_clear_line(tmp_path: Path) -> None:
    outcomes = fuzz(tmp_path, 120, seed=7)
    assert [each for each in outcomes if each.is_fault] == []
    assert len(outcomes) == 120
    assert {each.state for each in outcomes} == {"read", "refused"}


def test_the_same_seed_damages_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eval.fuzzing_documents.BOMB", 1_000)
    first, second, other = (list(damaged_files(40, seed)) for seed in (1, 1, 2))
    assert [name for name, _, _ in first] == [name for name, _, _ in second]
    assert [data for name, _, data in first if name.endswith(".html")] == [
        data for name, _, data in second if name.endswith(".html")
    ]
    assert first != other
