import json
import threading
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from corpus.errors import IndexUnusableError, LexludoError, UnknownNameError
from corpus.generation import FILES, LAYOUT
from corpus.index import Index
from corpus.records import IngestedDocument
from corpus.types import ModelCard
from corpus.writer import write_generation, writing
from tests.corpus.library_fixture import BOATS, SCORING, library
from tests.fakes import FakeEncoder

SETTINGS = "chunks 1"


@pytest.fixture
def books(encoder: FakeEncoder) -> list[IngestedDocument]:
    return library(encoder)


@pytest.fixture
def folder(tmp_path: Path, books: list[IngestedDocument], encoder: FakeEncoder) -> Path:
    write(tmp_path / "index", books, encoder.card)
    return tmp_path / "index"


@pytest.fixture
def index(folder: Path, encoder: FakeEncoder) -> Index:
    return Index.open(folder, card=encoder.card, settings=SETTINGS)


def write(folder: Path, books: list[IngestedDocument], card: ModelCard) -> str:
    with writing(folder):
        return write_generation(folder, books, card, SETTINGS)


def test_documents_lie_by_game_language_and_id(index: Index) -> None:
    assert [document.id for document in index.documents] == ["arena.en", "canals.en", "ice.en", "canals.pt"]
    assert index.games() == ("arena", "canals")
    assert (index.expansions("canals"), index.expansions("arena"), index.expansions()) == (("ice",), (), ("ice",))
    assert len(index) == len(index.passages) == 6
    assert [list(index.document_rows(document.id)) for document in index.documents] == [[0], [1, 2, 3], [4], [5]]


def test_vectors_are_mapped_so_that_processes_share_them_and_cannot_be_written(folder: Path, index: Index) -> None:
    mapped = Path("/proc/self/maps").read_text()
    place = folder / "generations" / index.generation
    assert str(place / FILES.vectors) in mapped
    assert str(place / FILES.sentence_vectors) in mapped
    with pytest.raises(ValueError, match="read-only"):
        index._vectors.passages[0] = 0
    index.vectors(range(1))[0] = 0  # a copy


def test_everything_written_is_read_back(index: Index, books: list[IngestedDocument]) -> None:
    for book in books:
        found = index.ingested(book.document.id)
        assert (found.document, list(found.pages), list(found.passages)) == (book.document, book.pages, book.passages)
        assert (list(found.embedded), found.source) == (book.embedded, book.source)
        assert np.array_equal(found.vectors, book.vectors)
        for mine, theirs in zip(found.sentence_vectors, book.sentence_vectors, strict=True):
            assert mine == pytest.approx(theirs, abs=1e-3)
    assert index.manifest.counts == {"documents": 4, "pages": 5, "passages": 6, "sentences": 8}
    assert index.source("ice.en") == Path("/books/ice.en.txt")


def test_a_passage_is_the_slice_of_its_page(index: Index) -> None:
    assert index.text(1) == "A player may use any boat. It costs two coins."
    assert index.text(3) == SCORING.partition("\n\n")[2]
    assert (index.language(0), index.language(3), index.language(5)) == ("en", "en", "pt-BR")
    assert index.page("canals.en", 1).text == BOATS
    assert index.page("canals.en", 1).headings == ((0, 5, 1),)
    assert index.page_count("canals.en") == 2
    assert index.sentence_vectors(1).shape == (2, 64)


def test_scope_is_rows(index: Index) -> None:
    assert index.rows().tolist() == [0, 1, 2, 3, 4, 5]
    assert index.rows("canals").tolist() == [1, 2, 3, 4, 5]
    assert index.rows("canals", []).tolist() == [1, 2, 3, 5]
    assert index.rows("canals", ["ice"]).tolist() == [1, 2, 3, 4, 5]
    assert index.rows(None, []).tolist() == [0, 1, 2, 3, 5]


def test_unknown_names_say_what_is_near(index: Index) -> None:
    with pytest.raises(UnknownNameError, match='no game "canal"; near it: canals'):
        index.rows("canal")
    with pytest.raises(UnknownNameError, match='no expansion "icy"'):
        index.rows("canals", ["icy"])
    with pytest.raises(UnknownNameError, match=r'no document "canals\.fr"; near it: canals'):
        index.page("canals.fr", 1)
    with pytest.raises(UnknownNameError, match="has no page 3; it has 1 to 2"):
        index.page("canals.en", 3)
    for unknown in (index.document, index.document_rows, index.page_count, index.source, index.ingested):
        with pytest.raises(UnknownNameError, match='no document "x"'):
            unknown("x")


@pytest.mark.parametrize("rows", [range(6), range(1, 4), np.array([0, 2, 5]), np.array([4])])
def test_nearest_is_what_sorting_all_cosines_gives(
    index: Index, encoder: FakeEncoder, rows: range | np.ndarray[tuple[int], np.dtype[np.int64]]
) -> None:
    question = encoder.encode_queries(["May I use a boat?"])[0]
    cosines = {row: float(index.vectors(range(row, row + 1))[0] @ question) for row in map(int, rows)}
    best = sorted(cosines, key=lambda row: -cosines[row])
    for k in (1, 2, 10):
        found, scores = index.nearest(question, rows, k)
        assert found.tolist() == best[:k]
        assert scores == pytest.approx([cosines[row] for row in best[:k]], abs=1e-6)


@pytest.mark.parametrize("rows", [range(6), np.array([5, 0, 2]), range(0)])
def test_the_best_sentence_of_each_row_is_its_highest_product(
    index: Index, encoder: FakeEncoder, rows: range | np.ndarray[tuple[int], np.dtype[np.int64]]
) -> None:
    question = encoder.encode_queries(["May I use a boat?"])[0]
    expected = [max((index.sentence_vectors(int(row)) @ question).tolist(), default=-1.0) for row in rows]
    assert index.best_sentences(rows, question).tolist() == pytest.approx(expected)
    assert len(set(expected)) == len(expected)


def test_rows_know_their_documents_lengths_and_kinds(index: Index) -> None:
    rows = range(len(index))
    assert [index.document_of(row).id for row in rows] == [index.passages[row].document for row in rows]
    assert index.lengths.tolist() == [len(index.text(row)) for row in rows]
    assert index.kinds.tolist() == [index.passages[row].kind.value for row in rows]


def test_nothing_in_scope_finds_nothing(index: Index, encoder: FakeEncoder) -> None:
    rows, scores = index.nearest(encoder.encode_queries(["boat"])[0], range(0), 5)
    assert (len(rows), len(scores)) == (0, 0)


def test_terms_share_the_rows(index: Index) -> None:
    assert index.lexical.scores("usar barco", "pt", index.rows("canals")).argmax() == 4
    assert index.lexical.scores("boats on ice", "en", index.rows()).argmax() == 4


def test_an_index_of_nothing(tmp_path: Path, encoder: FakeEncoder) -> None:
    write(tmp_path, [], encoder.card)
    index = Index.open(tmp_path)
    index.verify()
    assert (len(index), index.games(), index.rows().tolist(), index.vectors(range(0)).shape) == (0, (), [], (0, 64))


def test_generations_follow_each_other_and_two_stay(
    folder: Path, index: Index, books: list[IngestedDocument], encoder: FakeEncoder
) -> None:
    assert Index.current_generation(folder) == index.generation == "000001"
    assert [write(folder, books[:1], encoder.card) for _ in range(3)] == ["000002", "000003", "000004"]
    assert sorted(path.name for path in (folder / LAYOUT.generations).iterdir()) == ["000003", "000004"]
    assert len(Index.open(folder)) == 1
    assert index.lexical.scores("boat", "en", range(6)).max() > 0  # the first one is still open, and whole
    assert index.sentence_vectors(1).shape == (2, 64)


def test_nothing_there(tmp_path: Path) -> None:
    assert Index.current_generation(tmp_path / "none") is None
    with pytest.raises(IndexUnusableError, match="holds no index; ingest"):
        Index.open(tmp_path / "none")


def test_another_model_or_setting_is_refused(folder: Path, encoder: FakeEncoder) -> None:
    with pytest.raises(IndexUnusableError, match=r"model fake .*in use is fake .*12 tokens.*LEXLUDO_MODEL"):
        Index.open(folder, card=replace(encoder.card, max_tokens=12))
    with pytest.raises(IndexUnusableError, match="chunking of the index: chunks 1; in use: chunks 2; ingest again"):
        Index.open(folder, settings="chunks 2")


@pytest.mark.parametrize(("field", "value"), [("format", 0), ("lexical_settings", "other")])
def test_another_format_is_refused(folder: Path, field: str, value: object) -> None:
    manifest = folder / LAYOUT.generations / "000001" / FILES.manifest
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), field: value}))
    with pytest.raises(IndexUnusableError, match="ingest again"):
        Index.open(folder)


def files_of(folder: Path) -> list[Path]:
    return [path for path in (folder / LAYOUT.generations / "000001").rglob("*") if path.is_file()]


def test_every_missing_or_shortened_file_is_named_when_opened(folder: Path) -> None:
    for file in files_of(folder):
        whole = file.read_bytes()
        for damage in (None, whole[:-1]):
            file.unlink() if damage is None else file.write_bytes(damage)
            with pytest.raises(IndexUnusableError, match=file.name):
                Index.open(folder)
        file.write_bytes(whole)
    Index.open(folder).verify()


def test_a_flipped_bit_is_named_by_verify(folder: Path, index: Index) -> None:
    files = [file for file in files_of(folder) if file.name != FILES.manifest]
    assert len(files) > 10
    for file in files:
        whole = file.read_bytes()
        file.write_bytes(bytes([whole[0] ^ 1]) + whole[1:])
        with pytest.raises(IndexUnusableError, match=f"{file.name} was changed"):
            index.verify()
        file.write_bytes(whole)
    index.verify()


def test_nothing_is_pickled(folder: Path) -> None:
    assert {file.suffix for file in files_of(folder)} == {".json", ".jsonl", ".faiss", ".npy"}


def test_what_dead_writers_left_is_cleared_away(
    folder: Path, books: list[IngestedDocument], encoder: FakeEncoder
) -> None:
    generations = folder / LAYOUT.generations
    (generations / ".partial-dead").mkdir()
    (generations / ".partial-dead" / "pages.jsonl").write_text("half")
    (generations / "000002").mkdir()  # renamed, but never made current
    (folder / ".partial-pointer").write_text("000002")
    with writing(folder):
        assert sorted(path.name for path in generations.iterdir()) == ["000001"]
        assert not list(folder.glob(".partial*"))
    assert Index.open(folder).generation == "000001"


def test_a_damaged_pointer_throws_nothing_away(folder: Path) -> None:
    (folder / LAYOUT.current).write_bytes(b"\xff\x00")
    with writing(folder):
        assert (folder / LAYOUT.generations / "000001").is_dir()
    with pytest.raises(IndexUnusableError, match="missing or damaged"):
        Index.open(folder)


def test_a_second_writer_waits_its_turn(folder: Path) -> None:
    waiting = threading.Event()
    order: list[str] = []
    lines: list[str] = []

    def on_wait(line: str) -> None:
        lines.append(line)
        waiting.set()

    def second() -> None:
        with writing(folder, on_wait):
            order.append("second")

    thread = threading.Thread(target=second)
    with writing(folder):
        thread.start()
        assert waiting.wait(10)
        order.append("first")
    thread.join(10)
    assert order == ["first", "second"]
    assert lines == [f"{folder}: another ingest is writing; waiting until it is done"]


def test_an_index_where_a_file_lies_is_refused(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("not a folder")
    with pytest.raises(LexludoError, match="taken: cannot be written"), writing(tmp_path / "taken"):
        pass


def test_readers_never_see_half_a_generation(folder: Path, books: list[IngestedDocument], encoder: FakeEncoder) -> None:
    done = threading.Event()

    def keep_writing() -> None:
        for count in range(12):
            write(folder, books[: 1 + count % 4], encoder.card)
        done.set()

    thread = threading.Thread(target=keep_writing)
    thread.start()
    opened = 0
    while not done.is_set():
        assert 1 <= len(Index.open(folder).documents) <= 4
        opened += 1
    thread.join()
    assert opened > 3
