"""Where a rule sends its reader: "see page 12", "veja a página 8", "siehe S. 4", a card's code; as passages."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from corpus.types import Page, Passage, PassageKind
from ingest.wording import fold

MOST = 8
"""References kept of one passage."""

_PAGES = re.compile(
    r"(?<![^\W\d_])(?:pages?|pp?\.|pgs?\.|pagin[ae]s?|pag\.|seiten?|s\.|stron[ay]|str\.|blz\.|bladzijde)\s*"
    r"(\d{1,3}|[ivxl]{1,6}(?![^\W\d_]))(?:\s*(?:[-–,/&]|and|und|et|ed?|y|to|a|bis|e)\s*(\d{1,3}))?",
)
_CODE = re.compile(r"\b[A-Z]{1,3}-?\d{1,3}[A-Za-z]?\b")
_WORD = re.compile(r"[^\W\d_]{4,}")


def with_references(passages: Sequence[Passage], pages: Sequence[Page]) -> list[Passage]:
    """Return the passages of one document with the ids of those that each refers to, in the order of its words.

    A page is found by the number printed on it, or else by its place in the file; of its passages, the one meant is
    taken to be that which shares the most words with the passage that refers to it.
    """
    texts = {page.number: page.text for page in pages}
    by_page: dict[int, list[Passage]] = defaultdict(list)
    for passage in passages:
        by_page[passage.page].append(passage)
    numbers = _numbers(pages)
    codes = {
        code: p for p in reversed(passages) if p.kind is PassageKind.ENTRY for code in _opening_code(_of(p, texts))
    }
    return [replace(p, references=tuple(_found(p, texts, by_page, numbers, codes))) for p in passages]


def _of(passage: Passage, texts: dict[int, str]) -> str:
    return passage.span.of(texts[passage.page])


def _numbers(pages: Sequence[Page]) -> dict[str, int]:
    """Return the page that each printed number stands on; a double page has two."""
    numbers = {str(page.number): page.number for page in pages}
    for page in reversed(pages):
        numbers.update(dict.fromkeys((page.label or "").lower().split("–"), page.number))
    return numbers


def _opening_code(words: str) -> list[str]:
    return _CODE.findall(words[:12])[:1]


def _found(
    passage: Passage,
    texts: dict[int, str],
    by_page: dict[int, list[Passage]],
    numbers: dict[str, int],
    codes: dict[str, Passage],
) -> list[str]:
    words = _of(passage, texts)
    meant = [target for number in _page_numbers(words) for target in by_page[numbers.get(number, 0)]]
    by_number: dict[int, list[Passage]] = defaultdict(list)
    for target in meant:
        if target.id != passage.id:
            by_number[target.page].append(target)
    found = [_likest(words, candidates, texts).id for candidates in by_number.values()]
    found += [codes[code].id for code in _CODE.findall(words) if code in codes and codes[code].id != passage.id]
    return list(dict.fromkeys(found))[:MOST]


def _page_numbers(words: str) -> Iterator[str]:
    for match in _PAGES.finditer(fold(words)):
        yield from filter(None, match.groups())


def _likest(words: str, candidates: Sequence[Passage], texts: dict[int, str]) -> Passage:
    own = set(_WORD.findall(fold(words)))

    def shared(target: Passage) -> int:
        about = " ".join((*target.section, _of(target, texts)))
        return len(own & set(_WORD.findall(fold(about))))

    return max(candidates, key=shared)
