"""The figures of all books as a table for the terminal, as JSON and as a page."""

import html
import json
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from statistics import fmean

from eval.reading.measure import Measured
from eval.reading.readers import OTHERS

MEAN, EACH = 0.98, 0.95
"""What the reading order of all books and of each must reach."""
RUNNING = 0.99


def summary(books: Sequence[Measured]) -> dict[str, float]:
    """Return the figures over all books: means, the least book, and shares of the counts."""
    return {
        "books": len(books),
        "paragraphs": fmean(book.paragraphs for book in books),
        "paragraphs, least": min(book.paragraphs for book in books),
        "order": fmean(book.order for book in books),
        **{name: fmean(book.others[name] for book in books) for name in OTHERS},
        **{f"{name}, paragraphs": fmean(book.others_paragraphs[name] for book in books) for name in OTHERS},
        "running lines removed": _share(book.running for book in books),
        "body removed": 1 - _share(book.body for book in books),
        "cells under their heads": _share(book.cells for book in books),
    }


def shortfalls(figures: dict[str, float]) -> list[str]:
    """Return what falls short of what is asked, in words."""
    asked = {
        f"paragraphs in order below {MEAN} in the mean": figures["paragraphs"] < MEAN,
        f"paragraphs in order below {EACH} in a book": figures["paragraphs, least"] < EACH,
        f"running lines removed below {RUNNING}": figures["running lines removed"] < RUNNING,
        "body text removed": figures["body removed"] > 0,
        "cells without their head": figures["cells under their heads"] < 1,
        **{f"{name} is ahead": figures[name] >= figures["order"] for name in OTHERS},
        **{
            f"{name} is ahead in paragraphs": figures[f"{name}, paragraphs"] >= figures["paragraphs"] for name in OTHERS
        },
    }
    return [words for words, falls_short in asked.items() if falls_short]


def as_table(books: Sequence[Measured]) -> str:
    """Return a line a book and the summary, in columns."""
    rows = [_row(book) for book in books]
    widths = [max(map(len, column)) for column in zip(_HEADS, *rows, strict=True)]
    lines = ["  ".join(cell.ljust(wide) for cell, wide in zip(row, widths, strict=True)) for row in (_HEADS, *rows)]
    told = (f"{name}: {value:.4g}" for name, value in summary(books).items())
    return "\n".join([*lines, "", *by_layout(books), "", *told])


def by_layout(books: Sequence[Measured]) -> list[str]:
    """Return for each layout the means of our figures and, in order and in paragraphs, of the best other reader."""
    lines = []
    for design in dict.fromkeys(book.design for book in books):
        own = [book for book in books if book.design == design]
        paragraphs, order = fmean(book.paragraphs for book in own), fmean(book.order for book in own)
        in_order = _best([book.others for book in own])
        in_paragraphs = _best([book.others_paragraphs for book in own])
        lines.append(f"{design}: paragraphs {paragraphs:.4f} ({in_paragraphs}), order {order:.4f} ({in_order})")
    return lines


def _best(figures: Sequence[dict[str, float]]) -> str:
    means = {name: fmean(each[name] for each in figures) for name in OTHERS}
    best = max(means, key=means.__getitem__)
    return f"{best} {means[best]:.4f}"


def as_json(books: Sequence[Measured]) -> str:
    """Return everything measured, and the versions of the readers compared."""
    versions = {name: version(name) for name in ("pypdf", "pdfplumber", "pypdfium2", "typst")}
    made = {"summary": summary(books), "versions": versions, "books": [book.as_json() for book in books]}
    return json.dumps(made, ensure_ascii=False, indent=1)


def as_html(books: Sequence[Measured]) -> str:
    """Return one page that stands by itself."""
    head = "".join(f"<th scope=col>{html.escape(name)}</th>" for name in _HEADS)
    body = "".join(f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in _row(book))}</tr>\n" for book in books)
    figures = "".join(f"<dt>{html.escape(n)}</dt><dd>{v:.4g}</dd>" for n, v in summary(books).items())
    missed = "".join(f"<li>{html.escape(f'{book.name}: {line}')}</li>" for book in books for line in book.missed)
    return _PAGE.format(figures=figures, head=head, body=body, missed=missed or "<li>none</li>")


def _share(counts: Iterable[tuple[int, int]]) -> float:
    pairs = list(counts)
    good, whole = sum(good for good, _ in pairs), sum(whole for _, whole in pairs)
    return good / whole if whole else 1.0


_HEADS = ("book", "paragraphs", "order", *OTHERS, "running", "body", "cells")


def _row(book: Measured) -> tuple[str, ...]:
    counts = (f"{good}/{whole}" for good, whole in (book.running, book.body, book.cells))
    others = (f"{book.others[name]:.3f}" for name in OTHERS)
    return (book.name, f"{book.paragraphs:.4f}", f"{book.order:.4f}", *others, *counts)


_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>How generated rulebooks are read</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums }}
th, td {{ padding: .2rem .7rem; text-align: left; border-bottom: 1px solid #ccc }}
dl {{ display: grid; grid-template-columns: max-content auto; gap: 0 1rem }}
</style>
<h1>How generated rulebooks are read</h1>
<p>Paragraphs in order: 1 less the edit distance over words and paragraph ends. Order leaves paragraph ends out, and is
what the other readers are given too, their line-end hyphens mended and the running lines taken out for them.</p>
<dl>{figures}</dl>
<table><thead><tr>{head}</tr></thead><tbody>
{body}</tbody></table>
<h2>Paragraphs that were not read as they stand</h2>
<ul>{missed}</ul>
</html>
"""
