"""``lexludo watch`` with an encoder that needs no model, to be run as a program of its own."""

import signal

import typer

import corpus.encoder
from ingest import keeping_cli
from tests.fakes import FakeEncoder

if __name__ == "__main__":
    # programs that a shell runs in the background inherit that it is ignored
    signal.signal(signal.SIGINT, signal.default_int_handler)
    corpus.encoder.load = lambda *_, **__: FakeEncoder()  # type: ignore[assignment]
    app = typer.Typer()
    app.command()(keeping_cli.watch)
    app()
