"""Headings told by their type: larger or bolder than the document's body, alone on their lines."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ingest.lines import Break, Line

LARGER = 1.12
"""A heading's type is this much larger than the body's."""
LONGEST = 14
"""Words; longer pieces in larger or bold type are an introduction or a warning, not a heading."""
LOWEST_LEVEL = 6
ALIKE = 0.94
"""Sizes that differ by less are one, fitted to their lines."""

Pages = Sequence[Sequence[Line]]
Style = tuple[float, bool]


def with_levels(pages: Pages) -> list[list[Line]]:
    """Return the lines with ``level`` set on headings; 1 is the document's largest heading."""
    body = _body_style(pages)
    pieces = [_pieces(page) for page in pages]
    styles = {_style(piece[0]) for page in pieces for piece in page if _is_heading(piece, body)}
    levels = _levels(sorted(styles, reverse=True))
    return [[line for piece in page for line in _levelled(piece, body, levels)] for page in pieces]


def _levels(styles: Sequence[Style]) -> dict[Style, int]:
    """Number styles from the largest on; sizes that hardly differ are one level."""
    levels: dict[Style, int] = {}
    level, top = 0, (0.0, False)
    for size, bold in styles:
        if not level or size < ALIKE * top[0] or bold is not top[1]:
            level, top = min(level + 1, LOWEST_LEVEL), (size, bold)
        levels[size, bold] = level
    return levels


def _style(line: Line) -> Style:
    return round(line.size * 2) / 2, line.bold


def _body_style(pages: Pages) -> Style:
    letters: Counter[Style] = Counter()
    for page in pages:
        for line in page:
            letters[_style(line)] += len(line.text)
    return letters.most_common(1)[0][0] if letters else (0.0, False)


def _pieces(page: Sequence[Line]) -> list[list[Line]]:
    """Group neighbouring lines of one block that are set in one style."""
    pieces: list[list[Line]] = []
    for line in page:
        runs_on = line.break_before is Break.NONE and pieces and _style(pieces[-1][-1]) == _style(line)
        if runs_on and not line.tabular and not pieces[-1][-1].tabular:
            pieces[-1].append(line)
        else:
            pieces.append([line])
    return pieces


def _is_heading(piece: Sequence[Line], body: Style) -> bool:
    text = " ".join(line.text for line in piece)
    if len(text.split()) > LONGEST or piece[0].tabular or not any(map(str.isalpha, text)):
        return False
    if text.endswith((".", ";", ",")) and len(text.split()) > 4:
        return False
    size, bold = _style(piece[0])
    return size > LARGER * body[0] or (bold and not body[1] and size >= 0.95 * body[0])


def _levelled(piece: Sequence[Line], body: Style, levels: dict[Style, int]) -> list[Line]:
    level = levels[_style(piece[0])] if _is_heading(piece, body) else 0
    return [replace(line, level=level) for line in piece]
