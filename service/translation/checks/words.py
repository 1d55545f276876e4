"""Words of a text with their places, their stems, and which of them carry meaning of their own."""

import re
from functools import lru_cache
from typing import NamedTuple

from corpus import terms

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
_ELIDED = re.compile(r"^(?:[ldnmtscj]|qu|un|dell|nell|all|dall|sull|quell|gl)['’](?=\w)", re.IGNORECASE)
_POSSESSIVE = re.compile(r"['’]s?$")

FUNCTION_WORDS = {
    "en": "a an the of to in on at by for from with without and or nor but if then than that this these those it its "
    "is are was were be been being as not no you your they their them he she his her we our i my one each every any "
    "all both only also may must can cannot could will would shall should do does did have has had so when while "
    "once after before into onto off out up down over under again more most less least such same other another which "
    "who whom whose what there here where how instead just still even unless until through during between about "
    "two three four five six seven eight nine ten first second third either neither none nobody never always make "
    "made take takes put during him himself itself themselves",
    "es": "el la los las un una unos unas de del a al en con sin por para y e o u ni pero si no que se su sus lo le "
    "les es son era ser sido está están estar como más menos muy ya este esta estos estas ese esa eso esto aquel cada "
    "todo toda todos todas ambos solo sólo también puede pueden poder debe deben hay han ha haber cuando mientras "
    "tras antes después entre sobre hasta desde cualquier otra otro otras otros mismo misma mismos mismas quien cual "
    "cuyo donde así entonces luego nunca siempre ninguna ningún nadie nada dos tres cuatro cinco seis siete ocho "
    "nueve diez primer primera primero segundo segunda tercera hacer hace haya sea uno sino contra",
    "pt": "o a os as um uma uns umas de do da dos das em no na nos nas com sem por pelo pela pelos pelas para e ou nem "
    "mas se não que seu sua seus suas lhe lhes é são era ser sido está estão estar estiver como mais menos muito já "
    "este esta estes estas esse essa esses essas isso isto aquele aquela cada todo toda todos todas ambos só apenas "
    "também pode podem poder deve devem há ter tem têm tenha quando enquanto após antes depois entre sobre até desde "
    "qualquer outra outro outras outros mesmo mesma mesmos mesmas quem qual cujo onde assim então nunca sempre "
    "nenhuma nenhum ninguém nada dois duas três quatro cinco seis sete oito nove dez primeiro primeira segundo "
    "segunda fazer faz feito seja ao à aos às num numa dele dela ele ela eles elas",
    "fr": "le la les l un une des de du d à au aux en dans avec sans par pour et ou ni mais si ne pas que qu qui se s "
    "son sa ses leur leurs lui il elle ils elles on vous votre vos est sont était être été a ont avoir comme plus "
    "moins très déjà ce cet cette ces cela ça chaque tout toute tous toutes deux seul seule seulement aussi peut "
    "peuvent pouvoir doit doivent devoir y quand lorsque pendant après avant entre sur sous jusque depuis autre "
    "autres même mêmes quel quelle dont où ainsi alors puis jamais toujours aucun aucune personne rien trois quatre "
    "cinq six sept huit neuf dix premier première second faire fait soit n c j m t chez vers contre",
    "de": "der die das den dem des ein eine einen einem einer eines und oder aber wenn dann als dass daß in im an am "
    "auf aus bei mit nach von vom vor zu zum zur für ohne um über unter durch gegen bis es er sie ihr ihre ihren "
    "ihrem ihrer sein seine seinen seinem seiner ist sind war waren sein werden wird wurde worden hat haben hatte "
    "nicht kein keine keinen nur auch noch schon so wie man sich du dein deine diese dieser dieses diesen jede jeder "
    "jedes jeden alle alles beide beiden kann können darf dürfen muss müssen soll sollen bevor nachdem während sobald "
    "solange danach daraus davon damit dort hier wo was wer welche welcher welches andere anderen anderer nie "
    "niemals immer zwei drei vier fünf sechs sieben acht neun zehn erste ersten zweite weder sowie jeweils sondern",
    "it": "il lo la i gli le l un uno una di del dello della dei degli delle a al allo alla ai agli alle in nel nello "
    "nella nei negli nelle con senza per da dal dalla dai dalle su sul sulla sui sulle e ed o né ma se non che si suo "
    "sua suoi sue gli lei lui loro è sono era essere stato stata come più meno molto già questo questa questi queste "
    "quello quella quelli quelle ciò ogni tutto tutta tutti tutte entrambi solo soltanto anche può possono potere "
    "deve devono dovere ha hanno avere quando mentre dopo prima tra fra sopra fino qualsiasi altra altro altre altri "
    "stesso stessa stessi stesse chi quale cui dove così allora poi mai sempre nessuna nessun nessuno niente due tre "
    "quattro cinque sei sette otto nove dieci primo seconda secondo fare fa fatto sia contro ne ci",
    "nl": "de het een van in op aan bij met zonder voor door uit naar en of maar als dan dat die dit deze je jouw zijn "
    "is was waren worden wordt werd heeft hebben had niet geen alleen ook nog al zo hoe hij zij ze haar hun men zich "
    "elke elk ieder alle beide kan kunnen mag mogen moet moeten nadat voordat terwijl zodra daarna er hier waar wat "
    "wie welke andere nooit altijd twee drie vier vijf zes zeven acht negen tien eerste tweede te om tot over onder",
    "pl": "i oraz lub albo ani ale jeśli gdy kiedy to ten ta te tego tej tym tych w we na do z ze od po przed przez "
    "dla bez nad pod o u jest są był być się nie tylko także jego jej ich swój swoją swoje każdy każda może mogą musi "
    "muszą "
    "który która które jako że jak już inny inna dwa trzy cztery pięć pierwszy",
}
"""Words that are no terms, per language; they also tell languages apart."""


SAYING_LITTLE = {
    "en": "own already yet however therefore too very much many few several rather else ever thus otherwise together "
    "apart back away later soon immediately directly exactly simply normally usually besides",
    "de": "musst müsst darfst dürft durfte kannst könnt könnte könnten sollst sollten sollte willst wollt wollen "
    "möchte möchten bist seid habt hast werdet wirst würde würden etwa zwar eben gerade bereits ebenfalls zuerst "
    "zuletzt jedoch stattdessen dabei dazu dafür dagegen darin daran darauf darunter daher deshalb trotzdem sofort "
    "sonst gilt gelten bleibt bleiben geht gehen kommt kommen lässt lassen macht machen deiner deinen deinem deines "
    "dir dich ihm ihn ihnen uns unser unsere euer eure euch mein meine eigene eigenen eigener eigenes eigenem derselbe "
    "dieselbe dasselbe denselben derselben jener jene jenes mehrere mehreren einige einigen viele vielen wenige mehr "
    "weniger genau ganz ganze ganzen weiter weitere weiteren erneut wieder gleich gleichen",
    "es": "además aunque propio propia propios propias tu tus vuestro vuestra vuestros vuestras nuestro nuestra mi mis "
    "podéis puedes podrá podrán deberá deberán debéis debes tiene tienen tener quiere quieren queda quedan quedar va "
    "van ir dar da dan hacen parte partir igual igualmente inmediatamente solamente todavía aún allí aquí ahora bien "
    "mucho mucha muchos muchas poco pocos varios varias algún alguna algunos algunas alguien",
    "pt": "você vocês além embora próprio própria próprios próprias nosso nossa meu minha teu tua poderá poderão "
    "deverá deverão precisa precisam tem têm ter quer querem fica ficam ficar vai vão ir dar dá dão fazem parte partir "
    "igual igualmente imediatamente somente ainda logo ali aqui agora bem muito muita muitos muitas pouco poucos "
    "vários várias algum alguma alguns algumas alguém",
    "fr": "notre nos ton ta tes mon ma mes pouvez pouvons pourra pourront devez devra devront avez avons êtes sommes "
    "sera seront serait veut veulent reste restent rester va vont aller donne donner font partir propre propres encore "
    "aussitôt ensuite donc ici là maintenant bien beaucoup peu plusieurs quelques quelque certains certaines",
    "it": "vostro vostra vostri vostre nostro nostra tuo tua tuoi tue mio mia proprio propria propri proprie puoi "
    "potete potrà potranno dovete devi dovrà dovranno avete hai abbia siete sarà saranno vuole vogliono resta restano "
    "restare va vanno andare dare dà danno fanno parte partire ancora subito dunque qui lì ora bene molto molti molte "
    "poco pochi diversi diverse alcuni alcune qualche qualcuno",
}
"""Words besides that are no terms by themselves: they help to say much and mean little."""


class Word(NamedTuple):
    """A word at ``text[start:end]`` with its stem, folded; ``content`` unless it is a function word."""

    start: int
    end: int
    stem: str
    content: bool
    capital: bool


@lru_cache(maxsize=65536)
def words(text: str, language: str) -> tuple[Word, ...]:
    """Return the words of ``text`` in order, elided articles ("l'", "d'") and possessive endings cut off."""
    return tuple(_word(match, language) for match in _WORD.finditer(text))


def _word(match: re.Match[str], language: str) -> Word:
    elided = _ELIDED.match(match.group())
    start = match.start() + (elided.end() if elided else 0)
    bare = _POSSESSIVE.sub("", match.string[start : match.end()])
    lowered = bare.lower()
    content = len(bare) > 1 and lowered not in _function_words(language)
    return Word(start, start + len(bare), stem(lowered, language), content, bare[:1].isupper())


_IRREGULAR = {
    "en": {
        "dice": "die", "men": "man", "women": "woman", "children": "child", "feet": "foot", "teeth": "tooth",
        "mice": "mouse", "geese": "goose", "people": "person", "knives": "knife", "wolves": "wolf", "halves": "half",
        "leaves": "leaf", "thieves": "thief", "elves": "elf", "dwarves": "dwarf", "shelves": "shelf", "oxen": "ox",
    }
}  # fmt: skip
_EVENED = {
    "de": (re.compile(r"^(\w{3,}ler)(?:[ns]|innen|in)?$"), r"\1"),
    "fr": (re.compile(r"^(\w*[aeo]u)x$"), r"\1"),
    "pt": (re.compile(r"^(\w{2}i)s$"), r"\1"),
    "it": (re.compile(r"^(\w{3})[aeio]$"), r"\1"),
}
"""Words that stemmers leave with their endings ("jeux", "reis", "aste") or confuse ("Spieler", "Spiel")."""


@lru_cache(maxsize=65536)
def stem(word: str, language: str) -> str:
    """Return the folded stem of a word, the same in singular and plural; compounds with hyphens keep them apart."""
    singular = _IRREGULAR.get(language, {}).get(word, word)
    pattern, kept = _EVENED.get(language, (None, ""))
    if pattern is not None and pattern.match(singular):
        return terms.fold(pattern.sub(kept, singular))
    return "-".join(part.term for part in terms.words(singular, language)) or word


@lru_cache(maxsize=32)
def _function_words(language: str) -> frozenset[str]:
    return frozenset(FUNCTION_WORDS.get(language, "").split())


def is_function_word(word: str, language: str) -> bool:
    """Say whether the lower-case ``word`` is one of the language's function words."""
    return word in _function_words(language)


@lru_cache(maxsize=32)
def _saying_little(language: str) -> frozenset[str]:
    return frozenset(SAYING_LITTLE.get(language, "").split())


def may_be_term(word: str, language: str) -> bool:
    """Say whether a lower-case word that carries meaning may be a term by itself, or begin or end one."""
    return word not in _saying_little(language)


_TELLING, _OUTNUMBERED = 3, 3
"""Function words of another language that tell a text to be of it, and how often they must outnumber the own ones."""


@lru_cache(maxsize=16384)
def is_foreign(text: str, language: str) -> bool:
    """Say whether a text is plainly in another language than that of its edition: nobody translated it."""
    spoken = [match.group().lower() for match in _WORD.finditer(text)]
    own = sum(is_function_word(word, language) for word in spoken)
    others = (sum(is_function_word(word, other) for word in spoken) for other in FUNCTION_WORDS if other != language)
    return max(others) >= max(_TELLING, _OUTNUMBERED * own)
