"""The command ``lexludo compare``.

Only what draws the help is imported here; models and readers are loaded when it runs.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from corpus.index import Index as Opened
    from service.translation.accepted import Entry
    from service.translation.comparing import Report
    from service.translation.editions import Script
    from service.translation.types import Severity as Weight

Source = Annotated[str, typer.Argument(metavar="SOURCE", help="The edition to compare with: a file or a document id.")]
Targets = Annotated[list[str], typer.Argument(metavar="TARGET...", help="One or more other editions of it.")]
Index = Annotated[
    Path | None,
    typer.Option(envvar="LEXLUDO_INDEX", help="Index folder that document ids are of; without it, your data folder's."),
]
Model = Annotated[
    str | None, typer.Option(envvar="LEXLUDO_MODEL", help="Encoder by name or folder; without it, the embedded one.")
]
Json = Annotated[bool, typer.Option("--json", help="Print the report as JSON and nothing else.")]
JsonFile = Annotated[Path | None, typer.Option("--json-file", metavar="FILE", help="Write the report as JSON.")]
Csv = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write the findings as a table.")]
Html = Annotated[
    Path | None, typer.Option("--html", metavar="FILE", help="Write the report as one page that needs nothing else.")
]
Tmx = Annotated[Path | None, typer.Option("--tmx", metavar="FILE", help="Write the pairs as a translation memory.")]
Xliff = Annotated[
    Path | None, typer.Option("--xliff", metavar="FILE", help="Write the pairs as XLIFF, the findings as notes.")
]
GlossaryFile = Annotated[
    Path | None, typer.Option("--glossary", metavar="FILE", help="CSV of source terms and how they must be rendered.")
]
AcceptedFile = Annotated[
    Path | None, typer.Option("--accepted", metavar="FILE", help="TOML of findings that are meant so, with reasons.")
]
SourceLanguage = Annotated[
    str | None, typer.Option(metavar="TAG", help="Language of SOURCE; told by its name or words where not given.")
]
TargetLanguage = Annotated[
    str | None, typer.Option(metavar="TAG", help="Language of the one TARGET; told by its name or words otherwise.")
]
FailOn = Annotated[
    str | None, typer.Option("--fail-on", metavar="low|medium|high", help="Exit 1 where such a finding remains.")
]


def register(app: typer.Typer) -> None:
    """Add ``compare``."""
    app.command("compare")(compare_command)


def compare_command(
    source: Source,
    targets: Targets,
    index: Index = None,
    json: Json = False,
    json_file: JsonFile = None,
    csv: Csv = None,
    html: Html = None,
    tmx: Tmx = None,
    xliff: Xliff = None,
    glossary: GlossaryFile = None,
    accepted: AcceptedFile = None,
    source_language: SourceLanguage = None,
    target_language: TargetLanguage = None,
    fail_on: FailOn = None,
    model: Model = None,
) -> None:
    """Align editions of one rulebook and report where they say something else."""
    from service.cli import reported

    least = _severity(fail_on)
    languages = _languages(source_language, target_language, targets)
    with reported():
        entries = _accepted(accepted)
        report = _compared([source, *targets], languages, index, model, glossary)
        report = _without_accepted(report, entries)
        _write(report, {"json": json_file, "csv": csv, "html": html, "tmx": tmx, "xliff": xliff})
    _tell(report, json)
    if least and any(_weighs(found.severity, least) for found in report.findings):
        raise typer.Exit(1)


def _severity(name: str | None) -> "Weight | None":
    from service.translation.types import Severity

    if name is None:
        return None
    if name not in list(Severity):
        raise typer.BadParameter(f"{name!r} is none of low, medium, high", param_hint="--fail-on")
    return Severity(name)


def _weighs(found: "Weight", least: "Weight") -> bool:
    from service.translation.types import Severity

    order = list(Severity)
    return order.index(found) >= order.index(least)


def _languages(source: str | None, target: str | None, targets: Sequence[str]) -> list[str | None]:
    if target and len(targets) > 1:
        raise typer.BadParameter(
            "is for one TARGET; name the files like rules.pt-BR.md instead", param_hint="--target-language"
        )
    return [_tag(source, "--source-language"), _tag(target, "--target-language"), *[None] * (len(targets) - 1)]


def _tag(given: str | None, option: str) -> str | None:
    from corpus.languages import canonical_tag

    tag = canonical_tag(given) if given else None
    if given and tag is None:
        raise typer.BadParameter(f"{given!r} is not a language tag; write it like pt or pt-BR", param_hint=option)
    return tag


def _accepted(file: Path | None) -> "tuple[Entry, ...]":
    from service.translation.accepted import read_accepted

    return read_accepted(file) if file else ()


def _compared(
    names: Sequence[str], languages: Sequence[str | None], index: Path | None, model: str | None, glossary: Path | None
) -> "Report":
    from corpus import encoder
    from ingest.progress import on_console
    from service.translation.checks import Glossary
    from service.translation.comparing import compare

    terms = Glossary.read(glossary) if glossary else None
    scripts = _scripts(names, languages, index, model)
    return compare(scripts, encoder.load(model, say=_say), on_console(_stderr()), terms)


def _scripts(
    names: Sequence[str], languages: Sequence[str | None], index: Path | None, model: str | None
) -> "list[Script]":
    """Read the editions; a name that is no file is a document id, unless it is written like a file's."""
    from dataclasses import replace

    from service.translation.editions import from_file, from_index

    held = None
    scripts = []
    for name, language in zip(names, languages, strict=True):
        if Path(name).exists() or _like_a_path(name):
            scripts.append(from_file(Path(name), language))
        else:
            held = held or _index(index, model)
            scripts.append(from_index(held, name, language))
    if len({script.name for script in scripts}) < len(scripts):
        return [replace(script, name=name) for script, name in zip(scripts, names, strict=True)]
    return scripts


def _like_a_path(name: str) -> bool:
    from ingest.readers import SUFFIXES

    return Path(name).suffix.lower() in SUFFIXES or "/" in name or "\\" in name


def _index(folder: Path | None, model: str | None) -> "Opened":
    from corpus import encoder
    from corpus.index import Index as Opened
    from ingest.cli import default_index, ensure_library

    chosen = folder or default_index()
    if folder is None and Opened.current_generation(chosen) is None:
        ensure_library(chosen, encoder.load(model, say=_say))
    return Opened.open(chosen)


def _without_accepted(report: "Report", entries: "Sequence[Entry]") -> "Report":
    from service.translation.accepted import stale, with_accepted

    left = with_accepted(report, entries)
    for entry in stale(left, entries):
        typer.echo(f"lexludo: accepted {entry.kind} “{entry.source or entry.target}” is found no more", err=True)
    return left


def _write(report: "Report", files: dict[str, Path | None]) -> None:
    """Write what was asked for. Raises LexludoError, which names the file."""
    from service.translation import report_data, report_exchange, report_html

    forms = {
        "json": report_data.to_json,
        "csv": report_data.to_csv,
        "html": report_html.page,
        "tmx": report_exchange.to_tmx,
        "xliff": report_exchange.to_xliff,
    }
    for form, file in files.items():
        if file:
            _save(file, forms[form](report))


def _save(file: Path, text: str) -> None:
    from corpus.errors import LexludoError

    try:
        file.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        raise LexludoError(f"{file}: cannot be written ({error.strerror}); choose another place") from error


def _tell(report: "Report", json: bool) -> None:
    from rich.console import Console

    from service.translation import report_data, terminal

    if json:
        sys.stdout.write(report_data.to_json(report) + "\n")
    else:
        terminal.show(report, Console(highlight=False))


def _stderr() -> "Console":
    from rich.console import Console

    return Console(stderr=True, soft_wrap=True, highlight=False)


def _say(line: str) -> None:
    if sys.stderr.isatty():
        typer.echo(line, err=True)
