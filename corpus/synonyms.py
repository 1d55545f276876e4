"""Words that a game's players use for one another: "queen" and "lady", "castle" and "rook".

A catalogue lists them for a document, or by language for all of its documents; they count wherever words are matched
in that game and language, in questions as in passages.
"""

from collections.abc import Iterable, Iterator

from corpus.languages import canonical_tag, is_known_language, primary
from corpus.terms import words

Synonyms = tuple[tuple[str, ...], ...]
"""Groups of words or phrases that mean the same."""

EXAMPLE = 'write for example synonyms = [["queen", "lady"], ["rook", "castle"]]'
EXAMPLE_TABLE = 'write for example [synonyms] and below it en = [["queen", "lady"]]'


def synonyms_of(*tables: Iterable[Iterable[str]]) -> Synonyms:
    """Return the groups of all tables, each once, in order."""
    groups = (tuple(" ".join(phrase.split()) for phrase in group) for table in tables for group in table)
    return tuple(dict.fromkeys(groups))


def in_language(table: dict[str, list[list[str]]], language: str) -> list[list[str]]:
    """Return the groups that a catalogue's table holds for documents in a language, whatever the region."""
    return [group for tag, groups in table.items() if primary(tag) == primary(language) for group in groups]


def synonym_problems(groups: object) -> Iterator[str]:
    """Yield what is wrong with a list of groups, in words that say what to do."""
    if not isinstance(groups, list) or not all(isinstance(group, list) for group in groups):
        yield f"synonyms must be a list of groups; {EXAMPLE}"
        return
    for number, group in enumerate(groups, 1):
        if wrong := [word for word in group if not _is_phrase(word)]:
            yield f"group {number} of synonyms holds {wrong[0]!r}; write words in quotes on one line"
        elif len(set(group)) < 2:
            yield f"group {number} of synonyms has fewer than two words; {EXAMPLE}"


def table_problems(table: object) -> Iterator[str]:
    """Yield what is wrong with a catalogue's table of synonyms by language."""
    if not isinstance(table, dict):
        yield f"synonyms above the documents are listed by language; {EXAMPLE_TABLE}"
        return
    for tag, groups in table.items():
        canonical = canonical_tag(tag)
        if canonical is None or not is_known_language(canonical):
            yield f'synonyms: "{tag}" is no BCP 47 language tag; {EXAMPLE_TABLE}'
        else:
            yield from (f"{tag}: {problem}" for problem in synonym_problems(groups))


def _is_phrase(word: object) -> bool:
    return isinstance(word, str) and word.isprintable() and bool(words(word, ""))
