"""What the benchmark found, as JSON, as text for a terminal, and as one HTML page with plots."""

import json
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from eval.intervals import mean
from eval.plots import bar
from eval.seeding.kinds import KINDS
from eval.seeding.run import Result
from eval.seeding.scoring import Tally

TARGETS = {
    "numbers": (0.97, 0.95),
    "missing and added": (0.95, 0.93),
    "negation and obligation": (0.90, 0.90),
    "terms": (0.85, 0.80),
    "untranslated and codes": (0.98, 0.98),
}
"""Recall and precision that a group of kinds is to reach."""
ALARMS = 5.0
"""False alarms for each 1,000 pairs that untouched text may set off."""


def groups() -> list[str]:
    """Return the groups of kinds, in the order of the kinds."""
    return list(dict.fromkeys(kind.group for kind in KINDS))


def pairs(result: Result) -> list[str]:
    """Return the language pairs of a result, in its order."""
    return list(result.alarms)


def to_json(result: Result) -> str:
    """Return everything, the misses and inventions included, as JSON."""
    return json.dumps(
        {
            "half": result.half,
            "texts": result.texts,
            "alignment": result.aligned,
            "groups": {group: _numbers(result.of_group(group)) for group in groups()},
            "kinds": {
                kind.name: {
                    **_numbers(result.of_kind(kind.name)),
                    "counted_from": kind.floor.value,
                    "pairs": {
                        pair: {**_numbers(tally), "missed": tally.misses, "invented": tally.inventions}
                        for (name, pair), tally in result.tallies.items()
                        if name == kind.name
                    },
                }
                for kind in KINDS
            },
            "false_alarms": {
                "per_1000": round(result.all_alarms.per_thousand, 2),
                "sentence_pairs": result.all_alarms.sentences,
                "kinds": dict(result.all_alarms.kinds),
                "pairs": {pair: round(alarms.per_thousand, 2) for pair, alarms in result.alarms.items()},
                "findings": result.all_alarms.told,
            },
        },
        ensure_ascii=False,
        indent=1,
    )


def _numbers(tally: Tally) -> dict[str, float | int | None]:
    rounded = [None if figure is None else round(figure, 4) for figure in (tally.recall, tally.precision)]
    return {"seeded": tally.seeded, "found": tally.found, "recall": rounded[0], "precision": rounded[1]}


def to_text(result: Result) -> str:
    """Return the figures as lines of plain text."""
    return "\n".join(_lines(result)) + "\n"


def _lines(result: Result) -> Iterator[str]:
    yield f"Seeded errors, {result.texts}, {result.half} half, {result.aligned} alignment: recall / precision"
    for group in groups():
        yield f"\n{group}: {_both(result.of_group(group))}{_verdict(group, result.of_group(group))}"
        for kind in (kind for kind in KINDS if kind.group == group):
            tally = result.of_kind(kind.name)
            yield f"  {kind.name:26} {_both(tally)}  of {tally.seeded}"
    alarms = result.all_alarms
    told = ", ".join(f"{kind} {count}" for kind, count in alarms.kinds.most_common()) or "none"
    yield f"\nfalse alarms, medium or higher: {alarms.per_thousand:.1f} per 1,000 of {alarms.sentences} pairs ({told})"


def _both(tally: Tally) -> str:
    return " / ".join("  –  " if figure is None else f"{figure:.3f}" for figure in (tally.recall, tally.precision))


def _verdict(group: str, tally: Tally) -> str:
    if group not in TARGETS:
        return ""
    recall, precision = TARGETS[group]
    met = (tally.recall or 0) >= recall and (tally.precision or 0) >= precision
    return f"  (to reach {recall:.2f} / {precision:.2f}: {'reached' if met else 'missed'})"


def page(result: Result) -> str:
    """Return the result as one HTML page that needs nothing else."""
    style = files("eval").joinpath("report.css").read_text(encoding="utf-8")
    body = "".join((_overview(result), _by_pair(result), _alarm_table(result), _misses(result)))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Seeded errors</title>'
        f'<meta name="viewport" content="width=device-width"><style>{style}</style></head><body><main>'
        f"<h1>Seeded errors in translations</h1><p>{escape(result.texts)}, {escape(result.half)} half, "
        f"{escape(result.aligned)} alignment. Bars run from 0 to 1, whiskers are 95% intervals.</p>"
        f"{body}</main></body></html>\n"
    )


def _overview(result: Result) -> str:
    rows = "".join(_kind_row(kind.name, kind.floor.value, result.of_kind(kind.name)) for kind in KINDS)
    heads = _heads("Error", "Seeded", "Recall", "", "Precision", "", "Counted from severity")
    return f"<h2>By kind of error</h2>{_table(heads, rows)}"


def _table(heads: str, rows: str) -> str:
    return f'<div class="wide"><table><thead>{heads}</thead><tbody>{rows}</tbody></table></div>'


def _kind_row(name: str, floor: str, tally: Tally) -> str:
    recall = _drawn(f"{name}, recall", tally.found, tally.seeded)
    precision = _drawn(f"{name}, precision", tally.true, tally.true + tally.false)
    return f"<tr><th>{escape(name)}</th><td>{tally.seeded}</td>{recall}{precision}<td>{floor}</td></tr>"


def _drawn(name: str, right: int, total: int) -> str:
    if not total:
        return "<td>–</td><td></td>"
    figure = mean([1.0] * right + [0.0] * (total - right))
    return f'<td class="number">{figure.value:.3f}</td><td class="drawn">{bar(figure, name)}</td>'


def _heads(*names: str) -> str:
    return "<tr>" + "".join(f"<th>{escape(name)}</th>" for name in names) + "</tr>"


def _by_pair(result: Result) -> str:
    rows = "".join(
        f"<tr><th>{escape(kind.name)}</th>"
        + "".join(f'<td class="number">{_both(result.tallies[kind.name, pair])}</td>' for pair in pairs(result))
        + "</tr>"
        for kind in KINDS
    )
    heads = _heads("Recall / precision", *pairs(result))
    return f"<h2>By language pair</h2>{_table(heads, rows)}"


def _alarm_table(result: Result) -> str:
    alarms = result.all_alarms
    rows = "".join(
        f'<tr><th>{escape(pair)}</th><td class="number">{each.per_thousand:.1f}</td><td>{each.sentences}</td></tr>'
        for pair, each in result.alarms.items()
    )
    heads = _heads("Pair", "Per 1,000", "Sentence pairs")
    return (
        f"<h2>False alarms on untouched text</h2><p>{alarms.per_thousand:.1f} of medium or high severity per 1,000 "
        f"pairs ({alarms.sentences} pairs; at most {ALARMS:g} are meant).</p>"
        f"{_table(heads, rows)}{_listed('Which they are', alarms.told)}"
    )


def _misses(result: Result) -> str:
    parts = (_listed(kind.name, result.of_kind(kind.name).misses) for kind in KINDS)
    return "<h2>Errors not found</h2>" + "".join(parts)


def _listed(title: str, lines: Sequence[str]) -> str:
    if not lines:
        return ""
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f"<details><summary>{escape(title)} ({len(lines)})</summary><ul>{items}</ul></details>"
