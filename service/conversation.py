"""What a conversation remembers: the last question in full, and the game; enough to read "and with two players?".

No more is kept than that, for half an hour and for so many conversations; nothing passes from one to another.
"""

import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4

from corpus.terms import fold

MOST = 10_000
"""Conversations remembered; the longest silent one goes first."""
EXPIRY = 1800.0
"""Seconds of silence after which a conversation is forgotten."""
LONGEST_SUBJECT = 400
"""Characters of what was asked before that a follow-up is read with."""
FEW_WORDS = 3
"""Words up to which a question says too little to stand alone."""

_GOES_ON = re.compile(
    r"[\W_]*(?:and|but|what about|how about|so|or|also|then|why|y|e|pero|mas|o|ou|und|aber|oder|et|mais|ma|ed|i|a|ale|"
    r"en|maar|tambien|tambem|entao|entonces|por que|porque|pourquoi|warum|perche|auch|aussi|anche)\b"
)
_WORDS = re.compile(r"\w+")
_BACK = frozenset(
    "it he she they him her them that this those these one again instead otherwise else same there then "
    "ele ela eles elas dele dela nele nela isso isto aquilo disso nisso assim ai senao igual "
    "eso ello ella ellos ellas lo asi ahi esto tal "
    "ca cela celui celle ceux sinon pareil "
    "er sie das dann dort dabei damit davon dafur daran sonst trotzdem "
    "cio quello quella lui lei loro ne altrimenti allora".split()
)


@dataclass(frozen=True, slots=True)
class Turn:
    """What was last asked, with what it leant on, the game that it was about, and its (primary) language."""

    subject: str
    game: str | None
    language: str = ""


class Conversations:
    """Turns by conversation id. Safe to use from several threads."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._turns: OrderedDict[str, tuple[float, Turn]] = OrderedDict()
        self._lock = threading.Lock()

    def last(self, conversation: str | None) -> Turn | None:
        """Return the last turn, or None where there is none or it is too long ago."""
        with self._lock:
            when, turn = self._turns.get(conversation or "", (0.0, None))
            return turn if turn and self._now() - when <= EXPIRY else None

    def keep(self, conversation: str | None, turn: Turn) -> str:
        """Remember a turn and return the conversation's id, a new one where there was none."""
        name = conversation or uuid4().hex
        with self._lock:
            self._turns[name] = (self._now(), turn)
            self._turns.move_to_end(name)
            while len(self._turns) > MOST:
                self._turns.popitem(last=False)
        return name


def follows_up(question: str) -> bool:
    """Tell a question that leans on the one before: it opens by going on ("and ...", "e se ..."), or says little."""
    folded = fold(question)
    return _GOES_ON.match(folded) is not None or len(_WORDS.findall(folded)) <= FEW_WORDS


def says_much(question: str) -> bool:
    """Tell a question with words enough to be read on its own, whatever it opens with ("And in chess, who begins?")."""
    return len(_WORDS.findall(question)) > 2 * FEW_WORDS


def points_back(question: str) -> bool:
    """Tell a question with a word that may stand for something said before ("it", "she", "isso", "allora")."""
    return not _BACK.isdisjoint(_WORDS.findall(fold(question)))


def in_full(question: str, last: Turn | None) -> str:
    """Return the question together with what was asked before, or as it is where nothing was."""
    return question if last is None else f"{last.subject[-LONGEST_SUBJECT:]} {question}"
