"""The words around a document's page, in the languages of the interface."""

import re
from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "page": "Page {page} of {pages}",
        "page_alone": "Page {page}",
        "image": "as printed",
        "printed": "printed as {label}",
        "previous": "Previous page",
        "next": "Next page",
        "ask": "Ask a question",
        "pages": "Pages",
        "quoted": "The quoted words are marked.",
        "empty": "This page has no text.",
        "ocr": "This page is a picture; its words were recognised (OCR) and may be misread.",
        "rulebook": "Rulebook",
        "expansion": "Expansion",
        "faq": "FAQ",
        "errata": "Errata",
        "reference": "Reference",
    },
    "pt": {
        "page": "Página {page} de {pages}",
        "page_alone": "Página {page}",
        "image": "como impressa",
        "printed": "impressa como {label}",
        "previous": "Página anterior",
        "next": "Próxima página",
        "ask": "Fazer uma pergunta",
        "pages": "Páginas",
        "quoted": "As palavras citadas estão marcadas.",
        "empty": "Esta página não tem texto.",
        "ocr": "Esta página é uma imagem; as palavras foram reconhecidas (OCR) e podem conter erros.",
        "rulebook": "Manual",
        "expansion": "Expansão",
        "faq": "Perguntas frequentes",
        "errata": "Errata",
        "reference": "Referência",
    },
    "es": {
        "page": "Página {page} de {pages}",
        "page_alone": "Página {page}",
        "image": "tal como se imprimió",
        "printed": "impresa como {label}",
        "previous": "Página anterior",
        "next": "Página siguiente",
        "ask": "Hacer una pregunta",
        "pages": "Páginas",
        "quoted": "Las palabras citadas están marcadas.",
        "empty": "Esta página no tiene texto.",
        "ocr": "Esta página es una imagen; las palabras fueron reconocidas (OCR) y puede haber errores.",
        "rulebook": "Reglamento",
        "expansion": "Expansión",
        "faq": "Preguntas frecuentes",
        "errata": "Fe de erratas",
        "reference": "Referencia",
    },
    "fr": {
        "page": "Page {page} sur {pages}",
        "page_alone": "Page {page}",
        "image": "telle qu’imprimée",
        "printed": "imprimée comme {label}",
        "previous": "Page précédente",
        "next": "Page suivante",
        "ask": "Poser une question",
        "pages": "Pages",
        "quoted": "Les mots cités sont marqués.",
        "empty": "Cette page n’a pas de texte.",
        "ocr": "Cette page est une image ; ses mots ont été reconnus (OCR) et peuvent être mal lus.",
        "rulebook": "Règle du jeu",
        "expansion": "Extension",
        "faq": "FAQ",
        "errata": "Errata",
        "reference": "Aide de jeu",
    },
    "de": {
        "page": "Seite {page} von {pages}",
        "page_alone": "Seite {page}",
        "image": "wie gedruckt",
        "printed": "gedruckt als {label}",
        "previous": "Vorige Seite",
        "next": "Nächste Seite",
        "ask": "Eine Frage stellen",
        "pages": "Seiten",
        "quoted": "Die zitierten Wörter sind markiert.",
        "empty": "Diese Seite hat keinen Text.",
        "ocr": "Diese Seite ist ein Bild; ihre Wörter wurden erkannt (OCR) und können verlesen sein.",
        "rulebook": "Spielregel",
        "expansion": "Erweiterung",
        "faq": "Häufige Fragen",
        "errata": "Errata",
        "reference": "Übersicht",
    },
    "it": {
        "page": "Pagina {page} di {pages}",
        "page_alone": "Pagina {page}",
        "image": "come stampata",
        "printed": "stampata come {label}",
        "previous": "Pagina precedente",
        "next": "Pagina successiva",
        "ask": "Fai una domanda",
        "pages": "Pagine",
        "quoted": "Le parole citate sono evidenziate.",
        "empty": "Questa pagina non ha testo.",
        "ocr": "Questa pagina è un’immagine; le parole sono state riconosciute (OCR) e possono contenere errori.",
        "rulebook": "Regolamento",
        "expansion": "Espansione",
        "faq": "Domande frequenti",
        "errata": "Errata corrige",
        "reference": "Riepilogo",
    },
}


def choose_language(accept_language: str) -> str:
    """Return the interface language that an Accept-Language header likes best (RFC 9110), English where none."""
    liked = [_liking(part) for part in accept_language[:200].split(",")]
    spoken = [(quality, language) for quality, language in liked if quality > 0 and language in WORDS]
    return max(spoken, key=lambda one: one[0], default=(1.0, "en"))[1]


def _liking(part: str) -> tuple[float, str]:
    """Return the quality, 0 where it is malformed, and the primary language of one preference."""
    tag, _, quality = part.partition(";")
    language = tag.strip().split("-")[0].lower()
    if not quality:
        return 1.0, language
    stated = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", quality, re.ASCII)
    return float(stated[1]) if stated else 0.0, language
