"""Damages PDFs in many ways and reads them: each must be read or refused in one line, within its bounds.

``python -m eval.fuzzing_pdfs [--files 2000] [--seed 1]`` prints what became of them and exits with 1 on a crash, on a
file past its bound of time, or where reading all of them took too much memory.
"""

import argparse
import random
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

from eval.fuzzing import read_damaged
from eval.fuzzing_documents import Outcome
from eval.hostile_pdfs import hostile, sound

LONGEST = 60.0
"""Seconds of computing for one file; a sound one takes a hundredth."""
HARD_STOP = 200
"""Seconds of computing after which a file is given up: reading bounds itself before."""
MOST_MEMORY = 1_500_000_000
"""Bytes that the whole run may come to."""

NamedFile = tuple[str, str, bytes]
"""A file's name, what is wrong with it, and its bytes."""
Mutation = Callable[[random.Random, bytes], bytes]


class _GivenUpError(BaseException):
    """A file took too long; no reader may catch this."""


def mutated(files: int, seed: int) -> Iterator[NamedFile]:
    """Yield ``files`` damaged PDFs, always the same for a seed."""
    chance = random.Random(seed)
    seeds = sound()
    for number in range(files):
        how, mutate = chance.choice(list(_MUTATIONS.items()))
        yield f"{number}.pdf", how, mutate(chance, chance.choice(seeds)) or b"%PDF-"


def named(files: Iterable[tuple[str, bytes]]) -> Iterator[NamedFile]:
    """Yield hostile files under names of their own."""
    return ((f"hostile-{number}.pdf", how, data) for number, (how, data) in enumerate(files))


def fuzz(folder: Path, files: Iterable[NamedFile]) -> list[Outcome]:
    """Read PDFs, written to ``folder`` one after the other."""
    return [_outcome(folder, name, how, data) for name, how, data in files]


def _outcome(folder: Path, name: str, how: str, data: bytes) -> Outcome:
    file = folder / name
    file.write_bytes(data)
    started = time.process_time()
    try:
        with _given_up_after(HARD_STOP):
            state, said = read_damaged(file)
    except _GivenUpError:
        state, said = "slow", f"given up after {HARD_STOP} s"
    took = time.process_time() - started
    file.unlink()
    return Outcome(name, how, "slow" if took > LONGEST else state, said or f"{took:.1f} s")


@contextmanager
def _given_up_after(seconds: int) -> Iterator[None]:
    def stop(signum: int, _frame: object) -> None:
        raise _GivenUpError(f"signal {signum}")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _truncated(chance: random.Random, data: bytes) -> bytes:
    return data[: chance.randrange(len(data))]


def _flipped(chance: random.Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.choice((1, 4, 16, 64))):
        changed[chance.randrange(len(changed))] ^= 1 << chance.randrange(8)
    return bytes(changed)


def _cut(chance: random.Random, data: bytes) -> bytes:
    start = chance.randrange(len(data))
    return data[:start] + data[start + chance.randrange(1, 600) :]


def _moved(chance: random.Random, data: bytes) -> bytes:
    start, to = sorted(chance.randrange(len(data)) for _ in range(2))
    return data[:to] + data[start : start + chance.randrange(1, 600)] + data[to:]


def _edited(pattern: str, replacements: tuple[str, ...]) -> Mutation:
    """Return the mutation that puts one of ``replacements`` in the place of some matches of a pattern."""
    import re

    found = re.compile(pattern.encode())

    def mutated(chance: random.Random, data: bytes) -> bytes:
        share = chance.choice((0.05, 0.3, 1.0))

        def changed(match: "re.Match[bytes]") -> bytes:
            return chance.choice(replacements).encode() if chance.random() < share else match.group()

        return found.sub(changed, data)

    return mutated


_NUMBERS = ("0", "-1", "1e308", "99999999999", "-99999999999", "0.0000001", "nan", "2147483648", "()", "null")
_MUTATIONS: dict[str, Mutation] = {
    "truncated": _truncated,
    "bits flipped": _flipped,
    "piece cut": _cut,
    "piece moved": _moved,
    "references crossed": _edited(r"\b\d+ 0 R\b", tuple(f"{n} 0 R" for n in range(9))),
    "cross-reference wrong": _edited(r"\b\d{10} 00000 n\b", ("0000000000 00000 n", "9999999999 00000 n", "xxxx")),
    "start of cross-reference wrong": _edited(
        r"startxref\s+\d+", ("startxref\n0", "startxref\n-7", "startxref 99999999")
    ),
    "sizes absurd": _edited(r"(?<=[\[ ])-?\d+(?:\.\d+)?(?=[\] ])", _NUMBERS),
    "lengths wrong": _edited(
        r"/Length \d+", ("/Length 0", "/Length -5", "/Length 999999999", "/Length 4 0 R", "/Length")
    ),
    "names changed": _edited(
        r"/[A-Z]\w+", ("/Kids", "/Font", "/FlateDecode", "/XObject", "/Type", "/Nonsense", "/Parent")
    ),
    "operators changed": _edited(
        r"\b(?:Tj|TJ|Tm|Td|Tf|cm|Do|BT|ET|q|Q|re)\b", ("Tj", "Do", "cm", "q", "BI", "Tm", "'", "sh")
    ),
    "dictionaries opened": _edited(r">>", ("", ">>>>", "<<", "]", "endobj", "stream\n")),
}


def _faults(outcomes: list[Outcome]) -> list[str]:
    said = [f"{each.file} ({each.how}): {each.state}: {each.said}" for each in outcomes if each.is_fault]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return [*said, *([f"memory: {peak / 1e9:.2f} GB"] if peak > MOST_MEMORY else [])]


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=2000, help="how many PDFs to damage, besides the hostile ones")
    parser.add_argument("--seed", type=int, default=1, help="settles every choice")
    chosen = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (2 * MOST_MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    with tempfile.TemporaryDirectory() as folder:
        damaged = chain(named(hostile()), mutated(chosen.files, chosen.seed))
        outcomes = fuzz(Path(folder), damaged)
    counts = Counter((outcome.how, outcome.state) for outcome in outcomes)
    for (how, state), count in sorted(counts.items()):
        print(f"{count:5}  {state:10}  {how}")
    faults = _faults(outcomes)
    print(*faults, sep="\n", file=sys.stderr)
    print(f"{len(outcomes)} files, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
