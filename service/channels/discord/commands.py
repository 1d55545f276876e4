"""The slash command, described in the languages of the interface (Discord: "Application Commands")."""

from collections.abc import Mapping, Sequence
from typing import Any

from service.contract import LONGEST_QUESTION

NAME = "rules"

LOCALES: Mapping[str, Sequence[str]] = {
    "pt": ("pt-BR",),
    "es": ("es-ES", "es-419"),
    "fr": ("fr",),
    "de": ("de",),
    "it": ("it",),
}
"""Discord's names of our languages; English is what the others fall back to."""

_NAMES = {
    "rules": {"pt": "regras", "es": "reglas", "fr": "règles", "de": "regeln", "it": "regole"},
    "question": {"pt": "pergunta", "es": "pregunta", "fr": "question", "de": "frage", "it": "domanda"},
    "game": {"pt": "jogo", "es": "juego", "fr": "jeu", "de": "spiel", "it": "gioco"},
    "expansion": {"pt": "expansão", "es": "expansión", "fr": "extension", "de": "erweiterung", "it": "espansione"},
}

_DESCRIPTIONS = {
    "rules": {
        "en": "Ask a rules question; the answer is the rulebook's own words, with the page",
        "pt": "Pergunte uma regra; a resposta são as palavras do próprio manual, com a página",
        "es": "Pregunta una regla; la respuesta son las palabras del propio reglamento, con la página",
        "fr": "Posez une question de règle ; la réponse cite la règle du jeu, avec la page",
        "de": "Stell eine Regelfrage; die Antwort ist der Wortlaut der Spielregel, mit Seite",
        "it": "Fai una domanda sulle regole; la risposta cita il regolamento, con la pagina",
    },
    "question": {
        "en": "What you want to know, in your own words",
        "pt": "O que você quer saber, com suas palavras",
        "es": "Lo que quieres saber, con tus palabras",
        "fr": "Ce que vous voulez savoir, avec vos mots",
        "de": "Was du wissen willst, in deinen Worten",
        "it": "Che cosa vuoi sapere, con parole tue",
    },
    "game": {
        "en": "The game; without it, all games are asked",
        "pt": "O jogo; sem ele, pergunta-se a todos os jogos",
        "es": "El juego; sin él se pregunta a todos los juegos",
        "fr": "Le jeu ; sans lui, tous les jeux sont interrogés",
        "de": "Das Spiel; ohne Angabe werden alle Spiele befragt",
        "it": "Il gioco; senza, si chiede a tutti i giochi",
    },
    "expansion": {
        "en": "The expansion you play with; without it, all of them count",
        "pt": "A expansão com que você joga; sem ela, todas contam",
        "es": "La expansión con la que juegas; sin ella cuentan todas",
        "fr": "L'extension avec laquelle vous jouez ; sans elle, toutes comptent",
        "de": "Die Erweiterung, mit der du spielst; ohne Angabe zählen alle",
        "it": "L'espansione con cui giochi; senza, valgono tutte",
    },
}

CHAT_INPUT, STRING = 1, 3
GUILD_INSTALL, USER_INSTALL = 0, 1
IN_GUILD, WITH_BOT, IN_PRIVATE = 0, 1, 2


def command() -> dict[str, Any]:
    """Return the command as Discord registers it."""
    return {
        **_named(NAME),
        "type": CHAT_INPUT,
        "integration_types": [GUILD_INSTALL, USER_INSTALL],
        "contexts": [IN_GUILD, WITH_BOT, IN_PRIVATE],
        "options": [
            {**_named("question"), "type": STRING, "required": True, "min_length": 1, "max_length": LONGEST_QUESTION},
            {**_named("game"), "type": STRING, "autocomplete": True},
            {**_named("expansion"), "type": STRING, "autocomplete": True},
        ],
    }


def _named(name: str) -> dict[str, Any]:
    return {
        "name": name,
        "name_localizations": _by_locale(_NAMES[name]),
        "description": _DESCRIPTIONS[name]["en"],
        "description_localizations": _by_locale(_DESCRIPTIONS[name]),
    }


def _by_locale(texts: Mapping[str, str]) -> dict[str, str]:
    return {locale: texts[language] for language, locales in LOCALES.items() for locale in locales}
