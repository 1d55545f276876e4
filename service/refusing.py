"""Why there is no answer: the rulebook does not say, the question is about another game, or about none.

Told from what is known of the question anyway, and only where it is plain: "the rulebook does not say" is what remains.
"""

import re

from corpus.index import Index
from corpus.lexicon import words_of_rulebooks
from corpus.terms import fold
from service.confidence import is_known, speaks_of_elsewhere, unknown_share
from service.contract import Reason
from service.features import Asked
from service.function_words import FUNCTION_WORDS
from service.retrieval import Ranked
from service.scope import Scope

FEW_WORDS = 1
"""The most words of an off-topic question that rulebooks use at all, whatever the game."""
FEW_TERMS = 0.13
"""The most that any passage holds of an off-topic question's terms."""
FEW_SAID = 3
"""The most words of a question that may say nothing."""
MOSTLY_UNKNOWN = 0.3
"""Share of an off-topic question's terms, from which the library does not have them."""

_WORD = re.compile(r"\w+")
_SPOKEN = ("en", "pt", "es", "fr", "de", "it")
"""Languages of which it is known what words their rulebooks use."""
_SMALL = frozenset(" ".join(FUNCTION_WORDS[language] for language in _SPOKEN).split())


def says_nothing(index: Index, asked: Asked, scope: Scope) -> bool:
    """Tell a question of a few words, none of which is to be looked for ("why?", "hello"), as it is read in the end.

    Those are words that every text has, and words that neither rulebooks use nor what is in scope.
    """
    words = _WORD.findall(fold(asked.text))
    telling = [word for word in words if word not in _SMALL]
    if asked.language not in _SPOKEN or len(words) > FEW_SAID or words_of_rulebooks(" ".join(telling), asked.language):
        return False
    return not any(is_known(index, word, scope) for word in telling)


def reason_for(index: Index, asked: Asked, scope: Scope, ranked: Ranked) -> Reason:
    """Return why a question is refused."""
    if speaks_of_elsewhere(index, asked.text, scope):
        return Reason.OTHER_GAME
    held = float(ranked.column("terms").max(initial=0.0))
    strange = held <= FEW_TERMS and unknown_share(index, asked) >= MOSTLY_UNKNOWN
    off_topic = strange and words_of_rulebooks(asked.text, asked.language) <= FEW_WORDS
    return Reason.OFF_TOPIC if off_topic else Reason.NOT_IN_RULEBOOK
