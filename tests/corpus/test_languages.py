import pytest

from corpus.languages import canonical_tag, is_known_language, primary


@pytest.mark.parametrize(
    ("tag", "canonical"),
    [
        ("en", "en"),
        ("PT-br", "pt-BR"),
        ("zh-hant-tw", "zh-Hant-TW"),
        ("es-419", "es-419"),
        ("de-1996", "de-1996"),
        ("en-x-Rules", "en-x-rules"),
        ("english", None),
        ("pt_BR", None),
        ("e", None),
        ("", None),
        ("pt-", None),
    ],
)
def test_tags_in_their_usual_case(tag: str, canonical: str | None) -> None:
    assert canonical_tag(tag) == canonical


def test_languages_that_exist() -> None:
    assert [is_known_language(tag) for tag in ("pt-BR", "fil", "jp", "faq")] == [True, True, False, False]
    assert primary("Zh-Hant") == "zh"
