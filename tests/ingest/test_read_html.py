from pathlib import Path

import pytest

from corpus.errors import UnreadableFileError
from corpus.types import Page
from ingest.readers import read
from ingest.readers.counting import counted


def page_of(folder: Path, body: str, name: str = "rules.html") -> Page:
    (folder / name).write_text(f'<!doctype html><meta charset="utf-8"><body>{body}', "utf-8")
    return read(folder / name).pages[0]


def lines(folder: Path, body: str) -> list[str]:
    return page_of(folder, body).text.split("\n")


RULES = "<p>A player may use any boat on the river, also one that belongs to another player of this game.</p>"
SITE = f"""<header><a href="/">Shop</a></header><nav><ul><li><a href="/a">Home</a></ul></nav>
<div class="breadcrumb">Games &gt; River</div><div id="cookies">We use cookies.</div>
<div role="main"><h1>River</h1><nav>On this page</nav>{RULES * 3}<aside>Note: boats float.</aside></div>
<aside>Buy now</aside><div class="sidebar">Popular games</div><form>Search <button>Go</button></form>
<footer>© Shop</footer><script>track()</script><style>p {{}}</style>"""


def test_the_text_of_a_page_without_what_stands_around_it(tmp_path: Path) -> None:
    page = page_of(tmp_path, SITE)
    assert (
        page.text.split("\n\n") == ["River", *[RULES[3:-4]] * 3, "Note: boats float."][: len(page.text.split("\n\n"))]
    )
    assert not any(word in page.text for word in ("Shop", "Home", "cookies", "Buy", "Popular", "Search", "track"))


def test_without_a_main_part_the_surroundings_still_go(tmp_path: Path) -> None:
    body = f"<nav>Menu</nav><header>Shop</header><h1>River</h1>{RULES}<footer>© Shop</footer>"
    assert lines(tmp_path, body) == ["River", "", RULES[3:-4]]


def test_a_main_part_that_holds_little_is_not_believed(tmp_path: Path) -> None:
    assert RULES[3:-4] in lines(tmp_path, f"<main><p>Loading</p></main><div>{RULES * 3}</div>")


def test_a_side_matter_that_holds_most_of_the_words_is_none(tmp_path: Path) -> None:
    assert lines(tmp_path, f'<div class="menu">{RULES}</div><p>The end.</p>')[0] == RULES[3:-4]


def test_a_list_of_links_is_a_menu_and_a_link_in_a_rule_is_not(tmp_path: Path) -> None:
    contents = "".join(f'<li><a href="#s{n}">Section {n}</a></li>' for n in range(6))
    body = f'<h1>River</h1><ul>{contents}</ul>{RULES}<ul><li>See <a href="#s1">Section 1</a> for boats.</li></ul>'
    assert lines(tmp_path, body) == ["River", "", RULES[3:-4], "", "- See Section 1 for boats."]


def test_headings_have_their_levels_without_their_anchors(tmp_path: Path) -> None:
    page = page_of(tmp_path, '<h1>River</h1><h2 id="s">Setup<a href="#s">¶</a></h2><p>Take a boat.</p><h4>Coins</h4>')
    assert [(page.text[start:end], level) for start, end, level in page.headings] == [
        ("River", 1),
        ("Setup", 2),
        ("Coins", 4),
    ]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<ol><li>One.<li>Two.</ol>", ["1. One.", "2. Two."]),
        ('<ol start="4"><li>Four.<li value="9">Nine.<li>Ten.</ol>', ["4. Four.", "9. Nine.", "10. Ten."]),
        ("<ol reversed><li>b<li>a</ol>", ["2. b", "1. a"]),
        ('<ol type="a"><li>x<li>y</ol>', ["a. x", "b. y"]),
        ("<ol><li>One:<ol type=i><li>x<li>y</ol><li>Two.</ol>", ["1. One:", "i. x", "ii. y", "2. Two."]),
        ("<ul><li><p>wood</p><p>It burns.</p><li>stone</ul>", ["- wood", "It burns.", "- stone"]),
        ("<ul><li>wood<ul><li>oak</ul></ul>", ["- wood", "- oak"]),
        ("<ol><li><h3>Draw</h3>Draw two.</ol>", ["1. Draw", "Draw two."]),
    ],
)
def test_lists_count_as_a_browser_counts(tmp_path: Path, body: str, expected: list[str]) -> None:
    assert lines(tmp_path, body) == expected


@pytest.mark.parametrize(
    ("number", "style", "expected"),
    [
        (1, "a", "a"),
        (26, "a", "z"),
        (27, "A", "AA"),
        (4, "i", "iv"),
        (1994, "I", "MCMXCIV"),
        (0, "a", "0"),
        (-2, "i", "-2"),
    ],
)
def test_counting(number: int, style: str, expected: str) -> None:
    assert counted(number, style) == expected


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (
            "<tr><th></th><th>Silver</th><th>Gold</th></tr><tr><th>3 players</th><td>11</td><td>4</td></tr>",
            ["3 players | Silver: 11 | Gold: 4"],
        ),
        (
            "<thead><tr><td></td><td>Silver</td></tr></thead><tr><td>3 players</td><td>11</td></tr>",
            ["3 players | Silver: 11"],
        ),
        ("<tr><th>Players</th><th>Coins</th></tr><tr><td>2</td><td>9</td></tr>", ["Players: 2 | Coins: 9"]),
        ("<tr><td>wood</td><td>2</td></tr><tr><td>stone</td><td>3</td></tr>", ["wood | 2", "stone | 3"]),
        (
            "<tr><th>Era</th><th>Cost</th></tr><tr><td rowspan=2>I</td><td>1</td></tr><tr><td>2</td></tr>",
            ["Era: I | Cost: 1", "Era: I | Cost: 2"],
        ),
        (
            "<tr><th></th><th colspan=2>Coins</th></tr><tr><td>a</td><td>1</td><td>2</td></tr>",
            ["a | Coins: 1 | Coins: 2"],
        ),
        ("<caption>Contracts</caption><tr><td>a</td><td>b</td></tr>", ["Contracts", "a | b"]),
        ("<tr><td><h2>Setup</h2></td><td><p>Take a boat.</p></td></tr>", ["Setup", "", "Take a boat."]),
        ('<tr><td><img alt="wood"></td><td>2</td></tr>', ["wood | 2"]),
    ],
)
def test_tables_are_rows_under_their_headings(tmp_path: Path, table: str, expected: list[str]) -> None:
    assert lines(tmp_path, f"<table>{table}</table>") == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<p>one\ntwo <b>th</b>ree</p>", ["one two three"]),
        ("<p>Rule one.<br>Rule two goes<br>on here.</p>", ["Rule one.", "Rule two goes on here."]),
        ('<p>Pay 2 <img alt="wood"> and 1 <img alt="coin">.</p>', ["Pay 2 wood and 1 coin."]),
        ('<p><img alt="The board with all pieces"></p><p>Text.</p>', ["Text."]),
        ('<p>Yes<sup><a href="#n1">[1]</a></sup>, m<sup>2</sup>.</p>', ["Yes, m2."]),
        ("<dl><dt>Boat<dd>Carries cargo.<dt>Pass?<dd>Yes.</dl>", ["Boat: Carries cargo.", "", "Pass?", "Yes."]),
        ("<details><summary>May I pass?</summary>Yes, always.</details>", ["May I pass?", "Yes, always."]),
        ("<p hidden>no</p><p style='display: none'>no</p><p aria-hidden=true>no</p><p>yes</p>", ["yes"]),
        ("<pre>one  two\nThree</pre>", ["one two", "Three"]),
        ("<p>a &lt;b&gt; &amp; &eacute; &#8212;</p>", ["a <b> & é —"]),
        ("plain <p>text", ["plain", "", "text"]),
        ("<figure><img alt=x><figcaption>The start.</figcaption></figure>", ["The start."]),
    ],
)
def test_what_a_reader_sees(tmp_path: Path, body: str, expected: list[str]) -> None:
    assert lines(tmp_path, body) == expected


@pytest.mark.parametrize(
    "data",
    [
        '<meta charset="iso-8859-1"><p>Preparação “x”</p>'.encode("cp1252"),
        '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252"><p>Preparação “x”</p>'.encode(
            "cp1252"
        ),
        '<?xml version="1.0" encoding="utf-8"?><html><p>Preparação “x”</p></html>'.encode(),
        "<p>Preparação “x”</p>".encode("utf-16"),
        '<meta charset="nonsense"><p>Preparação “x”</p>'.encode(),
        b"\xef\xbb\xbf" + '<meta charset="latin1"><p>Preparação “x”</p>'.encode(),
    ],
)
def test_encodings(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "rules.htm").write_bytes(data)
    assert read(tmp_path / "rules.htm").pages[0].text == "Preparação “x”"


@pytest.mark.parametrize("data", ["<script>draw()</script>", "<nav>Home</nav>", "<img alt=x>"])
def test_a_page_without_text_is_refused(tmp_path: Path, data: str) -> None:
    (tmp_path / "rules.html").write_text(data, "utf-8")
    with pytest.raises(UnreadableFileError, match="holds no text; if a script makes its text"):
        read(tmp_path / "rules.html")


def test_entities_of_its_own_are_not_resolved(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("hush", "utf-8")
    entities = f'<!DOCTYPE html [<!ENTITY a "aaaa"><!ENTITY s SYSTEM "{secret.as_uri()}">]>'
    (tmp_path / "rules.xhtml").write_text(f"{entities}<html><body><p>x &a; &s;</p></body></html>", "utf-8")
    assert read(tmp_path / "rules.xhtml").pages[0].text == "x &a; &s;"
