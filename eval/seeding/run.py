"""The whole benchmark: every kind of error in every pair of languages, and what untouched text sets off."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from eval.seeding.kinds import KINDS, ErrorKind
from eval.seeding.parallel import TEXTS, Book, books, is_test
from eval.seeding.scoring import Align, Tally, false_alarms, tally
from service.translation.checks import all_checks

Step = Callable[[str], None]
"""Called with what was finished."""


@dataclass(slots=True)
class Alarms:
    """What untouched text sets off at medium or high severity."""

    sentences: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    told: list[str] = field(default_factory=list)

    @property
    def per_thousand(self) -> float:
        """False alarms for each 1,000 pairs of sentences; 0 without any text."""
        return 1000 * self.kinds.total() / max(1, self.sentences)


@dataclass(slots=True)
class Result:
    """Tallies by kind of error and language pair, and the alarms by language pair."""

    half: str
    texts: str
    aligned: str
    tallies: dict[tuple[str, str], Tally] = field(default_factory=dict)
    alarms: dict[str, Alarms] = field(default_factory=dict)

    def of_kind(self, kind: str) -> Tally:
        """Return the tallies of a kind of error over all pairs as one."""
        return _sum(tally for (name, _), tally in self.tallies.items() if name == kind)

    def of_group(self, group: str) -> Tally:
        """Return the tallies of a group of kinds over all pairs as one."""
        names = {kind.name for kind in KINDS if kind.group == group}
        return _sum(tally for (name, _), tally in self.tallies.items() if name in names)

    @property
    def all_alarms(self) -> Alarms:
        """The alarms of all pairs as one."""
        total = Alarms()
        for alarms in self.alarms.values():
            total.sentences += alarms.sentences
            total.kinds += alarms.kinds
            total.told += alarms.told
        return total


def _sum(tallies: Iterable[Tally]) -> Tally:
    total = Tally()
    for each in tallies:
        total.add(each)
    return total


def run(
    pairs: Sequence[tuple[str, str]], test: bool, per_kind: int, align: Align, aligned: str, texts: str, step: Step
) -> Result:
    """Seed up to ``per_kind`` errors of each kind into each pair's half of the sentences, and count.

    ``texts`` names what is read, a key of ``TEXTS``; ``step`` is called once for each kind and pair, and once for each
    pair's untouched text.
    """
    result = Result("test" if test else "development", texts, aligned)
    for source, target in pairs:
        read = list(books(source, target, TEXTS[texts]))
        name = f"{source}>{target}"
        for kind in KINDS:
            result.tallies[kind.name, name] = seeded(read, kind, test, per_kind, align)
            step(f"{name} {kind.name}")
        result.alarms[name] = untouched(read, test, align)
        step(f"{name} untouched")
    return result


def seeded(texts: Sequence[Book], kind: ErrorKind, test: bool, per_kind: int, align: Align) -> Tally:
    """Spread ``per_kind`` errors over the texts that are large enough, the smallest first, and count."""
    used = [text for text in texts if any(is_test(text.game, sentence.id) is test for sentence in text.sentences)]
    large = sorted((text for text in used if len(text.sentences) >= kind.smallest), key=lambda t: len(t.sentences))
    checks = [check for check in all_checks() if _names(check.kind, kind)]
    total = Tally()
    for number, text in enumerate(large):
        share = -(-(per_kind - total.seeded) // (len(large) - number))
        total.add(tally(text, kind, test, share, checks, align))
    return total


def _names(check: str, kind: ErrorKind) -> bool:
    """Say whether a check can give a kind of finding that the error accepts; some give several kinds."""
    family = {"missing": {"missing", "added"}, "term-inconsistent": {"term-inconsistent", "term-replaced"}}
    return bool(family.get(check, {check}) & kind.accepted)


def untouched(texts: Sequence[Book], test: bool, align: Align) -> Alarms:
    """Compare the texts as they are."""
    alarms = Alarms()
    for text in texts:
        sentences, kinds, told = false_alarms(text, test, align)
        alarms.sentences += sentences
        alarms.kinds += kinds
        alarms.told += told
    return alarms
