from pathlib import Path

from corpus.index import Index
from ingest.build import ingest
from ingest.inspect_html import page_of
from ingest.inspect_terminal import lines
from ingest.inspecting import seen, source_of
from ingest.outcome import State
from ingest.readers import read
from tests.fakes import FakeEncoder

RULE = "To build a boat, return 2\ue012 and 1 \ue013 to the supply."
CATALOG = (
    '{icons}[[document]]\nid = "boats.en"\nfile = "boats.en.txt"\ngame = "boats"\nlanguage = "en"\nkind = "rulebook"\n'
)


def shelf(folder: Path, icons: str = "") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "boats.en.txt").write_text(RULE, "utf-8")
    (folder / "catalog.toml").write_text(CATALOG.format(icons=icons), "utf-8")
    return folder


def test_a_named_icon_is_found_by_its_name_and_quoted_as_its_glyph(tmp_path: Path, encoder: FakeEncoder) -> None:
    ingest([shelf(tmp_path / "boats", 'icon."\\uE012" = "driftwood"\n')], tmp_path / "index", encoder)
    index = Index.open(tmp_path / "index")
    assert index.text(0) == RULE
    assert index.document("boats.en").icons == (("\ue012", "driftwood"),)
    assert index.lexical.document_frequency("driftwood", "en") == 1
    meant = encoder.encode_passages(["Boats\nTo build a boat, return 2 driftwood and 1 \ue013 to the supply."])[0]
    assert index.vectors(range(1))[0] @ meant > 0.99


def test_naming_an_icon_later_reads_the_document_again(tmp_path: Path, encoder: FakeEncoder) -> None:
    index = tmp_path / "index"
    ingest([shelf(tmp_path / "boats")], index, encoder)
    assert Index.open(index).lexical.document_frequency("driftwood", "en") == 0
    (report,) = ingest([shelf(tmp_path / "boats", 'icon."\\uE012" = "driftwood"\n')], index, encoder).files
    assert report.state is State.CHANGED
    assert Index.open(index).lexical.document_frequency("driftwood", "en") == 1


def test_inspect_shows_names_and_lists_the_glyphs_without_one(tmp_path: Path) -> None:
    file = shelf(tmp_path / "boats", 'icon."\\uE012" = "wood"\n') / "boats.en.txt"
    looked = seen(source_of(file), read(file))
    listed = "holds icons that nothing names: \\uE013 (1 times)"
    assert looked.remarks == (f'{listed}; name them in catalog.toml, for example icon."\\uE013" = "wood"',)
    assert "return 2 [wood] and 1" in "\n".join(lines(looked, 120))
    assert "return 2 [wood] and 1 \ue013 to" in page_of(looked, {}, [1])
