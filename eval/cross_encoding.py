"""Learns the cross-encoder: a model's first layers, to read a question and a passage together (see
``service.cross_encoder``).

Each question's right passage competes with passages that ranked high and are wrong, and with silence, whose score is
fixed at 0: so a score becomes the log-odds that a passage answers, and a question that its rulebook leaves open teaches
that none does (listwise softmax with a null option, after Devlin et al., "BERT", 2019, on SQuAD 2.0). Some questions
are shown without their right passage, which leaves them open, too. The layers start as the model has them; the vectors
of its tokens stay.
"""

import random
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.progress import track

from corpus.graph_model import padded
from corpus.layers import First
from corpus.onnx_export import MASK, WORDS, export_module, quantize
from corpus.outliers import part_outliers
from corpus.types import Words
from eval.layers import copied, pace
from eval.training import Example
from service.cross_encoder import SCORE, Excerpts
from service.features import FEATURES
from service.fitted import Linear
from service.learned import MODEL

LAYERS = 8
EPOCHS, BATCH, WARM_UP = 3, 12, 60
RATE, HEAD_RATE, LEAST = 1e-4, 2e-3, 0.03
"""Learning rates of the layers and of the score; both fall to a share ``LEAST`` of themselves."""
WRONG, AMONG, NEARER = 3, 10, 4.0
"""Wrong passages a question, drawn from the first so many; one that ranks ``NEARER`` places higher e times as often."""
HIDDEN = 0.12
"""Share of the questions with an answer that are shown without it."""
EACH_ALONE = 0.2
"""What it counts for whether each passage by itself is known for right or wrong."""
DROPPED = 0.1
SEED = 0
SEEN_AGAIN = 8
"""Batches that tell which channels are large."""
CHUNK = 40
"""Batches that are drawn together, so that those of like length need little padding."""


@dataclass(frozen=True)
class Contest:
    """A question's pairs with the right passage first, if it has one; ``weight`` is what the question counts for."""

    pairs: list[list[int]]
    answered: bool
    weight: float


class Layers(torch.nn.Module):
    """A transformer's first layers over tokens' vectors, and a score of the mean of their states."""

    def __init__(self, transformer: Any, layers: int = LAYERS) -> None:
        super().__init__()
        self.first = copied(First(transformer, layers), DROPPED)
        self.first.norm.requires_grad_(False)
        self.score = torch.nn.Linear(self.first.places.shape[1], 1)
        torch.nn.init.zeros_(self.score.weight)
        torch.nn.init.zeros_(self.score.bias)

    def forward(self, words: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Return scores, shape (pairs,), of tokens' vectors (pairs, tokens, dimension); ``mask`` is 1 at tokens."""
        states = self.first(words, mask)
        kept = mask[:, :, None]
        scores: torch.Tensor = self.score((states * kept).sum(dim=1) / kept.sum(dim=1))[:, 0]
        return scores


def fit_cross_encoder(
    examples: Sequence[Example], weights: Sequence[float], ranker: Linear, words: Words, model: str, transformer: Any
) -> bytes:
    """Learn the layers for ``model``, whose torch transformer is given; return what ``cross_encoder.opened`` opens.

    ``weights`` tells what each example counts for; ``ranker`` puts its candidates in order. Takes about twenty
    minutes an epoch for twelve thousand examples on two cores with bfloat16, and twice that on cores without.
    """
    layers = Layers(transformer)
    draw = random.Random(SEED)
    contested = [(each, weight) for each, weight in zip(examples, weights, strict=True) if _is_contested(each)]
    held = [(_Ranking.of(example, ranker), weight) for example, weight in contested]
    _learn(layers, lambda: _contests(held, words, draw), EPOCHS * -(-len(held) // BATCH), words)
    seen = list(islice(_contests(held, words, draw), SEEN_AGAIN))
    return graph_of(layers.eval(), seen, words, model)


def _is_contested(example: Example) -> bool:
    return len(example.found.rows) > 0 and (not example.answerable or bool(example.right.any()))


@dataclass(frozen=True)
class _Ranking:
    """An example's right rows, best first, and the wrong ones among the first, as a ranker has them."""

    example: Example
    right: list[int]
    wrong: list[int]

    @classmethod
    def of(cls, example: Example, ranker: Linear) -> "_Ranking":
        order = np.argsort(-ranker.of(FEATURES, example.found.features), kind="stable")
        rows, wrong = example.found.rows[order], ~(example.right | example.near)[order]
        return cls(example, rows[example.right[order]].tolist()[:2], rows[wrong].tolist()[:AMONG])

    def drawn(self, draw: random.Random) -> tuple[list[int], bool]:
        """Return some rows, the right one first unless it is hidden or there is none, and whether it is there."""
        answered = self.example.answerable and draw.random() >= HIDDEN
        favours = [(-np.log(draw.random()) * np.exp(place / NEARER), row) for place, row in enumerate(self.wrong)]
        wrong = [row for _, row in sorted(favours)][:WRONG]
        return ([draw.choice(self.right), *wrong] if answered else wrong), answered


def _contests(held: Sequence[tuple[_Ranking, float]], words: Words, draw: random.Random) -> Iterator[list[Contest]]:
    """Yield each question once, by the batch, of like length."""
    order = draw.sample(range(len(held)), len(held))
    for start in range(0, len(order), BATCH * CHUNK):
        drawn = [_contest(*held[number], words, draw) for number in order[start : start + BATCH * CHUNK]]
        drawn = sorted((each for each in drawn if each.pairs), key=lambda each: max(map(len, each.pairs)))
        batches = [drawn[at : at + BATCH] for at in range(0, len(drawn), BATCH)]
        yield from draw.sample(batches, len(batches))


def _contest(ranking: _Ranking, weight: float, words: Words, draw: random.Random) -> Contest:
    rows, answered = ranking.drawn(draw)
    example = ranking.example
    return Contest(list(Excerpts(example.index, words).pairs(example.asked, rows)), answered, weight)


def _learn(layers: Layers, epoch: Callable[[], Iterator[list[Contest]]], steps: int, words: Words) -> None:
    torch.manual_seed(SEED)
    head = list(layers.score.parameters())
    deep = [weight for weight in layers.first.parameters() if weight.requires_grad]
    optimizer = torch.optim.AdamW(
        [{"params": deep, "lr": RATE}, {"params": head, "lr": HEAD_RATE}], weight_decay=0.01, fused=True
    )
    falling = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: pace(step, steps, WARM_UP, LEAST))
    layers.train()
    batches = (batch for _ in range(EPOCHS) for batch in epoch())
    for batch in track(batches, "cross-encoder", total=steps):
        optimizer.zero_grad()
        _loss(layers, batch, words).backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_([*deep, *head], 1.0)
        optimizer.step()
        falling.step()


def _loss(layers: Layers, batch: Sequence[Contest], words: Words) -> torch.Tensor:
    """Return the mean surprise that the right passage is the one that answers, or that none is."""
    with torch.autocast("cpu", dtype=torch.bfloat16):
        scores = _scores(layers, batch, words).float()
    parts = torch.split(scores, [len(contest.pairs) for contest in batch])
    costs = [contest.weight * _surprise(own, contest.answered) for own, contest in zip(parts, batch, strict=True)]
    return torch.stack(costs).sum() / sum(contest.weight for contest in batch)


def _scores(layers: Layers, batch: Sequence[Contest], words: Words) -> torch.Tensor:
    """Return the scores of all pairs of a batch, one contest's after another's."""
    tokens, mask = padded([pair for contest in batch for pair in contest.pairs])
    scores: torch.Tensor = layers(torch.from_numpy(words.of(tokens)), torch.from_numpy(mask).float())
    return scores


def _surprise(scores: torch.Tensor, answered: bool) -> torch.Tensor:
    likely = torch.log_softmax(torch.cat([scores, torch.zeros(1)]), dim=0)
    labels = torch.zeros_like(scores)
    labels[0] = float(answered)
    alone = torch.nn.functional.binary_cross_entropy_with_logits(scores, labels)
    return -likely[0 if answered else -1] + EACH_ALONE * alone


def graph_of(layers: Layers, seen: Sequence[Sequence[Contest]], words: Words, model: str) -> bytes:
    """Return the layers as an int8 graph; of the batches ``seen`` it is told which channels stay floats."""

    def run() -> None:
        for batch in seen:
            _scores(layers, batch, words)

    part_outliers(layers.first.layers, run)
    with tempfile.TemporaryDirectory() as work:
        whole, size = Path(work) / "whole.onnx", layers.score.in_features
        example = torch.zeros(2, 8, size), torch.ones(2, 8)
        takes = (WORDS, MASK)
        export_module(layers, example, whole, takes, SCORE, {MODEL: model})
        return quantize(whole, Path(work) / "int8.onnx").read_bytes()
