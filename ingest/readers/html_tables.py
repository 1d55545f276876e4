"""Tables of HTML as grids of cells."""

from collections.abc import Callable, Iterator

from lxml.html import HtmlElement

from ingest.readers.tables import MOST_COLUMNS, MOST_ROWS, Cell

_LAYOUT_ROLES = frozenset(("presentation", "none"))
_WITH_BLOCKS = ".//table | .//h1 | .//h2 | .//h3 | .//h4 | .//ul[count(li)>4] | .//ol[count(li)>4]"


def is_laid_out(table: HtmlElement) -> bool:
    """Say whether a table only places what is in it: other tables, headings, long lists, or a single column."""
    if (table.get("role") or "").lower() in _LAYOUT_ROLES or table.xpath(_WITH_BLOCKS):
        return True
    return all(len(row) < 2 for row in _rows(table))


def grid_of(table: HtmlElement, say: Callable[[HtmlElement], str]) -> list[list[Cell]]:
    """Return the rows with every spanning cell in each place that it covers; ``say`` gives a cell's words."""
    below: dict[int, tuple[Cell, int]] = {}
    grid: list[list[Cell]] = []
    for elements in _rows(table):
        row: list[Cell] = []
        for element in elements:
            _fill(row, below)
            cell = Cell(say(element), element.tag == "th")
            for _ in range(_span(element, "colspan")):
                below[len(row)] = cell, _span(element, "rowspan") - 1
                row.append(cell)
        _fill(row, below)
        grid.append(row[:MOST_COLUMNS])
    return grid


def _rows(table: HtmlElement) -> Iterator[list[HtmlElement]]:
    for count, row in enumerate(table.iter("tr")):
        if count < MOST_ROWS:
            yield [cell for cell in row if cell.tag in ("td", "th")][:MOST_COLUMNS]


def _fill(row: list[Cell], below: dict[int, tuple[Cell, int]]) -> None:
    """Add the cells that reach down into this row from above, as far as the next free place."""
    while len(row) < MOST_COLUMNS and len(row) in below and below[len(row)][1] > 0:
        cell, left = below[len(row)]
        below[len(row)] = cell, left - 1
        row.append(cell)


def _span(element: HtmlElement, name: str) -> int:
    value = element.get(name) or "1"
    return min(max(1, int(value)), MOST_COLUMNS) if value.isdecimal() and len(value) < 6 else 1
