"""Compound words taken apart over the words of a collection: "Sondersteine" is also about "Steine".

After Koehn and Knight, "Empirical Methods for Compound Splitting" (2003): every way to cut a word into known words,
joined by nothing or by a linking element, is tried, and the one whose parts' counts have the highest geometric mean is
taken. Unlike there, the count of the whole word does not speak against cutting it: who looks for "Stein" wants
"Sonderstein", however often that is written.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import prod

from corpus.terms import stem

LINKS = {
    "de": ("s", "n", "en", "er", "es", "e", "ns", "ens"),
    "nl": ("s", "en", "e", "n", "er"),
    "sv": ("s", "e"),
    "da": ("s", "e"),
    "nb": ("s", "e"),
    "nn": ("s", "e"),
    "no": ("s", "e"),
}
"""What may join the parts of a compound, in each language whose compounds are taken apart."""

BOUND = {
    "de": "sonder haupt grund gesamt mindest hochst end erst rest ruck anfangs zwischen neben gegen doppel",
    "nl": "hoofd basis totaal begin eind tussen tegen dubbel",
    "sv": "huvud grund slut mellan mot dubbel",
    "da": "hoved grund slut mellem mod dobbelt",
    "nb": "hoved grunn slutt mellom mot dobbel",
    "nn": "hovud grunn slutt mellom mot dobbel",
    "no": "hoved grunn slutt mellom mot dobbel",
}
"""First parts that seldom or never stand alone, and so may be missing from a collection; folded."""

NO_PARTS = {
    "de": "aber alle als auf aus bar bei beim bin bis das dass dem den denn der des die dir doch dort durch ein eine "
    "einem einen einer eines enden fach falls fur haben hat her hin ich ihm ihn ihr isch ist kein lich los mal man "
    "mehr mein mich mir mit nach nein nicht nie nur oben oder ohne schaft sehr sein seine sie sind tion uber um und "
    "ung uns unter vom von vor war was weg weil weise wem wen wenn wer wie wir wird wo zum zur zwar keit heit",
    "nl": "aan als bij dan dat deze die dit door een een en haar heid hem het hij hoe hun ik ing is kan lijk maar met "
    "mijn naar niet nog nu om ons onder ook op over per schap te ten ter tot uit van veel voor wat wel wie wij zal "
    "zij zijn zo achter mee weg toe terug",
    "sv": "alla att av bara den det dig din ett for fran genom han har hel hos hur inte kan med men mot nar och oss "
    "pa sin som till under upp ut var vid ver over het lig ning",
    "da": "af alle at bare den der det dig din efter en et for fra gennem har hos hun hvor ikke kan med men mod nar og "
    "om op over pa sig sin som til ud under var ved vil lig hed ning",
    "nb": "alle at av bare den der det deg din etter et for fra gjennom har hos hun hvor ikke kan med men mot nar og "
    "om opp over pa seg sin som til ut under var ved vil lig het ning",
}
"""Words that do not make compounds, with endings that look like words; folded."""

SHORTEST = 3
"""Letters of the shortest part."""
LONGEST = 40
"""Letters of the longest word that is looked at."""
MOST_PARTS = 4


class Compounds:
    """Takes words of one language apart. Safe between threads."""

    def __init__(self, counts: Mapping[str, int], language: str) -> None:
        """Take how often each word is written, by the folded word (``corpus.terms.fold``), and a primary subtag."""
        self._language = language
        self._links = LINKS.get(language, ())
        barred = set(NO_PARTS.get(language, NO_PARTS["nb"]).split())
        self._counts = {word: count for word, count in counts.items() if len(word) >= SHORTEST and word not in barred}
        self._bound = dict.fromkeys(BOUND.get(language, "").split(), 1)
        self._ends = _by_stem(self._counts, language) if self._links else {}
        self._found = lru_cache(maxsize=20_000)(self._cut)

    def parts(self, word: str) -> tuple[str, ...]:
        """Return the known words that a folded word is made of, in order; empty where it is no compound.

        Linking elements are left out; the last part is as it stands in the word, which may be an inflected form.
        """
        if not self._links or not 2 * SHORTEST <= len(word) <= LONGEST:
            return ()
        return self._found(word)

    def _cut(self, word: str) -> tuple[str, ...]:
        ways = [way for way in self._ways(word, MOST_PARTS) if len(way) > 1]
        best = max(ways, key=_weight, default=())
        return tuple(part for part, _ in best)

    def _ways(self, word: str, most: int) -> Iterator[tuple[tuple[str, int], ...]]:
        """Yield each way to cut a word into at most so many parts, as the parts with their counts."""
        if end := self._end(word):
            yield ((word, end),)
        for place in range(SHORTEST, len(word) - SHORTEST + 1) if most > 1 else ():
            if first := self._first(word[:place]):
                yield from ((first, *rest) for rest in self._ways(word[place:], most - 1))

    def _end(self, part: str) -> int:
        if len(part) < SHORTEST:
            return 0
        return self._counts.get(part, 0) or (self._ends.get(stem(part, self._language), 0) if len(part) > 3 else 0)

    def _first(self, part: str) -> tuple[str, int] | None:
        """Return the known word that a part other than the last stands for, the commonest where there are several."""
        bare = (part[: -len(link)] for link in self._links if part.endswith(link))
        words = {word for word in (part, *bare, f"{part}e") if len(word) >= SHORTEST}
        known = {word: self._counts.get(word, 0) or self._bound.get(word, 0) for word in words}
        best = max(known, key=lambda word: (known[word], word), default="")
        return (best, known[best]) if best and known[best] else None


def _by_stem(counts: Mapping[str, int], language: str) -> dict[str, int]:
    stems: dict[str, int] = {}
    for word, count in counts.items():
        stems[stem(word, language)] = stems.get(stem(word, language), 0) + count
    return stems


def _weight(way: tuple[tuple[str, int], ...]) -> tuple[float, int]:
    """Return the geometric mean of a way's counts; of equal ones, fewer parts weigh more."""
    return float(prod(count for _, count in way) ** (1 / len(way))), -len(way)
