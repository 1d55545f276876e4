"""Where things are found in a browser; free of any web framework, so that answering can use it."""

from urllib.parse import quote


def page_url(document: str, page: int, start: int | None = None, end: int | None = None) -> str:
    """Return the path of a document's page for a person to open; with a span, its words are marked and in view."""
    path = f"/documents/{quote(document, safe='')}/pages/{page}"
    if start is None or end is None:
        return path
    return f"{path}?start={start}&end={end}#quote"


def image_url(document: str, page: int, start: int | None = None, end: int | None = None) -> str:
    """Return the path of the image of a document's page; with a span, its words are marked."""
    path = f"/v1/documents/{quote(document, safe='')}/pages/{page}.png"
    return path if start is None or end is None else f"{path}?start={start}&end={end}"
