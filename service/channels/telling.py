"""An answer as Markdown: quotes as Markdown block quotes, each with the line that says where it stands."""

import re
from collections.abc import Iterator, Mapping, Sequence

from service.channels.links import Link
from service.channels.words import place_of, words_for
from service.contract import Answer, Citation, Game, Status


def tell(answer: Answer, games: Sequence[Game], link: Link) -> Iterator[str]:
    """Yield the text piece by piece, in the question's language; the pieces joined are the whole."""
    words = words_for(answer.question_language)
    match answer.status:
        case Status.ANSWERED:
            yield from _all_quoted(answer.citations, words, link)
        case Status.NOT_FOUND:
            yield words["not_found"]
            if answer.citations:
                yield f"\n\n{words['nearest']}\n\n"
                yield from _all_quoted(answer.citations[:1], words, link)
        case Status.WHICH_GAME:
            yield words["which_game"]
            titles = {game.id: game.title for game in games}
            yield from (f"\n- {_plain(titles.get(game, game))} (`lexludo/{game}`)" for game in answer.games)


def _all_quoted(citations: Sequence[Citation], words: Mapping[str, str], link: Link) -> Iterator[str]:
    for number, citation in enumerate(citations):
        if number:
            yield "\n\n"
        yield "\n".join(f"> {line}" for line in citation.quote.splitlines())
        place, address = _plain(place_of(citation, words)), link(citation.page_url)
        yield f"\n\n— [{place}]({address})" if address else f"\n\n— {place}"


def _plain(text: str) -> str:
    """Return ``text`` so that it cannot end the link it names."""
    return re.sub(r"([\\\[\]`*_<>])", r"\\\1", " ".join(text.split()))
