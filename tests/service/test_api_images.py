import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from io import BytesIO
from pathlib import Path

import httpx
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from corpus.index import Index
from corpus.types import Span
from corpus.writer import write_generation, writing
from ingest.build import ingest
from ingest.working import Bounds
from service import page_images
from service.answering import Judge
from service.api.urls import image_url
from service.page_images import NoImageError, PageImages, Sheet, Wanted
from tests.corpus.library_fixture import BOATS, SCORING, ingested
from tests.fakes import FakeEncoder
from tests.ingest.pdfs import raw_pdf, shown, typeset
from tests.service.illustrated import PICTURED, Illustrated, typeset_harbour
from tests.service.scripted import TEXTS
from tests.service.serving import served

RULE = "You may use the boat of another player if you pay them one coin."
START = TEXTS[PICTURED][1].index(RULE)
PAGE = f"/v1/documents/{PICTURED}/pages/2.png"
QUERY = {"start": START, "end": START + len(RULE)}


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return typeset_harbour(tmp_path_factory.mktemp("harbour"))


@pytest.fixture(scope="module")
def pictured(harbour: Path) -> Iterator[httpx.Client]:
    with served(Illustrated(file=harbour)) as base, httpx.Client(base_url=base, timeout=30) as client:
        yield client


def pixels(answer: httpx.Response) -> NDArray[np.uint8]:
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    return np.asarray(Image.open(BytesIO(answer.content)).convert("RGB"))


def tinted(image: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Where the image has the colour of a mark on white paper."""
    near: NDArray[np.bool_] = np.abs(image.astype(int) - (255, 226, 130)).max(axis=2) <= 2
    return near


def test_the_quoted_words_are_marked_and_nothing_else(pictured: httpx.Client, harbour: Path) -> None:
    plain, marked = pixels(pictured.get(PAGE)), pixels(pictured.get(PAGE, params=QUERY))
    assert plain.shape == marked.shape
    assert plain.shape[1] == 1200
    assert not tinted(plain).any()
    changed = (plain != marked).any(axis=2)
    boxes = [box for box in Illustrated(file=harbour).sheet(PICTURED, 2).boxes if box.start < QUERY["end"]]
    words = [box for box in boxes if box.start >= START]
    assert len(words) == len(RULE.split())
    rows, columns = np.nonzero(changed)
    high, wide = changed.shape
    assert rows.min() == pytest.approx(min(box.top for box in words) * high, abs=4)
    assert rows.max() == pytest.approx(max(box.bottom for box in words) * high, abs=4)
    assert columns.min() == pytest.approx(min(box.left for box in words) * wide, abs=4)
    assert columns.max() == pytest.approx(max(box.right for box in words) * wide, abs=4)
    dark = (plain < 90).all(axis=2)
    assert (marked[dark] < 120).all(axis=1).mean() > 0.9  # letters stay legible, but where the edge crosses them


def test_width_is_what_was_asked_for_within_bounds(pictured: httpx.Client) -> None:
    assert pixels(pictured.get(PAGE, params={"width": 240})).shape[1] == 240
    for width in (0, 79, 2401, 10**9):
        refused = pictured.get(PAGE, params={"width": width})
        assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "width")


def test_an_image_that_did_not_change_is_not_sent_again(pictured: httpx.Client) -> None:
    first = pictured.get(PAGE, params=QUERY)
    tag = first.headers["etag"]
    for given in (tag, f'"other", W/{tag}'):
        again = pictured.get(PAGE, params=QUERY, headers={"If-None-Match": given})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
    assert pictured.get(PAGE, headers={"If-None-Match": tag}).status_code == 200
    assert pictured.head(PAGE, params=QUERY).headers["etag"] == tag


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        (image_url("castle.es", 1), "no-image"),
        (image_url(PICTURED, 4), "unknown-name"),
        (image_url("harbour.xx", 1), "unknown-name"),
        (image_url("../../etc/passwd", 1), "unknown-name"),
    ],
)
def test_what_has_no_image_is_a_problem(pictured: httpx.Client, path: str, kind: str) -> None:
    answer = pictured.get(path)
    assert (answer.status_code, answer.json()["type"]) == (404, f"urn:lexludo:{kind}")


def test_offsets_beyond_the_text_mark_nothing(pictured: httpx.Client) -> None:
    assert np.array_equal(pixels(pictured.get(PAGE)), pixels(pictured.get(PAGE, params={"start": 9000, "end": 9999})))
    assert pictured.get(PAGE, params={"start": -1}).status_code == 422


def test_a_citation_of_a_pdf_has_an_image_and_it_outlives_the_file(tmp_path: Path) -> None:
    file = typeset(tmp_path, f"#set page(width: 10cm, height: 10cm)\n{RULE}", "rules.en")
    encoder = FakeEncoder()
    ingest([file], tmp_path / "index", encoder)
    file.unlink()
    index = Index.open(tmp_path / "index")
    kept = index.kept("rules.en")
    assert kept is not None
    page = index.page("rules.en", 1)
    sheet = Sheet(kept, 1, index.boxes("rules.en", 1))
    assert [page.text[box.start : box.end] for box in sheet.boxes] == RULE.split()
    image = Image.open(BytesIO(PageImages().png(Wanted(sheet, Span(0, len(RULE)), 400))))
    assert image.size == (400, 400)


def test_the_latest_images_are_kept_up_to_a_bound(harbour: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def draw(wanted: Wanted, bounds: Bounds) -> bytes:
        drawn.append(wanted.width)
        return bytes(100)

    monkeypatch.setattr(page_images, "_draw", draw)
    images = PageImages(most_kept=250)
    sheet = Sheet(harbour, 1)
    for width in (100, 200, 100, 300, 100, 200):
        images.png(Wanted(sheet, Span(0, 0), width))
    assert drawn == [100, 200, 300, 200]


def test_a_page_that_cannot_be_drawn_is_named(tmp_path: Path, harbour: Path) -> None:
    images = PageImages()
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.7\nnothing behind it")
    with pytest.raises(NoImageError, match=r"page 1 cannot be drawn \(the PDF is damaged there\)"):
        images.png(Wanted(Sheet(broken, 1), Span(0, 0)))
    with pytest.raises(NoImageError, match="page 99 cannot be drawn"):
        images.png(Wanted(Sheet(harbour, 99), Span(0, 0)))
    with pytest.raises(NoImageError, match="it takes too long"):
        PageImages(bounds=Bounds(0.0002)).png(Wanted(Sheet(harbour, 1), Span(0, 0)))


def test_a_page_of_absurd_shape_stays_within_bounds(tmp_path: Path) -> None:
    endless = raw_pdf(shown(10, 10, RULE)).replace(b"/MediaBox[0 0 600 800]", b"/MediaBox[0 0 20 14000]")
    file = tmp_path / "endless.pdf"
    file.write_bytes(endless)
    image = Image.open(BytesIO(PageImages().png(Wanted(Sheet(file, 1), Span(0, 0), 2400))))
    assert image.width * image.height <= 6_100_000


def test_images_of_one_page_have_tags_of_their_own(harbour: Path) -> None:
    sheet = Illustrated(file=harbour).sheet(PICTURED, 2)
    wanted = Wanted(sheet, Span(START, START + 20))
    others = (
        replace(wanted, width=300),
        replace(wanted, span=Span(START, START + 40)),
        replace(wanted, span=Span(0, 0)),
    )
    assert len({wanted.tag, *(other.tag for other in others)}) == 4


def test_the_page_as_text_leads_to_the_page_as_printed(pictured: httpx.Client) -> None:
    answer = pictured.get(f"/documents/{PICTURED}/pages/2", params=QUERY)
    link = re.search(r'href="([^"]+\.png[^"]*)">as printed<', answer.text)
    assert link is not None
    assert unescape(link[1]) == image_url(PICTURED, 2, QUERY["start"], QUERY["end"])
    assert tinted(pixels(pictured.get(unescape(link[1])))).any()
    assert ".png" not in pictured.get("/documents/castle.es/pages/1").text


def test_pages_keep_the_numbers_of_a_file_that_they_share(tmp_path: Path) -> None:
    encoder = FakeEncoder()
    book = ingested(encoder, "isle.en", "isle", "en", [BOATS, SCORING])
    moved = [replace(page, number=page.number + 4) for page in book.pages]
    passages = [replace(passage, page=passage.page + 4) for passage in book.passages]
    with writing(tmp_path):
        write_generation(tmp_path, [replace(book, pages=moved, passages=passages)], encoder.card, "chunks 1")
    judge = Judge(Index.open(tmp_path), encoder)
    with served(judge) as base:
        first, last = (httpx.get(f"{base}/documents/isle.en/pages/{number}").text for number in (5, 6))
        assert httpx.get(f"{base}/documents/isle.en/pages/4").status_code == 404
    assert ("Page 5 " in first, " of " in first.split("<main>")[1].split("</p>")[0]) == (True, False)
    assert ('rel="next" href="/documents/isle.en/pages/6"' in first, 'rel="prev"' in first) == (True, False)
    assert ('rel="prev" href="/documents/isle.en/pages/5"' in last, 'rel="next"' in last) == (True, False)
