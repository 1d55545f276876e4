import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.errors import IndexUnusableError
from corpus.lexical import K1, B, LexicalIndex
from corpus.terms import fold, words

TEXTS = [
    "Each player may use the boats of another player.",
    "A boat costs 2 coins (C56) and gives +2 points.",
    "Cada jugador recibe energía y electricidad.",
    "Coloque um barco; as ações seguintes são opcionais. Construções custam 2.",
    "Na próxima ação, mova o barco 3 espaços.",
    "各プレイヤーは船を動かす。",
]
WORDS = ["token", "boat", "coin", "card", "point", "river"]
LANGUAGES = ["en", "en-GB", "es", "pt-BR", "pt-PT", "ja"]


@pytest.fixture(scope="module")
def index() -> LexicalIndex:
    return LexicalIndex.build(TEXTS, LANGUAGES)


def reference(passages: list[list[str]], question: list[str]) -> list[float]:
    """BM25 as Lucene has it, from its formula."""
    mean = sum(map(len, passages)) / len(passages)
    scores = []
    for passage in passages:
        counts, score = Counter(passage), 0.0
        for term in question:
            found = sum(term in other for other in passages)
            idf = math.log(1 + (len(passages) - found + 0.5) / (found + 0.5))
            score += idf * counts[term] / (counts[term] + K1 * (1 - B + B * len(passage) / mean)) if found else 0
        scores.append(score)
    return scores


@given(
    st.lists(st.lists(st.sampled_from(WORDS[1:]), min_size=1, max_size=9), min_size=1, max_size=8),
    st.lists(st.sampled_from(WORDS), max_size=5),
)
def test_scores_are_those_of_the_formula(passages: list[list[str]], question: list[str]) -> None:
    index = LexicalIndex.build([" ".join(passage) for passage in passages], ["en"] * len(passages))
    scores = index.scores(" ".join(question), "en", range(len(passages)))
    assert scores == pytest.approx(reference(passages, question), rel=1e-5, abs=1e-6)


def test_a_language_scores_its_own_passages_only(index: LexicalIndex) -> None:
    scores = index.scores("Can I use a boat?", "en", range(6))
    assert (scores[:2] > 0).all()
    assert (scores[2:] == 0).all()
    assert scores.dtype == np.float32
    assert index.languages == ("en", "es", "ja", "pt")
    assert [index.size(language) for language in ("en", "pt-BR", "ja", "fr")] == [2, 2, 1, 0]


def test_rows_may_be_any_part_in_the_given_order(index: LexicalIndex) -> None:
    whole = index.scores("barco", "pt", range(6))
    assert index.scores("barco", "pt-BR", np.array([1, 3, 4])).tolist() == whole[[1, 3, 4]].tolist()
    assert index.scores("barco", "pt", range(4, 5)).tolist() == whole[4:5].tolist()
    assert index.scores("barco", "pt", range(0)).shape == (0,)
    assert index.scores("bateau", "fr", range(2)).tolist() == [0, 0]


@pytest.mark.parametrize(
    ("question", "language", "row"),
    [
        ("ENERGIA", "es", 2),
        ("energías", "es", 2),
        ("construcao", "pt", 3),
        ("acoes", "pt", 4),
        ("c56", "en", 1),
        ("+2", "en", 1),
        ("船を動かせますか", "ja", 5),
    ],
)
def test_case_accents_and_inflection_do_not_count(index: LexicalIndex, question: str, language: str, row: int) -> None:
    assert index.scores(question, language, range(row, row + 1))[0] > 0


def test_a_signed_number_is_nearer_to_itself_than_a_bare_one() -> None:
    index = LexicalIndex.build(["gain +2 here", "gain 2 here", "gain −2 here"], ["en"] * 3)
    scores = index.scores("+2", "en", range(3))
    assert scores[0] > scores[1] >= scores[2] > 0
    assert index.terms("3-4 players", "en") == ["3", "4", "player"]


def test_document_frequency_counts_passages(index: LexicalIndex) -> None:
    (boat,) = index.terms("boats", "en")
    assert index.document_frequency(boat, "en") == 2
    assert index.document_frequency(boat, "pt") == index.document_frequency("xyz", "en") == 0
    (action,) = index.terms("acao", "pt")
    assert index.document_frequency(action, "pt") == 2


def test_marks_that_are_letters_stay_and_accents_go() -> None:
    assert [fold(word) for word in ("Ação", "ŁÓDŹ", "が", "हिन्दी", "한국", "Œuf")] == [
        "acao",
        "lodz",
        "が",
        "हिन्दी",
        "한국",
        "oeuf",
    ]
    assert [word.term for word in words("हिन्दी खेल", "xx")] == ["हिन्दी", "खेल"]
    assert [word.term for word in words("ｃ５６ 2x", "en")] == ["c56", "2x"]
    assert [word.term for word in words("船", "ja")] == ["船"]


def test_what_was_saved_scores_as_before(index: LexicalIndex, tmp_path: Path) -> None:
    index.save(tmp_path / "lexical")
    for mmap in (True, False):
        loaded = LexicalIndex.load(tmp_path / "lexical", mmap=mmap)
        for question, language in (("a boat", "en"), ("acoes do barco", "pt"), ("energia", "es")):
            assert (
                loaded.scores(question, language, range(6)).tolist()
                == index.scores(question, language, range(6)).tolist()
            )
            assert loaded.terms(question, language) == index.terms(question, language)


def test_a_missing_part_is_an_unusable_index(index: LexicalIndex, tmp_path: Path) -> None:
    index.save(tmp_path / "lexical")
    (tmp_path / "lexical" / "pt" / "rows.npy").unlink()
    with pytest.raises(IndexUnusableError, match=r"rows\.npy.*ingest again"):
        LexicalIndex.load(tmp_path / "lexical")


@pytest.mark.parametrize("texts", [[], [""], ["", "…!"], ["", "boat"]])
def test_passages_without_words(texts: list[str]) -> None:
    index = LexicalIndex.build(texts, ["en"] * len(texts))
    assert np.isfinite(index.scores("boat", "en", range(len(texts)))).all()


@given(st.text(max_size=60), st.sampled_from(["en", "pt", "ja", "ar", "xx"]))
def test_no_question_is_too_odd(text: str, language: str) -> None:
    index = LexicalIndex.build(["a boat", text], ["en", language])
    assert index.scores(text, language, range(2)).shape == (2,)
    assert all(term for term in index.terms(text, language))
