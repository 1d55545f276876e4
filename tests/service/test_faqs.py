"""Whether a FAQ's answer or a rule goes first, on a small index made with a fake encoder that shows its tokens."""

import numpy as np
import pytest

from corpus.index import Index
from corpus.types import DocumentKind, States
from ingest.build import ingest
from service.answering import Judge
from service.authority import Authority, Play
from service.faqs import UNTOLD, Faqs
from service.features import FEATURES, Asked
from service.opinions import Opinions
from service.retrieval import Ranked
from service.scope import Scope, Scopes
from tests.fakes import FakeEncoder

BOOK = """# Lamps

## Oil

A lamp burns two oil each night. A keeper who has none puts the lamp out.

Example: with three lamps a keeper pays six oil, two for each lamp.

## Boats

A boat that reaches the harbour unloads its goods, and its owner takes one coin for each of them.
"""
SHEET = """# Lamps

## Lamps at night

On page 1, under “Oil”, replace “burns two oil” by “burns one oil”.
"""
FAQ = """# Lamps

## Boats

Q: May a boat turn round before it reaches the harbour?
A: Yes, at the cost of one coin.

Q: Who takes the goods of a boat that sinks?
A: Nobody, goods that sink are lost.

Q: May I light a lamp that another keeper put out?
A: Only in your own tower.
"""
STORMS = """# Lamps: Storms

## Boats

A boat that is out in a storm loses half of its goods.
"""
FILES = {
    "lamps.en": ("book.md", "rulebook"),
    "lamps-errata.en": ("sheet.md", "errata"),
    "lamps-faq.en": ("faq.md", "faq"),
    "storms.en": ("storms.md", "expansion"),
}
SINKING = "Who takes the goods of a boat when it sinks?"


class TokenEncoder(FakeEncoder):
    """Shows a vector for each word."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []

    def query_states(self, text: str) -> States | None:
        self.shown.append(text)
        return self._vectors(text.split())


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Index:
    books = tmp_path_factory.mktemp("lamps") / "lamps"
    books.mkdir()
    for (name, _), text in zip(FILES.values(), (BOOK, SHEET, FAQ, STORMS), strict=True):
        (books / name).write_text(text, "utf-8")
    entries = [
        f'[[document]]\nid = "{name}"\nfile = "{file}"\ngame = "lamps"\ntitle = "Lamps"\nlanguage = "en"\n'
        f'kind = "{kind}"\n' + ('expansion = "storms"\n' if kind == "expansion" else "")
        for name, (file, kind) in FILES.items()
    ]
    (books / "catalog.toml").write_text("\n".join(entries), "utf-8")
    assert not ingest([books], books.parent / "index", FakeEncoder()).failed
    return Index.open(books.parent / "index")


@pytest.fixture
def tokens() -> TokenEncoder:
    return TokenEncoder()


@pytest.fixture
def faqs(index: Index, tokens: TokenEncoder) -> Faqs:
    return Faqs(index, Opinions(index), tokens)


@pytest.fixture
def authority(index: Index, faqs: Faqs) -> Authority:
    return Authority(index, faqs)


@pytest.fixture
def scope(index: Index) -> Scope:
    return Scopes(index).of("lamps", None, "en")


def asked(text: str, shows: bool = True) -> Asked:
    encoder = TokenEncoder()
    return Asked(text, "en", encoder.encode_queries([text])[0], encoder.query_states(text) if shows else None)


def row_of(index: Index, words: str) -> int:
    return next(row for row in range(len(index)) if words in index.text(row))


def ranking(index: Index, words: dict[str, float]) -> Ranked:
    rows = np.array([row_of(index, each) for each in words])
    return Ranked(rows, np.array(list(words.values()), np.float32), np.zeros((len(rows), len(FEATURES)), np.float32))


def test_the_question_that_was_asked_is_the_likest(index: Index, faqs: Faqs) -> None:
    turning, sinking, lighting = (row_of(index, words) for words in ("turn round", "sinks", "light a"))
    alike = faqs.likeness([turning, sinking, lighting], asked(SINKING))
    assert alike[1] > 0 > max(alike[0], alike[2])
    assert alike.sum() == pytest.approx(0, abs=1e-4)


def test_only_the_words_of_the_question_are_compared(index: Index, faqs: Faqs, tokens: TokenEncoder) -> None:
    faqs.likeness([row_of(index, "sinks")], asked(SINKING))
    assert "Q: Who takes the goods of a boat that sinks?" in tokens.shown
    assert not any("lost" in text for text in tokens.shown)


def test_a_faq_is_read_once(index: Index, faqs: Faqs, tokens: TokenEncoder) -> None:
    faqs.foresee(index.document("lamps-faq.en"))
    faqs.foresee(index.document("lamps.en"))
    assert len(tokens.shown) == 3
    faqs.likeness([row_of(index, "sinks")], asked(SINKING))
    assert len(tokens.shown) == 3


def test_where_no_tokens_are_shown_likeness_is_taken_for_granted(index: Index, faqs: Faqs) -> None:
    row = row_of(index, "sinks")
    assert faqs.likeness([row], asked(SINKING, shows=False)).tolist() == pytest.approx([UNTOLD])
    unseen = Faqs(index, Opinions(index), FakeEncoder())
    assert unseen.likeness([row, row], asked(SINKING)).tolist() == pytest.approx([UNTOLD, UNTOLD])


def test_of_a_long_sheet_some_questions_are_read_and_the_answer_at_hand(
    index: Index, tokens: TokenEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Faqs(index, Opinions(index), tokens).likeness([row_of(index, "sinks")], asked(SINKING))
    monkeypatch.setattr("service.faqs.OTHERS", 2)
    part = Faqs(index, Opinions(index), tokens).likeness([row_of(index, "sinks")], asked(SINKING))
    assert len(tokens.shown) == 3 + 3
    assert part[0] > whole[0]


def test_the_answer_to_the_question_asked_goes_before_a_rule_and_no_other_does(index: Index, faqs: Faqs) -> None:
    rule = ranking(index, {"unloads its goods": 3.0})
    assert faqs.leading(ranking(index, {"turn round": 2.5, "sinks": 2.0}), rule, asked(SINKING)) == 1
    assert faqs.leading(ranking(index, {"turn round": 2.5}), rule, asked(SINKING)) is None


def test_an_answer_that_is_not_read_as_one_gives_way_to_a_rule_that_is(
    index: Index, faqs: Faqs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.faqs.READ_AS", 100.0)  # fake vectors lie far apart
    rule, answer = ranking(index, {"unloads its goods": 3.0}), ranking(index, {"sinks": 2.0})
    assert faqs.leading(answer, rule, asked(SINKING)) == 0
    answer.features[:, FEATURES.index("read")], rule.features[:, FEATURES.index("read")] = -5.0, 5.0
    assert faqs.leading(answer, rule, asked(SINKING)) is None


def test_an_answer_leads_from_behind_where_its_question_was_asked(
    index: Index, authority: Authority, scope: Scope
) -> None:
    found = ranking(index, {"unloads its goods": 3.0, "turn round": 2.9, "sinks": 2.8})
    led = authority.overriding_first(found, asked(SINKING), scope, Play())
    assert led.rows.tolist() == found.rows[[2, 0, 1]].tolist()


def test_an_answer_to_another_question_gives_way_to_the_rule(index: Index, authority: Authority, scope: Scope) -> None:
    found = ranking(index, {"light a": 3.1, "unloads its goods": 3.0})
    question = asked("A boat that reaches the harbour unloads how many of its goods?")
    assert authority.overriding_first(found, question, scope, Play()).rows.tolist() == found.rows[[1, 0]].tolist()


def test_a_rule_whose_words_are_corrected_stays_before_a_faq(index: Index, authority: Authority, scope: Scope) -> None:
    found = ranking(index, {"burns two oil each": 3.0, "light a": 2.9})
    question = asked("May I light a lamp that burns two oil each night, when another keeper put out a lamp?")
    led = authority.overriding_first(found, question, scope, Play())
    documents = [index.document_of(row).id for row in led.rows.tolist()]
    assert documents == ["lamps-errata.en", "lamps.en", "lamps-faq.en"]


def test_an_example_of_corrected_words_comes_after_the_erratum(
    index: Index, authority: Authority, scope: Scope
) -> None:
    found = ranking(index, {"pays six oil": 3.0, "unloads its goods": 2.0})
    led = authority.overriding_first(found, asked("A lamp burns two oil each night?"), scope, Play())
    assert index.document_of(int(led.rows[0])).kind is DocumentKind.ERRATA
    assert led.rows[1:].tolist() == found.rows.tolist()
    other = authority.overriding_first(found, asked("A keeper who has none puts the lamp out?"), scope, Play())
    assert other.rows.tolist() == found.rows.tolist()


def test_what_an_expansion_adds_is_told_of_rules_and_not_of_a_faqs_headings(index: Index, authority: Authority) -> None:
    rules = {"burns two oil each": 2.0, "pays six oil": 1.5, "loses half": 1.0}
    found = ranking(index, {"sinks": 3.0, **rules})
    assert authority.with_expansion(found, Play(), 3).rows.tolist() == found.rows.tolist()
    of_a_rule = ranking(index, {"sinks": 3.0, "unloads its goods": 2.5, **rules})
    shown = authority.with_expansion(of_a_rule, Play(), 3)
    assert shown.rows[:3].tolist() == of_a_rule.rows[[0, 1, 4]].tolist()


def test_a_judge_reads_faqs_ahead_until_it_is_closed(index: Index) -> None:
    ahead, closed = TokenEncoder(), TokenEncoder()
    Judge(index, ahead).foresee()
    assert len(ahead.shown) == 3
    judge = Judge(index, closed)
    judge.close()
    judge.foresee()
    assert closed.shown == []
