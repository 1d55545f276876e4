"""How the service bears many askers: ``python -m eval.load``. It serves an index on the loopback interface by itself.

Askers ask without pause, so the figures are of a service that is never idle. Beside them, in the same run and on the
same questions, stands what the encoder reaches alone.
"""

import asyncio
import json as jsons
import multiprocessing
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Annotated

import httpx
import typer

from eval import processes, questions, serving
from eval.askers import TURNED_AWAY, Taken, ask_all
from eval.questions import JudgedQuestion

ENCODING = 5.0
"""Seconds for which the encoder is measured, before the load and after it."""

AT_ONCE = multiprocessing.get_context("spawn")


@dataclass(frozen=True, slots=True)
class Load:
    """Milliseconds of answers, calls by status (0: none came), seconds; memory in megabytes, of all processes."""

    askers: int
    workers: int
    seconds: float
    answers_per_second: float
    p50: float
    p99: float
    p99_over_p50: float
    statuses: dict[int, int]
    errors: int
    turned_away_p99: float | None
    turned_away_without_retry_after: int
    encoder_per_second: float
    encoders_per_second: float
    of_encoder: float
    of_encoders: float
    memory_early: processes.Memory
    memory_at_end: processes.Memory
    memory_growth: float


def measure(
    asked: Sequence[JudgedQuestion], index: Path | None, model: str | None, load: tuple[int, int, float]
) -> Load:
    """Serve ``index`` and let ``load`` (askers, workers, seconds) ask it. Raises ServingError where it does not start.

    The encoder alone is measured twice: one on all cores, as a service without workers holds it, and as many at once
    as there are workers.
    """
    askers, workers, seconds = load
    texts = [each.question for each in asked]
    before = _encoding(texts, model, workers)
    with serving.served(index, model, ("--workers", str(workers))) as service:
        _wait_for(workers, service.port)
        asyncio.run(ask_all(service.port, asked, min(askers, 4), 2.0))
        taken, early = asyncio.run(_watched(service, asked, askers, seconds))
        at_end = processes.memory(service.pid)
    after = _encoding(texts, model, workers)
    alone, together = ((one + other) / 2 for one, other in zip(before, after, strict=True))
    return _load(load, taken, (early, at_end), alone, together)


def _wait_for(workers: int, port: int) -> None:
    """Wait until all workers are there: a service says that it is ready once the first is."""
    deadline = time.monotonic() + serving.PATIENCE
    while httpx.get(f"http://{serving.LOOPBACK}:{port}/readyz").json().get("workers", 1) < workers:
        if time.monotonic() > deadline:
            raise serving.ServingError(f"lexludo serve did not get {workers} workers ready")
        time.sleep(serving.PAUSE)


async def _watched(
    service: serving.Client, asked: Sequence[JudgedQuestion], askers: int, seconds: float
) -> tuple[list[Taken], processes.Memory]:
    """Return the calls, and the memory after a minute (halfway, where there are not two)."""
    asking = asyncio.create_task(ask_all(service.port, asked, askers, seconds))
    await asyncio.sleep(min(60.0, seconds / 2))
    early = await asyncio.to_thread(processes.memory, service.pid)
    return await asking, early


def _load(
    load: tuple[int, int, float],
    taken: Sequence[Taken],
    memory: tuple[processes.Memory, processes.Memory],
    alone: float,
    together: float,
) -> Load:
    answered = sorted(each.seconds for each in taken if each.status == 200)
    away = [each for each in taken if each.status in TURNED_AWAY]
    lasted = max((each.began + each.seconds for each in taken), default=1.0)
    p50, p99, rate = _percentile(answered, 50), _percentile(answered, 99), len(answered) / lasted
    return Load(
        askers=load[0],
        workers=load[1],
        seconds=round(lasted, 1),
        answers_per_second=round(rate, 1),
        p50=p50,
        p99=p99,
        p99_over_p50=round(p99 / p50, 2) if p50 else 0.0,
        statuses=dict(sorted(Counter(each.status for each in taken).items())),
        errors=sum(each.status not in (200, *TURNED_AWAY) for each in taken),
        turned_away_p99=_percentile(sorted(each.seconds for each in away), 99) if away else None,
        turned_away_without_retry_after=sum(each.retry_after is None for each in away),
        encoder_per_second=round(alone, 1),
        encoders_per_second=round(together, 1),
        of_encoder=round(rate / alone, 3),
        of_encoders=round(rate / together, 3),
        memory_early=memory[0],
        memory_at_end=memory[1],
        memory_growth=round(memory[1].rss / memory[0].rss - 1, 4),
    )


def _percentile(rising: Sequence[float], percent: int) -> float:
    """Return the milliseconds at ``percent`` of rising seconds (nearest rank), 0 where there are none."""
    return round(rising[-(-percent * len(rising) // 100) - 1] * 1000, 1) if rising else 0.0


def _encoding(texts: Sequence[str], model: str | None, workers: int) -> tuple[float, float]:
    """Return questions a second of one encoder on all cores, and of one in each of ``workers`` processes together."""
    alone = _rates(texts, model, 1, 0)
    if workers == 1:
        return alone, alone
    return alone, _rates(texts, model, workers, max(1, processes.cores() // workers))


def _rates(texts: Sequence[str], model: str | None, encoders: int, threads: int) -> float:
    barrier = AT_ONCE.Barrier(encoders)
    ends = [AT_ONCE.Pipe(duplex=False) for _ in range(encoders)]
    running = [
        AT_ONCE.Process(target=_encode, args=(texts, model, threads, barrier, sending), daemon=True)
        for _, sending in ends
    ]
    for process in running:
        process.start()
    rates = [float(receiving.recv()) for receiving, _ in ends]
    for process in running:
        process.join()
    return sum(rates)


def _encode(texts: Sequence[str], model: str | None, threads: int, barrier: Barrier, sending: Connection) -> None:
    from corpus import encoder

    loaded = encoder.load(model, threads=threads)
    for text in texts[:20]:
        loaded.encode_queries([text])
    barrier.wait()
    done, started = 0, time.perf_counter()
    while time.perf_counter() - started < ENCODING:
        loaded.encode_queries([texts[done % len(texts)]])
        done += 1
    sending.send(done / (time.perf_counter() - started))


def run(
    askers: Annotated[int, typer.Option(min=1, max=2000, help="Who ask at once.")] = 50,
    seconds: Annotated[float, typer.Option(min=2, max=600, help="How long they ask.")] = 20,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Worker processes of the service.")] = 1,
    index: Annotated[Path | None, typer.Option(help="Index folder; without it, the one in your data folder.")] = None,
    model: Annotated[str | None, typer.Option(help="Encoder by name or folder.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON and nothing else.")] = False,
) -> None:
    """Serve an index and let many ask it at once: answers a second, p50, p99, errors, memory, and the encoder alone."""
    asked = questions.load(questions.shipped()).questions
    found = asdict(measure(asked, index, model, (askers, workers, seconds)))
    if json:
        typer.echo(jsons.dumps(found, indent=2))
    else:
        for name, value in found.items():
            typer.echo(f"{name.replace('_', ' '):32} {value}")


if __name__ == "__main__":
    typer.run(run)
