"""Obeys orders as the service's own child does, with an encoder that needs no model; SLOWLY makes it take seconds."""

import os
import time

import corpus.encoder
from ingest import orders
from tests.fakes import FakeEncoder

if __name__ == "__main__":
    corpus.encoder.load = lambda *_, **__: FakeEncoder()  # type: ignore[assignment]
    time.sleep(float(os.environ.get("SLOWLY", "0")))
    orders.main()
