"""An answer as a Discord message within Discord's limits."""

from collections.abc import Mapping, Sequence
from typing import Any

from service.channels.discord import limits
from service.channels.discord.markdown import blockquote, fitted, size, unescape
from service.channels.discord.replies import Reply
from service.channels.discord.tickets import Ticket, digest
from service.channels.links import Link
from service.channels.words import caution, place_of, refusal
from service.contract import Answer, Citation, Game, Status
from service.leading import leading

Words = Mapping[str, str]

ASKED = "❓ "
COLOUR = 0x2F6F4F
AT_ONCE = 3
"""Further citations that one press on "more" shows."""

LEAST_ROOM = 40
"""Characters below which a text beside a quote is left out."""

SHARED = 1500
"""Characters of a quote where several share a message."""

ACTION_ROW, BUTTON, SELECT = 1, 2, 3
SECONDARY, DANGER = 2, 4


def answer_message(
    question: str, answer: Answer, ticket: Ticket, games: Sequence[Game], words: Words, link: Link
) -> Reply:
    """Return the message that answers ``question``; ``ticket`` says under which names it was asked."""
    match answer.status:
        case Status.ANSWERED:
            return _cited(_asked(question), answer, ticket, words, link)
        case Status.NOT_FOUND:
            return _not_found(question, answer, ticket, words, link)
        case Status.WHICH_GAME:
            menu = _menu(ticket, answer.games, games, words)
            return Reply(_asked(question, words["which_game"]), components=[_row(menu)])


def more_message(question: str, answer: Answer, ticket: Ticket, words: Words, link: Link) -> Reply:
    """Return the next citations after the ``ticket.seen`` that were shown, for the eyes of who asked for them."""
    shown = answer.citations[ticket.seen : ticket.seen + AT_ONCE]
    if not shown:
        return Reply(words["no_more"], private=True)
    embeds = [_embed(leading(each, answer.question_language), words, link, SHARED) for each in shown]
    seen = ticket.seen + len(shown)
    rest = len(answer.citations) > seen
    buttons = _more(Ticket("more", seen, ticket.game, ticket.expansion), words) if rest else []
    return Reply(_asked(question), _together(embeds), [_row(*buttons)] if buttons else [], private=True)


def question_in(content: str) -> str:
    """Return the question that a message of ours answers; "" where it is none of ours."""
    first = content.partition("\n")[0]
    return unescape(first.removeprefix(ASKED)) if first.startswith(ASKED) else ""


def _not_found(question: str, answer: Answer, ticket: Ticket, words: Words, link: Link) -> Reply:
    if not answer.citations:
        return Reply(_asked(question, refusal(answer, words)), components=_buttons(ticket, False, words))
    said = f"{refusal(answer, words)}\n{words['nearest']}"
    return _cited(_asked(question, said), answer, ticket, words, link)


def _cited(content: str, answer: Answer, ticket: Ticket, words: Words, link: Link) -> Reply:
    first, *others = answer.citations
    first = leading(first, answer.question_language)
    embed = _embed(first, words, link)
    if answer.composed:
        _add(embed, words["composed"], answer.composed.text, answer.question_language)
    return Reply(
        content,
        [embed],
        _buttons(ticket, bool(others), words),
        image_path=first.image_url or "",
        alt=place_of(first, words),
    )


def _asked(question: str, said: str = "") -> str:
    room = limits.CONTENT - size(ASKED) - size(said) - 1
    line = ASKED + fitted(question, room, "en")
    return f"{line}\n{said}" if said else line


def _embed(citation: Citation, words: Words, link: Link, room: int = limits.DESCRIPTION) -> dict[str, Any]:
    language = citation.language
    title = f"{citation.title} · {words['page'].format(page=citation.page)}"
    headings = " › ".join((words.get(citation.kind, citation.kind), *citation.section))
    place = " · ".join((headings, *caution(citation, words)))
    embed: dict[str, Any] = {
        "title": fitted(" ".join(title.split()), limits.TITLE, language),
        "description": fitted(citation.quote, room, language, blockquote),
        "footer": {"text": fitted(" ".join(place.split()), 300, language, str)},  # a footer has no Markdown
        "color": COLOUR,
    }
    address = link(citation.page_url)
    if address:
        embed["url"] = address
    if citation.parallel and room == limits.DESCRIPTION:
        embed["fields"] = [_parallel(citation, words)]
    if citation.translation and room == limits.DESCRIPTION:
        _add(embed, words["translated"], citation.translation.text, citation.translation.language)
    return embed


def _add(embed: dict[str, Any], name: str, text: str, language: str) -> None:
    """Add what stands beside a quote, as far as there is room for it and its name."""
    room = min(limits.FIELD_VALUE, limits.EMBEDS_TOGETHER - weight(embed) - size(name))
    if room >= LEAST_ROOM:
        embed.setdefault("fields", []).append({"name": name, "value": fitted(text, room, language)})


def _parallel(citation: Citation, words: Words) -> dict[str, str]:
    assert citation.parallel is not None
    parallel = citation.parallel
    place = f"{words['original'].format(language=parallel.language)} · {words['page'].format(page=parallel.page)}"
    quote = fitted(parallel.quote, limits.FIELD_VALUE, parallel.language, blockquote)
    return {"name": fitted(place, limits.FIELD_NAME, "en"), "value": quote}


def _together(embeds: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return as many embeds, from the first, as one message may hold."""
    while sum(map(weight, embeds)) > limits.EMBEDS_TOGETHER:
        embeds = embeds[:-1]
    return embeds


def weight(embed: dict[str, Any]) -> int:
    """Return what an embed adds to the limit that all embeds of a message share."""
    parts = [embed.get("title", ""), embed.get("description", ""), embed.get("footer", {}).get("text", "")]
    parts += [part for field in embed.get("fields", []) for part in (field["name"], field["value"])]
    return sum(map(size, parts))


def _buttons(ticket: Ticket, more: bool, words: Words) -> list[dict[str, Any]]:
    wrong = Ticket("wrong", 0, ticket.game, ticket.expansion)
    shown = _more(Ticket("more", 1, ticket.game, ticket.expansion), words) if more else []
    return [_row(*shown, _button(wrong, words["wrong"], DANGER))]


def _more(ticket: Ticket, words: Words) -> list[dict[str, Any]]:
    return [_button(ticket, words["more"], SECONDARY)]


def _button(ticket: Ticket, label: str, style: int) -> dict[str, Any]:
    return {"type": BUTTON, "style": style, "label": label, "custom_id": ticket.custom_id}


def _menu(ticket: Ticket, candidates: Sequence[str], games: Sequence[Game], words: Words) -> dict[str, Any]:
    titles = {game.id: game.title for game in games}
    listed = candidates[: limits.CHOICES]
    options = [{"label": _label(titles.get(game, game)), "value": digest(game)} for game in listed]
    custom_id = Ticket("game", 0, "", ticket.expansion).custom_id
    return {"type": SELECT, "custom_id": custom_id, "placeholder": words["choose"], "options": options}


def _row(*components: dict[str, Any]) -> dict[str, Any]:
    return {"type": ACTION_ROW, "components": list(components)}


def _label(text: str) -> str:
    return fitted(text, limits.LABEL, "en", str)
