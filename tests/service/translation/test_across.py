"""Numbers and gaps that stand in the segment beside, and numbers of steps."""

from service.translation.checks import find_all
from service.translation.checks.number import NumberCheck
from service.translation.types import Alignment, Pair, Severity
from tests.service.translation.parallel import edition, found, quotes

WALK = ("Walk around the old mill slowly.", "Geh langsam um die alte Mühle herum.")


def weighed(
    source: list[str], target: list[str], *pairs: tuple[list[int], list[int]]
) -> list[tuple[str, int | None, Severity]]:
    """Return kind, pair and severity of the findings about numbers and gaps."""
    alignment = Alignment(
        edition("en", source),
        edition("de", target),
        tuple(Pair(tuple(one), tuple(other), 0.9 if one and other else 0.0) for one, other in pairs),
    )
    kinds = ("number", "missing", "added")
    return [(each.kind, each.pair, each.severity) for each in find_all(alignment) if each.kind in kinds]


def test_a_number_just_across_the_boundary_is_a_remark() -> None:
    source = ["Walk around the old mill slowly.", "Throw 5d6 at once. Keep the highest of the dice."]
    target = ["Geh langsam um die alte Mühle herum. Wirf sofort 5W6.", "Behalte den höchsten der Würfel."]
    told = weighed(source, target, ([0], [0]), ([1], [1]))
    assert [(kind, severity) for kind, _, severity in told] == [("number", "low")] * 2


def test_a_number_that_stands_nowhere_near_keeps_its_weight() -> None:
    source = [WALK[0], "Throw 5d6 at once.", WALK[0], WALK[0], WALK[0], WALK[0]]
    target = [WALK[1], "Wirf sofort die Würfel.", WALK[1], WALK[1], WALK[1], WALK[1] + " 5W6."]
    told = weighed(source, target, *(([n], [n]) for n in range(6)))
    assert told == [("number", 1, "high"), ("number", 5, "high")]


def test_a_number_of_which_the_sentence_beside_explains_only_a_part_keeps_its_weight() -> None:
    source = ["Take 30 planks from the yard.", "Take 50 stones from the pit."]
    target = ["Nimm 50 Bretter vom Hof.", "Nimm 70 Steine aus der Grube."]
    assert weighed(source, target, ([0], [0]), ([1], [1])) == [("number", 0, "high"), ("number", 1, "high")]


def test_numbers_exchanged_between_two_sentences_keep_their_weight() -> None:
    source = ["Take 30 planks from the yard.", "Take 50 stones from the pit."]
    target = ["Nimm 50 Bretter vom Hof.", "Nimm 30 Steine aus der Grube."]
    assert weighed(source, target, ([0], [0]), ([1], [1])) == [("number", 0, "high"), ("number", 1, "high")]


def test_list_items_of_a_sentence_are_no_additions_of_weight() -> None:
    source = ["Give weak guards 30 coins, strong guards 60 coins and captains 90 coins."]
    target = ["- 30 Münzen für schwache Wachen", "- 60 Münzen für starke Wachen", "- 90 Münzen für Hauptleute"]
    told = weighed(source, target, ([], [0]), ([0], [1]), ([], [2]))
    assert {severity for _, _, severity in told} == {"low"}
    assert [pair for kind, pair, _ in told if kind == "added"] == [0, 2]


def test_an_added_item_whose_number_nothing_asks_for_keeps_its_weight() -> None:
    source = ["Give weak guards 30 coins each."]
    target = ["- 30 Münzen für schwache Wachen", "- 60 Münzen für starke Wachen"]
    assert weighed(source, target, ([0], [0]), ([], [1])) == [("added", 1, "high")]


def negations(*pairs: tuple[list[int], list[int]], target: list[str]) -> list[Severity]:
    source = ["The mill is old.", "Tired guests cannot sleep here, and they pay a coin at dawn."]
    ours, theirs = edition("en", source), edition("de", target)
    made = tuple(Pair(tuple(one), tuple(other), 0.9 if one and other else 0.0) for one, other in pairs)
    return [each.severity for each in find_all(Alignment(ours, theirs, made)) if each.kind == "negation"]


def test_a_negation_in_a_sentence_left_alone_beside_is_a_remark() -> None:
    target = ["Die Mühle ist alt.", "Müde Gäste schlafen hier nicht.", "Sie zahlen bei Tagesanbruch eine Münze."]
    assert negations(([0], [0]), ([], [1]), ([1], [2]), target=target) == ["low"]


def test_a_negation_that_nothing_beside_has_keeps_its_weight() -> None:
    target = ["Die Mühle ist alt.", "Müde Gäste schlafen hier gern.", "Sie zahlen bei Tagesanbruch eine Münze."]
    assert negations(([0], [0]), ([], [1]), ([1], [2]), target=target) == ["high"]


def test_three_sentences_that_the_other_side_has_as_one_are_all_weighed_down() -> None:
    source = [WALK[0], "Rest for a day.", "Eat the old bread.", "Sing a loud song.", WALK[0]]
    target = [WALK[1], "Ruht, esst Brot und singt laut.", WALK[1]]
    told = weighed(source, target, ([0], [0]), ([], [1]), ([1], []), ([2], []), ([3], []), ([4], [2]))
    assert [severity for kind, _, severity in told if kind == "missing"] == ["low"] * 3


def test_the_number_of_a_step_is_no_number_of_the_rule() -> None:
    assert found(NumberCheck(), "en", "pt", ("2. Pass the lamp on.", "4. Passe a lanterna adiante.")) == []
    (finding,) = found(NumberCheck(), "en", "pt", ("3. Draw 4 lamps.", "4. Compre 3 lanternas."))
    assert quotes(finding) == ("4", "3")
