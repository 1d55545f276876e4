import math
from collections.abc import Sequence
from typing import Any

import ir_measures
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ir_measures import RR, R, Success, nDCG

from eval.metrics import Measure, Qrel, ScoredDoc, aggregate, parse, per_query

THEIRS = [measure @ k for measure in (R, Success, nDCG) for k in (1, 3, 10)] + [RR]  # all by trec_eval
ALL = 1000
CUT_RR = [RR @ k for k in (1, 3, 10)]  # by the MS MARCO script, which orders documents of one score otherwise

QUERIES = st.sampled_from(["q1", "q2", "q3"])
DOCUMENTS = st.sampled_from([f"d{n}" for n in range(14)])
SCORES = st.sampled_from([0.0, 0.25, 0.5, 1.0, 2.0])  # few, so that ties are common
JUDGEMENTS = st.dictionaries(st.tuples(QUERIES, DOCUMENTS), st.integers(0, 2), min_size=1, max_size=20)
RUNS = st.dictionaries(st.tuples(QUERIES, DOCUMENTS), SCORES, min_size=1, max_size=40)


def compare(
    theirs: Sequence[Any], judgements: dict[tuple[str, str], int], scores: dict[tuple[str, str], float]
) -> None:
    qrels = [Qrel(query, doc, relevance) for (query, doc), relevance in judgements.items()]
    run = [ScoredDoc(query, doc, score) for (query, doc), score in scores.items()]
    their_qrels, their_run = [ir_measures.Qrel(*q) for q in qrels], [ir_measures.ScoredDoc(*s) for s in run]
    ours = [_our(measure) for measure in theirs]
    each = {(m.query_id, _our(m.measure)): m.value for m in ir_measures.iter_calc(theirs, their_qrels, their_run)}
    means = {_our(m): value for m, value in ir_measures.calc_aggregate(theirs, their_qrels, their_run).items()}
    assert {(m.query_id, m.measure): m.value for m in per_query(ours, qrels, run)} == pytest.approx(each, abs=1e-9)
    assert aggregate(ours, qrels, run) == pytest.approx(means, abs=1e-9)


def _our(measure: Any) -> Measure:
    return Measure("MRR", ALL) if str(measure) == "RR" else parse(str(measure))


@given(JUDGEMENTS, RUNS)
def test_equals_ir_measures_ties_and_all(
    judgements: dict[tuple[str, str], int], scores: dict[tuple[str, str], float]
) -> None:
    compare(THEIRS, judgements, scores)


@given(JUDGEMENTS, st.dictionaries(QUERIES, st.permutations([f"d{n}" for n in range(14)]), min_size=1))
def test_cut_reciprocal_rank_equals_ir_measures(
    judgements: dict[tuple[str, str], int], rankings: dict[str, list[str]]
) -> None:
    scores = {(query, doc): -float(rank) for query, docs in rankings.items() for rank, doc in enumerate(docs)}
    compare(CUT_RR, judgements, scores)


def test_worked_example() -> None:
    ranking, judged = ["x", "b", "a"], {"a": 1, "b": 1, "c": 1}
    assert parse("Recall@3").of(ranking, judged) == pytest.approx(2 / 3)
    assert parse("Recall@2").of(ranking, judged) == pytest.approx(1 / 3)
    assert parse("MRR@10").of(ranking, judged) == 0.5
    assert parse("MRR@1").of(ranking, judged) == 0.0
    assert parse("Success@1").of(ranking, judged) == 0.0
    assert parse("Success@2").of(ranking, judged) == 1.0
    ideal = 1 + 1 / math.log2(3) + 1 / 2
    assert parse("nDCG@10").of(ranking, judged) == pytest.approx((1 / math.log2(3) + 1 / 2) / ideal)


def test_a_judged_query_that_the_run_lacks_scores_zero() -> None:
    qrels = [Qrel("there", "a", 1), Qrel("missing", "a", 1)]
    run = [ScoredDoc("there", "a", 1.0), ScoredDoc("unjudged", "a", 1.0)]
    found = {m.query_id: m.value for m in per_query([parse("MRR@10")], qrels, run)}
    assert found == {"there": 1.0, "missing": 0.0}
    assert aggregate([parse("MRR@10")], qrels, run) == {Measure("MRR", 10): 0.5}


@pytest.mark.parametrize(
    ("expression", "printed"),
    [("nDCG@10", "nDCG@10"), ("R@3", "Recall@3"), ("RR@10", "MRR@10"), (" recall@100 ", "Recall@100")],
)
def test_names_are_expressions(expression: str, printed: str) -> None:
    assert str(parse(expression)) == printed
    assert parse(printed) == parse(expression)


@pytest.mark.parametrize("expression", ["nDCG", "nDCG@0", "nDCG@-1", "MAP@10", "@3", "nDCG@10@3", ""])
def test_other_names_are_refused(expression: str) -> None:
    with pytest.raises(ValueError, match="is no measure"):
        parse(expression)
