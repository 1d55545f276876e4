"""What the reader saw, as one HTML page that needs nothing else: style, script and pictures are inside it.

Every text of the file is escaped, and a content security policy names the one script.
"""

import base64
import hashlib
from collections.abc import Collection, Iterator, Mapping
from html import escape
from pathlib import Path

from corpus.icons import labelled
from corpus.types import Passage
from ingest.inspecting import Block, Rectangle, Seen, SeenDocument, SeenPage

HERE = Path(__file__).parent
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def page_of(seen: Seen, pictures: Mapping[int, bytes], numbers: Collection[int]) -> str:
    """Return the whole page for the pages ``numbers``; ``pictures`` are JPEG by page number."""
    style, script = _asset("inspect.css"), _asset("inspect.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    shown = [number for number in seen.numbers if number in numbers]
    sheets = "".join(_sheet(seen, number, pictures.get(number)) for number in shown)
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY.format(digest=digest)}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="color-scheme" content="light dark">\n<title>{escape(seen.file.name)} · Lexludo</title>\n'
        f"<style>{style}</style>\n</head>\n<body>\n{_head(seen, shown)}<main>\n{sheets}</main>\n"
        f"<script>{script}</script>\n</body>\n</html>\n"
    )


def _asset(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def _head(seen: Seen, shown: Collection[int]) -> str:
    remarks = "".join(f"<li>{escape(remark)}</li>" for remark in seen.remarks)
    options = "".join(f'<option value="{number}">page {number}</option>' for number in shown)
    return (
        f"<header>\n<h1>{escape(seen.file.name)}</h1>\n<p>{escape(seen.line)}</p>\n"
        f"{f'<ul class=remarks>{remarks}</ul>' if remarks else ''}"
        f'<form><label>Show <select id="only"><option value="">all pages</option>{options}</select></label>'
        f'<label><input type="checkbox" id="outlines" checked> outlines</label>'
        f'<label><input type="checkbox" id="cuts" checked> passages</label></form>\n</header>\n'
    )


def _sheet(seen: Seen, number: int, picture: bytes | None) -> str:
    pages = [(document, page) for document in seen.documents for page in document.pages if page.page.number == number]
    columns = "".join(_column(document, page, len(seen.documents) > 1) for document, page in pages if page.blocks)
    image = _picture(number, picture, [page for _, page in pages]) if picture else ""
    return (
        f'<section class="sheet{"" if picture else " plain"}" data-page="{number}" id="page-{number}">\n'
        f"<h2>{_title(pages[0][1])}</h2>\n{image}"
        f'<div class="read">{_dropped(seen, number)}{columns or "<p class=empty>No text.</p>"}</div>\n</section>\n'
    )


def _title(page: SeenPage) -> str:
    label = page.page.label
    printed = f" <small>printed as {escape(label)}</small>" if label and label != str(page.page.number) else ""
    return f"Page {page.page.number}{printed}{' <small>recognised (OCR)</small>' if page.page.ocr else ''}"


def _picture(number: int, picture: bytes, pages: Collection[SeenPage]) -> str:
    data = base64.b64encode(picture).decode()
    marks = "".join(_marks(page, block) for page in pages for block in page.blocks)
    return f'<figure><img src="data:image/jpeg;base64,{data}" alt="Page {number} as printed">{marks}</figure>\n'


def _marks(page: SeenPage, block: Block) -> str:
    return "".join(
        f'<a class="mark {_kind(block)}" href="#{_name(page, block)}" style="{_place(outline)}">'
        f"<b>{block.number}{'' if part == 0 else '…'}</b></a>"
        for part, outline in enumerate(block.outlines)
    )


def _place(outline: Rectangle) -> str:
    left, top = 100 * outline.left, 100 * outline.top
    width, height = 100 * (outline.right - outline.left), 100 * (outline.bottom - outline.top)
    return f"left:{left:.2f}%;top:{top:.2f}%;width:{width:.2f}%;height:{height:.2f}%"


def _name(page: SeenPage, block: Block) -> str:
    """Return a name that no other block of the file has: its place in the page's text tells languages apart."""
    return f"b{page.page.number}-{block.number}-{block.line.span.start}-{len(page.page.text)}"


def _kind(block: Block) -> str:
    return block.line.role.value


def _dropped(seen: Seen, number: int) -> str:
    lines = "".join(f"<li>{escape(text)}</li>" for where, text in seen.dropped if where == number)
    return f'<aside class="dropped"><h3>Left out</h3><ul>{lines}</ul></aside>' if lines else ""


def _column(document: SeenDocument, page: SeenPage, several: bool) -> str:
    language = escape(document.document.language)
    heading = f"<h3>In {language}</h3>" if several else ""
    blocks = "".join(_block(document, page, block) for block in page.blocks)
    return f'{heading}<ol class="blocks" lang="{language}">{blocks}</ol>\n'


def _block(document: SeenDocument, page: SeenPage, block: Block) -> str:
    level = f" l{block.line.level}" if block.line.level else ""
    return (
        f'<li id="{_name(page, block)}" class="{_kind(block)}{level}" value="{block.number}">'
        f'<span class="role">{block.number} {escape(block.role)}</span>'
        f'<p dir="auto">{"".join(_cut(document, page, block))}</p></li>'
    )


def _cut(document: SeenDocument, page: SeenPage, block: Block) -> Iterator[str]:
    """Yield the words of a block, with a sign where each passage begins."""
    at = block.line.span.start
    for passage in page.passages:
        if block.line.span.start <= passage.start < block.line.span.end:
            yield escape(labelled(page.page.text[at : passage.start], document.document.icons))
            yield _sign(document, passage)
            at = passage.start
    yield escape(labelled(page.page.text[at : block.line.span.end], document.document.icons))


def _sign(document: SeenDocument, passage: Passage) -> str:
    number = passage.id.removeprefix(f"{document.document.id}#")
    size = f"{passage.end - passage.start} characters, {len(passage.sentences)} to quote"
    path = f'<i class="path">{escape(" › ".join(passage.section))}</i>' if passage.section else ""
    context = f'<q class="context">{escape(passage.context)}</q>' if passage.context else ""
    return f'<span class="cut" title="{size}"><b>¶ {escape(number)}</b> {passage.kind.value} {path} {context}</span>'
