"""Single slips of a translator: each takes a target text and returns it with one error, or None where none fits."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random

NEGATIVES = {
    "en": r"not|no|never|nobody|none|nothing|neither|nor|cannot|without",
    "es": r"no|nunca|ning\w+|nada|nadie|ni|sin|tampoco|jamás",
    "pt": r"não|nunca|nenhum\w*|nada|ninguém|nem|sem|tampouco",
    "fr": r"pas|plus|jamais|aucune?|rien|ni|sans|personne|non|ne|n",
    "de": r"nicht|kein\w*|nie|niemals|niemand|nichts|ohne|weder",
    "it": r"non|mai|nessun\w*|niente|nulla|né|senza|neanche|nemmeno|neppure",
}
"""Words that keep a clause negative: a dropped or added negation next to them would change nothing."""


FIXED = re.compile(
    r"a não ser|não importa|não só|no solo|no obstante|no quiero|nicht nur|non solo|finché non", re.IGNORECASE
)
"""Phrases whose negation is none: without it they say nothing."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a slip depends on besides the text: language (primary), names and terms of the book, its pages, chance."""

    language: str
    random: Random
    terms: Sequence[Sequence[str]] = ()
    names: Sequence[str] = ()
    page_word: str = "page"
    pages: int = 1


@cache
def wording(language: str) -> Mapping[str, Mapping[str, str]]:
    """Return the language's part of ``wording.toml``, empty where it has none."""
    listed: Mapping[str, Mapping[str, str]] = _wording().get(language, {})
    return listed


@cache
def term_forms(game: str, language: str) -> tuple[tuple[str, ...], ...]:
    """Return the forms of a game's terms in a language, a tuple a term; none where they are not listed."""
    listed = _wording()["terms"].get(game, {}).get(language, "")
    return tuple(tuple(forms.split()) for forms in listed.split("|") if forms)


@cache
def _wording():  # type: ignore[no-untyped-def]
    return tomllib.loads(files(__package__).joinpath("wording.toml").read_text(encoding="utf-8"))


def swapped(text: str, phrases: Mapping[str, str], random: Random) -> str | None:
    """Replace one occurrence of one of the phrases by what it maps to; a capital at the beginning is kept."""
    places = [(match, other) for phrase, other in phrases.items() for match in _whole(phrase).finditer(text)]
    if not places:
        return None
    match, other = random.choice(places)
    return put(text, match.start(), match.end(), other)


def put(text: str, start: int, end: int, other: str) -> str:
    """Return ``text`` with a part replaced; no double spaces, and a capital first letter as before."""
    changed = re.sub(r"\s{2,}", " ", text[:start] + other + text[end:]).strip()
    changed = re.sub(r"\s+([,.;:])", r"\1", changed)
    return changed[:1].upper() + changed[1:] if text[:1].isupper() else changed


def _whole(phrase: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(phrase)}(?!\w)", re.IGNORECASE)


def digits_changed(text: str, setting: Setting) -> str | None:
    """Change one number in digits to another of the same size."""
    match = _any(r"(?<![\w/–-])\d+(?![\w/–-])", text, setting.random)
    if match is None:
        return None
    value = int(match.group())
    other = setting.random.choice([each for each in range(max(1, value - 3), value + 4) if each != value])
    return put(text, *match.span(), str(other))


def digit_dropped(text: str, setting: Setting) -> str | None:
    """Lose a digit: 15 becomes 1 or 5, a single digit goes."""
    match = _any(r"(?<![\w/–-])[2-9]\d*(?![\w/–-])|(?<![\w/–-])1\d+(?![\w/–-])", text, setting.random)
    if match is None:
        return None
    lost = setting.random.randrange(len(match.group()))
    return put(text, *match.span(), match.group()[:lost] + match.group()[lost + 1 :])


def number_word_changed(text: str, setting: Setting) -> str | None:
    """Change a number word from two to twelve to another."""
    numbers = str(wording(setting.language).get("numbers", "")).split()
    present = {word: setting.random.choice([n for n in numbers if n != word]) for word in numbers}
    return swapped(text, present, setting.random)


def range_changed(text: str, setting: Setting) -> str | None:
    """Change the end of a range such as 2–4."""
    match = _any(r"(?<=\d[–-])\d+", text, setting.random)
    return match and put(text, *match.span(), str(int(match.group()) + setting.random.choice((1, 2, 3))))


def negation_dropped(text: str, setting: Setting) -> str | None:
    """Take a negation out of a clause that has no other negative word."""
    drops = wording(setting.language).get("drop", {})
    text_of_rules = FIXED.sub(lambda match: "#" * len(match.group()), text)
    places = [(match, other) for phrase, other in drops.items() for match in _whole(phrase).finditer(text_of_rules)]
    alone = [(match, other) for match, other in places if _negatives(text, match, setting.language) == 0]
    if not alone:
        return None
    match, other = setting.random.choice(
        sorted(alone, key=lambda place: (-len(place[0].group()), place[0].start()))[:1]
    )
    return put(text, *match.span(), other)


def _negatives(text: str, match: re.Match[str], language: str) -> int:
    """Count the negative words beside ``match`` in its clause."""
    before, after = text[: match.start()], text[match.end() :]
    clause = re.split(r"[,;:.()]", before)[-1] + " " + re.split(r"[,;:.()]", after)[0]
    return len(re.findall(rf"(?<!\w)(?:{NEGATIVES[language]})(?!\w)", clause, re.IGNORECASE))


def negation_added(text: str, setting: Setting) -> str | None:
    """Negate a verb of a sentence without negative words."""
    if re.search(rf"(?<!\w)(?:{NEGATIVES[setting.language]})(?!\w)", text, re.IGNORECASE):
        return None
    return swapped(text, wording(setting.language).get("negate", {}), setting.random)


def modal_changed(text: str, setting: Setting) -> str | None:
    """Turn a permission into an obligation or the reverse, where no negation stands in the clause."""
    listed = {**wording(setting.language).get("may", {}), **wording(setting.language).get("must", {})}
    places = [(match, other) for phrase, other in listed.items() for match in _whole(phrase).finditer(text)]
    plain = [(match, other) for match, other in places if _negatives(text, match, setting.language) == 0]
    if not plain:
        return None
    match, other = setting.random.choice(plain)
    return put(text, *match.span(), other)


def limit_changed(text: str, setting: Setting) -> str | None:
    """Turn a minimum into a maximum, more into fewer, or the reverse."""
    listed = wording(setting.language)
    return swapped(
        text, {**listed.get("least", {}), **listed.get("most", {}), **listed.get("more", {})}, setting.random
    )


def term_replaced(text: str, setting: Setting) -> str | None:
    """Put another of the book's terms in place of one, in the same number."""
    present = [
        (number, form)
        for number, forms in enumerate(setting.terms)
        for form in range(len(forms))
        if _whole(forms[form]).search(text)
    ]
    absent = [
        number for number, forms in enumerate(setting.terms) if not any(_whole(form).search(text) for form in forms)
    ]
    if not present or not absent:
        return None
    number, form = setting.random.choice(present)
    other = setting.terms[setting.random.choice(absent)]
    match = _any(_whole(setting.terms[number][form]).pattern, text, setting.random)
    return match and put(text, *match.span(), other[min(form, len(other) - 1)])


def code_changed(text: str, setting: Setting) -> str | None:
    """Change a digit or a letter of a code such as C56."""
    match = _any(r"(?<![\w])[A-Z]{1,2}\d{1,2}(?!\w)", text, setting.random)
    if match is None:
        return None
    at = setting.random.randrange(len(match.group()))
    old = match.group()[at]
    pool = "0123456789" if old.isdigit() else "BCDEFGHJKLMNPQRSTUVWXYZ"
    new = setting.random.choice([each for each in pool if each != old])
    return put(text, *match.span(), match.group()[:at] + new + match.group()[at + 1 :])


def name_changed(text: str, setting: Setting) -> str | None:
    """Misspell a name (two letters swapped or one lost) or put another in its place."""
    match = _any("|".join(setting.names), text, setting.random)
    if match is None:
        return None
    name, at = match.group(), setting.random.randrange(1, len(match.group()) - 2)
    options = [name[:at] + name[at + 1] + name[at] + name[at + 2 :], name[:at] + name[at + 1 :]]
    options += [setting.random.choice([other for other in setting.names if other != name])]
    return put(text, *match.span(), setting.random.choice([option for option in options if option != name]))


def bracket_dropped(text: str, setting: Setting) -> str | None:
    """Lose an opening or a closing bracket."""
    match = _any(r"[()\[\]]", text, setting.random)
    return match and put(text, *match.span(), "")


def page_changed(text: str, setting: Setting) -> str | None:
    """Send the reader to another page."""
    match = _any(rf"(?<={setting.page_word} )\d+", text, setting.random)
    if match is None:
        return None
    other = setting.random.choice([page for page in range(1, setting.pages + 3) if abs(page - int(match.group())) > 0])
    return put(text, *match.span(), str(other))


def _any(pattern: str, text: str, random: Random) -> re.Match[str] | None:
    found = list(re.finditer(pattern, text, re.IGNORECASE if pattern.startswith("(?<!\\w)") else 0))
    return random.choice(found) if found else None
