"""Where words are printed, and the files that documents came from: kept with the index, and only while needed."""

import os
import pickle
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus import sources
from corpus.boxes import PackedBoxes, pack, unpack
from corpus.errors import IndexUnusableError, LexludoError
from corpus.generation import FILES, LAYOUT
from corpus.index import Index
from corpus.records import IngestedDocument, SourceRecord
from corpus.types import LineBox
from corpus.writer import republish, write_generation, writing
from tests.corpus.library_fixture import library
from tests.fakes import FakeEncoder

SHARE = st.floats(0, 1)
BOXES = st.lists(st.builds(LineBox, st.integers(0, 10**6), st.integers(0, 10**6), SHARE, SHARE, SHARE, SHARE))


@given(BOXES)
def test_packing_keeps_offsets_and_places_to_a_hair(boxes: list[LineBox]) -> None:
    once = unpack(pack(boxes))
    assert [(box.start, box.end) for box in once] == [(box.start, box.end) for box in boxes]
    for mine, theirs in zip(once, boxes, strict=True):
        for side in ("left", "top", "right", "bottom"):
            assert getattr(mine, side) == pytest.approx(getattr(theirs, side), abs=1e-5)
    assert unpack(pack(once)) == once  # written again and again, they do not wander


@given(BOXES)
def test_packed_boxes_are_the_same_sequence_in_little_room(boxes: list[LineBox]) -> None:
    packed, expected = PackedBoxes(boxes), unpack(pack(boxes))
    assert (len(packed), tuple(packed), packed[1:], bool(packed)) == (len(boxes), expected, expected[1:], bool(boxes))
    assert packed == expected
    assert expected == packed
    assert hash(packed) == hash(PackedBoxes(packed))
    assert packed != (*expected, LineBox(0, 1, 0, 0, 1, 1))
    carried = pickle.dumps(packed)
    assert pickle.loads(carried) == expected
    assert len(carried) < 500 + 16 * len(boxes)


def placed(books: list[IngestedDocument]) -> list[IngestedDocument]:
    """Return the books with a box for every fifth letter of each page but those of arena.en."""
    return [
        book
        if book.document.id == "arena.en"
        else replace(book, pages=[replace(page, boxes=boxes_of(len(page.text), page.number)) for page in book.pages])
        for book in books
    ]


def boxes_of(length: int, number: int) -> tuple[LineBox, ...]:
    return unpack(pack([LineBox(at, at + 4, at / length, 0.1 * number, 1, 0.2) for at in range(0, length - 4, 5)]))


@pytest.fixture
def folder(tmp_path: Path, encoder: FakeEncoder) -> Path:
    with writing(tmp_path / "index"):
        write_generation(tmp_path / "index", placed(library(encoder)), encoder.card, "chunks 1")
    return tmp_path / "index"


def test_each_page_has_its_own_boxes_and_those_without_have_none(folder: Path, encoder: FakeEncoder) -> None:
    index = Index.open(folder)
    for book in placed(library(encoder)):
        assert list(index.ingested(book.document.id).pages) == list(book.pages)
        for page in book.pages:
            assert index.boxes(book.document.id, page.number) == page.boxes
            assert index.page(book.document.id, page.number).boxes == ()  # they stay on disk until asked for
    assert index.boxes("arena.en", 1) == ()
    pages = index.ingested("canals.en").pages
    assert (len(pages), pages[-1].number, [page.number for page in pages[:1]]) == (2, 2, [1])


def test_boxes_survive_being_written_again(folder: Path, encoder: FakeEncoder) -> None:
    before = Index.open(folder)
    kept = [before.ingested(document.id) for document in before.documents if document.id != "arena.en"]
    with writing(folder):
        write_generation(folder, kept, encoder.card, "chunks 1")
    after = Index.open(folder)
    assert after.boxes("canals.en", 2) == before.boxes("canals.en", 2) != ()


def test_boxes_take_sixteen_bytes_each(folder: Path) -> None:
    boxes = np.load(folder / LAYOUT.generations / "000001" / FILES.boxes)
    assert boxes.dtype.itemsize == 16
    assert len(boxes) == sum(
        len(page.boxes)
        for name in ("canals.en", "canals.pt", "ice.en")
        for page in Index.open(folder).ingested(name).pages
    )


def test_boxes_that_do_not_fit_are_damage(folder: Path) -> None:
    generation = folder / LAYOUT.generations / "000001"
    offsets = np.load(generation / FILES.box_offsets)
    np.save(generation / FILES.box_offsets, offsets[::-1].copy())
    with pytest.raises(IndexUnusableError, match="does not fit the pages"):
        Index.open(folder)


def from_file(book: IngestedDocument, file: Path) -> IngestedDocument:
    digest = sha256(file.read_bytes()).hexdigest()
    return replace(book, source=SourceRecord(str(file), f"of {digest}", digest))


@pytest.fixture
def books(tmp_path: Path, encoder: FakeEncoder) -> list[IngestedDocument]:
    """Two documents of one file, and one of another."""
    for name in ("one.pdf", "other.PDF"):
        (tmp_path / name).write_bytes(f"%PDF {name}".encode() * 1000)
    three = library(encoder)[:3]
    return [
        from_file(book, tmp_path / name) for book, name in zip(three, ("one.pdf", "one.pdf", "other.PDF"), strict=True)
    ]


def write(index: Path, books: list[IngestedDocument], encoder: FakeEncoder) -> Index:
    with writing(index):
        write_generation(index, books, encoder.card, "chunks 1")
    return Index.open(index)


def kept_names(index: Path) -> set[str]:
    return {file.name for file in (index / LAYOUT.sources).glob("*")}


def test_a_file_is_kept_once_whoever_needs_it_and_goes_with_the_last(
    tmp_path: Path, books: list[IngestedDocument], encoder: FakeEncoder
) -> None:
    index = tmp_path / "index"
    opened = write(index, books, encoder)
    assert kept_names(index) == {f"{book.source.sha256}.pdf" for book in books}
    assert len(kept_names(index)) == 2
    assert opened.kept(books[0].document.id) == opened.kept(books[1].document.id) != opened.kept(books[2].document.id)
    for file in tmp_path.glob("o*"):
        file.unlink()
    kept = write(index, books[2:], encoder).kept(books[2].document.id)
    assert kept is not None
    assert kept.read_bytes() == b"%PDF other.PDF" * 1000
    assert len(kept_names(index)) == 2  # the generation before needs the other one still
    write(index, books[2:], encoder)
    assert kept_names(index) == {kept.name}


def test_a_file_that_changed_since_it_was_read_is_not_kept(
    tmp_path: Path, books: list[IngestedDocument], encoder: FakeEncoder
) -> None:
    (tmp_path / "one.pdf").write_bytes(b"another")
    opened = write(tmp_path / "index", books, encoder)
    assert opened.kept(books[0].document.id) is None
    assert kept_names(tmp_path / "index") == {f"{books[2].source.sha256}.pdf"}


def test_where_blocks_cannot_be_shared_bytes_are_copied(
    tmp_path: Path, books: list[IngestedDocument], encoder: FakeEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cannot(*_: object) -> int:
        raise OSError("not on this file system")

    monkeypatch.setattr(os, "copy_file_range", cannot)
    kept = write(tmp_path / "index", books, encoder).kept(books[0].document.id)
    assert kept is not None
    assert kept.read_bytes() == (tmp_path / "one.pdf").read_bytes()


def test_what_died_copying_is_cleared_away_and_unreadable_generations_lose_nothing(
    tmp_path: Path, books: list[IngestedDocument], encoder: FakeEncoder
) -> None:
    index = tmp_path / "index"
    write(index, books, encoder)
    (index / LAYOUT.sources / f"{LAYOUT.partial}dead").write_text("half")
    manifest = index / LAYOUT.generations / "000001" / FILES.manifest
    whole = manifest.read_text("utf-8")
    manifest.write_text("{")
    with writing(index):
        assert len(kept_names(index)) == 2
    manifest.write_text(whole, "utf-8")
    (index / LAYOUT.sources / "stray.pdf").write_text("x")
    assert list(sources.stray_sources(index, ["000001"])) == ["stray.pdf"]
    with writing(index):
        assert "stray.pdf" not in kept_names(index)


def test_going_back_shares_the_files_of_the_generation_and_refuses_damage(
    tmp_path: Path, books: list[IngestedDocument], encoder: FakeEncoder
) -> None:
    index = tmp_path / "index"
    write(index, books, encoder)
    with writing(index), pytest.raises(LexludoError, match="holds no earlier generation"):
        republish(index)
    write(index, books[:1], encoder)
    with writing(index):
        assert republish(index) == ("000003", "000001")
    restored = Index.open(index)
    restored.verify()
    assert len(restored.documents) == 3
    passages = index / LAYOUT.generations / "000002" / FILES.passages
    passages.write_bytes(passages.read_bytes()[:-5])
    with writing(index), pytest.raises(LexludoError, match=r"passages\.jsonl has .* cannot be gone back to"):
        republish(index)
