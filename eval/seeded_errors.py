"""``python -m eval.seeded_errors``: what the checks of a translation find of errors put into clean parallel text.

The text is the library's own and that of some invented games, whose sentences carry one id in every language. Half of
the library's, by id, is for development, the other half for the test; of the games, some are for development, those
that nothing was tuned on for the test (``eval/seeding/parallel.py`` names both). Codes, names, page references, ranges
and brackets, of which the texts have few, are first put into both editions alike. A finding counts for an error when
its kind is right for it and one of its quotes lies in the touched sentence; every other finding of that kind in the
half is counted against it, once for a sentence.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from corpus.errors import LexludoError

if TYPE_CHECKING:
    from eval.seeding.run import Result, Step
    from eval.seeding.scoring import Align

STDOUT = Path("-")
Source = Literal["library", "games", "all"]
Pairs = Annotated[
    list[str] | None,
    typer.Argument(metavar="[SOURCE>TARGET]...", help="Language pairs such as 'en>es'; without any, all."),
]
Development = Annotated[bool, typer.Option("--development", help="Use the development half instead of the test half.")]
Texts = Annotated[Source, typer.Option("--texts", help="Use the library, the invented games, or all of both.")]
PerKind = Annotated[int, typer.Option(min=1, help="Errors of each kind in each pair, where there are places enough.")]
EndToEnd = Annotated[bool, typer.Option("--align", help="Align the editions as compare does, instead of by their ids.")]
Model = Annotated[
    str | None, typer.Option(envvar="LEXLUDO_MODEL", help="Encoder for --align; without it, the embedded one.")
]
Json = Annotated[
    Path | None,
    typer.Option("--json", metavar="FILE", allow_dash=True, help="Write the report as JSON; - prints it, alone."),
]
Html = Annotated[Path | None, typer.Option("--html", metavar="FILE", help="Write the report as one page with plots.")]


def main() -> None:
    """Run the command. Exit 0 done, 1 unreadable input, 2 wrong use."""
    try:
        typer.run(command)
    except LexludoError as error:
        print(error, file=sys.stderr)
        sys.exit(1)


def command(
    pairs: Pairs = None,
    development: Development = False,
    texts: Texts = "all",
    per_kind: PerKind = 40,
    align: EndToEnd = False,
    model: Model = None,
    json: Json = None,
    html: Html = None,
) -> None:
    """Put errors into clean translations and count which of them the checks find."""
    from eval.seeding.kinds import KINDS
    from eval.seeding.run import run

    chosen = _chosen(pairs, texts)
    aligning, name = _alignment(align, model)
    with _counting(len(chosen) * (len(KINDS) + 1)) as step:
        result = run(chosen, not development, per_kind, aligning, name, texts, step)
    _deliver(result, json, html)


def _chosen(named: list[str] | None, texts: Source) -> list[tuple[str, str]]:
    from eval.seeding.changes import wording
    from eval.seeding.parallel import TEXTS, language_pairs

    known = [pair for pair in language_pairs(TEXTS[texts]) if wording(pair[1].partition("-")[0])]
    if not named:
        return known
    by_name = {f"{source}>{target}": (source, target) for source, target in known}
    unknown = [name for name in named if name not in by_name]
    if unknown:
        raise typer.BadParameter(f"{', '.join(unknown)}: choose from {', '.join(by_name)}")
    return [by_name[name] for name in named]


def _alignment(product: bool, model: str | None) -> "tuple[Align, str]":
    if product:
        from corpus import encoder
        from eval.seeding.aligned import ProductAlignment

        return ProductAlignment(encoder.load(model)), "the product's own"
    from eval.seeding.parallel import gold_alignment

    return gold_alignment, "gold"


@contextmanager
def _counting(total: int) -> "Iterator[Step]":
    """Show progress on stderr while it is a terminal."""
    columns = (TextColumn("{task.description}"), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("seeding", total=total)
        yield lambda done: progress.update(task, advance=1, description=done)


def _deliver(result: "Result", json: Path | None, html: Path | None) -> None:
    from eval.seeding import report

    if html:
        html.write_text(report.page(result), encoding="utf-8")
    if json == STDOUT:
        sys.stdout.write(report.to_json(result))
        return
    if json:
        json.write_text(report.to_json(result), encoding="utf-8")
    sys.stdout.write(report.to_text(result))


if __name__ == "__main__":
    main()
