"""Mines ``corpus/lexicon.json`` from the language editions of the shipped rulebooks: ``python -m eval.lexicon``.

Editions are aligned sentence by sentence as for citations. Which word stands for which is then learned by IBM Model 1
in both directions (Brown et al., "The Mathematics of Statistical Machine Translation", 1993); a pair counts by the
geometric mean of the two probabilities.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Annotated

import typer

from corpus.index import Index
from corpus.languages import primary
from corpus.lexicon import FILE
from corpus.terms import Word, words
from service.function_words import FUNCTION_WORDS
from service.translation.counterparts import Counterparts
from service.translation.linked import Place

ROUNDS = 6
LEAST, MOST = 0.25, 3
"""How sure a rendering must be, and how many a word may have."""
HOURS = 2.0
"""How long aligning may take."""

Sentence = Sequence[str]
Bitext = list[tuple[Sentence, Sentence]]
Chances = Mapping[str, Mapping[str, float]]
"""For each word, how likely it is rendered by which."""
NOTHING = ""
"""What words come from that nothing in the other language stands for."""


class Editions:
    """The sentences of a library's editions, as words that say something; usual spellings are counted on the way."""

    def __init__(self, index: Index, counterparts: Counterparts) -> None:
        self._index, self._counterparts = index, counterparts
        self._idle = {
            language: {word.term for word in words(listed, language)} for language, listed in FUNCTION_WORDS.items()
        }
        self.spellings: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)

    def bitexts(self) -> dict[tuple[str, str], Bitext]:
        """Return for each two languages, in order, the sentences that say the same."""
        found: dict[tuple[str, str], Bitext] = defaultdict(list)
        for one, other in combinations(sorted(self._index.documents, key=lambda each: each.language), 2):
            if self._counterparts.edition_in(one.id, other.language) == other:
                pair = primary(one.language), primary(other.language)
                found[pair] += self._pairs(one.id, other.id, pair)
        return found

    def _pairs(self, one: str, other: str, languages: tuple[str, str]) -> Iterator[tuple[Sentence, Sentence]]:
        for link in self._counterparts.links(one, other):
            yield self._words(one, link.source, languages[0]), self._words(other, link.target, languages[1])

    def _words(self, document: str, places: Sequence[Place], language: str) -> Sentence:
        text = " ".join(self._index.page(document, place.page).text[place.start : place.end] for place in places)
        said = [word for word in words(text, language) if self._says_something(word, language)]
        for word in said:
            self.spellings[language, word.term][word.folded] += 1
        return [word.term for word in said]

    def _says_something(self, word: Word, language: str) -> bool:
        return word.term not in self._idle.get(language, ()) and word.folded.isalpha() and len(word.folded) > 1


def chances(pairs: Bitext) -> Chances:
    """Learn how likely each source word is rendered by each target word."""
    likely: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for source, target in pairs:
        for word in {*source, NOTHING}:
            likely[word].update(dict.fromkeys(target, 1.0))
    for _ in range(ROUNDS):
        likely = _expected(pairs, likely)
    return likely


def _expected(pairs: Bitext, likely: Chances) -> dict[str, dict[str, float]]:
    counts: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for source, target in pairs:
        for rendering in target:
            shares = [(word, likely[word][rendering]) for word in (*source, NOTHING)]
            total = sum(share for _, share in shares)
            for word, share in shares:
                counts[word][rendering] += share / total
    return {word: _normalized(found) for word, found in counts.items()}


def _normalized(found: Mapping[str, float]) -> dict[str, float]:
    total = sum(found.values())
    return {word: share / total for word, share in found.items()}


def renderings(there: Chances, back: Chances) -> dict[str, dict[str, float]]:
    """Return for each word the surest renderings, by both directions, sorted by word."""
    both = {
        word: {other: (share * back.get(other, {}).get(word, 0.0)) ** 0.5 for other, share in found.items()}
        for word, found in there.items()
        if word != NOTHING
    }
    kept = {word: _surest(found) for word, found in sorted(both.items())}
    return {word: found for word, found in kept.items() if found}


def _surest(found: Mapping[str, float]) -> dict[str, float]:
    ranked = sorted(found.items(), key=lambda each: (-each[1], each[0]))
    return {word: sure for word, sure in ranked[:MOST] if sure >= LEAST}


def main(
    work: Annotated[Path, typer.Option(help="Folder for the index and the alignments; kept for the next time.")],
    out: Annotated[Path, typer.Option(help="File to write.")] = Path(__file__).parents[1] / "corpus" / FILE,
) -> None:
    """Align the shipped rulebooks' editions and write which words stand for which."""
    from corpus import encoder
    from ingest.build import ingest
    from ingest.cli import shipped_library

    loaded = encoder.load(say=typer.echo)
    ingest([shipped_library()], work / "library", loaded, say=typer.echo)
    index = Index.open(work / "library")
    counterparts = Counterparts(index, loaded, work / "linked")
    counterparts.prepare()
    counterparts.wait(HOURS * 3600)
    editions = Editions(index, counterparts)
    mined: dict[str, dict[str, dict[str, float]]] = {}
    for (one, other), pairs in editions.bitexts().items():
        there, back = chances(pairs), chances([(target, source) for source, target in pairs])
        mined[f"{one}-{other}"] = _spelt(renderings(there, back), editions, one, other)
        mined[f"{other}-{one}"] = _spelt(renderings(back, there), editions, other, one)
    out.write_text(_told(mined), "utf-8")


def _spelt(
    found: Mapping[str, Mapping[str, float]], editions: Editions, source: str, target: str
) -> dict[str, dict[str, float]]:
    """Write terms as the words that they mostly stand for, so that another release of a stemmer may read them."""
    usual = {key: spellings.most_common(1)[0][0] for key, spellings in editions.spellings.items()}
    return {
        usual[source, word]: {usual[target, other]: round(sure, 2) for other, sure in others.items()}
        for word, others in found.items()
    }


def _told(mined: Mapping[str, Mapping[str, Mapping[str, float]]]) -> str:
    """Return the lexicon as JSON, a line for each pair of languages."""
    lines = [
        f"{json.dumps(pair)}: {json.dumps(mined[pair], ensure_ascii=False, separators=(',', ':'))}"
        for pair in sorted(mined)
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    typer.run(main)
