import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

import corpus.encoder
from corpus.errors import LexludoError
from corpus.index import Index
from ingest import cli
from tests.fakes import FakeEncoder
from tests.ingest.books import BOATS, COINS, write_book

ROOT = Path(__file__).parents[2]


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str | None]:
    """The names of the models that were loaded."""
    names: list[str | None] = []

    def load(name: str | None, **_: object) -> FakeEncoder:
        names.append(name)
        return FakeEncoder(name or "embedded")

    monkeypatch.setattr(corpus.encoder, "load", load)
    return names


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return write_book(tmp_path / "canals" / "[b]rules[b].en.txt", BOATS, COINS)


def run(*arguments: object, **environment: str) -> Result:
    app = typer.Typer()
    app.callback()(lambda: None)
    cli.register(app)
    return CliRunner().invoke(app, ["ingest", *map(str, arguments)], env=environment)


def test_a_line_for_each_file_and_a_summary(loaded: list[str | None], book: Path, tmp_path: Path) -> None:
    first = run(book.parent, "--index", tmp_path / "index")
    assert (first.exit_code, first.stdout, loaded) == (0, "", [None])
    assert first.stderr.splitlines() == [
        f"added      {book}: [b]rules[b].en, 1 page, 2 passages, en",
        "1 added; the index holds 1 document, 2 passages",
    ]
    again = run(book, "--index", tmp_path / "index")
    assert again.stderr.splitlines() == [
        f"unchanged  {book}: [b]rules[b].en, 1 page, 2 passages, en",
        "1 unchanged; the index holds 1 document, 2 passages",
    ]


def test_a_missing_path_fails_and_the_others_go_on(loaded: list[str | None], book: Path, tmp_path: Path) -> None:
    result = run(tmp_path / "gone", book, "--index", tmp_path / "index")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[0] == f"failed     {tmp_path / 'gone'}: does not exist; check the path"
    assert result.stderr.splitlines()[-1] == "1 added, 1 failed; the index holds 1 document, 2 passages"


def test_variables_set_what_flags_set(loaded: list[str | None], book: Path, tmp_path: Path) -> None:
    result = run(book, LEXLUDO_INDEX=str(tmp_path / "named"), LEXLUDO_MODEL="mine")
    assert (result.exit_code, loaded) == (0, ["mine"])
    assert Index.open(tmp_path / "named").manifest.model.name == "mine"


@pytest.mark.parametrize("arguments", [[], ["book", "--nonsense"]])
def test_wrong_use(arguments: list[str]) -> None:
    assert run(*arguments).exit_code == 2


def test_an_index_that_cannot_be_written_is_named(loaded: list[str | None], book: Path) -> None:
    result = run(book, "--index", book)
    assert result.exit_code != 0
    assert isinstance(result.exception, LexludoError)  # printed as it stands by the program's entry
    assert str(book) in str(result.exception)


def test_the_default_index_lies_in_the_users_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if sys.platform == "linux":
        assert cli.default_index() == tmp_path / "lexludo" / "index"
    assert cli.default_index().parts[-2:] == ("lexludo", "index")


def test_an_empty_index_gets_the_shipped_library_and_no_other_does(tmp_path: Path, book: Path) -> None:
    encoder = FakeEncoder()
    cli.ensure_library(tmp_path / "index", encoder)
    index = Index.open(tmp_path / "index", card=encoder.card)
    assert {"backgammon", "chess"} <= set(index.games())
    assert {document.language for document in index.documents} >= {"en", "es", "pt-BR"}
    assert all(index.source(document.id).is_relative_to(cli.shipped_library()) for document in index.documents)
    encoder.batches.clear()
    cli.ensure_library(tmp_path / "index", encoder)
    assert (Index.current_generation(tmp_path / "index"), encoder.batches) == ("000001", [])


def test_help_loads_neither_model_nor_index() -> None:
    code = (
        "import sys, typer, ingest.cli; ingest.cli.register(typer.Typer());"
        "heavy = ('faiss', 'torch', 'bm25s', 'lingua', 'pypdf', 'rich.progress');"
        "print([name for name in heavy if name in sys.modules])"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.strip() == "[]"
