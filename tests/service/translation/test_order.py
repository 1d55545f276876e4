"""What stands elsewhere in the other edition."""

from service.translation.order import moved_findings
from service.translation.types import Alignment, Pair
from tests.service.translation.parallel import edition


def test_a_moved_row_of_a_table_is_a_fainter_remark_than_a_moved_sentence() -> None:
    source = edition("en", ["Walk on.", "Anvil | 7 | Lamp | 9", "Sleep well.", "Wake early."])
    target = edition("es", ["Duerme bien.", "Camina.", "Despierta pronto.", "Yunque | 7 | Lupa | 9"])
    pairs = (Pair((0,), (1,), 0.9), Pair((1,), (3,), 0.8, True), Pair((2,), (0,), 0.8, True), Pair((3,), (2,), 0.9))
    row, sentence = moved_findings(Alignment(source, target, pairs))
    assert row.message == "This stands elsewhere in the target: after “Despierta pronto.”."
    assert sentence.message == "This stands elsewhere in the target: at its beginning."
    assert (row.confidence, sentence.confidence) == (0.35, 0.7)
