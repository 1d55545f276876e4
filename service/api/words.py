"""The words around a document's page, in the languages of the interface."""

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "page": "Page {page} of {pages}",
        "printed": "printed as {label}",
        "previous": "Previous page",
        "next": "Next page",
        "ask": "Ask a question",
        "pages": "Pages",
        "quoted": "The quoted words are marked.",
        "empty": "This page has no text.",
        "rulebook": "Rulebook",
        "expansion": "Expansion",
        "faq": "FAQ",
        "errata": "Errata",
        "reference": "Reference",
    },
    "pt": {
        "page": "Página {page} de {pages}",
        "printed": "impressa como {label}",
        "previous": "Página anterior",
        "next": "Próxima página",
        "ask": "Fazer uma pergunta",
        "pages": "Páginas",
        "quoted": "As palavras citadas estão marcadas.",
        "empty": "Esta página não tem texto.",
        "rulebook": "Manual",
        "expansion": "Expansão",
        "faq": "Perguntas frequentes",
        "errata": "Errata",
        "reference": "Referência",
    },
    "es": {
        "page": "Página {page} de {pages}",
        "printed": "impresa como {label}",
        "previous": "Página anterior",
        "next": "Página siguiente",
        "ask": "Hacer una pregunta",
        "pages": "Páginas",
        "quoted": "Las palabras citadas están marcadas.",
        "empty": "Esta página no tiene texto.",
        "rulebook": "Reglamento",
        "expansion": "Expansión",
        "faq": "Preguntas frecuentes",
        "errata": "Fe de erratas",
        "reference": "Referencia",
    },
}


def choose_language(accept_language: str) -> str:
    """Return the interface language that an Accept-Language header likes best (RFC 9110), English where none."""
    liked = [_liking(part) for part in accept_language[:200].split(",")]
    for _, language in sorted(liked, key=lambda one: -one[0]):
        if language in WORDS:
            return language
    return "en"


def _liking(part: str) -> tuple[float, str]:
    tag, _, quality = part.partition(";")
    language = tag.strip().split("-")[0].lower()
    try:
        return float(quality.strip().removeprefix("q=") or 1), language
    except ValueError:
        return 0.0, language
