"""The service's commands over the scripted library, to be run as a program of their own."""

import os
import time
from pathlib import Path

import typer

import service.cli
from corpus.errors import IndexUnusableError
from service.settings import Settings
from tests.service.scripted import Scripted


def _open(index: Path | None, model: str | None) -> Scripted:
    time.sleep(float(os.environ.get("OPENING_TAKES", "0")))
    if index is not None:
        raise IndexUnusableError(f"{index}: there is no index here; run `lexludo ingest` first")
    return Scripted(delay=float(os.environ.get("ANSWERING_TAKES", "0")))


def _open_reloading(settings: Settings, worker: int = 0) -> Scripted:
    return _open(settings.index, settings.model)


def build() -> typer.Typer:
    app = typer.Typer()
    service.cli.register(app)
    service.cli.open_library = _open
    service.cli.open_reloading = _open_reloading
    service.cli.open_worker = _open_reloading
    return app


if __name__ == "__main__":
    build()()
