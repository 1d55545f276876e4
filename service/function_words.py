"""The small words of eight languages, unaccented as players type them: short questions betray themselves by these."""

FUNCTION_WORDS = {
    "en": "the of and to in is it you that he for on are with as his they at be this have from or had by not but "
    "what all were when we there can an your which their if do will how then my them these so some her would "
    "has two more could into than first who been its now did get may does i me am no any only after before "
    "while where why him she us our out up about just still ok whose both each must should",
    "pt": "o a os as um uma de do da dos das em no na nos nas por pelo pela para pra pro com sem que quem qual "
    "quais quando quanto quanta quantos quantas onde como se nao sim e ou mas eu ele ela eles voce voces "
    "gente meu minha meus minhas seu sua ser esta ta estao pode posso podem tem tenho ter vai vou foi fica ja "
    "so ainda ate mais menos depois antes isso isto esse essa este aqui ali tambem tb mesmo entao todo "
    "toda todos todas muito algum alguma num numa ao aos vez dele dela",
    "es": "el la los las un una unos unas de del al en por para con sin que quien cual cuales cuando cuanto cuanta "
    "cuantos cuantas donde como se si no y o pero yo ella ellos tu usted mi mis su sus me te le les lo ser es "
    "esta estan puede puedo pueden hay tiene tengo va voy fue queda ya solo aun hasta mas menos despues antes "
    "eso esto ese esa este aqui ahi tambien mismo entonces todo toda todos todas mucho alguno alguna hace "
    "sobre entre muy vez somos",
    "fr": "le la les un une des de du au aux en dans par pour avec sans que qui quoi quel quelle quels quelles "
    "quand combien ou comment si ne pas et mais je il elle ils nous vous on mon ma mes son sa ses me te se ce "
    "cet cette ces est sont peut peux a ai ont faut va fait deja encore plus moins apres avant ca tout tous "
    "toute quelqu qu j l d c n y leur alors dois doit sur",
    "de": "der die das den dem des ein eine einen einem einer und oder aber in im am an auf aus bei mit ohne nach "
    "von vom zu zum zur fur was wer wie wo wann warum wieviel viele welche welcher welches wenn ob ich du er "
    "sie es wir ihr man mein meine dein sein seine mir mich dir sich ist sind war kann darf muss hat habe "
    "haben wird werden nicht kein keine noch schon nur auch mehr dann da hier jetzt alle alles uber unter vor "
    "zwischen",
    "it": "il lo la i gli le un uno una di del dello della dei degli delle a al allo alla ai agli alle da dal dalla "
    "in nel nella con su sul sulla per tra fra senza che chi cosa quale quali quando quanto quanta quanti "
    "quante dove come se non e o ma io lui lei noi voi loro mio mia miei sua suo mi ti si ci sono puo posso "
    "possono ha ho hanno va fa gia ancora piu meno dopo prima questo questa quello quella anche stesso allora "
    "tutto tutti ogni solo",
    "nl": "de het een en of maar in op aan uit bij met zonder naar van voor wat wie hoe waar wanneer waarom hoeveel "
    "welke als ik jij je hij zij ze wij we jullie mijn jouw zijn haar me zich is was kan mag moet heeft heb "
    "hebben wordt worden niet geen nog al alleen ook meer dan er hier nu alle alles over onder tussen dit dat "
    "deze die",
    "pl": "i w na z do o u za od po przy dla bez czy co kto jak gdzie kiedy dlaczego ile ktory ktora ktore jesli "
    "gdy ja ty on ona my wy oni moj moja moje sie jest sa byl moze moge mozna ma mam trzeba nie tak jeszcze "
    "juz tylko tez wiecej to ten ta te tego tej wszystkie nad pod miedzy",
}
