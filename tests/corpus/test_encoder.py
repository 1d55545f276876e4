"""The embedded model, really unpacked and really run, against vectors known from the package's own engine."""

import json
import os
import shutil
import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import numpy as np
import pytest

from corpus import embedded_model, encoder
from corpus.encoder import SentenceEncoder
from corpus.errors import ModelError
from corpus.graph_model import GraphModel
from corpus.library_model import LibraryModel
from corpus.types import Vectors

pytestmark = pytest.mark.model
ROOT = Path(__file__).parents[2]
KNOWN = json.loads((Path(__file__).parent / "known_vectors.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def embedded() -> SentenceEncoder:
    return encoder.load(backend="onnx")


@pytest.fixture(scope="module")
def through_torch() -> SentenceEncoder:
    return encoder.load(backend="torch")


def known() -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    vectors = np.array(list(KNOWN.values()), np.float32)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float32)


def test_unpacked_weights_give_the_known_vectors(through_torch: SentenceEncoder) -> None:
    assert cosines(through_torch.encode_queries(list(KNOWN)), known()).min() > 0.9995


def test_int8_stays_close_to_the_known_vectors(embedded: SentenceEncoder) -> None:
    assert cosines(embedded.encode_queries(list(KNOWN)), known()).min() > 0.997


def test_backends_share_a_card_so_that_their_vectors_may_meet(
    embedded: SentenceEncoder, through_torch: SentenceEncoder
) -> None:
    assert embedded.card == through_torch.card
    assert (embedded.card.dimension, embedded.card.max_tokens) == (384, 512)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Posso usar os barcos?", "▁Posso ▁usar ▁os ▁barco s ?"),
        ("Día del Rey", "▁Día ▁del ▁Rey"),
        ("Läufer", "▁Lä u fer"),
        ("À Hobart", "▁À ▁Ho bart"),
        ("è vietato", "▁è ▁vieta to"),
        ("łodzi innego", "▁ ło dzi ▁innego"),
        ("他の船", "▁ 他の 船"),
        ("six 👨 next", "▁six ▁ 👨 ▁next"),
        ("ＡＢＣ １２３", "▁ABC ▁123"),
        ("ac\u0327a\u0303o", "▁ação"),
        ("cafe\u0301", "▁café"),
        ("ﬁn", "▁fin"),
        ("two   spaces\tand a line\n", "▁two ▁space s ▁and ▁a ▁line"),
        ("zero\u200bwidth", "▁zero ▁ width"),
    ],
)
def test_pieces(embedded: SentenceEncoder, text: str, pieces: str) -> None:
    assert isinstance(embedded.model, GraphModel)
    assert embedded.model.tokenizer.encode(text, add_special_tokens=False).tokens == pieces.split()


def test_prompts_come_from_the_model(embedded: SentenceEncoder) -> None:
    text = "How many boats?"
    plain = encoder.sentence_transformer().encode(
        [f"query: {text}", f"passage: {text}"], prompt="", normalize_embeddings=True
    )
    ours = np.concatenate([embedded.encode_queries([text]), embedded.encode_passages([text])])
    assert ((ours * plain).sum(axis=1) > 0.99).all()
    assert float(ours[0] @ ours[1]) < 0.99


def test_text_beyond_the_models_reach_is_read_to_its_end(embedded: SentenceEncoder) -> None:
    filler = "The weather was fine and nothing happened at all. " * 60
    assert embedded.count_tokens([filler]) > [embedded.card.max_tokens]
    question = embedded.encode_queries(["How many boats does a player get?"])[0]
    without, with_end = embedded.encode_passages([filler, f"{filler} Each player gets four boats."]) @ question
    assert with_end > without


def test_vectors_have_unit_length_whatever_the_batch(embedded: SentenceEncoder) -> None:
    texts = ["a", "boats " * 900, "Each player gets four boats.", "🎲" * 300, ""]
    vectors = embedded.encode_passages(texts)
    assert vectors.shape == (5, 384)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-4)
    assert embedded.encode_passages([]).shape == (0, 384)


def test_progress_counts_every_text(embedded: SentenceEncoder) -> None:
    done: list[int] = []
    embedded.encode_passages([f"rule {number}" for number in range(20)], done.append)
    assert sum(done) == 20


ODD = [*KNOWN, "two   spaces\tand a line\n", "boats " * 600, "🎲 ação 他の船", ""]


def cosines(ours: Vectors, theirs: Vectors) -> Vectors:
    alike: Vectors = (ours * theirs).sum(axis=1) / np.linalg.norm(ours, axis=1) / np.linalg.norm(theirs, axis=1)
    return alike


def test_the_graph_in_parts_gives_what_torch_makes_of_the_whole(
    embedded: SentenceEncoder, through_torch: SentenceEncoder
) -> None:
    assert embedded.model.ids(ODD) == through_torch.model.ids(ODD)
    assert embedded.model.prompts == through_torch.model.prompts
    assert cosines(embedded.model.vectors(ODD), through_torch.model.vectors(ODD)).min() > 0.997


def test_a_folder_without_a_graph_gets_a_whole_one_that_shows_its_states(
    embedded: SentenceEncoder, tmp_path: Path
) -> None:
    unpacked = embedded_model.unpacked(encoder.default_cache(), encoder.silent)
    leaving = shutil.ignore_patterns("onnx", embedded_model.SEAL)
    copy = shutil.copytree(unpacked, tmp_path / "copy", ignore=leaving, copy_function=os.link)
    through_library = encoder.load(str(copy), backend="onnx", cache=tmp_path / "cache").model
    assert isinstance(through_library, LibraryModel)
    assert embedded.model.ids(ODD) == through_library.ids(ODD)
    whole = through_library.vectors(ODD)
    by_modules = through_library.model.encode(ODD, prompt="", normalize_embeddings=True)
    assert np.allclose(whole, by_modules, atol=1e-5)
    assert np.median(cosines(embedded.model.vectors(ODD), whole)) > 0.99
    (ours, theirs) = (model.states("query: Whose boat?") for model in (embedded.model, through_library))
    assert ours is not None
    assert theirs is not None
    assert ours.shape == theirs.shape
    assert np.median(cosines(ours, theirs)) > 0.97


def test_states_are_those_that_torch_has(embedded: SentenceEncoder, through_torch: SentenceEncoder) -> None:
    for text in KNOWN:
        ours, theirs = embedded.query_states(text), through_torch.query_states(text)
        assert ours is not None
        assert theirs is not None
        assert ours.shape == theirs.shape == (len(embedded.model.ids([f"query: {text}"])[0]), 384)
        assert np.median(cosines(ours, theirs)) > 0.995


def test_torch_is_not_imported_where_the_graph_runs_alone() -> None:
    code = (
        "import sys\n"
        "from corpus import encoder\n"
        "encoder.load(backend='onnx').encode_queries(['Whose boat?'])\n"
        "print(sorted({'torch', 'transformers', 'sentence_transformers'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(("cuda", "hip", "made"), [(None, None, False), ("12.8", None, True), (None, "6.4", True)])
def test_whether_torch_is_made_for_a_gpu_is_told_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cuda: str | None, hip: str | None, made: bool
) -> None:
    (tmp_path / "version.py").write_text(f"cuda = {cuda!r}\nhip = {hip!r}\n")
    spec = ModuleSpec("torch", None, origin=str(tmp_path / "__init__.py"))
    monkeypatch.setattr(encoder, "find_spec", lambda _name: spec)
    assert encoder._made_for_a_gpu() is made


def test_an_unknown_model_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(ModelError, match=r"no-such/model.*leave LEXLUDO_MODEL unset"):
        encoder.load("no-such/model")


def test_a_folder_that_holds_no_model_says_so(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(ModelError, match="cannot be loaded"):
        encoder.load(str(tmp_path), backend="torch")


def test_threads_are_as_many_as_asked_for_and_do_not_spin() -> None:
    loaded = encoder.load(threads=1)
    assert isinstance(loaded.model, GraphModel)
    options = loaded.model.first.get_session_options()
    assert options.intra_op_num_threads == 1
    assert options.get_session_config_entry("session.intra_op.allow_spinning") == "0"
    alone, all_cores = loaded.encode_queries(["Whose boat?"]), encoder.load().encode_queries(["Whose boat?"])
    assert float((alone @ all_cores.T)[0, 0]) > 0.9999
