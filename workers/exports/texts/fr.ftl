# Les textes des fichiers exportés en français, en plus de ceux des jeux. Voir docs/texts.md.

## La feuille de score et le journal

export-table = Table { $table }
export-events-of =
    { $count ->
        [one] { $count } événement, du { $began } au { $ended }
       *[other] { $count } événements, du { $began } au { $ended }
    }
export-rank = Rang
export-name = Nom
export-points = Points
export-resigned = { " " }(a abandonné)
export-round = Manche
export-round-number = Manche { $number }
export-before = Avant la partie
export-total = Total
export-others = D’abord ce que le tour du joueur a rapporté, puis ce que les tours des autres ont changé.
export-by-card = Points par carte
export-rest = Autres points
export-own-card = Cette table a commencé avec une autre carte de ce numéro, dont la règle est différente.
export-log = Journal de la partie
export-taken-over = Repris de la table { $table } jusqu’ici.

## La preuve

export-proof = Les dés étaient-ils équitables ?
export-named = { $name } :
export-proof-table = Table
export-proof-origin = Fork de
export-proof-origin-value = version { $version } de la table { $table }, événement { $hash }
export-proof-draws = Tirages { $first } à { $last }
export-proof-draws-value = de la table { $table }, secret { $secret }, graines { $seeds }
export-proof-commitment =
    { $own ->
        [yes] Engagement (SHA-256 du secret), publié avant son propre premier lancer
       *[no] Engagement (SHA-256 du secret), publié avant le premier lancer
    }
export-proof-seeds =
    { $own ->
        [yes] Graines des joueurs, fixées avant son propre premier lancer
       *[no] Graines des joueurs, fixées avant le premier lancer
    }
export-proof-none = aucune
export-proof-secret = Secret, révélé après la fin
export-proof-head = Empreinte du dernier événement
export-verify = L’export json de la table contient chaque événement, chaque tirage et l’empreinte qui enchaîne chaque événement au précédent. rollstream verify FICHIER les vérifie tous hors ligne ; docs/proof.md explique comment le faire sans rollstream.

## Le graphique

export-chart = Points par tour
export-chart-title = Points par tour, { $game }, table { $table }
export-chart-about = Tours de 0 à { $turns }. À la fin : { $ends }.
export-chart-points = points
export-chart-turn = tour
export-chart-end =  : { $points }
export-never-started = La partie n’a jamais commencé.

## Le replay

export-about =
    { $seats ->
        [one] { $seats } place
       *[other] { $seats } places
    } · { $rounds ->
        [0] jamais commencée
        [one] { $rounds } manche
       *[other] { $rounds } manches
    } · { $count ->
        [one] { $count } événement
       *[other] { $count } événements
    } · { $began } à { $ended } UTC
export-document-title = { $game } : { $result }
export-built-in = ordinateur, { TEXT("level", $level) }
export-bot = bot
tint-red = rouge
tint-orange = orange
tint-yellow = jaune
tint-green = vert
tint-blue = bleu
tint-violet = violet

page-noscript = Sans JavaScript, cette page montre la feuille de score et les coups ; avec JavaScript, elle rejoue la partie.
page-stage = La table
page-controls = Replay
page-slider = Événement
page-first = Au début
page-first-key = Au début (Début)
page-back = Étape précédente
page-back-key = Étape précédente (←)
page-play = Lecture
page-play-key = Lecture (espace)
page-forward = Étape suivante
page-forward-key = Étape suivante (→)
page-final = À la fin
page-final-key = À la fin (Fin)
page-speed = Vitesse
page-slow = lente
page-normal = normale
page-fast = rapide
page-result = Résultat
page-proof = Les dés étaient-ils équitables ?
page-log = Journal de la partie

script-frozen = gelée
script-dice = Dés : { $faces }
script-no-dice = Dés : pas lancés
script-winner = gagnant
script-turn = tour
script-resigned = a abandonné
script-before = avant la partie
script-before-turns = avant le premier tour
script-when = manche { $round } · tour { $turn }
script-event = événement { $number } : { $words }
script-play = Lecture
script-pause = Pause
script-right = Vérifié à l’instant, dans ce navigateur : le secret est bien celui de l’engagement. Les dés eux-mêmes sont vérifiés par rollstream verify, avec l’export json de la table.
script-wrong = Vérifié à l’instant, dans ce navigateur : le secret n’est PAS celui de l’engagement.
