"""Why there is no answer: the rulebook does not say, the question is about another game, or about none.

Told from what is known of the question anyway, and only where it is plain: "the rulebook does not say" is what remains.
A question that says nothing is answered with nothing, however sure a passage looks.
"""

import re
from functools import cache

from corpus.index import Index
from corpus.lexicon import languages, words_of_rulebooks
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


def says_nothing(index: Index, asked: Asked, scope: Scope) -> bool:
    """Tell a question of a few words, none of which is to be looked for ("why?", "hello"), as it is read in the end.

    Those are words that every text has, and words that neither rulebooks use nor what is in scope.
    """
    words = _WORD.findall(fold(asked.text))
    if len(words) > FEW_SAID or asked.language not in languages():
        return False
    telling = [word for word in words if word not in _small_words()]
    used = words_of_rulebooks(" ".join(telling), asked.language)
    return not used and not any(is_known(index, word, scope) for word in telling)


@cache
def _small_words() -> frozenset[str]:
    return frozenset(" ".join(FUNCTION_WORDS[language] for language in languages()).split())


def reason_for(index: Index, asked: Asked, scope: Scope, ranked: Ranked) -> Reason:
    """Return why a question is refused."""
    if speaks_of_elsewhere(index, asked.text, scope):
        return Reason.OTHER_GAME
    held = float(ranked.column("terms").max(initial=0.0))
    strange = held <= FEW_TERMS and unknown_share(index, asked) >= MOSTLY_UNKNOWN
    off_topic = strange and words_of_rulebooks(asked.text, asked.language) <= FEW_WORDS
    return Reason.OFF_TOPIC if off_topic else Reason.NOT_IN_RULEBOOK
