from collections.abc import Sequence

from eval.questions import Anchor
from eval.ranking import ranked
from service.contract import Citation
from tests.eval.scripted import cite

RULES = ("chess", "rulebook", None)
FAQ = ("chess", "faq", None)
KNOWN = {"chess.en": (RULES, "en"), "chess.es": (RULES, "es"), "faq.en": (FAQ, "en")}


def place(document: str, anchor: str) -> Anchor:
    return Anchor(document=document, page=1, anchor=anchor)


def judged(places: Sequence[Anchor], *ranks: str) -> tuple[list[str], dict[str, int]]:
    """Rank passages that each cover the anchors named in a string, separated by blanks."""
    passages = [cite("Fim de jogo.", page=2) for _ in ranks]
    covering = {id(passage): names.split() for passage, names in zip(passages, ranks, strict=True)}

    def covers(citation: Citation, one: Anchor) -> bool:
        return one.anchor in covering[id(citation)]

    found = ranked(passages, places, covers, KNOWN)
    return found.documents(), found.judged()


BOTH = [place("chess.en", "a1"), place("chess.en", "a2"), place("chess.es", "b1"), place("chess.es", "b2")]


def test_editions_are_alternatives_and_the_one_found_first_counts() -> None:
    documents, wanted = judged(BOTH, "", "b2", "a1", "b1 b2")
    assert documents == ["passage 1", "anchor 3", "passage 3", "anchor 2"]
    assert wanted == {"anchor 2": 1, "anchor 3": 1}


def test_nothing_found_wants_one_edition() -> None:
    assert judged(BOTH, "", "") == (["passage 1", "passage 2"], {"anchor 0": 1, "anchor 1": 1})


def test_other_documents_are_wanted_beside_the_edition() -> None:
    places = [*BOTH, place("faq.en", "f"), place("not-held", "x")]
    documents, wanted = judged(places, "a1 a2", "f")
    assert documents == ["anchor 0", "anchor 4"]
    assert wanted == {"anchor 0": 1, "anchor 4": 1, "anchor 5": 1}
