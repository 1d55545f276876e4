"""An answer as Markdown: quotes as Markdown block quotes, each with the line that says where it stands."""

import re
from collections.abc import Iterator, Mapping, Sequence

from service.channels.links import Link
from service.channels.words import place_of, refusal, words_for
from service.contract import Answer, Citation, Game, Parallel, Status
from service.leading import leading


def tell(answer: Answer, games: Sequence[Game], link: Link) -> Iterator[str]:
    """Yield the text piece by piece, in the question's language; the pieces joined are the whole."""
    words = words_for(answer.question_language)
    match answer.status:
        case Status.ANSWERED:
            yield from _all_quoted([leading(each, answer.question_language) for each in answer.citations], words, link)
            if answer.composed:
                yield f"\n\n**{words['composed']}**\n\n{_plain(answer.composed.text)}"
        case Status.NOT_FOUND:
            yield refusal(answer, words)
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
        yield _block(citation.quote)
        yield f"\n\n— {_linked(place_of(citation, words), link(citation.page_url))}"
        if citation.parallel:
            yield f"\n\n{_beside(citation.parallel, words, link)}"
        if citation.translation:
            yield f"\n\n*{words['translated']}*\n\n{_plain(citation.translation.text)}"


def _beside(parallel: Parallel, words: Mapping[str, str], link: Link) -> str:
    place = f"{words['original'].format(language=parallel.language)} · {words['page'].format(page=parallel.page)}"
    return f"{_block(parallel.quote)}\n\n— {_linked(place, link(parallel.page_url) if parallel.page_url else None)}"


def _block(quote: str) -> str:
    return "\n".join(f"> {line}" for line in quote.splitlines())


def _linked(place: str, address: str | None) -> str:
    return f"[{_plain(place)}]({address})" if address else _plain(place)


def _plain(text: str) -> str:
    """Return ``text`` so that it cannot end the link it names."""
    return re.sub(r"([\\\[\]`*_<>])", r"\\\1", " ".join(text.split()))
