"""An answer and the games, as text for a terminal; a rulebook's control characters never reach it."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence

from corpus.icons import Icons, labelled
from service.contract import Answer, Change, Citation, Game, Reason, Status
from service.leading import leading

KINDS = {"rulebook": "Rulebook", "expansion": "Expansion", "faq": "FAQ", "errata": "Errata", "reference": "Reference"}

SILENT = "The rulebook does not say."
REFUSALS = {
    Reason.OTHER_GAME: "This seems to be about another game.",
    Reason.OFF_TOPIC: "This does not seem to be about the rules of a game here.",
}


def tell_answer(answer: Answer, games: Sequence[Game], width: int) -> str:
    """Return the answer at most ``width`` columns wide: the quote set apart, then where it stands."""
    icons = {document.id: document.icons for game in games for document in game.documents}
    match answer.status:
        case Status.ANSWERED:
            lines = _answered(answer, width, icons)
        case Status.NOT_FOUND:
            lines = _not_found(answer, width, icons)
        case Status.WHICH_GAME:
            lines = _which_game(answer, games)
    return "\n".join(lines)


def tell_games(games: Sequence[Game]) -> str:
    """Return one line a game: id, title, languages, expansions."""
    if not games:
        return "The library holds no games; `lexludo ingest` adds some."
    longest = max(len(game.id) for game in games)
    return "\n".join(f"{_safe(game.id):<{longest}}  {_about(game)}" for game in games)


def _about(game: Game) -> str:
    count = len(game.documents)
    parts = [_safe(game.title), ", ".join(game.languages), f"{count} document{'' if count == 1 else 's'}"]
    if game.expansions:
        parts.append(f"expansions: {', '.join(game.expansions)}")
    return " · ".join(parts)


def _answered(answer: Answer, width: int, icons: Mapping[str, Icons]) -> Iterator[str]:
    first, *others = (leading(each, answer.question_language) for each in answer.citations)
    yield from _quoted(first, width, icons)
    yield from _beside(first, width, icons)
    if answer.composed:
        yield from _added(f"In short, written by {answer.composed.by} from the quotes:", answer.composed.text, width)
    yield f"confidence {answer.confidence:.0%}"
    if others:
        yield ""
        yield f"more: {'; '.join(_place(other) for other in others)}"


def _not_found(answer: Answer, width: int, icons: Mapping[str, Icons]) -> Iterator[str]:
    yield REFUSALS.get(answer.reason, SILENT) if answer.reason else SILENT
    if answer.games:
        yield from (f"  --game {_safe(game)}" for game in answer.games)
    if answer.citations:
        yield ""
        yield "Nearest passage, not an answer:"
        yield from _quoted(answer.citations[0], width, icons)


def _which_game(answer: Answer, games: Sequence[Game]) -> Iterator[str]:
    titles = {game.id: game.title for game in games}
    yield "Which game is this about? Ask again with one of:"
    for game in answer.games:
        yield f"  --game {_safe(game)}  ({_safe(titles.get(game, game))})"


def _quoted(citation: Citation, width: int, icons: Mapping[str, Icons]) -> Iterator[str]:
    for line in _safe(labelled(citation.quote, icons.get(citation.document, ()))).splitlines():
        yield from textwrap.wrap(line, width, initial_indent="  │ ", subsequent_indent="  │ ") or ["  │"]
    yield f"  {_place(citation)}"


def _beside(citation: Citation, width: int, icons: Mapping[str, Icons]) -> Iterator[str]:
    other, made = citation.parallel, citation.translation
    if other:
        words = labelled(other.quote, icons.get(other.document, ()))
        yield from _added(f"In {other.language}, p. {other.page}:", words, width)
    if made:
        yield from _added(f"Machine translation by {made.by}, not the rulebook's words:", made.text, width)


def _added(head: str, text: str, width: int) -> Iterator[str]:
    yield f"  {_safe(head)}"
    for line in _safe(text).splitlines():
        yield from textwrap.wrap(line, width, initial_indent="    ", subsequent_indent="    ")


def _place(citation: Citation) -> str:
    kind = KINDS.get(citation.kind, citation.kind)
    parts = [citation.title, kind, f"p. {citation.page}", *([" › ".join(citation.section)] if citation.section else [])]
    parts += ["read from a scan"] if citation.ocr else []
    parts += [_changed(citation.changed_by)] if citation.changed_by else []
    return _safe(" · ".join(parts))


def _changed(by: Change) -> str:
    return f"with the expansion {by.title}, see also there" if by.expansion else f"changed by {by.title}, p. {by.page}"


def _safe(text: str) -> str:
    return "".join(character if character.isprintable() or character == "\n" else " " for character in text)
