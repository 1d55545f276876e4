"""Which part of a web page is its text: not the navigation, banners, menus and lists of links around it."""

from collections.abc import Iterator

from lxml.html import HtmlElement

from ingest.readers.markup import UNSEEN, is_hidden, tag_of

MAIN_SHARE = 0.4
"""The part that the page calls its main part must hold this share of its words, or it is not believed."""
LARGEST_SIDE = 0.4
"""What is named as a side matter and holds more than this share of the words is none."""
LINK_SHARE = 0.7
LEAST_LINKS = 4

_AROUND = frozenset(("nav", "search"))
_ROLES = frozenset("navigation banner contentinfo search complementary menu menubar toolbar dialog alertdialog".split())
_AT_TOP = frozenset(("header", "footer", "aside"))
_SIDE_NAMES = frozenset(
    "breadcrumb breadcrumbs cookie cookies cookiebar consent gdpr sidebar navbar navbox nav navigation menu "
    "newsletter share sharing social toc skiplink skip-link related pagination pager mw-editsection noprint".split()
)
_LISTS = frozenset(("ul", "ol", "div", "p", "table", "section"))


def main_part(body: HtmlElement) -> HtmlElement:
    """Return the element that holds a page's text, with everything else taken out of it (the tree is changed)."""
    whole = max(1, _size(body))
    _take_out(_unseen(body))
    root = _named_main(body, whole)
    _take_out(_side_matters(root, whole))
    _take_out(_link_lists(root))
    return root


def _size(element: HtmlElement) -> int:
    return len("".join(str(element.text_content()).split()))


def _take_out(elements: Iterator[HtmlElement]) -> None:
    for element in list(elements):
        if element.getparent() is not None:
            element.drop_tree()


def _unseen(body: HtmlElement) -> Iterator[HtmlElement]:
    return (
        each for each in body.iterdescendants() if tag_of(each) is None or tag_of(each) in UNSEEN or is_hidden(each)
    )


def _named_main(body: HtmlElement, whole: int) -> HtmlElement:
    for path in (".//main", ".//*[@role='main']", ".//article"):
        found = body.xpath(path)
        if len(found) == 1 and _size(found[0]) >= MAIN_SHARE * whole:
            return found[0]
    return body


def _side_matters(root: HtmlElement, whole: int) -> Iterator[HtmlElement]:
    for element in root.iterdescendants():
        is_certain = tag_of(element) in _AROUND
        if is_certain or (_is_side_matter(element) and _size(element) <= LARGEST_SIDE * whole):
            yield element


def _is_side_matter(element: HtmlElement) -> bool:
    tag = tag_of(element) or ""
    if (element.get("role") or "").lower() in _ROLES:
        return True
    if tag in _AT_TOP and not _is_within_text(element):
        return True
    names = f"{element.get('class') or ''} {element.get('id') or ''}".lower().split()
    return bool(_SIDE_NAMES.intersection(names)) and tag not in ("body", "main", "article")


def _is_within_text(element: HtmlElement) -> bool:
    return any(tag_of(above) in ("article", "main", "section", "blockquote") for above in element.iterancestors())


def _link_lists(root: HtmlElement) -> Iterator[HtmlElement]:
    """Yield lists whose words nearly all are links: menus and tables of contents."""
    for element in root.iterdescendants():
        if tag_of(element) in _LISTS:
            links = element.xpath(".//a[@href]")
            linked = sum(map(_size, links))
            if len(links) >= LEAST_LINKS and linked >= LINK_SHARE * max(1, _size(element)):
                yield element
