"""Features, scopes, editions, names and quotes, on a small index made with the fake encoder."""

import numpy as np
import pytest

from corpus.index import Index
from corpus.types import Document, DocumentKind
from ingest.build import ingest
from service import fitted
from service.authority import ERRATUM, FOREIGN, NAMED, SPOKEN, UNSAID, Authority, Play
from service.editions import family, in_other_languages
from service.features import FEATURES, candidates, codes_of, shares, term_scores
from service.retrieval import Ranked, Retriever, without_twins
from service.scope import Scopes
from tests.fakes import FakeEncoder

CATALOG = """
[[document]]
id = "harbour.en"
file = "harbour.en.txt"
game = "harbour"
title = "Harbour"
language = "en"
kind = "rulebook"

[[document]]
id = "harbour.es"
file = "harbour.es.txt"
game = "harbour"
title = "Puerto"
language = "es"
kind = "rulebook"

[[document]]
id = "harbour-errata.en"
file = "errata.txt"
game = "harbour"
title = "Harbour: errata"
language = "en"
kind = "errata"

[[document]]
id = "storms.en"
file = "storms.txt"
game = "harbour"
title = "Harbour: Storms"
language = "en"
kind = "expansion"
expansion = "storms"
"""
ENGLISH = """A boat costs two coins when nobody else is on the route, and C12 makes it cheaper.

The game ends when the last boat has been placed on the board by any of the players.
"""
SPANISH = """Un barco cuesta dos monedas cuando nadie más está en la ruta, y C12 lo abarata para todos.

La partida termina cuando alguien coloca el último barco sobre el tablero de juego.
"""
ERRATA = "A boat costs three coins when nobody else is on the route, and C12 makes it cheaper."
STORMS = "A storm card sends every boat on its route back to the harbour of its owner at once."


@pytest.fixture(scope="module")
def encoder() -> FakeEncoder:
    return FakeEncoder()


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory, encoder: FakeEncoder) -> Index:
    books, folder = tmp_path_factory.mktemp("harbour"), tmp_path_factory.mktemp("index")
    texts = {"harbour.en.txt": ENGLISH, "harbour.es.txt": SPANISH, "errata.txt": ERRATA, "storms.txt": STORMS}
    for name, text in {**texts, "catalog.toml": CATALOG}.items():
        (books / name).write_text(text, "utf-8")
    assert not ingest([books], folder, encoder).failed
    return Index.open(folder)


def documents_of(index: Index, rows: np.ndarray[tuple[int], np.dtype[np.int64]]) -> set[str]:
    return {index.passages[row].document for row in rows.tolist()}


def test_a_scope_leaves_out_expansions_not_in_play(index: Index) -> None:
    scopes = Scopes(index)
    assert "storms.en" in documents_of(index, scopes.of("harbour").rows)
    assert "storms.en" not in documents_of(index, scopes.of("harbour", []).rows)
    assert scopes.of("harbour", ["storms"]).rows.tolist() == scopes.of("harbour").rows.tolist()


def test_a_scope_holds_a_text_in_the_askers_language_alone(index: Index) -> None:
    spanish = documents_of(index, Scopes(index).of("harbour", None, "es").rows)
    assert spanish == {"harbour.es", "harbour-errata.en", "storms.en"}


def test_what_is_usual_differs_by_language(index: Index, encoder: FakeEncoder) -> None:
    scope = Scopes(index).of("harbour")
    vector = encoder.encode_queries(["boat route coins"])[0]
    usual = scope.usual(vector, scope.rows)
    for language in ("en", "es"):
        assert len(set(usual[scope.languages == language].round(6))) == 1
    assert usual[scope.languages == "en"][0] > usual[scope.languages == "es"][0]


def test_terms_count_as_far_as_languages_share_them(index: Index) -> None:
    scope = Scopes(index).of("harbour")
    scores = term_scores(index, "What does a boat cost?", "en", scope)
    english = dict(zip(map(index.text, scope.rows), scores.tolist(), strict=True))
    assert max(english, key=english.__getitem__) in (ENGLISH.split("\n")[0], ERRATA)
    assert all(score < max(scores) / 2 for text, score in english.items() if text in SPANISH)
    code = term_scores(index, "C12", "en", scope)
    assert (code[[("C12" in index.text(row)) for row in scope.rows]] > 0.2).all()
    assert code.max() <= 1


def test_features_have_a_row_for_each_candidate(index: Index, encoder: FakeEncoder) -> None:
    retriever = Retriever(index, encoder)
    found = candidates(index, retriever.asked("What does C12 do to a boat?", "en"), retriever.scope("harbour"))
    assert found.features.shape == (len(found.rows), len(FEATURES))
    assert np.isfinite(found.features).all()
    codes = dict(zip(found.rows.tolist(), found.column("codes"), strict=True))
    assert {row for row, share in codes.items() if share == 1} == {row for row in codes if "C12" in index.text(row)}


def test_a_ranking_keeps_one_edition_of_a_text(index: Index, encoder: FakeEncoder) -> None:
    retriever = Retriever(index, encoder)
    ranked = retriever.rank(retriever.asked("boat C12", "de"), retriever.scope("harbour"))
    assert {"harbour.en", "harbour.es"} <= documents_of(index, ranked.rows)
    assert len({"harbour.en", "harbour.es"} & documents_of(index, without_twins(index, ranked).rows)) == 1


def test_an_erratum_leads_what_it_corrects(index: Index, encoder: FakeEncoder) -> None:
    retriever, scope = Retriever(index, encoder), Scopes(index).of("harbour")
    asked = retriever.asked("A boat costs two coins when nobody else", "en")
    ranked = retriever.rank(asked, scope)
    led = Authority(index).overriding_first(ranked, asked, scope, Play())
    first, second = (index.passages[row].document for row in led.rows[:2])
    assert (first, second) == ("harbour-errata.en", "harbour.en")
    assert sorted(led.rows) == sorted(ranked.rows)


def test_an_erratum_leads_even_where_it_was_not_found(index: Index, encoder: FakeEncoder) -> None:
    retriever, scope = Retriever(index, encoder), Scopes(index).of("harbour", None, "en")
    asked = retriever.asked("A boat costs two coins when nobody else", "en")
    ranked = retriever.rank(asked, scope)
    kept = [place for place, row in enumerate(ranked.rows) if "errata" not in index.passages[row].document]
    without = Ranked(ranked.rows[kept], ranked.scores[kept], ranked.features[kept])
    led = Authority(index).overriding_first(without, asked, scope, Play())
    assert index.passages[int(led.rows[0])].document == "harbour-errata.en"
    assert led.rows[1:].tolist() == without.rows.tolist()
    assert led.scores[:2].tolist() == [without.scores[0], without.scores[0]]


def test_an_erratum_stays_where_another_rule_was_asked_for(index: Index, encoder: FakeEncoder) -> None:
    retriever, scope = Retriever(index, encoder), Scopes(index).of("harbour", None, "en")
    asked = retriever.asked("When does the game end? When the last boat has been placed?", "en")
    ranked = retriever.rank(asked, scope)
    assert Authority(index).overriding_first(ranked, asked, scope, Play()).rows[0] == ranked.rows[0]


@pytest.mark.parametrize(("lead", "leads"), [(ERRATUM / 2, "harbour-errata.en"), (ERRATUM * 1.5, "storms.en")])
def test_an_erratum_leads_another_rule_where_it_is_close(
    index: Index, encoder: FakeEncoder, lead: float, leads: str
) -> None:
    retriever, scope = Retriever(index, encoder), Scopes(index).of("harbour", None, "en")
    rows = np.array([row_of(index, STORMS), row_of(index, ERRATA)])
    found = Ranked(rows, np.array([3, 3 - lead], np.float32), np.zeros((2, len(FEATURES)), np.float32))
    asked = retriever.asked("What does a storm card do?", "en")
    led = Authority(index).overriding_first(found, asked, scope, Play())
    assert index.passages[int(led.rows[0])].document == leads
    assert sorted(led.rows) == sorted(rows)


def test_behind_the_first_the_askers_language_comes_before_others(index: Index, encoder: FakeEncoder) -> None:
    retriever, scope = Retriever(index, encoder), Scopes(index).of("harbour", None, "es")
    asked = retriever.asked("¿Qué hace una tormenta en la ruta?", "es")
    rows = np.array([row_of(index, ERRATA), row_of(index, STORMS), row_of(index, "La partida termina")])
    features = np.zeros((3, len(FEATURES)), np.float32)
    features[:, FEATURES.index("same_language")] = [0, 0, 1]
    close, clear = (np.array([3, 1 + lead, 1], np.float32) for lead in (FOREIGN / 2, FOREIGN * 1.5))
    led = [Authority(index).overriding_first(Ranked(rows, s, features), asked, scope, Play()) for s in (close, clear)]
    assert [each.rows.tolist() for each in led] == [rows[[0, 2, 1]].tolist(), rows.tolist()]
    english = Scopes(index).of("harbour", None, "de")
    german = Ranked(rows, close, features)
    unknown = retriever.asked("Was macht ein Sturm?", "de")
    assert Authority(index).overriding_first(german, unknown, english, Play()).rows.tolist() == rows.tolist()


def row_of(index: Index, words: str) -> int:
    return next(row for row in range(len(index)) if words in index.text(row))


@pytest.mark.parametrize(
    ("row", "place", "rows", "scores"),
    [(7, 0, [7, 5, 6], [1, 3, 2]), (9, 0, [9, 5, 6, 7], [3, 3, 2, 1]), (9, 2, [5, 6, 9, 7], [3, 2, 1, 1])],
)
def test_a_passage_is_put_before_another(row: int, place: int, rows: list[int], scores: list[float]) -> None:
    found = Ranked(np.array([5, 6, 7]), np.array([3, 2, 1], np.float32), np.zeros((3, len(FEATURES)), np.float32))
    moved = found.with_before(row, place)
    assert (moved.rows.tolist(), moved.scores.tolist()) == (rows, scores)
    assert found.rows.tolist() == [5, 6, 7]


def test_what_an_erratum_corrects_says_so(index: Index, encoder: FakeEncoder) -> None:
    retriever, authority = Retriever(index, encoder), Authority(index)
    scope = retriever.scope("harbour", None, "en")
    asked = retriever.asked("A boat costs two coins when nobody else", "en")
    led = authority.overriding_first(retriever.rank(asked, scope), asked, scope, Play())
    first, second = led.rows[:2].tolist()
    assert authority.change_of(second, index.passages[second].span, led, scope, Play()) == first
    assert authority.change_of(first, index.passages[first].span, led, scope, Play()) is None


@pytest.mark.parametrize(
    ("play", "gain"),
    [
        (Play(), UNSAID),
        (Play(ticked=frozenset({"storms"})), 0.0),
        (Play(named=frozenset({"storms"})), NAMED),
    ],
)
def test_an_expansion_counts_as_far_as_it_is_in_play(
    index: Index, encoder: FakeEncoder, play: Play, gain: float
) -> None:
    retriever = Retriever(index, encoder)
    asked = retriever.asked("What ends the game?", "en")
    ranked = retriever.rank(asked, retriever.scope("harbour", play.expansions, "en"))
    before = dict(zip(ranked.rows.tolist(), ranked.scores.tolist(), strict=True))
    weighed = Authority(index).weighed(ranked, asked, play)
    after = dict(zip(weighed.rows.tolist(), weighed.scores.tolist(), strict=True))
    gains = {index.passages[row].document: round(after[row] - before[row], 4) for row in before}
    assert gains == {name: gain if name == "storms.en" else 0.0 for name in gains}
    assert "storms.en" in gains


def test_words_that_only_the_expansion_has_put_it_in_play(index: Index, encoder: FakeEncoder) -> None:
    retriever = Retriever(index, encoder)
    asked = retriever.asked("What does a storm do?", "en")
    ranked = retriever.rank(asked, retriever.scope("harbour", None, "en"))
    weighed = Authority(index).weighed(ranked, asked, Play())
    before = dict(zip(ranked.rows.tolist(), ranked.scores.tolist(), strict=True))
    gains = {
        index.passages[row].document: round(score - before[row], 4)
        for row, score in zip(weighed.rows.tolist(), weighed.scores.tolist(), strict=True)
    }
    assert gains == {name: SPOKEN if name == "storms.en" else 0.0 for name in gains}


def test_editions_are_told_by_their_ids() -> None:
    def book(name: str, language: str, kind: DocumentKind = DocumentKind.RULEBOOK) -> Document:
        return Document(name, "harbour", "Harbour", language, kind)

    english, spanish = book("harbour.en", "en"), book("harbour.es", "es")
    almanac = book("almanac", "es")
    assert family(english) == family(spanish) != family(almanac)
    assert list(in_other_languages([english, spanish, almanac], "es")) == [english]
    assert list(in_other_languages([english, almanac], "es")) == []


def test_codes_are_shared_whatever_the_case() -> None:
    assert codes_of("Does c12 beat 2x or +3?") == {"c12", "2x", "+3"}
    assert shares({"c12", "2x"}, ["(C12) Pay.", "nothing", "2X for C12"]).tolist() == [0.5, 0.0, 1.0]


def test_what_was_fitted_is_complete() -> None:
    numbers = fitted.shipped()
    assert set(numbers.ranker.weights) == set(FEATURES)
    assert 0 < numbers.threshold < 1
