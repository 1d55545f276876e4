import threading
import time
from collections.abc import Sequence

import numpy as np

from corpus.types import Progress, Vectors
from service.turns import A_TURN, InTurns
from tests.fakes import FakeEncoder

TEXTS = [f"text number {number}" for number in range(3 * A_TURN + 1)]


class Crowded(FakeEncoder):
    """Notices when two threads are inside at once; ``order`` holds what was encoded, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.inside, self.most, self.order = 0, 0, list[str]()
        self.begun = threading.Event()

    def _vectors(self, texts: Sequence[str]) -> Vectors:
        self.inside += 1
        self.most = max(self.most, self.inside)
        self.begun.set()
        time.sleep(0.05)
        vectors = super()._vectors(texts)
        self.order += [texts[0]] if len(texts) else []
        self.inside -= 1
        return vectors


def test_vectors_are_those_of_the_encoder_and_progress_counts_all() -> None:
    plain, counted = FakeEncoder(), list[int]()
    shared = InTurns(FakeEncoder())
    progress: Progress = counted.append
    np.testing.assert_array_equal(shared.encode_passages(TEXTS, progress), plain.encode_passages(TEXTS))
    np.testing.assert_array_equal(shared.encode_queries(TEXTS[:2]), plain.encode_queries(TEXTS[:2]))
    assert shared.encode_passages([]).shape == (0, plain.card.dimension)
    assert (sum(counted), shared.count_tokens(TEXTS), shared.card) == (
        len(TEXTS),
        plain.count_tokens(TEXTS),
        plain.card,
    )


def test_one_is_inside_at_a_time_and_a_question_comes_in_between() -> None:
    crowded = Crowded()
    shared = InTurns(crowded)
    work = threading.Thread(target=shared.encode_passages, args=(TEXTS * 20,))
    work.start()
    assert crowded.begun.wait(10)
    shared.encode_queries(["a question"])
    work.join(60)
    assert crowded.most == 1
    assert crowded.order.index("a question") <= 3
