"""Puts the embed's script together: one file as served, with the words of all six languages and the style in it."""

import json
import re
from functools import cache
from pathlib import Path

import service.pages

PARTS = Path(__file__).with_name("parts")
ORDER = ("asking.js", "view.js", "voting.js", "element.js")
STRINGS = Path(service.pages.__file__).with_name("strings")
LANGUAGES = ("en", "pt", "es", "fr", "de", "it")

SHARED = """game conversation question placeholder send you says page newTab ocr confidence more sameRule changedBy
machine right wrong whatIsWrong reasonMore sendReason thanks notSent notFound notFoundDetail nearest
whichGame reading openingAsked noGames offline rateLimited busy refused gone failed again empty tooLong
kinds""".split()
"""Words of the chat page that the embed says, too."""

JS_COMMENT = re.compile(r"^ *(//|/\*\*).*$", re.MULTILINE)
CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)

ENTRY = re.compile(r"^  (\w+): (.*),$", re.MULTILINE)
"""One entry of a file of strings: a string, a function or an object, on a line of its own."""


@cache
def script() -> str:
    """Return the whole script."""
    style, dark = (json.dumps(_part(name, CSS_COMMENT), ensure_ascii=False) for name in ("embed.css", "dark.css"))
    parts = "\n".join(_part(name, JS_COMMENT) for name in ORDER)
    given = f"const LANGUAGES = {json.dumps(LANGUAGES)};\nconst WORDS = {{{_words()}}};\nconst STYLE = {style};"
    return f'(() => {{\n"use strict";\n{given}\nconst DARK = {dark};\n{parts}\n}})();\n'


def _words() -> str:
    """Return, for each thing that is said, its words in each language: so that its name is sent once."""
    shared = [dict(ENTRY.findall((STRINGS / f"{language}.js").read_text("utf-8"))) for language in LANGUAGES]
    own = json.loads((PARTS / "words.json").read_text("utf-8"))
    said = {name: [one[name] for one in shared] for name in SHARED}
    said |= {name: [json.dumps(own[one][name], ensure_ascii=False) for one in LANGUAGES] for name in own["en"]}
    return ",\n".join(f"{name}:[{','.join(words)}]" for name, words in said.items())


def _part(name: str, comments: re.Pattern[str]) -> str:
    """Return a part without comments, indents and blank lines, which nobody reads once it is served."""
    text = comments.sub("", (PARTS / name).read_text("utf-8"))
    return "\n".join(line.strip() for line in text.splitlines() if line.strip())
