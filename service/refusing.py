"""Why there is no answer: the rulebook does not say, the question is about another game, or about none.

Told from what is known of the question anyway, and only where it is plain: "the rulebook does not say" is what remains.
"""

from corpus.index import Index
from corpus.lexicon import words_of_rulebooks
from service.confidence import speaks_of_elsewhere, unknown_share
from service.contract import Reason
from service.features import Asked
from service.retrieval import Ranked
from service.scope import Scope

FEW_WORDS = 1
"""The most words of an off-topic question that rulebooks use at all, whatever the game."""
FEW_TERMS = 0.13
"""The most that any passage holds of an off-topic question's terms."""
MOSTLY_UNKNOWN = 0.3
"""Share of an off-topic question's terms, from which the library does not have them."""


def reason_for(index: Index, asked: Asked, scope: Scope, ranked: Ranked) -> Reason:
    """Return why a question is refused."""
    if speaks_of_elsewhere(index, asked.text, scope):
        return Reason.OTHER_GAME
    held = float(ranked.column("terms").max(initial=0.0))
    strange = held <= FEW_TERMS and unknown_share(index, asked) >= MOSTLY_UNKNOWN
    off_topic = strange and words_of_rulebooks(asked.text, asked.language) <= FEW_WORDS
    return Reason.OFF_TOPIC if off_topic else Reason.NOT_IN_RULEBOOK
