"""A document's page as HTML: its text is data, escaped to the last character."""

from collections.abc import Mapping
from html import escape

from corpus.types import Document, Page, Span
from service.api.documents import Neighbours
from service.api.urls import image_url, page_url
from service.api.words import WORDS

RIGHT_TO_LEFT = {"ar", "arc", "dv", "fa", "he", "ks", "ku", "ps", "sd", "ug", "ur", "yi"}


def render(
    document: Document, page: Page, beside: Neighbours, span: tuple[int, int], language: str, illustrated: bool = False
) -> str:
    """Return the whole HTML page, its interface in ``language``; a ``span`` outside the text marks nothing."""
    words = WORDS[language]
    title = escape(document.title)
    place = words["page" if beside.pages else "page_alone"].format(page=page.number, pages=beside.pages)
    return f"""<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>{title} · {escape(place)} · Lexludo</title>
<link rel="icon" href="/static/logo.svg" type="image/svg+xml">
<link rel="stylesheet" href="/static/style.css">
<script src="/static/theme.js"></script>
</head>
<body class="reading">
<header class="top">
<a class="brand" href="/"><img src="/static/logo.svg" alt="" width="32" height="32"><span>Lexludo</span></a>
<a class="back" href="/">{escape(words["ask"])}</a>
</header>
<main>
<h1>{title}</h1>
<p class="place">{_place(document, page, words, place)}{_image(document, page, span, words) if illustrated else ""}</p>
{_text(document, page, span, words)}
{_turning(document, beside, words)}
</main>
</body>
</html>
"""


def _place(document: Document, page: Page, words: Mapping[str, str], place: str) -> str:
    parts = [words[document.kind], place]
    if page.label and page.label != str(page.number):
        parts.append(words["printed"].format(label=page.label))
    if document.edition:
        parts.append(document.edition)
    return " · ".join(escape(part) for part in parts)


def _image(document: Document, page: Page, span: tuple[int, int], words: Mapping[str, str]) -> str:
    """Return a link to the page as it was printed, the same words marked."""
    url = image_url(document.id, page.number, *(span if span[0] < span[1] else ()))
    return f' · <a href="{escape(url)}">{escape(words["image"])}</a>'


def _text(document: Document, page: Page, span: tuple[int, int], words: Mapping[str, str]) -> str:
    if not page.text.strip():
        return f'<p class="note">{escape(words["empty"])}</p>'
    right = ' dir="rtl"' if document.language.split("-")[0].lower() in RIGHT_TO_LEFT else ""
    shown = _marked(page.text, Span(*span), dict(document.icons))
    note = f'<p class="note">{escape(words["ocr"])}</p>' if page.ocr else ""
    return f'{note}<div class="page-text" lang="{escape(document.language)}"{right}>{shown}</div>'


def _marked(text: str, span: Span, icons: Mapping[str, str]) -> str:
    if not 0 <= span.start < span.end <= len(text):
        return _shown(text, icons)
    before, quoted, after = (_shown(part, icons) for part in (text[: span.start], span.of(text), text[span.end :]))
    return f'{before}<mark id="quote" tabindex="-1">{quoted}</mark>{after}'


def _shown(text: str, icons: Mapping[str, str]) -> str:
    """Return the text as markup; in the place of glyphs that only the rulebook's font can draw stand their names."""
    names = {glyph: f'<span class="icon">{escape(name)}</span>' for glyph, name in icons.items() if glyph in text}
    return "".join(names.get(letter) or escape(letter) for letter in text) if names else escape(text)


def _turning(document: Document, beside: Neighbours, words: Mapping[str, str]) -> str:
    links = []
    if beside.before is not None:
        links.append(f'<a rel="prev" href="{_url(document, beside.before)}">← {escape(words["previous"])}</a>')
    if beside.after is not None:
        links.append(f'<a rel="next" href="{_url(document, beside.after)}">{escape(words["next"])} →</a>')
    return f'<nav class="turning" aria-label="{escape(words["pages"])}">{"".join(links)}</nav>' if links else ""


def _url(document: Document, number: int) -> str:
    return escape(page_url(document.id, number))
