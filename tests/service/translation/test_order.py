"""What stands elsewhere in the other edition."""

import random
from collections.abc import Sequence

from service.translation.comparing import corresponding, judge
from service.translation.order import moved_findings
from service.translation.types import Alignment, Edition, Pair, Severity
from tests.service.translation import editions
from tests.service.translation.parallel import edition

SECTION = 6
"""Segments, its heading among them."""


def sections(language: str, order: Sequence[int]) -> Edition:
    numbers = [number for section in order for number in range(section * SECTION, section * SECTION + SECTION)]
    texts = [f"{chr(97 + number // 26)}{chr(97 + number % 26)} {language} harbour" for number in numbers]
    heads = [place for place, number in enumerate(numbers) if number % SECTION == 0]
    return editions.edition(f"a.{language}", language, texts, numbers, heads)


def test_another_order_is_stated_once_and_weighs_more_than_what_moved() -> None:
    order = random.Random(2).sample(range(20), 20)
    alignment, (stated, *others) = judge(sections("en", range(20)), sections("de", order))
    assert corresponding(alignment) == 1.0
    assert (stated.kind, stated.severity) == ("moved", Severity.MEDIUM)
    assert stated.message.startswith("The editions say the same in another order: 100% of the text corresponds, ")
    assert {each.severity for each in others if each.kind == "moved"} == {Severity.LOW}


def test_one_section_elsewhere_is_no_other_order() -> None:
    _, found = judge(sections("en", range(20)), sections("de", [*range(1, 20), 0]))
    assert [(each.kind, each.severity) for each in found] == [("moved", Severity.LOW)]


def test_a_moved_row_of_a_table_is_a_fainter_remark_than_a_moved_sentence() -> None:
    source = edition("en", ["Walk on.", "Anvil | 7 | Lamp | 9", "Sleep well.", "Wake early."])
    target = edition("es", ["Duerme bien.", "Camina.", "Despierta pronto.", "Yunque | 7 | Lupa | 9"])
    pairs = (Pair((0,), (1,), 0.9), Pair((1,), (3,), 0.8, True), Pair((2,), (0,), 0.8, True), Pair((3,), (2,), 0.9))
    row, sentence = moved_findings(Alignment(source, target, pairs))
    assert row.message == "This stands elsewhere in the target: after “Despierta pronto.”."
    assert sentence.message == "This stands elsewhere in the target: at its beginning."
    assert (row.confidence, sentence.confidence) == (0.35, 0.7)
