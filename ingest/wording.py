"""The words by which rulebooks of eight languages mark an example, a note, a list of components, the credits.

Compared without case and accents, so each stands here folded.
"""

import unicodedata

EXAMPLE = (
    "example examples exemplo exemplos ejemplo ejemplos beispiel beispiele exemple exemples esempio esempi "
    "przyklad przyklady voorbeeld voorbeelden"
).split()
NOTE = (
    "note notes nota notas hinweis hinweise anmerkung anmerkungen achtung remarque remarques attention uwaga uwagi "
    "nb important importante wichtig wazne atencao atencion attenzione atenção let op opmerking tip dica consejo tipp "
    "conseil suggerimento wskazowka lembrete recordatorio reminder rappel erinnerung"
).split()
COMPONENTS = (
    "components component contents componentes componente conteudo contenido contenu materiel material spielmaterial "
    "inhalt componenti contenuto zawartosc elementy inhoud onderdelen materiaal"
).split()
CREDITS = (
    "credits creditos credito impressum redaktion credito crediti tworcy autorzy colofon playtesters acknowledgements "
    "acknowledgments agradecimentos agradecimientos danksagung remerciements ringraziamenti podziekowania dankwoord "
    "vencedores ganadores winners"
).split()

_ASKED = "question pregunta pergunta frage domanda vraag pytanie".split()
_ANSWERED = "answer respuesta resposta antwort reponse risposta antwoord odpowiedz".split()
ASKED_AND_ANSWERED = frozenset(
    {("q", "a"), ("q", "r"), ("p", "r"), ("f", "a"), ("d", "r"), ("v", "a"), ("p", "o")}
    | {(asked, answered) for asked in _ASKED for answered in _ANSWERED}
)
"""The marks before a question and its answer, letters or words."""


def fold(text: str) -> str:
    """Return text without case and accents; one character may become several, so offsets do not carry over."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))
