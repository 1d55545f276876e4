"""Imports point one way only: corpus <- ingest <- service <- eval."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("corpus", "ingest", "service", "eval")


def modules() -> list[Path]:
    return [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide where they point"
            yield (node.module or "").split(".")[0]


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_one_way(path: Path) -> None:
    room = path.relative_to(ROOT).parts[0]
    later = set(ROOMS[ROOMS.index(room) + 1 :])
    assert not later.intersection(imported(path))
    assert "tests" not in set(imported(path))


def test_every_package_is_named() -> None:
    folders = {path.parent for path in modules()}
    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []
