"""An Answering that several worker processes make up; each maps the same index and has an encoder of its own."""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any

from corpus.types import Page
from service.api.library import NotReadyError
from service.contract import Answer, Citation, Game, Question
from service.neighbours import Place
from service.page_images import Sheet
from service.workers.hand import GoneError, Hand
from service.workers.lines import Standing
from service.workers.worker import Open

log = logging.getLogger(__name__)

LONGEST = 60.0
"""Seconds after which a worker that has not replied counts as hung and is ended."""

MOST_CONVERSATIONS = 10_000
"""Conversations whose worker is known; the one unheard of for longest is forgotten."""


class Crew:
    """Shares calls out among ``number`` workers: to the one that is least busy, a follow-up to the one that knows it.

    A call whose worker dies is made once more, to another. Raises what the first worker could not open the library
    for. A worker dies alone and is made anew; while none is there, calls raise NotReadyError.
    """

    def __init__(self, make: Callable[[int], Open], number: int) -> None:
        """``make(0)`` returns what the first worker opens, and so on; both must be fit for pickling."""
        self._standing = Standing((), {})
        self._lock = threading.Lock()
        self._conversations: OrderedDict[str, Hand] = OrderedDict()
        # the first opens alone: what is made only once (an unpacked model, a first index) is made by one
        self._hands = [self._hand(make, 0)]
        self._hands[0].wait_until_open()
        self._hands += [self._hand(make, place) for place in range(1, number)]

    def ask(self, question: Question) -> Answer:
        """Answer from the library, or say that it does not say."""
        knows = self._conversations.get(question.conversation_id or "")
        hand, result = self._called("ask", question, prefer=knows)
        answer: Answer = result
        self._remember(answer.conversation_id, hand)
        return answer

    def search(self, question: Question, limit: int = 10) -> list[Citation]:
        """Rank passages without deciding whether they answer."""
        found: list[Citation] = self._result("search", question, limit)
        return found

    def games(self) -> list[Game]:
        """Return the library's games, without asking anybody."""
        return list(self._standing.games)

    def page(self, document: str, number: int) -> Page:
        """Return one page of a document. Raises UnknownNameError."""
        found: Page = self._result("page", document, number)
        return found

    def page_count(self, document: str) -> int:
        """Return how many pages a document has. Raises UnknownNameError."""
        found: int = self._result("page_count", document)
        return found

    def sheet(self, document: str, number: int) -> Sheet:
        """Return a page as it is to be drawn. Raises UnknownNameError."""
        found: Sheet = self._result("sheet", document, number)
        return found

    def place(self, document: str, page: int, start: int) -> Place | None:
        """Return where words stand, and the rules beside them. Raises UnknownNameError."""
        found: Place | None = self._result("place", document, page, start)
        return found

    def signature(self) -> dict[str, str]:
        """Return what makes the answers, without asking anybody."""
        return self._standing.signature

    def workers(self) -> int:
        """Return how many workers take questions now."""
        return sum(hand.open for hand in self._hands)

    def close(self) -> None:
        """End all workers, each once it has replied to what it was asked."""
        closing = [threading.Thread(target=hand.close) for hand in self._hands]
        for thread in closing:
            thread.start()
        for thread in closing:
            thread.join()

    def _hand(self, make: Callable[[int], Open], place: int) -> Hand:
        return Hand(make(place), self._stand, f"worker {place + 1}")

    def _stand(self, standing: Standing) -> None:
        self._standing = standing

    def _result(self, method: str, *arguments: Any) -> Any:
        return self._called(method, *arguments)[1]

    def _called(self, method: str, *arguments: Any, prefer: Hand | None = None) -> tuple[Hand, Any]:
        try:
            return self._call(method, *arguments, prefer=prefer)
        except GoneError as error:
            log.warning("%s; asking another worker", error)
        try:
            return self._call(method, *arguments)
        except GoneError:
            raise NotReadyError("the service is starting anew; ask again in a few seconds") from None

    def _call(self, method: str, *arguments: Any, prefer: Hand | None = None) -> tuple[Hand, Any]:
        hand, reply = self._begun(method, *arguments, prefer=prefer)
        try:
            return hand, reply.result(LONGEST)
        except TimeoutError:
            log.error("%s did not answer for %g s and is ended", hand.name, LONGEST)
            hand.kill()
            raise GoneError(f"{hand.name} hung") from None

    def _begun(self, method: str, *arguments: Any, prefer: Hand | None) -> "tuple[Hand, Future[Any]]":
        with self._lock:  # nobody else looks who is least busy between our looking and our calling
            hand = prefer if prefer and prefer.open else min(self._open(), key=lambda one: one.busy, default=None)
            if hand is None:
                raise GoneError("no worker is there")
            return hand, hand.call(method, *arguments)

    def _open(self) -> Iterator[Hand]:
        return (hand for hand in self._hands if hand.open)

    def _remember(self, conversation: str | None, hand: Hand) -> None:
        if not conversation:
            return
        with self._lock:
            self._conversations[conversation] = hand
            self._conversations.move_to_end(conversation)
            if len(self._conversations) > MOST_CONVERSATIONS:
                self._conversations.popitem(last=False)
