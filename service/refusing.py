"""Why there is no answer: the rulebook does not say, the question is about another game, or about none.

Told from what is known of the question anyway, and only where it is plain: "the rulebook does not say" is what remains.
"""

from corpus.index import Index
from service.confidence import speaks_of_elsewhere, unknown_share
from service.contract import Reason
from service.features import Asked
from service.retrieval import Ranked
from service.scope import Scope

FAR = 0.55
"""Share of the threshold below which the confidence says that nothing is near."""
FEW_TERMS = 0.13
"""The most that any passage holds of an off-topic question's terms."""
MOSTLY_UNKNOWN = 0.3
"""Share of an off-topic question's terms, from which the library does not have them."""


def reason_for(index: Index, asked: Asked, scope: Scope, ranked: Ranked, nearness: float) -> Reason:
    """Return why a question is refused; ``nearness`` is its confidence over the threshold."""
    if speaks_of_elsewhere(index, asked.text, scope):
        return Reason.OTHER_GAME
    held = float(ranked.column("terms").max(initial=0.0))
    far = nearness < FAR and held <= FEW_TERMS and unknown_share(index, asked) >= MOSTLY_UNKNOWN
    return Reason.OFF_TOPIC if far else Reason.NOT_IN_RULEBOOK
