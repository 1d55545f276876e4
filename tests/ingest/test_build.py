import errno
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from corpus.errors import LexludoError
from corpus.index import Index
from corpus.types import Encoder
from ingest import chunk
from ingest.build import ingest
from ingest.outcome import Outcome, State
from ingest.readers import SUFFIXES
from tests.fakes import FakeEncoder
from tests.ingest.books import BARCOS, BOATS, COINS, SCORE, entry, write_book


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    write_book(tmp_path / "books" / "canals" / "rules.en.txt", BOATS, COINS)
    write_book(tmp_path / "books" / "canals" / "rules.pt-BR.txt", BARCOS)
    write_book(tmp_path / "books" / "arena" / "arena.en.md", SCORE)
    return tmp_path / "books"


@pytest.fixture
def where(tmp_path: Path) -> Path:
    return tmp_path / "index"


def states(outcome: Outcome) -> dict[str, State]:
    return {Path(report.file).name: report.state for report in outcome.files}


def snapshot(folder: Path) -> dict[str, tuple[int, int]]:
    return {str(path): (path.stat().st_mtime_ns, path.stat().st_ino) for path in folder.rglob("*") if path.is_file()}


def texts_of(index: Path, document: str) -> list[str]:
    opened = Index.open(index)
    return [opened.text(row) for row in opened.document_rows(document)]


def test_a_folder_becomes_an_index(shelf: Path, where: Path, encoder: FakeEncoder) -> None:
    outcome = ingest([shelf], where, encoder)
    assert states(outcome) == dict.fromkeys(("arena.en.md", "rules.en.txt", "rules.pt-BR.txt"), State.ADDED)
    assert (outcome.generation, outcome.documents, outcome.passages, outcome.failed) == ("000001", 3, 4, False)
    index = Index.open(where, card=encoder.card, settings=chunk.SETTINGS)
    index.verify()
    assert [(each.game, each.id, each.language) for each in index.documents] == [
        ("arena", "arena.en", "en"),
        ("canals", "rules.en", "en"),
        ("canals", "rules.pt-BR", "pt-BR"),
    ]
    rows, _ = index.nearest(encoder.encode_queries([COINS])[0], index.rows("canals"), 1)
    assert index.text(int(rows[0])) == COINS
    assert index.source("rules.en") == (shelf / "canals" / "rules.en.txt").resolve()


def test_vectors_are_those_of_the_embedded_texts_and_sentences(shelf: Path, where: Path, encoder: FakeEncoder) -> None:
    ingest([shelf], where, encoder)
    index = Index.open(where)
    for row, passage in enumerate(index.passages):
        page = index.page(passage.document, passage.page).text
        whole = chunk.embedded_text(index.document(passage.document), passage, page)
        assert np.array_equal(index.vectors(range(row, row + 1)), encoder.encode_passages([whole]))
        sentences = encoder.encode_passages([span.of(page) for span in passage.sentences])
        assert index.sentence_vectors(row) == pytest.approx(sentences, abs=1e-3)


def test_the_same_again_changes_nothing(shelf: Path, where: Path, encoder: FakeEncoder) -> None:
    ingest([shelf], where, encoder)
    before, encoded = snapshot(where / "generations"), encoder.encoded
    outcome = ingest([shelf, shelf / "canals" / "rules.en.txt"], where, encoder)
    assert set(states(outcome).values()) == {State.UNCHANGED}
    assert (len(outcome.files), outcome.generation, encoder.encoded) == (3, "000001", encoded)
    assert snapshot(where / "generations") == before


def test_a_changed_file_replaces_its_own_passages_and_only_new_texts_are_encoded(
    shelf: Path, where: Path, encoder: FakeEncoder
) -> None:
    ingest([shelf], where, encoder)
    others = {name: Index.open(where).ingested(name) for name in ("arena.en", "rules.pt-BR")}
    encoder.batches.clear()
    write_book(shelf / "canals" / "rules.en.txt", BOATS, SCORE)
    outcome = ingest([shelf / "canals"], where, encoder)
    assert states(outcome) == {"rules.en.txt": State.CHANGED, "rules.pt-BR.txt": State.UNCHANGED}
    assert next(report.embedded for report in outcome.files if report.state is State.CHANGED) == 1
    assert encoder.encoded == 2  # the new passage with its title, and its one sentence
    assert texts_of(where, "rules.en") == [BOATS, SCORE]
    index = Index.open(where)
    for name, before in others.items():
        after = index.ingested(name)
        same_vectors = replace(after, vectors=before.vectors, sentence_vectors=before.sentence_vectors)
        assert replace(same_vectors, pages=before.pages) == before
        assert list(after.pages) == list(before.pages)
        assert np.array_equal(after.vectors, before.vectors)
        assert all(map(np.array_equal, after.sentence_vectors, before.sentence_vectors))


def test_documents_of_other_paths_stay(shelf: Path, where: Path, encoder: FakeEncoder) -> None:
    ingest([shelf / "canals"], where, encoder)
    outcome = ingest([shelf / "arena"], where, encoder)
    assert (outcome.documents, len(outcome.files)) == (3, 1)
    assert Index.open(where).games() == ("arena", "canals")


def test_a_new_title_changes_the_document_and_what_does_not_carry_it_is_not_encoded_again(
    tmp_path: Path, where: Path, encoder: FakeEncoder
) -> None:
    book = write_book(tmp_path / "canals" / "rules.txt", BOATS)
    catalog = book.with_name("catalog.toml")
    catalog.write_text(entry("rules", "rules.txt", edition="1"))
    ingest([book.parent], where, encoder)
    encoder.batches.clear()
    catalog.write_text(entry("rules", "rules.txt", edition="2"))
    assert states(ingest([book.parent], where, encoder)) == {"rules.txt": State.CHANGED}
    assert (Index.open(where).document("rules").edition, encoder.batches) == ("2", [])
    catalog.write_text(entry("rules", "rules.txt", title="Canals"))
    ingest([book.parent], where, encoder)
    assert (Index.open(where).document("rules").title, encoder.batches) == ("Canals", [2])


def test_a_version_that_cannot_be_read_leaves_the_old_one(shelf: Path, where: Path, encoder: FakeEncoder) -> None:
    ingest([shelf], where, encoder)
    (shelf / "canals" / "rules.en.txt").write_text("")
    outcome = ingest([shelf], where, encoder)
    (failure,) = (report for report in outcome.files if report.state is State.FAILED)
    assert "rules.en.txt: is empty" in failure.line
    assert failure.line.endswith("; what the index has of it stays")
    assert texts_of(where, "rules.en") == [BOATS, COINS]
    assert outcome.generation == "000001"


def test_two_games_may_name_their_files_alike(tmp_path: Path, where: Path, encoder: FakeEncoder) -> None:
    azul = write_book(tmp_path / "azul" / "rules.en.txt", BOATS)
    catan = write_book(tmp_path / "catan" / "rules.en.txt", COINS)
    for paths in ([azul], [catan], [tmp_path / "azul", tmp_path / "catan"], [catan, azul]):
        outcome = ingest(paths, where, encoder)
    assert [(each.game, each.id) for each in Index.open(where).documents] == [
        ("azul", "rules.en"),
        ("catan", "catan.rules.en"),
    ]
    assert set(states(outcome).values()) == {State.UNCHANGED}


def test_of_two_files_with_one_id_the_first_is_kept(tmp_path: Path, where: Path, encoder: FakeEncoder) -> None:
    write_book(tmp_path / "canals" / "rules.en.md", BOATS)
    write_book(tmp_path / "canals" / "rules.en.txt", COINS)
    outcome = ingest([tmp_path / "canals"], where, encoder)
    assert states(outcome) == {"rules.en.txt": State.FAILED, "rules.en.md": State.ADDED}
    assert 'rules.en.txt: the id "rules.en" is taken by' in outcome.files[0].line
    assert texts_of(where, "rules.en") == [BOATS]


def test_a_file_that_gets_another_id_leaves_under_its_old_one(
    tmp_path: Path, where: Path, encoder: FakeEncoder
) -> None:
    book = write_book(tmp_path / "canals" / "rules.en.txt", BOATS)
    ingest([book], where, encoder)
    book.with_name("catalog.toml").write_text(entry("canals.en", book.name))
    said: list[str] = []
    ingest([book.parent], where, encoder, say=said.append)
    assert [each.id for each in Index.open(where).documents] == ["canals.en"]
    assert said == [f'{book.resolve()}: has another id now; document "rules.en" leaves the index']


def test_languages_that_no_name_tells_are_read_from_the_text(tmp_path: Path, where: Path, encoder: FakeEncoder) -> None:
    write_book(tmp_path / "canals" / "regras.txt", BARCOS)
    write_book(tmp_path / "canals" / "rules.txt", BOATS)
    write_book(tmp_path / "canals" / "score.txt", "1234 5678 +++")
    outcome = ingest([tmp_path / "canals"], where, encoder)
    assert {each.id: each.language for each in Index.open(where).documents} == {"regras": "pt", "rules": "en"}
    assert next(report.line for report in outcome.files if "score.txt" in report.file).endswith(
        "for example rules.en.pdf"
    )
    assert states(ingest([tmp_path / "canals" / "rules.txt"], where, encoder)) == {"rules.txt": State.UNCHANGED}


def test_another_model_embeds_everything_anew_also_what_is_not_given(
    shelf: Path, where: Path, encoder: FakeEncoder
) -> None:
    ingest([shelf], where, encoder)
    other, said = FakeEncoder("other", dimension=32), list[str]()
    outcome = ingest([shelf / "arena"], where, other, say=said.append)
    assert (outcome.documents, outcome.generation) == (3, "000002")
    assert "was made with the model fake; all of it is embedded anew by other" in said[0]
    index = Index.open(where, card=other.card)
    assert index.vectors(index.rows()).shape == (4, 32)
    assert index.text(1) == BOATS


def test_other_chunking_cuts_everything_anew_from_its_pages(shelf: Path, where: Path, encoder: FakeEncoder) -> None:
    ingest([shelf], where, encoder)
    encoder.batches.clear()
    newer = SimpleNamespace(SETTINGS="newer", passages=chunk.passages, embedded_text=chunk.embedded_text)
    shutil.rmtree(shelf / "canals")
    outcome = ingest([shelf / "arena"], where, encoder, chunking=newer)
    assert states(outcome) == {"arena.en.md": State.CHANGED}
    assert Index.open(where, settings="newer").manifest.counts["passages"] == 4
    assert encoder.encoded == 0  # the passages came out the same


def test_a_damaged_index_is_made_anew_and_says_so(shelf: Path, where: Path, encoder: FakeEncoder) -> None:
    ingest([shelf], where, encoder)
    vectors = where / "generations" / "000001" / "vectors.faiss"
    vectors.write_bytes(vectors.read_bytes()[:-1] + b"\xff")
    said: list[str] = []
    outcome = ingest([shelf / "arena"], where, encoder, say=said.append)
    assert (outcome.generation, outcome.documents) == ("000002", 1)
    assert "vectors.faiss was changed" in said[0]
    assert "ingest all others again" in said[0]
    Index.open(where).verify()


def test_nothing_readable_makes_no_index(tmp_path: Path, where: Path, encoder: FakeEncoder) -> None:
    (tmp_path / "empty").mkdir()
    outcome = ingest([tmp_path / "empty", tmp_path / "gone"], where, encoder)
    assert (outcome.generation, outcome.count(State.FAILED)) == (None, 2)
    assert [report.problem for report in outcome.files] == [
        f"{tmp_path / 'empty'}: holds no rulebook; put files into it that end in {', '.join(sorted(SUFFIXES))}, "
        "or a catalog.toml",
        f"{tmp_path / 'gone'}: does not exist; check the path",
    ]


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 512 kB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounting = ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(disk)]
    if not shutil.which("mount") or subprocess.run(mounting, capture_output=True, check=False).returncode:
        pytest.skip("mounting a small disk needs root")
    yield disk
    subprocess.run(["umount", "--lazy", str(disk)], check=True)


@pytest.mark.parametrize("paragraphs", [650, 900, 2000, 6000])
def test_a_full_disk_leaves_the_generation_before(
    tiny_disk: Path, tmp_path: Path, encoder: FakeEncoder, paragraphs: int
) -> None:
    small = write_book(tmp_path / "canals" / "rules.en.txt", BOATS, COINS)
    ingest([small], tiny_disk / "index", encoder)
    large = write_book(tmp_path / "large" / "large.en.txt", *(f"{number} {SCORE}" for number in range(paragraphs)))
    with pytest.raises(LexludoError, match=r"could not be written \(.*\); make room there and ingest again") as raised:
        ingest([large], tiny_disk / "index", encoder)
    assert isinstance(raised.value.__cause__, OSError)
    index = Index.open(tiny_disk / "index", card=encoder.card)
    index.verify()
    rows, _ = index.nearest(encoder.encode_queries([COINS])[0], index.rows(), 1)
    assert index.text(int(rows[0])) == COINS
    assert sorted(path.name for path in (tiny_disk / "index" / "generations").iterdir()) == ["000001"]
    write_book(small, BOATS, SCORE)
    assert ingest([small], tiny_disk / "index", encoder).generation == "000002"


def test_a_disk_that_fills_at_the_last_step_leaves_no_orphan(
    shelf: Path, where: Path, encoder: FakeEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    ingest([shelf / "arena"], where, encoder)

    def full(_pointer: Path, _target: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(LexludoError, match="No space left on device"):
        ingest([shelf], where, encoder)
    assert [path.name for path in (where / "generations").iterdir()] == ["000001"]
    assert sorted(path.name for path in where.iterdir()) == [".lock", "CURRENT", "generations", "sources"]


def test_two_ingests_at_once_take_turns_and_both_arrive(shelf: Path, where: Path) -> None:
    started, said = threading.Barrier(2), list[str]()
    failures: list[BaseException] = []

    class Slow(FakeEncoder):
        def encode_passages(self, texts, progress=None):  # type: ignore[no-untyped-def]
            threading.Event().wait(0.3)
            return super().encode_passages(texts, progress)

    def run(path: Path, encoder: Encoder) -> None:
        try:
            started.wait(10)
            ingest([path], where, encoder, say=said.append)
        except BaseException as error:  # what a thread raises would be lost
            failures.append(error)

    threads = [threading.Thread(target=run, args=(shelf / name, Slow())) for name in ("arena", "canals")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert failures == []
    assert said == [f"{where}: another ingest is writing; waiting until it is done"]
    assert Index.open(where).games() == ("arena", "canals")
    assert Index.current_generation(where) == "000002"
