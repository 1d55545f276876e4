"""The shipped rulebooks: what is committed is what the sources make, in every language and everywhere the same."""

import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import cast

import pypdf
import pytest

from corpus.library import build
from corpus.library.build import LIBRARY, TYPST_VERSION, TypesettingError, targets, typeset
from corpus.library.sentences import read_sentences

GAMES = ("backgammon", "chess")
LANGUAGES = ("en", "es", "pt-BR")
FEWEST_WORDS = 1200
LARGEST_PDF = 300_000
EMBEDDED_FONTS = {"LibertinusSerif", "DejaVuSansMono", "NewCM10", "NewCMMath"}

same_release = pytest.mark.skipif(
    version("typst") != TYPST_VERSION, reason=f"the PDFs are set with typst {TYPST_VERSION}"
)


def rulebook(game: str, language: str) -> Path:
    return LIBRARY / game / f"rulebook.{language}.typ"


def letters(text: str) -> str:
    return "".join(re.findall(r"\w", text.casefold()))


@cache
def pages(game: str, language: str) -> tuple[str, ...]:
    reader = pypdf.PdfReader(LIBRARY / game / f"{game}.{language}.pdf")
    return tuple(letters(page.extract_text()) for page in reader.pages)


def test_each_game_has_a_rulebook_in_each_language() -> None:
    assert [target.source for target in targets()] == [
        rulebook(game, language) for game in GAMES for language in LANGUAGES
    ]


@same_release
def test_committed_pdfs_are_what_their_sources_make() -> None:
    assert build.stale() == []
    assert build.main(["--check"]) == 0


@same_release
def test_another_process_makes_the_same_bytes(tmp_path: Path) -> None:
    copy = tmp_path / "library"
    shutil.copytree(LIBRARY, copy, ignore=shutil.ignore_patterns("*.pdf", "__pycache__"))
    script = (
        "import sys; from pathlib import Path; from corpus.library.build import build; list(build(Path(sys.argv[1])))"
    )
    subprocess.run([sys.executable, "-c", script, str(copy)], check=True, cwd=LIBRARY.parents[1])
    for target in targets():
        assert (copy / target.pdf.relative_to(LIBRARY)).read_bytes() == target.pdf.read_bytes()


@same_release
def test_changed_missing_and_orphaned_pdfs_are_stale(tmp_path: Path) -> None:
    shutil.copytree(LIBRARY, tmp_path / "library")
    chess = tmp_path / "library" / "chess"
    (chess / "chess.en.pdf").write_bytes(b"another file")
    (chess / "chess.es.pdf").unlink()
    (chess / "draughts.en.pdf").write_bytes(b"no source")
    assert [pdf.name for pdf in build.stale(tmp_path / "library")] == [
        "chess.en.pdf",
        "chess.es.pdf",
        "draughts.en.pdf",
    ]


def test_check_fails_and_names_the_pdf_that_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(LIBRARY, tmp_path / "library")
    changed = tmp_path / "library" / "chess" / "chess.en.pdf"
    changed.write_bytes(b"another file")
    monkeypatch.setattr(build, "stale", lambda: [changed])
    monkeypatch.setattr(build, "TYPST_VERSION", version("typst"))
    assert build.main(["--check"]) == 1
    assert f"{changed}: differs from its source" in capsys.readouterr().err


def test_another_release_of_typst_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(build, "TYPST_VERSION", "0.0.1")
    assert build.main(["--check"]) == 1
    assert "the library is set with 0.0.1" in capsys.readouterr().err


def test_a_source_that_typst_rejects_is_named(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    broken = tmp_path / "game" / "rulebook.en.typ"
    broken.write_text("#unknown-call()")
    with pytest.raises(TypesettingError, match=r"rulebook\.en\.typ: .*unknown"):
        typeset(broken, tmp_path)


def test_an_unknown_font_is_an_error_and_never_a_fallback(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    source = tmp_path / "game" / "rulebook.en.typ"
    source.write_text('#set text(font: "Not A Font")\nText')
    with pytest.raises(TypesettingError, match="not a font"):
        typeset(source, tmp_path)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rulebook_is_complete_small_and_undated(game: str, language: str) -> None:
    pdf = LIBRARY / game / f"{game}.{language}.pdf"
    reader = pypdf.PdfReader(pdf)
    assert sum(len(text.split()) for text in read_sentences(rulebook(game, language)).values()) >= FEWEST_WORDS
    assert pdf.stat().st_size < LARGEST_PDF
    assert reader.metadata is not None
    assert reader.metadata.creation_date is None
    assert str(reader.root_object["/Lang"]) == language
    fonts = {str(name).split("+")[-1].split("-")[0] for page in reader.pages for name in _font_names(page)}
    assert fonts <= EMBEDDED_FONTS


def _font_names(page: pypdf.PageObject) -> list[str]:
    resources = cast(pypdf.generic.DictionaryObject, page["/Resources"])
    fonts = cast(pypdf.generic.DictionaryObject, resources["/Font"])
    return [str(font.get_object()["/BaseFont"]) for font in fonts.values()]


@pytest.mark.parametrize("game", GAMES)
def test_the_languages_say_the_same_sentences_in_the_same_order(game: str) -> None:
    english, *others = ([*read_sentences(rulebook(game, language))] for language in LANGUAGES)
    assert all(other == english for other in others)


@pytest.mark.parametrize("game", GAMES)
def test_the_languages_agree_on_every_number(game: str) -> None:
    english, *others = (read_sentences(rulebook(game, language)) for language in LANGUAGES)
    for other in others:
        for sentence, text in english.items():
            assert sorted(re.findall(r"\d+", other[sentence])) == sorted(re.findall(r"\d+", text)), sentence


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_stands_whole_on_one_page(game: str, language: str) -> None:
    missing = [
        sentence
        for sentence, text in read_sentences(rulebook(game, language)).items()
        if not any(letters(text) in page for page in pages(game, language))
    ]
    assert missing == []


@pytest.mark.parametrize("game", GAMES)
def test_the_lettering_of_a_drawing_is_no_text_of_the_page(game: str) -> None:
    rows = {"chess": "abcdefgh", "backgammon": "121110987654321"}
    assert not any(rows[game] in page for page in pages(game, "en"))


@pytest.mark.parametrize("game", GAMES)
def test_the_catalogue_lists_each_edition_with_its_title(game: str) -> None:
    documents = tomllib.loads((LIBRARY / game / "catalog.toml").read_text("utf-8"))["document"]
    titles = {"chess": ["Chess", "Ajedrez", "Xadrez"], "backgammon": ["Backgammon", "Backgammon", "Gamão"]}
    assert [document["title"] for document in documents] == titles[game]
    for document, language in zip(documents, LANGUAGES, strict=True):
        assert document["id"] == f"{game}.{language}"
        assert (document["game"], document["language"]) == (game, language)
        assert (document["kind"], document["edition"]) == ("rulebook", "1")
        assert (LIBRARY / game / document["file"]).exists()
