"""Whether a library is the one that questions are about, seen before anything is asked."""

from collections.abc import Iterator

from corpus.errors import LexludoError, UnknownNameError
from eval.evaluate import document_languages
from eval.matching import fold
from eval.questions import Anchor, QuestionSet, Turn
from service.contract import Answering


class WrongLibraryError(LexludoError):
    """A library that holds nothing of what the questions are about."""


def strayed(answering: Answering, asked: QuestionSet) -> tuple[str, ...]:
    """Return the ids of the questions (and dialogues) none of whose places stands on the library's pages.

    Raises WrongLibraryError where that is so for all that have places.
    """
    held = _Held(answering)
    sought = [(name, turn) for name, turn in _turns(asked) if turn.relevant]
    lost = [name for name, turn in sought if not any(map(held.stands, turn.relevant))]
    if sought and len(lost) == len(sought):
        raise WrongLibraryError(_wrong(answering, sought[0][1]))
    return tuple(dict.fromkeys(lost))


def _turns(asked: QuestionSet) -> Iterator[tuple[str, Turn]]:
    yield from ((question.id, question) for question in asked.questions)
    yield from ((dialogue.id, turn) for dialogue in asked.dialogues for turn in dialogue.turns)


class _Held:
    """The folded pages of a library, each looked up once."""

    def __init__(self, answering: Answering) -> None:
        self._answering = answering
        self._documents = document_languages(answering)
        self._pages: dict[tuple[str, int], str] = {}

    def stands(self, place: Anchor) -> bool:
        return place.document in self._documents and fold(place.anchor) in self._page(place.document, place.page)

    def _page(self, document: str, number: int) -> str:
        key = (document, number)
        if key not in self._pages:
            try:
                self._pages[key] = fold(self._answering.page(document, number).text)
            except UnknownNameError:
                self._pages[key] = ""
        return self._pages[key]


def _wrong(answering: Answering, turn: Turn) -> str:
    games = ", ".join(game.id for game in answering.games()) or "no games"
    place = turn.relevant[0]
    return (
        f"the library ({games}) holds none of the words that the questions seek, such as {place.anchor!r} on page "
        f"{place.page} of {place.document}; ask the library that they are about, or other questions with --questions"
    )
