"""Where the words of pages are printed, packed: 16 bytes a word on disk, read a page at a time."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import overload

import numpy as np
from numpy.typing import NDArray

from corpus.errors import IndexUnusableError
from corpus.types import LineBox, Page

_STEPS = 65_535
"""Steps in which a page's width and height are counted: 0.005 mm of a sheet of A4."""
_SIDES = ("left", "top", "right", "bottom")
_PACKED = np.dtype([("start", "<u4"), ("end", "<u4"), *((side, "<u2") for side in _SIDES)])


def pack(boxes: Sequence[LineBox]) -> NDArray[np.void]:
    """Return a page's boxes, one row each."""
    if isinstance(boxes, PackedBoxes):
        return boxes.rows
    rows = np.zeros(len(boxes), _PACKED)
    for name in ("start", "end"):
        rows[name] = [getattr(box, name) for box in boxes]
    for side in _SIDES:
        shares = np.array([getattr(box, side) for box in boxes], np.float64)
        rows[side] = np.rint(np.clip(shares, 0, 1) * _STEPS)
    return rows


def unpack(rows: NDArray[np.void]) -> tuple[LineBox, ...]:
    """Return the boxes that ``pack`` packed."""
    columns = [rows["start"].tolist(), rows["end"].tolist(), *((rows[side] / _STEPS).tolist() for side in _SIDES)]
    return tuple(LineBox(*values) for values in zip(*columns, strict=True))


class PackedBoxes(Sequence[LineBox]):
    """A page's boxes, made when they are looked at: as objects, those of 2,000 pages take 160 MB, and packed 11."""

    __slots__ = ("rows",)

    def __init__(self, boxes: Sequence[LineBox]) -> None:
        self.rows = pack(boxes)

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, place: int) -> LineBox: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[LineBox, ...]: ...

    def __getitem__(self, place: int | slice) -> LineBox | tuple[LineBox, ...]:
        return unpack(self.rows)[place]

    def __iter__(self) -> Iterator[LineBox]:
        return iter(unpack(self.rows))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))


class WholePages(Sequence[Page]):
    """Pages whose boxes are made when a page is looked at: as objects, those of a library would fill the memory."""

    def __init__(self, bare: Sequence[Page], boxes: Callable[[Page], tuple[LineBox, ...]]) -> None:
        self._bare, self._boxes = tuple(bare), boxes

    def __len__(self) -> int:
        return len(self._bare)

    @overload
    def __getitem__(self, place: int) -> Page: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[Page, ...]: ...

    def __getitem__(self, place: int | slice) -> Page | tuple[Page, ...]:
        if isinstance(place, slice):
            return tuple(map(self._whole, self._bare[place]))
        return self._whole(self._bare[place])

    def _whole(self, page: Page) -> Page:
        return replace(page, boxes=self._boxes(page))


@dataclass(frozen=True, slots=True)
class BoxFiles:
    """The boxes of all pages, which stay on disk: those of page p lie at ``offsets[p]`` to ``offsets[p + 1]``."""

    boxes: NDArray[np.void]
    offsets: NDArray[np.int64]

    def of(self, place: int) -> tuple[LineBox, ...]:
        """Return the boxes of the page that was written at ``place``."""
        start, end = self.offsets[place : place + 2]
        return unpack(self.boxes[start:end])


def write_boxes(boxes: Path, offsets: Path, pages: Iterable[Sequence[LineBox]]) -> None:
    """Write the boxes of all pages, in their order."""
    packed = [pack(page) for page in pages]
    np.save(boxes, np.concatenate([np.zeros(0, _PACKED), *packed]))
    np.save(offsets, np.cumsum([0, *map(len, packed)], dtype=np.int64))


def read_boxes(boxes: Path, offsets: Path, pages: int) -> BoxFiles:
    """Map the boxes of so many pages. Raises IndexUnusableError."""
    try:
        found = BoxFiles(np.load(boxes, mmap_mode="r", allow_pickle=False), np.load(offsets, allow_pickle=False))
    except (OSError, ValueError) as error:
        raise IndexUnusableError(f"{boxes}: missing or damaged ({error}); ingest again") from error
    if found.boxes.dtype != _PACKED or len(found.offsets) != pages + 1 or found.offsets[-1] != len(found.boxes):
        raise IndexUnusableError(f"{boxes}: does not fit the pages; ingest again")
    return found
