import math
from dataclasses import replace

import pytest

from eval.evaluate import Outcome, Verdict, evaluate
from eval.figures import directions, grouped, overall
from eval.intervals import Figure
from eval.questions import Dialogue, Turn
from service.contract import Answer, Status
from tests.eval.scripted import LANGUAGES, ScriptedAnswering, answered, asked, cite, question, refused

BOATS = "pode usar os barcos de outro jogador"
TIES = "empates são vencidos"
MINE = "en cualquier espacio válido"

FIRST = question("usar barco?", BOATS, facts=[["barcos de outro jogador"]], tags=["colloquial", "rule:boats"])
THIRD = question("empate?", TIES, page=2, facts=[["mais moedas", "mais dinheiro"]])
CROSS = question("where mine?", MINE, document="boats-faq.es", language="en", facts=[["EN CUALQUIER ESPACIO VALIDO"]])
HELD = question("eletricidade?", "Barcos não transportam eletricidade")
NONE = question("who painted it?", language="en", tags=["off-topic"])
MADE_UP = question("pizza?", language="en", tags=["off-topic"])
BROKEN = question("boom?", BOATS)

SCRIPT: dict[str, Answer | Exception] = {
    "usar barco?": answered(cite("Um jogador pode usar os barcos de outro jogador"), confidence=0.9),
    "empate?": answered(cite("Barcos."), cite("Texto sem"), cite("Vence quem tiver", page=2), confidence=0.6),
    "where mine?": answered(cite("Sí, en cualquier espacio válido del mapa.", "boats-faq.es"), confidence=0.8),
    "eletricidade?": refused(cite("Barcos não transportam eletricidade."), confidence=0.3),
    "who painted it?": refused(confidence=0.05, status=Status.WHICH_GAME),
    "pizza?": answered(cite("Fim de jogo.", page=2), confidence=0.7),
    "boom?": RuntimeError("the shelf fell"),
}
QUESTIONS = (FIRST, THIRD, CROSS, HELD, NONE, MADE_UP, BROKEN)


@pytest.fixture
def outcomes() -> list[Outcome]:
    return evaluate(ScriptedAnswering(dict(SCRIPT)), asked(*QUESTIONS))


def test_verdicts(outcomes: list[Outcome]) -> None:
    assert [outcome.verdict for outcome in outcomes] == [
        Verdict.RIGHT,
        Verdict.WITHIN_3,
        Verdict.RIGHT,
        Verdict.WRONGLY_REFUSED,
        Verdict.REFUSED,
        Verdict.INVENTED,
        Verdict.ERROR,
    ]
    assert outcomes[-1].error == "RuntimeError: the shelf fell"


def test_figures_by_hand(outcomes: list[Outcome]) -> None:
    found = {name: (figure.value, figure.n) for name, figure in overall(outcomes).items()}
    expected = {
        "place@1": (2 / 5, 5),  # the held back one does not count, the broken one is a miss
        "place@3": (4 / 5, 5),  # as in the yardstick, what is cited beside a refusal counts
        "fact@1": (2 / 5, 5),
        "fact@3": (3 / 5, 5),  # without facts, any citation will do
        "refused": (1 / 2, 2),
        "wrongly_refused": (2 / 5, 5),
        "verbatim": (6 / 7, 7),
        "refusal_precision": (1 / 3, 7),
        "refusal_recall": (1 / 2, 7),
        "refusal_F1": (2 / 5, 7),
        # answerable .9 .6 .8 .3 0 (error), unanswerable .05 .7: 4 + 2 of 10 pairs
        "AUC": (6 / 10, 7),
        "errors": (1, 7),
    }
    assert {name: found[name][1] for name in expected} == {name: n for name, (_, n) in expected.items()}
    assert [found[name][0] for name in expected] == pytest.approx([value for value, _ in expected.values()])
    assert "followup_place3" not in found


def test_confidence_is_the_chance_that_the_first_citation_answers(outcomes: list[Outcome]) -> None:
    assert [outcome.supported for outcome in outcomes] == [True, False, True, True, False, False, False]
    # one bin of seven: mean confidence .4786 against 3 in 7
    confidence = (0.9 + 0.6 + 0.8 + 0.3 + 0.05 + 0.7 + 0.0) / 7
    assert overall(outcomes)["ECE"].value == pytest.approx(confidence - 3 / 7)


def test_a_question_of_several_facts_is_right_by_its_place() -> None:
    several = question("usar barco?", BOATS, facts=[["outro jogador"], ["eletricidade"]])
    one = question("usar barco?", BOATS, facts=[["eletricidade"]])
    assert evaluate(ScriptedAnswering(dict(SCRIPT)), asked(several))[0].supported
    assert not evaluate(ScriptedAnswering(dict(SCRIPT)), asked(one))[0].supported


def test_ranks_count_each_anchor_once() -> None:
    both = question("both?", BOATS, "eletricidade", TIES)
    ranked = {
        "both?": [
            cite("Fim de jogo."),
            cite("Um jogador pode usar os barcos de outro jogador"),
            cite("pode usar os barcos de outro jogador, pagando 1 moeda"),
            cite("Barcos não transportam eletricidade."),
        ]
    }
    answering = ScriptedAnswering({"both?": refused()}, ranked)
    figures = overall(evaluate(answering, asked(both)))
    # the third passage covers what the second has found, and the last anchor is not among the passages
    assert figures["Recall@3"].value == pytest.approx(1 / 3)
    assert figures["Recall@10"].value == pytest.approx(2 / 3)
    assert figures["MRR@10"].value == 0.5
    ideal = 1 + 1 / math.log2(3) + 1 / 2
    assert figures["nDCG@10"].value == pytest.approx((1 / math.log2(3) + 1 / math.log2(5)) / ideal)


def test_anchors_that_one_passage_covers_are_one_item() -> None:
    both = question("both?", BOATS, "pagando 1 moeda", "eletricidade")
    ranked = {
        "both?": [
            cite("Um jogador pode usar os barcos de outro jogador, pagando 1 moeda"),
            cite("Barcos não transportam eletricidade."),
        ]
    }
    figures = overall(evaluate(ScriptedAnswering({"both?": refused()}, ranked), asked(both)))
    assert figures["nDCG@10"].value == 1.0
    assert figures["Recall@3"].value == 1.0


def test_groups(outcomes: list[Outcome]) -> None:
    groups = grouped(outcomes, LANGUAGES)
    assert list(groups["language"]) == ["en", "pt"]
    assert list(groups["direction"]) == ["another language", "en to es", "pt to pt", "same language"]
    assert groups["direction"]["en to es"]["place@1"] == Figure(1.0, 1.0, 1.0, 1)
    assert groups["direction"]["same language"]["place@1"].value == 1 / 4
    assert groups["tag"]["off-topic"]["refused"].value == 1 / 2
    assert "place@1" not in groups["tag"]["off-topic"]
    assert list(groups["tag"]) == ["colloquial", "off-topic"]


def test_direction_is_the_questions_own_language_where_an_edition_has_it() -> None:
    both = [*FIRST.relevant, *CROSS.relevant]
    own = Outcome(FIRST.model_copy(update={"relevant": both}))
    other = Outcome(CROSS.model_copy(update={"relevant": both}))
    lost = Outcome(FIRST.model_copy(update={"relevant": [both[0].model_copy(update={"document": "not held"})]}))
    assert directions(own, LANGUAGES) == ["pt to pt", "same language"]
    assert directions(other, LANGUAGES) == ["en to es/pt", "another language"]
    assert directions(lost, LANGUAGES) == []


def test_a_quote_that_is_not_its_slice_is_told() -> None:
    wrong = cite("Fim de jogo.", page=2)
    shifted = answered(replace(wrong, start=1, end=13))
    outcome = evaluate(ScriptedAnswering({"empate?": shifted}), asked(THIRD))[0]
    assert not outcome.verbatim
    assert outcome.unfaithful == (wrong.passage_id,)


def test_a_citation_of_a_page_that_is_not_there_is_an_error() -> None:
    lost = cite("Fim de jogo.", page=2)
    nowhere = answered(replace(lost, page=9))
    outcome = evaluate(ScriptedAnswering({"empate?": nowhere}), asked(THIRD))[0]
    assert outcome.error == "UnknownNameError: no page 9 in boats.pt-BR"


def test_dialogue_carries_the_conversation_and_counts_from_the_second_turn() -> None:
    turns = tuple(
        Turn(question=text, language="pt", relevant=FIRST.relevant, facts=FIRST.facts) for text in ("a?", "b?", "c?")
    )
    hit = cite("Um jogador pode usar os barcos de outro jogador")
    answering = ScriptedAnswering(
        {"a?": refused(), "b?": answered(hit, conversation="c1"), "c?": answered(cite("Fim de jogo.", page=2))}
    )
    done: list[int] = []
    dialogue = Dialogue(id="d", game="boats", turns=turns)
    outcomes = evaluate(answering, asked(dialogues=[dialogue]), done.append)
    assert [q.conversation_id for q in answering.asked] == [None, None, "c1"]
    assert [q.game for q in answering.asked] == ["boats"] * 3
    assert [outcome.question.id for outcome in outcomes] == ["d.0", "d.1", "d.2"]
    assert done == [1, 1, 1]
    figures = overall(outcomes)
    assert figures["followup_place3"].value == 0.5
    assert set(figures) == {"followup_place3", "verbatim", "errors"}


def test_a_turn_is_asked_on_its_own_too_outside_the_conversation() -> None:
    first = Turn(question="a?", language="pt", relevant=FIRST.relevant, facts=FIRST.facts)
    turns = (first, first.model_copy(update={"question": "e b?", "in_full": "a com b?"}))
    hit, miss = cite("Um jogador pode usar os barcos de outro jogador"), cite("Fim de jogo.", page=2)
    scripted: dict[str, Answer | Exception] = {
        "a?": answered(hit, conversation="c1"),
        "e b?": answered(miss, conversation="c1"),
        "a com b?": answered(hit),
    }
    answering = ScriptedAnswering(scripted)
    figures = overall(evaluate(answering, asked(dialogues=[Dialogue(id="d", game="boats", turns=turns)])))
    assert [(q.text, q.conversation_id) for q in answering.asked] == [
        ("a?", None),
        ("e b?", "c1"),
        ("a com b?", None),
    ]
    assert (figures["followup_place3"].value, figures["in_full_place3"].value) == (0.0, 1.0)


def test_overridden_counts_the_document_that_leads() -> None:
    overridden = FIRST.model_copy(update={"tags": ("overridden",)})
    leading = cite("Um jogador pode usar os barcos de outro jogador")
    for first, value in ((leading, 1.0), (replace(leading, document="boats.es"), 0.0)):
        answering = ScriptedAnswering({overridden.question: answered(first)})
        assert overall(evaluate(answering, asked(overridden)))["overridden"].value == value
    assert "overridden" not in overall(evaluate(answering, asked(FIRST)))


def test_asked_as_a_player_asks() -> None:
    answering = ScriptedAnswering({"usar barco?": refused()})
    evaluate(answering, asked(question("usar barco?\n", BOATS)))
    sent = answering.asked[0]
    assert (sent.text, sent.language, sent.top_k, sent.conversation_id) == ("usar barco?", None, 3, None)


def test_an_unknown_game_is_an_error_of_its_question_alone() -> None:
    lost = FIRST.model_copy(update={"game": "no such game"})
    outcomes = evaluate(ScriptedAnswering(dict(SCRIPT)), asked(lost, THIRD))
    assert "no such game" in (outcomes[0].error or "")
    assert outcomes[1].verdict is Verdict.WITHIN_3
