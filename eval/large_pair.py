"""How long does comparing two long editions take, and how much memory?

``python -m eval.large_pair [--pages 300]`` typesets a rulebook of so many pages in English and Spanish with ``typst``
of the test extra, compares both as ``lexludo compare`` does, in a process of its own, and prints its time, the most
memory of any of its processes, and what was found in editions that say the same. The text is the library's, whose
editions say the same sentence by sentence, volume after volume with its numbers raised alike on both sides, and beside
each chapter a page of sentences of a small grammar that is told in both languages.
"""

import json
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from corpus.library.build import LIBRARY
from corpus.library.sentences import read_sentences
from eval.large_file import TYPESETTING
from ingest.working import bounded

LANGUAGES = ("en", "es")
GAMES = ("chess", "backgammon", "draughts", "dominoes", "go", "truco")
A_PAGE = 45
"""Sentences and headings."""
DRAWN = 24
"""Sentences of the grammar after each chapter."""
PARAGRAPH = 4
"""Sentences."""

Both = tuple[str, str]

WHO: Sequence[Both] = (
    ("the miller", "el molinero"), ("the widow", "la viuda"), ("the ferryman", "el barquero"),
    ("the abbess", "la abadesa"), ("the smith", "el herrero"), ("the envoy", "el enviado"),
    ("the queen", "la reina"), ("the hunter", "el cazador"), ("the weaver", "la tejedora"),
    ("the pilot", "el piloto"), ("the judge", "la jueza"), ("the thief", "el ladrón"),
)  # fmt: skip
WHAT: Sequence[Both] = (
    ("barrels", "barriles"), ("lanterns", "faroles"), ("bricks", "ladrillos"), ("coins", "monedas"),
    ("sheep", "ovejas"), ("letters", "cartas"), ("bells", "campanas"), ("ropes", "cuerdas"),
    ("seeds", "semillas"), ("masks", "máscaras"),
)  # fmt: skip
WHERE: Sequence[Both] = (
    ("the harbour", "el puerto"), ("the quarry", "la cantera"), ("the market", "el mercado"),
    ("the forest", "el bosque"), ("the bridge", "el puente"), ("the tower", "la torre"),
    ("the river", "el río"), ("the mine", "la mina"),
)  # fmt: skip
NAMES = ("Orlesk", "Tavira", "Quimbel", "Dorneth", "Salvane", "Brucht", "Ilmara", "Petrova", "Kesh", "Ondara")
SAYINGS: Sequence[Both] = (
    ("{name}: {who} brings {n} {what} to {where}.", "{name}: {who} lleva {n} {what} hasta {where}."),
    ("After round {n}, {who} of {name} leaves {where}.", "Después de la ronda {n}, {who} de {name} deja {where}."),
    ("Whoever holds {n} {what} in {name} chooses first.", "Quien tenga {n} {what} en {name} elige primero."),
    ("{name} is worth {n} points while {who} stays in {where}.",
     "{name} vale {n} puntos mientras {who} siga en {where}."),
    ("Between {where} and {name} lie {n} empty spaces.", "Entre {where} y {name} hay {n} casillas vacías."),
    ("In {name} nobody may keep more than {n} {what}.", "En {name} nadie puede guardar más de {n} {what}."),
    ("Place {n} {what} beside {where} when {who} arrives in {name}.",
     "Coloca {n} {what} junto a {where} cuando {who} llegue a {name}."),
    ("{who} must pay {name} a total of {n} {what}.", "{who} debe pagar a {name} un total de {n} {what}."),
)  # fmt: skip


class Line(NamedTuple):
    """A sentence or heading in both languages."""

    texts: Both
    heading: bool = False


class Measured(NamedTuple):
    """A comparison: seconds, the most bytes of any of its processes, its report."""

    seconds: float
    peak: int
    report: dict[str, object]


def main(
    pages: Annotated[int, typer.Option(min=1, help="Pages of each edition, about.")] = 300,
    keep: Annotated[Path | None, typer.Option(help="Leave the editions in this folder.")] = None,
) -> None:
    """Compare two long editions, and say what it took."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = keep or Path(temporary)
        files = bounded(typeset, TYPESETTING, folder, pages)
        made = measured(files)
    pairs, findings = made.report["pairs"], made.report["findings"]
    assert isinstance(pairs, list)
    assert isinstance(findings, list)
    one_to_one = sum(len(pair["source"]) == len(pair["target"]) == 1 for pair in pairs)
    typer.echo(f"{pages} pages, {sum(len(pair['source']) for pair in pairs)} sentences, {one_to_one} paired one to one")
    typer.echo(f"{made.seconds:.0f} s, {made.peak / 1e6:.0f} MB")
    typer.echo(f"findings: {dict(Counter(found['severity'] for found in findings))}")


def measured(files: Sequence[Path]) -> Measured:
    """Compare two files in a process of its own. Raises CalledProcessError."""
    out = files[0].with_name("report.json")
    began = time.perf_counter()
    command = [sys.executable, "-m", "eval.cli", "compare", *map(str, files), "--json-file", str(out)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    seconds = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    return Measured(seconds, peak, json.loads(out.read_text("utf-8")))


def typeset(folder: Path, pages: int) -> list[Path]:
    """Typeset both editions, each of about so many pages, and return the PDFs."""
    import typst

    chance = random.Random(1)
    chapters: list[list[Line]] = []
    while sum(len(chapter) for chapter in chapters) < A_PAGE * pages:
        chapters += _volume(len(chapters), chance)
    files = []
    for side, language in enumerate(LANGUAGES):
        source = folder / f"long.{language}.typ"
        source.write_text(_source(chapters, side), "utf-8")
        typst.compile(str(source), output=str(source.with_suffix(".pdf")))
        files.append(source.with_suffix(".pdf"))
    return files


def _volume(number: int, chance: random.Random) -> Iterator[list[Line]]:
    """Yield the chapters of all games, their numbers raised by ``number``, each followed by a page that is made up."""
    for game in GAMES:
        sides = [read_sentences(LIBRARY / game / f"rulebook.{language}.typ") for language in LANGUAGES]
        lines = [Line(_raised((sides[0][name], sides[1][name]), number), name.startswith("h-")) for name in sides[0]]
        for chapter in _chapters(lines):
            place = chance.choice(NAMES)
            head = Line(
                (f"{chapter[0].texts[0]} ({place} {number})", f"{chapter[0].texts[1]} ({place} {number})"), True
            )
            yield [head, *chapter[1:], *(_drawn(chance) for _ in range(DRAWN))]


def _chapters(lines: Sequence[Line]) -> Iterator[list[Line]]:
    chapter: list[Line] = []
    for line in lines:
        if line.heading and chapter:
            yield chapter
            chapter = []
        chapter.append(line)
    yield chapter


def _raised(texts: Both, by: int) -> Both:
    """Raise the numbers that both languages write in digits."""
    if sorted(re.findall(r"\d+", texts[0])) != sorted(re.findall(r"\d+", texts[1])):
        return texts
    one, other = (re.sub(r"\d+", lambda found: str(int(found.group()) + by), text) for text in texts)
    return one, other


def _drawn(chance: random.Random) -> Line:
    saying, who, what, where = (chance.choice(choices) for choices in (SAYINGS, WHO, WHAT, WHERE))
    name, n = chance.choice(NAMES), chance.randint(3, 97)
    one, other = (
        saying[side].format(name=name, n=n, who=who[side], what=what[side], where=where[side]) for side in (0, 1)
    )
    return Line((one[0].upper() + one[1:], other[0].upper() + other[1:]))


def _source(chapters: Sequence[Sequence[Line]], side: int) -> str:
    setting = '#set page(width: 148mm, height: 210mm, margin: 12mm, columns: 2, numbering: "1")\n#set text(size: 9pt)\n'
    return setting + "\n".join(_set(line, side, at) for chapter in chapters for at, line in enumerate(chapter))


def _set(line: Line, side: int, at: int) -> str:
    escaped = re.sub(r"([\\#*_`<>@$\[\]~=+/-])", r"\\\1", line.texts[side])
    if line.heading:
        return f"\n= {escaped}\n"
    return f"{escaped}" if at % PARAGRAPH else f"\n{escaped}"


if __name__ == "__main__":
    typer.run(main)
