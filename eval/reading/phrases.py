"""The words of the generated rulebooks, in six languages; ``{n}`` takes a number, so that no two lines read alike."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phrases:
    """What one language's books are made of."""

    title: str
    running: str
    page: str
    headings: tuple[str, ...]
    sentences: tuple[str, ...]
    items: tuple[str, ...]
    components: str
    example: str
    note: str
    question: str
    answer: str
    caption: str
    turned: str
    columns: tuple[str, str, str, str]
    rows: tuple[str, ...]


ENGLISH = Phrases(
    title="Harbours of the Archipelago",
    running="Harbourmaster handbook",
    page="page",
    headings=(
        "Overview",
        "Preparation",
        "Course of a round",
        "Trading and transport",
        "Fortifications",
        "End of the game",
    ),
    sentences=(
        "Every participant administers a fleet of {n} vessels and distributes provisions among the official harbours.",
        "Immediately reposition all unprotected vessels after the {n}th round, unless a card explicitly says otherwise.",
        "Whoever controls at least {n} neighbouring territories receives one additional specialist from the supply.",
        "A fortification may be constructed only where {n} connected settlements already belong to the same alliance.",
        "If the difference is greater than {n}, the first player redistributes the remaining merchandise.",
        "Transporting merchandise through a foreign harbour costs {n} coins, which are paid to the harbourmaster.",
        "Players simultaneously reveal their navigation cards and resolve them in ascending order, starting from {n}.",
        "Unused reinforcements return to the storehouse, where no more than {n} of them can be kept.",
        "The expedition fails when {n} storms have been revealed; its participants lose their investments.",
        "Determine the influence of each settlement by multiplying its inhabitants by {n}.",
    ),
    items=(
        "{n} wooden warehouses",
        "{n} double-sided navigation boards",
        "{n} storm markers of grey cardboard",
        "{n} transparent influence discs",
        "{n} contract cards with differently coloured backs",
    ),
    components="Components",
    example="Example: Margarethe pays {n} coins and therefore transports two crates of merchandise to the northern harbour.",
    note="Note: the {n} neutral settlements are never considered neighbouring territories.",
    question="Can I transport merchandise through {n} harbours in the same round?",
    answer="Yes, as long as every one of the {n} harbours belongs to your own alliance.",
    caption="Figure {n}: the northern archipelago after preparation",
    turned="Keep this side towards the harbourmaster {n}",
    columns=("Players", "Silver contracts", "Storm markers", "First bonus"),
    rows=("two specialists", "no bonus at all", "one additional warehouse", "a reinforcement of your own choice"),
)
PORTUGUESE = Phrases(
    title="Portos do Arquipélago",
    running="Manual da capitania",
    page="página",
    headings=(
        "Visão geral",
        "Preparação",
        "Sequência da rodada",
        "Comércio e transporte",
        "Fortificações",
        "Fim da partida",
    ),
    sentences=(
        "Cada participante administra uma frota de {n} embarcações e distribui mantimentos entre os portos oficiais.",
        "Depois da {n}ª rodada, reposicione imediatamente todas as embarcações desprotegidas, exceto se uma carta disser o contrário.",
        "Quem controlar pelo menos {n} territórios vizinhos recebe um especialista adicional da reserva geral.",
        "Uma fortificação somente pode ser construída onde {n} povoamentos conectados pertençam à mesma aliança.",
        "Se a diferença for maior que {n}, o primeiro jogador redistribui as mercadorias restantes.",
        "Transportar mercadorias através de um porto estrangeiro custa {n} moedas, que são pagas à capitania.",
        "Os jogadores revelam simultaneamente suas cartas de navegação e as resolvem em ordem crescente a partir de {n}.",
        "Os reforços não utilizados voltam ao armazém, onde não podem ficar mais de {n} deles.",
        "A expedição fracassa quando {n} tempestades forem reveladas; os participantes perdem seus investimentos.",
        "Determine a influência de cada povoamento multiplicando os habitantes por {n}.",
    ),
    items=(
        "{n} armazéns de madeira",
        "{n} tabuleiros de navegação dupla-face",
        "{n} marcadores de tempestade de papelão cinza",
        "{n} discos de influência transparentes",
        "{n} cartas de contrato com versos de cores diferentes",
    ),
    components="Componentes",
    example="Exemplo: Margarida paga {n} moedas e por isso transporta duas caixas de mercadorias para o porto do norte.",
    note="Nota: os {n} povoamentos neutros nunca são considerados territórios vizinhos.",
    question="Posso transportar mercadorias através de {n} portos na mesma rodada?",
    answer="Sim, desde que cada um dos {n} portos pertença à sua própria aliança.",
    caption="Figura {n}: o arquipélago do norte depois da preparação",
    turned="Mantenha este lado voltado para a capitania {n}",
    columns=("Jogadores", "Contratos de prata", "Tempestades", "Primeiro bônus"),
    rows=("dois especialistas", "nenhum bônus", "um armazém adicional", "um reforço à sua própria escolha"),
)
SPANISH = Phrases(
    title="Puertos del Archipiélago",
    running="Manual de la capitanía",
    page="página",
    headings=(
        "Descripción general",
        "Preparación",
        "Desarrollo de la ronda",
        "Comercio y transporte",
        "Fortificaciones",
        "Final de la partida",
    ),
    sentences=(
        "Cada participante administra una flota de {n} embarcaciones y distribuye provisiones entre los puertos oficiales.",
        "Después de la ronda {n}, reposiciona inmediatamente todas las embarcaciones desprotegidas, salvo que una carta diga lo contrario.",
        "Quien controle al menos {n} territorios vecinos recibe un especialista adicional de la reserva general.",
        "Una fortificación solamente puede construirse donde {n} poblaciones conectadas pertenezcan a la misma alianza.",
        "Si la diferencia es mayor que {n}, el primer jugador redistribuye las mercancías restantes.",
        "Transportar mercancías a través de un puerto extranjero cuesta {n} monedas, que se pagan a la capitanía.",
        "Los jugadores revelan simultáneamente sus cartas de navegación y las resuelven en orden creciente a partir de {n}.",
        "Los refuerzos no utilizados regresan al almacén, donde no pueden guardarse más de {n}.",
        "La expedición fracasa cuando se revelan {n} tormentas; sus participantes pierden las inversiones.",
        "Determina la influencia de cada población multiplicando sus habitantes por {n}.",
    ),
    items=(
        "{n} almacenes de madera",
        "{n} tableros de navegación de doble cara",
        "{n} marcadores de tormenta de cartón gris",
        "{n} discos de influencia transparentes",
        "{n} cartas de contrato con dorsos de diferentes colores",
    ),
    components="Componentes",
    example="Ejemplo: Margarita paga {n} monedas y por eso transporta dos cajas de mercancías hasta el puerto del norte.",
    note="Nota: las {n} poblaciones neutrales nunca se consideran territorios vecinos.",
    question="¿Puedo transportar mercancías a través de {n} puertos en la misma ronda?",
    answer="Sí, siempre que cada uno de los {n} puertos pertenezca a tu propia alianza.",
    caption="Figura {n}: el archipiélago del norte después de la preparación",
    turned="Mantén este lado orientado hacia la capitanía {n}",
    columns=("Jugadores", "Contratos de plata", "Tormentas", "Primera bonificación"),
    rows=("dos especialistas", "ninguna bonificación", "un almacén adicional", "un refuerzo de tu propia elección"),
)
GERMAN = Phrases(
    title="Häfen des Archipels",
    running="Handbuch der Hafenmeisterei",
    page="Seite",
    headings=(
        "Spielübersicht",
        "Spielvorbereitung",
        "Ablauf einer Runde",
        "Handel und Beförderung",
        "Befestigungsanlagen",
        "Ende des Spiels",
    ),
    sentences=(
        "Alle Mitspielenden verwalten eine Flotte von {n} Schiffen und verteilen Vorräte auf die offiziellen Häfen.",
        "Nach der {n}. Runde werden alle ungeschützten Schiffe unverzüglich umgesetzt, sofern keine Karte etwas anderes besagt.",
        "Wer mindestens {n} benachbarte Gebiete kontrolliert, erhält eine zusätzliche Fachkraft aus dem Gesamtvorrat.",
        "Eine Befestigungsanlage darf nur dort errichtet werden, wo {n} verbundene Siedlungen demselben Bündnis angehören.",
        "Wenn der Unterschied größer als {n} ist, verteilt die Startspielerin die verbleibenden Handelswaren neu.",
        "Die Beförderung von Handelswaren durch einen fremden Hafen kostet {n} Münzen, die an die Hafenmeisterei gehen.",
        "Alle decken gleichzeitig ihre Navigationskarten auf und handeln sie in aufsteigender Reihenfolge ab {n} ab.",
        "Nicht verwendete Verstärkungen kommen in das Lagerhaus zurück, das höchstens {n} davon aufnehmen kann.",
        "Die Expedition scheitert, sobald {n} Unwetter aufgedeckt wurden; die Beteiligten verlieren ihre Investitionen.",
        "Bestimmt den Einfluss jeder Siedlung, indem ihr die Einwohnerzahl mit {n} multipliziert.",
    ),
    items=(
        "{n} Lagerhäuser aus Holz",
        "{n} doppelseitige Navigationstafeln",
        "{n} Unwettermarker aus grauem Karton",
        "{n} durchsichtige Einflussscheiben",
        "{n} Vertragskarten mit verschiedenfarbigen Rückseiten",
    ),
    components="Spielmaterial",
    example="Beispiel: Margarethe zahlt {n} Münzen und befördert deshalb zwei Kisten Handelswaren in den nördlichen Hafen.",
    note="Hinweis: Die {n} neutralen Siedlungen gelten niemals als benachbarte Gebiete.",
    question="Darf ich Handelswaren in derselben Runde durch {n} Häfen befördern?",
    answer="Ja, solange jeder der {n} Häfen zum eigenen Bündnis gehört.",
    caption="Abbildung {n}: das nördliche Archipel nach der Vorbereitung",
    turned="Diese Seite zeigt zur Hafenmeisterei {n}",
    columns=("Personen", "Silberne Verträge", "Unwettermarker", "Erster Bonus"),
    rows=("zwei Fachkräfte", "gar kein Bonus", "ein zusätzliches Lagerhaus", "eine Verstärkung nach eigener Wahl"),
)
FRENCH = Phrases(
    title="Les Ports de l’Archipel",
    running="Manuel de la capitainerie",
    page="page",
    headings=(
        "Vue d’ensemble",
        "Mise en place",
        "Déroulement d’une manche",
        "Commerce et transport",
        "Fortifications",
        "Fin de la partie",
    ),
    sentences=(
        "Chaque participant administre une flotte de {n} embarcations et distribue des provisions entre les ports officiels.",
        "Après la manche {n}, repositionnez immédiatement toutes les embarcations non protégées, sauf indication contraire d’une carte.",
        "Quiconque contrôle au moins {n} territoires voisins reçoit un spécialiste supplémentaire de la réserve générale.",
        "Une fortification peut être construite uniquement là où {n} agglomérations reliées appartiennent à la même alliance.",
        "Si la différence est supérieure à {n}, le premier joueur redistribue les marchandises restantes.",
        "Transporter des marchandises par un port étranger coûte {n} pièces, qui sont versées à la capitainerie.",
        "Les joueurs révèlent simultanément leurs cartes de navigation et les résolvent dans l’ordre croissant à partir de {n}.",
        "Les renforts inutilisés retournent dans l’entrepôt, où il est interdit d’en conserver plus de {n}.",
        "L’expédition échoue lorsque {n} tempêtes sont révélées ; ses participants perdent leurs investissements.",
        "Déterminez l’influence de chaque agglomération en multipliant ses habitants par {n}.",
    ),
    items=(
        "{n} entrepôts en bois",
        "{n} plateaux de navigation recto verso",
        "{n} marqueurs de tempête en carton gris",
        "{n} disques d’influence transparents",
        "{n} cartes de contrat aux dos de différentes couleurs",
    ),
    components="Matériel",
    example="Exemple : Marguerite paie {n} pièces et transporte donc deux caisses de marchandises vers le port du nord.",
    note="Remarque : les {n} agglomérations neutres ne sont jamais considérées comme des territoires voisins.",
    question="Puis-je transporter des marchandises par {n} ports pendant la même manche ?",
    answer="Oui, à condition que chacun des {n} ports appartienne à votre propre alliance.",
    caption="Figure {n} : l’archipel du nord après la mise en place",
    turned="Gardez ce côté tourné vers la capitainerie {n}",
    columns=("Joueurs", "Contrats d’argent", "Tempêtes", "Premier bonus"),
    rows=("deux spécialistes", "aucun bonus", "un entrepôt supplémentaire", "un renfort de votre propre choix"),
)
ITALIAN = Phrases(
    title="I Porti dell’Arcipelago",
    running="Manuale della capitaneria",
    page="pagina",
    headings=(
        "Panoramica",
        "Preparazione",
        "Svolgimento del turno",
        "Commercio e trasporto",
        "Fortificazioni",
        "Fine della partita",
    ),
    sentences=(
        "Ogni partecipante amministra una flotta di {n} imbarcazioni e distribuisce provviste tra i porti ufficiali.",
        "Dopo il turno {n}, riposizionate immediatamente tutte le imbarcazioni non protette, salvo diversa indicazione di una carta.",
        "Chi controlla almeno {n} territori confinanti riceve uno specialista aggiuntivo dalla riserva generale.",
        "Una fortificazione può essere costruita solamente dove {n} insediamenti collegati appartengono alla stessa alleanza.",
        "Se la differenza è maggiore di {n}, il primo giocatore ridistribuisce le mercanzie rimanenti.",
        "Trasportare mercanzie attraverso un porto straniero costa {n} monete, che vengono pagate alla capitaneria.",
        "I giocatori rivelano simultaneamente le loro carte navigazione e le risolvono in ordine crescente a partire da {n}.",
        "I rinforzi inutilizzati ritornano nel magazzino, dove non possono esserne conservati più di {n}.",
        "La spedizione fallisce quando vengono rivelate {n} tempeste; i partecipanti perdono i loro investimenti.",
        "Determinate l’influenza di ogni insediamento moltiplicando i suoi abitanti per {n}.",
    ),
    items=(
        "{n} magazzini di legno",
        "{n} plance di navigazione a doppia faccia",
        "{n} segnalini tempesta di cartone grigio",
        "{n} dischi influenza trasparenti",
        "{n} carte contratto con dorsi di colore differente",
    ),
    components="Componenti",
    example="Esempio: Margherita paga {n} monete e quindi trasporta due casse di mercanzie verso il porto settentrionale.",
    note="Nota: i {n} insediamenti neutrali non sono mai considerati territori confinanti.",
    question="Posso trasportare mercanzie attraverso {n} porti nello stesso turno?",
    answer="Sì, purché ciascuno dei {n} porti appartenga alla vostra stessa alleanza.",
    caption="Figura {n}: l’arcipelago settentrionale dopo la preparazione",
    turned="Tenete questo lato verso la capitaneria {n}",
    columns=("Giocatori", "Contratti d’argento", "Tempeste", "Primo bonus"),
    rows=("due specialisti", "nessun bonus", "un magazzino aggiuntivo", "un rinforzo a vostra scelta"),
)
LANGUAGES = {"en": ENGLISH, "pt": PORTUGUESE, "es": SPANISH, "de": GERMAN, "fr": FRENCH, "it": ITALIAN}
