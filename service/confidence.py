"""How likely the first passage answers the question: a fitted logistic function of a few signs.

The signs do not know the question's subject; they tell how far the first passage stands out, from the others and from
what is usual, and how much of the question the library knows at all.
"""

import re
from math import exp

import numpy as np
from numpy.typing import NDArray

from corpus.index import Index
from service.features import SPREAD, Asked, weight_of
from service.fitted import Linear
from service.retrieval import Ranked
from service.scope import Scope

CALIBRATED = ("en", "es", "pt")
"""Languages with questions enough to fit an offset of their own."""

SIGNS = (
    "score",  # of the first passage, as ranked
    "margin",  # above the next that is about another matter
    "lead",  # above the mean of the next five that are
    "dense",
    "sentence",
    "cosine",  # of question and first passage, above 0.8
    "terms",
    "terms_held",  # the most that any candidate holds of the question's terms
    "codes",
    "same_language",
    "read",  # the log-odds that the first passage answers, as it is read beside the question
    "read_best",  # the highest of any passage
    "agreement",  # 0 to 3: is the first passage also first by vector, by sentence, by terms?
    "unknown",  # share of the question's weight in terms that no document of its language has
    "strange_names",  # share of the question's names that the scope's languages do not have at all
    "elsewhere",  # 1 where the question opens by naming a place or game ("In Catan, ...") that they do not have
    "words",  # in the question, 1 for a dozen and more
    *(f"in_{language}" for language in CALIBRATED),  # encoders are surer of some languages than of others
)
_NAME = re.compile(r"(?<![.!?:¿¡]\s)(?<!^)(?<![\"'“«(¿¡])\b[^\W\d_a-zß-öø-ÿ][^\W\d_]{2,}")
_WORD = re.compile(r"\w+")
_OPENING = re.compile(
    r"[¿¡\"']?(?i:in|en|no|na|em|im|bei|beim|dans|chez|à|nel|nella|a|w|bij) "
    r"(?P<name>[^\W\d_a-zß-öø-ÿ][\w'’-]*(?: (?:of|de|do|da|di|der|des|the|[^\W\d_a-zß-öø-ÿ])[\w'’-]*)*),"
)
LOOKED_AT = 12
"""Passages after the first that are looked at for others."""
ALIKE = 0.93
"""Cosine of two passages from which they are taken to say the same."""
CAPITALIZED_NOUNS = {"de"}


def confidence(signs: NDArray[np.float32], weights: Linear) -> float:
    """Return the probability, 0 to 1, for one row of signs, shape (len(SIGNS),)."""
    total = float(weights.of(SIGNS, signs.reshape(1, -1))[0])
    return 1 / (1 + exp(-max(-50.0, min(50.0, total))))


def signs_of(index: Index, asked: Asked, scope: Scope, ranked: Ranked) -> NDArray[np.float32]:
    """Return the signs for a ranking of at least one passage, shape (len(SIGNS),)."""
    scores = ranked.scores
    others = _others(index, ranked)
    columns = {name: ranked.column(name) for name in ("dense", "sentence", "terms", "codes", "same_language", "read")}
    first = {name: float(column[0]) for name, column in columns.items()}
    signs = {
        **first,
        "score": scores[0],
        "margin": scores[0] - others[0],
        "lead": scores[0] - others.mean(),
        "cosine": SPREAD * (float(index.vectors(ranked.rows[:1])[0] @ asked.vector) - 0.8),
        "terms_held": columns["terms"].max(),
        "read_best": columns["read"].max(),
        "agreement": sum(columns[name][0] >= columns[name].max() for name in ("dense", "sentence", "terms")),
        "unknown": unknown_share(index, asked),
        "strange_names": strange_share(index, asked, scope),
        "elsewhere": speaks_of_elsewhere(index, asked.text, scope),
        "words": min(1.0, len(_WORD.findall(asked.text)) / 12),
        **{f"in_{language}": asked.language == language for language in CALIBRATED},
    }
    return np.array([signs[name] for name in SIGNS], np.float32)


def _others(index: Index, ranked: Ranked) -> NDArray[np.float32]:
    """Return the next scores that tell how far the first stands out.

    A FAQ, an erratum or another edition that repeats the first passage does not make it less likely.
    """
    vectors = index.vectors(ranked.rows[: LOOKED_AT + 1])
    apart = np.flatnonzero(vectors[1:] @ vectors[0] < ALIKE) + 1
    return ranked.scores[apart][:5] if len(apart) else ranked.scores[:1] - 1


def unknown_share(index: Index, asked: Asked) -> float:
    """Return the share of a question's weight in terms that its language's documents lack; 0 where there are none."""
    if not index.lexical.size(asked.language):
        return 0.0
    terms = index.lexical.terms(asked.text, asked.language)
    unknown = [term for term in terms if not index.lexical.document_frequency(term, asked.language)]
    return weight_of(index, unknown, asked.language) / max(weight_of(index, terms, asked.language), 1e-6)


def strange_share(index: Index, asked: Asked, scope: Scope) -> float:
    """Return the share of the question's names that no language of the scope has.

    Where every noun has a capital, capitals tell no names, and the share is 0.
    """
    if asked.language in CAPITALIZED_NOUNS:
        return 0.0
    names = {match[0] for match in _NAME.finditer(asked.text)}
    strange = [name for name in names if not is_known(index, name, scope)]
    return len(strange) / len(names) if names else 0.0


def speaks_of_elsewhere(index: Index, text: str, scope: Scope) -> bool:
    """Tell whether the question opens with "In SOMETHING," and a word of that something is unknown in scope."""
    opening = _OPENING.match(text)
    return opening is not None and not all(is_known(index, name, scope) for name in _WORD.findall(opening["name"]))


def is_known(index: Index, name: str, scope: Scope) -> bool:
    """Tell whether any passage in a language of the scope has a word."""
    return any(
        index.lexical.document_frequency(term, language)
        for language in scope.centroids
        for term in index.lexical.terms(name, language)
    )
