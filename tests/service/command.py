"""The service's commands over the scripted library, to be run as a program of their own."""

import os
import time
from pathlib import Path

import typer

import service.cli
from corpus.errors import IndexUnusableError
from tests.service.scripted import Scripted


def _open(index: Path | None, model: str | None) -> Scripted:
    time.sleep(float(os.environ.get("OPENING_TAKES", "0")))
    if index is not None:
        raise IndexUnusableError(f"{index}: there is no index here; run `lexludo ingest` first")
    return Scripted()


def build() -> typer.Typer:
    app = typer.Typer()
    service.cli.register(app)
    service.cli.open_library = _open
    service.cli.open_reloading = lambda settings: _open(settings.index, settings.model)
    return app


if __name__ == "__main__":
    build()()
