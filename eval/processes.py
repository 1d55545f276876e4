"""What a process and its children take of the machine (Linux)."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")


class Memory(NamedTuple):
    """Megabytes of a process and its children: resident, proportional (what is shared counts once), shared."""

    rss: float
    pss: float
    shared: float


def memory(process: int) -> Memory:
    """Return what a process and its children hold in memory now."""
    read = [fields for each in _family(process) if (fields := _rollup(each))]
    return Memory(*(round(sum(each[name] for each in read) / 1024, 1) for name in ("Rss", "Pss", "Shared")))


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0))


def _family(process: int) -> Iterator[int]:
    yield process
    for thread in (PROC / str(process) / "task").iterdir():
        for child in (thread / "children").read_text().split():
            yield from _family(int(child))


def _rollup(process: int) -> dict[str, int]:
    """Return kilobytes by name; empty where the process has just ended."""
    try:
        lines = (PROC / str(process) / "smaps_rollup").read_text().splitlines()[1:]
    except (FileNotFoundError, ProcessLookupError):
        return {}
    fields = {name.rstrip(":"): int(value) for name, value, *_ in map(str.split, lines)}
    return {**fields, "Shared": fields["Shared_Clean"] + fields["Shared_Dirty"]}
