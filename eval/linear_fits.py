"""Fits the ranker and the confidence, and judges such fits on games that they have not seen.

The ranker learns from pairs of a right and a wrong candidate of one question (Herbrich et al., "Large Margin Rank
Boundaries for Ordinal Regression", 2000, with the logistic loss). The confidence learns to tell questions that have an
answer from those that have none, and from the same ones with their right passages masked; it is then brought to the
scale of how often the passage that ranks first is right.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from eval import logistic
from eval.training import STRANGERS, Example
from service.confidence import SIGNS, signs_of
from service.features import FEATURES
from service.fitted import Linear
from service.retrieval import Ranked, ranked, without_twins

WRONG_A_QUESTION = 12
"""Wrong candidates, the nearest, that each right one is paired with."""
RANKER_PENALTY, CONFIDENCE_PENALTY = 0.1, 3.0
REFUSED_AT_MOST = 0.06
"""Share of any library's answerable development questions that the threshold may refuse."""
FOLDS = 5
OPEN_WEIGHT = {"xquad": 0.5, "faquad": 0.5, STRANGERS: 0.5}
"""What a question of an open set counts for."""
MASKED = 0.3
"""What a question with its right passages masked counts for, where the question itself counts 1."""
LIBRARY_WEIGHT = 400.0
"""What a library's questions count for together, so that a large one does not outweigh the others."""
READ = "read"
"""The feature that a cross-encoder gives."""
PRACTICE = "practice"
"""The folder of invented games, and the group of their questions."""


@dataclass(frozen=True)
class Fit:
    """What was learned of some examples."""

    ranker: Linear
    confidence: Linear

    def order(self, example: Example) -> tuple[Ranked, NDArray[np.bool_]]:
        """Return an example's candidates as the service would list them, and which are at the right place."""
        near = dict(zip(example.found.rows.tolist(), example.near.tolist(), strict=True))
        listed = without_twins(example.index, ranked(example.found, self.ranker))
        return listed, np.array([near[row] for row in listed.rows.tolist()], bool)


def weights_of(examples: Sequence[Example]) -> NDArray[np.float64]:
    """Return what each example counts for, shape (n,)."""
    groups, masked = [example.group.split(",")[0] for example in examples], _masked(examples)
    sizes = Counter(group for group, hidden in zip(groups, masked, strict=True) if not hidden)
    own = np.array([OPEN_WEIGHT.get(group, LIBRARY_WEIGHT / max(sizes[group], 1)) for group in groups])
    return own * np.where(masked, MASKED, 1.0)


def _masked(examples: Sequence[Example]) -> NDArray[np.bool_]:
    """Tell of each example whether its right passages are masked, shape (n,)."""
    return np.array(["," in example.group for example in examples], bool)


def folds_of(examples: Sequence[Example]) -> NDArray[np.int64]:
    """Return a fold, 0 to ``FOLDS`` - 1, for each example; those of one game share it."""
    games = {game: number for number, game in enumerate(dict.fromkeys((each.group, each.game) for each in examples))}
    return np.array([games[each.group, each.game] % FOLDS for each in examples])


def fit(examples: Sequence[Example]) -> Fit:
    """Learn the ranker, how far to trust what was read, and the confidence from examples that were read."""
    ranker = fit_trust(examples, fit_ranker(examples))
    return Fit(ranker, fit_confidence(examples, ranker))


def fit_ranker(examples: Sequence[Example]) -> Linear:
    """Learn from pairs of right and wrong candidates what the features count for that are known before reading."""
    rows, weights = _compared(examples)
    known = [place for place, name in enumerate(FEATURES) if name != READ]
    found = _ordered(rows[:, known], weights, np.full(len(known), RANKER_PENALTY))
    return Linear({**dict(zip([FEATURES[place] for place in known], found.round(4).tolist(), strict=True)), READ: 0.0})


def fit_trust(examples: Sequence[Example], ranker: Linear) -> Linear:
    """Return the ranker with what it counts for how a passage is read, on the scale of its own scores."""
    rows, weights = _compared(examples)
    columns = np.stack([ranker.of(FEATURES, rows.astype(np.float32)), rows[:, FEATURES.index(READ)]], axis=1)
    own, read = _ordered(columns.astype(np.float64), weights, np.zeros(2))
    return Linear({**ranker.weights, READ: round(float(read / own), 4)})


def _compared(examples: Sequence[Example]) -> tuple[logistic.Floats, logistic.Floats]:
    """Return by how much right candidates differ from wrong ones, shape (n, len(FEATURES)), and their weights."""
    rows, weights = [], []
    for example, weight in zip(examples, weights_of(examples), strict=True):
        if example.answerable and example.right.any() and not example.right.all():
            pairs = _pairs(example)
            rows.append(pairs)
            weights.append(np.full(len(pairs), weight / len(pairs)))
    return np.concatenate(rows).astype(np.float64), np.concatenate(weights)


def _ordered(rows: logistic.Floats, weights: logistic.Floats, penalty: logistic.Floats) -> logistic.Floats:
    """Return the weights of columns that most likely give each row a positive sum."""
    both = np.concatenate([rows, -rows])
    labels = np.repeat([1.0, 0.0], len(rows))
    return logistic.fit(both, labels, np.tile(weights, 2), penalty)


def _pairs(example: Example) -> NDArray[np.float32]:
    wrong = example.found.features[~example.right]
    nearest = wrong[np.argsort(-wrong[:, FEATURES.index("dense")])[:WRONG_A_QUESTION]]
    return np.concatenate([right - nearest for right in example.found.features[example.right]])


def fit_confidence(examples: Sequence[Example], ranker: Linear) -> Linear:
    """Learn when there is an answer, as likely as the passage that ranks first is right.

    What is wrong first beside a right second is a mistake of ranking, and says nothing of what a rulebook leaves open:
    learned from that, too, the signs told fewer unanswerable questions apart (library's development questions, held
    out by game, at one in ten refused wrongly: .72 of them, and .81 without).
    """
    cases = [*examples, *(example.masked() for example in examples if example.near.any())]
    usable = [example for example in cases if len(example.found.rows)]
    rows, right = signs_and_labels(usable, Fit(ranker, Linear({})))
    answered = np.array([float(example.answerable) for example in usable])
    penalty = np.array([CONFIDENCE_PENALTY] * len(SIGNS) + [0.0])
    weights = weights_of(usable)
    spread = rows.std(axis=0) + 1e-6
    scaled = np.hstack([rows / spread, np.ones((len(rows), 1))])
    found = logistic.fit(scaled, answered, weights, penalty)
    natural = np.array([example.group not in OPEN_WEIGHT for example in usable]) & ~_masked(usable)
    scale, shift = _calibration((scaled @ found)[natural], right[natural], weights[natural])
    own = dict(zip(SIGNS, (scale * found[:-1] / spread).round(5).tolist(), strict=True))
    return Linear(own, round(float(scale * found[-1] + shift), 5))


def _calibration(sums: logistic.Floats, labels: logistic.Floats, weights: logistic.Floats) -> tuple[float, float]:
    """Return the scale and shift that make sums likely on questions as players ask them (Platt, 1999).

    Masked questions and strangers teach what tells right from wrong, but make wrong look commoner than it is.
    """
    scale, shift = logistic.fit(np.stack([sums, np.ones_like(sums)], axis=1), labels, weights, np.zeros(2))
    return float(scale), float(shift)


def signs_and_labels(examples: Sequence[Example], learned: Fit) -> tuple[logistic.Floats, logistic.Floats]:
    """Return the confidence's inputs, shape (n, len(SIGNS)), and whether the first passage is right, shape (n,)."""
    rows, labels = [], []
    for example in examples:
        listed, right = learned.order(example)
        rows.append(signs_of(example.index, example.asked, example.scope, listed))
        labels.append(float(right[0]))
    return np.array(rows, np.float64), np.array(labels, np.float64)


@dataclass(frozen=True)
class Judged:
    """What a fit that had not seen it made of an example."""

    group: str
    answerable: bool
    place: int | None
    sure: float


def cross_validated(examples: Sequence[Example]) -> list[Judged]:
    """Judge each example by a fit on the other folds, on other games."""
    folds = folds_of(examples)
    judged: list[Judged] = []
    for fold in range(FOLDS):
        learned = fit([example for example, at in zip(examples, folds, strict=True) if at != fold])
        judged += [_judged(example, learned) for example, at in zip(examples, folds, strict=True) if at == fold]
    return judged


def _judged(example: Example, learned: Fit) -> Judged:
    if not len(example.found.rows):
        return Judged(example.group, example.answerable, None, 0.0)
    listed, right = learned.order(example)
    signs = signs_of(example.index, example.asked, example.scope, listed)
    sure = float(logistic.probabilities(learned.confidence.of(SIGNS, signs[None]).astype(np.float64))[0])
    return Judged(example.group, example.answerable, int(np.argmax(right)) if right.any() else None, sure)


def threshold_of(judged: Sequence[Judged]) -> float:
    """Return the confidence below which ``REFUSED_AT_MOST`` of the answerable lie, in the library where most do.

    The invented games do not count: their questions are harder than players' on purpose.
    """
    libraries = {each.group for each in judged if each.answerable and each.group not in {*OPEN_WEIGHT, PRACTICE}}
    sure = ([each.sure for each in judged if each.answerable and each.group == name] for name in sorted(libraries))
    return round(float(min(np.quantile(of_library, REFUSED_AT_MOST) for of_library in sure)), 4)


def summary(judged: Sequence[Judged], threshold: float) -> str:
    """Return a table of what cross-validation says, a line a group."""
    groups: dict[str, list[Judged]] = defaultdict(list)
    for each in judged:
        groups[each.group].append(each)
    head = f"{'group':24}{'n':>6}{'first':>9}{'in 3':>9}{'AUC':>9}{'refused':>9}{'wrongly':>9}"
    return "\n".join([head, *(_line(name, members, threshold) for name, members in groups.items())])


def _line(name: str, members: Sequence[Judged], threshold: float) -> str:
    good = [each for each in members if each.answerable]
    none = [each for each in members if not each.answerable]
    shares = (
        [each.place == 0 for each in good],
        [each.place is not None and each.place < 3 for each in good],
        [a.sure > b.sure for a in good for b in none],
        [each.sure < threshold for each in none],
        [each.sure < threshold for each in good],
    )
    shown = (f"{np.mean(share):9.3f}" if share else f"{chr(45):>9}" for share in shares)
    return f"{name:24}{len(members):6}" + "".join(shown)
