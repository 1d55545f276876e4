"""Words that a line end cut in two: whether the hyphen goes or stays is judged by the document's own words."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ingest.characters import SOFT_HYPHENS

_WORD = re.compile(r"[^\W\d_]+(?:[-‐'’][^\W\d_]+)*")
_CUT = re.compile(r"([^\W_]+(?:[-‐][^\W_]+)*)[-‐" + SOFT_HYPHENS + r"]$")
_HEAD = re.compile(r"[^\W\d_]+(?:[-‐][^\W\d_]+)*")

# accented or foreign prefixes that never are the first syllable of a longer word
_FREE_PREFIXES = frozenset("pós pré pró recém além aquém não vice self après".split())
# words that stand before a hyphen whatever follows, and those that do before some words only
_FREE_HEADS = frozenset("double half dupla duplo meia two three four five six seven eight nine ten".split())
_PAIRED_HEADS = frozenset("right left first second third high low single multi one black white".split())
_PAIRED_TAILS = frozenset(
    "hand handed side sided player players coloured colored round turn point points sized level card cards cost value "
    "based most scoring time".split()
)
# Portuguese writes a pronoun after its verb with a hyphen; which forms follow which endings is fixed
_PRONOUNS_AFTER_INFINITIVE = frozenset("se me te lhe lhes nos vos".split())
_PRONOUNS_AFTER_ACCENT = frozenset("lo la los las".split())
_PRONOUNS = _PRONOUNS_AFTER_INFINITIVE | _PRONOUNS_AFTER_ACCENT | frozenset("o a os as no na nas".split())
# French does so after imperatives ("tirez-le") and in questions ("peut-on")
_AFTER_IMPERATIVE = frozenset("le la les lui leur y en moi nous vous".split())
_AFTER_QUESTION = frozenset("ce il elle on ils elles".split())
_ASKING = frozenset("est sont peut doit faut était peuvent doivent fait".split())


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words of one document, folded to lower case, and what stands first in its hyphenated compounds."""

    words: frozenset[str]
    compound_heads: frozenset[str]
    portuguese: bool = False
    french: bool = False

    @classmethod
    def of(cls, lines: Iterable[str], language: str | None = None) -> "Vocabulary":
        """Collect the words of ``lines``, leaving out both parts of a word that a line end cuts."""
        words: set[str] = set()
        cut_before = False
        for line in lines:
            found = _WORD.findall(line.lower().replace("‐", "-"))
            cut_after = _CUT.search(line) is not None
            words.update(found[1 if cut_before else 0 : -1 if cut_after else None])
            cut_before = cut_after
        heads = {word.split("-")[0] for word in words if "-" in word}
        portuguese = language.lower().startswith("pt") if language else "não" in words
        french = language.lower().startswith("fr") if language else words.issuperset(("une", "les", "est"))
        return cls(frozenset(words), frozenset(heads), portuguese, french)


def ends_in_hyphen(text: str) -> bool:
    """Say whether the line ends inside a word or compound."""
    return _CUT.search(text) is not None


def mended(before: str, after: str, vocabulary: Vocabulary) -> str | None:
    """Return the two lines as one where the first ends in a hyphen that belongs to the second, else None."""
    cut = _CUT.search(before)
    if cut is None or not after:
        return None
    if before[-1] in SOFT_HYPHENS:
        return before[:-1] + after
    if after[0] in "-‐" and after[1:2].isalpha():  # Portuguese repeats the hyphen on the next line
        return before + after[1:]
    if not after[0].isalnum():
        return None
    return before + after if _keeps_hyphen(cut.group(1), after, vocabulary) else before[:-1] + after


def _keeps_hyphen(first: str, after: str, vocabulary: Vocabulary) -> bool:
    head = _HEAD.match(after)
    if head is None or first[-1].isdigit() or (after[0].isupper() and not first[-1].isupper()):
        return True
    first, second = first.lower(), head.group().lower()
    if first + second in vocabulary.words:
        return False
    if f"{first}-{second}" in vocabulary.words:
        return True
    tail = re.split("[-‐]", first)[-1]
    if (tail in _FREE_HEADS and len(second) > 2) or (tail in _PAIRED_HEADS and second in _PAIRED_TAILS):
        return True
    return tail in _FREE_PREFIXES or first in vocabulary.compound_heads or _is_pronoun(tail, second, vocabulary)


def _is_pronoun(verb: str, pronoun: str, vocabulary: Vocabulary) -> bool:
    if vocabulary.french:
        imperative = len(verb) >= 4 and verb.endswith("ez") and pronoun in _AFTER_IMPERATIVE
        return imperative or (verb in _ASKING and pronoun in _AFTER_QUESTION)
    if not vocabulary.portuguese or pronoun not in _PRONOUNS:
        return False
    if pronoun in _PRONOUNS_AFTER_ACCENT and verb[-1] in "áâêíôú":
        return True
    if pronoun in _PRONOUNS_AFTER_INFINITIVE and len(verb) >= 5 and verb[-2:] in ("ar", "er", "ir", "ôr"):
        return True
    return len(verb) >= 3 and verb in vocabulary.words
