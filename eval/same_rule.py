"""Does one question find one rule, whatever its language and the edition's? ``python -m eval.same_rule``.

``questions/same_rule/rules.jsonl`` holds rules of the shipped rulebooks, one a line: the ids of the sentences that say
the rule (the same ids in every edition, see ``corpus.library.sentences``), and one question in six languages. Each is
asked with all editions in scope, as one would ask a library that has no edition in the asker's language, with each
edition alone, and of the service, which knows the asker's language and puts what is in force first. A rule is found
where one of the first three passages holds one of its sentences.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from corpus import library
from corpus.index import Index
from corpus.library.sentences import read_sentences
from eval.matching import fold
from service.answering import Judge
from service.contract import Citation, Question
from service.opinions import Opinions
from service.retrieval import Ranked, Retriever, without_twins
from service.scope import Scope

RULES = Path(__file__).parent / "questions" / "same_rule" / "rules.jsonl"
WITHIN = 3
MIXED, SERVED = "all", "served"


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: the ids of the sentences that say it, and a question about it in each language."""

    rule: str
    game: str
    sentences: tuple[str, ...]
    questions: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Found:
    """Whether a question in ``asked`` found its rule in an ``edition``, or where ``MIXED`` and ``SERVED`` look."""

    rule: str
    asked: str
    edition: str
    found: bool


def rules(file: Path = RULES) -> list[Rule]:
    """Read the rules."""
    lines = map(json.loads, file.read_text("utf-8").splitlines())
    return [Rule(each["rule"], each["game"], tuple(each["sentences"]), each["questions"]) for each in lines]


def examine(retriever: Retriever, asked: Sequence[Rule]) -> Iterator[Found]:
    """Ask each rule's questions, with all editions in scope and with each alone."""
    opinions = Opinions(retriever.index)
    for rule in asked:
        said = _said(retriever.index, rule)
        for language, text in rule.questions.items():
            question = retriever.asked(text, language)
            for edition, scope in _scopes(retriever, rule.game).items():
                found = retriever.rank(question, scope)
                if edition == MIXED:  # alone, an edition has no others to be heard
                    found = opinions.together(found, question, retriever.numbers.ranker)
                listed = without_twins(retriever.index, found)
                yield Found(rule.rule, language, edition, _is_found(retriever.index, listed, said))


def examine_service(judge: Judge, index: Index, asked: Sequence[Rule]) -> Iterator[Found]:
    """Ask the service each rule's questions, in the asker's language."""
    for rule in asked:
        said = _said(index, rule)
        for language, text in rule.questions.items():
            cited = judge.search(Question(text, rule.game, None, language), WITHIN)
            texts = [(each.document, f"{index.text(_row(index, each))} {each.quote}") for each in cited]
            yield Found(rule.rule, language, SERVED, _holds(texts, said))


def _scopes(retriever: Retriever, game: str) -> dict[str, Scope]:
    """Return a game's scope with all editions, and with those of each language that has a rulebook alone."""
    whole = retriever.scope(game)
    alone = {
        language: Scope(
            whole.index, whole.rows[whole.languages == language], whole.languages[whole.languages == language]
        )
        for language in np.unique(whole.languages).tolist()
    }
    return {MIXED: whole, **alone}


def _said(index: Index, rule: Rule) -> dict[str, list[str]]:
    """Return by document what says a rule there, folded."""
    folder = Path(library.__file__).parent / rule.game
    books = [each for each in index.documents if each.game == rule.game and each.kind.value == "rulebook"]
    sources = {book.id: read_sentences(folder / f"rulebook.{book.language}.typ") for book in books}
    return {name: [fold(source[sentence]) for sentence in rule.sentences] for name, source in sources.items()}


def _row(index: Index, citation: Citation) -> int:
    return next(row for row in index.document_rows(citation.document) if index.passages[row].id == citation.passage_id)


def _is_found(index: Index, listed: Ranked, said: Mapping[str, Sequence[str]]) -> bool:
    rows = listed.rows[:WITHIN].tolist()
    return _holds([(index.passages[row].document, index.text(row)) for row in rows], said)


def _holds(texts: Sequence[tuple[str, str]], said: Mapping[str, Sequence[str]]) -> bool:
    """Tell whether one of some texts, each with its document, says what is said there."""
    return any(sentence in fold(text) for document, text in texts for sentence in said.get(document, ()))


def table(outcomes: Sequence[Found]) -> str:
    """Return the shares as a table: a line for each language of the question, a column for each edition."""
    editions = list(dict.fromkeys(each.edition for each in outcomes))
    lines = ["asked in   " + "".join(f"{edition:>7}" for edition in editions)]
    for language in dict.fromkeys(each.asked for each in outcomes):
        cells = [_share([o.found for o in outcomes if (o.asked, o.edition) == (language, at)]) for at in editions]
        lines.append(f"{language:11}" + "".join(f"{cell:7.3f}" for cell in cells))
    return "\n".join(lines)


def pairs_in(outcomes: Sequence[Found], edition: str) -> float:
    """Return the share of the pairs of languages, over all rules, in which both questions find the rule."""
    by_rule: dict[str, list[bool]] = {}
    for each in outcomes:
        if each.edition == edition:
            by_rule.setdefault(each.rule, []).append(each.found)
    return _share([one and other for found in by_rule.values() for one, other in combinations(found, 2)])


def own(outcomes: Sequence[Found]) -> float:
    """Return the share of the questions that find their rule in the edition of their language."""
    return _share([each.found for each in outcomes if each.edition == each.asked])


def across(outcomes: Sequence[Found]) -> float:
    """Return the share of the questions that find their rule in an edition of another language."""
    return _share([each.found for each in outcomes if each.edition not in (MIXED, SERVED, each.asked)])


def _share(values: Sequence[bool]) -> float:
    return sum(values) / len(values) if values else 0.0


def main(index: Annotated[Path, typer.Option(help="Folder of an index of the shipped library.")]) -> None:
    """Say for how many of the rules questions in six languages find the same one among the first three."""
    from ingest import chunk
    from service.opening import loaded_encoder

    encoder = loaded_encoder(None)
    opened = Index.open(index, card=encoder.card, settings=chunk.SETTINGS)
    outcomes = [
        *examine(Retriever(opened, encoder), rules()),
        *examine_service(Judge(opened, encoder), opened, rules()),
    ]
    typer.echo(table(outcomes))
    for name, where in (("all editions in scope", MIXED), ("as the service cites", SERVED)):
        here = [each for each in outcomes if each.edition == where]
        missed = sorted(f"{each.rule} ({each.asked})" for each in here if not each.found)
        share = _share([each.found for each in here])
        typer.echo(f"\n{name}: {share:.3f} of the questions, both of two languages {pairs_in(outcomes, where):.3f}")
        typer.echo(f"missed: {', '.join(missed) or 'none'}")
    typer.echo(f"\nin their own edition alone: {own(outcomes):.3f}; in another language's: {across(outcomes):.3f}")


if __name__ == "__main__":
    typer.run(main)
