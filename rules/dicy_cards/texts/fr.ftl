# Dicy Cards en français, pour le service, le terminal et la page. Voir docs/texts.md.

title = Dicy Cards
summary = Six dés, et les mêmes cinq cartes à deux faces pour tous. Lancez, gelez des cartes pour relancer, puis marquez avec une carte, qui gèle à son tour. Passez pour dégeler vos cartes, mais chaque adversaire qui a une carte gelée en dégèle alors une. Dès qu’un joueur atteint 100 points, on termine la manche, et le plus haut score gagne.

## Options

option-mode = Les cinq cartes avec lesquelles jouent tous les joueurs.
option-mode-glacial = Glaciaire
    .about = La série A imprimée : un début tranquille, avec une carte qui a un effet sur les voisins.
option-mode-interglacial = Interglaciaire
    .about = Cinq des douze cartes, tirées au hasard, les mêmes pour tous.
option-mode-custom = Libre
    .about = Cinq cartes différentes au choix, fixées à la création de la table.
option-mode-beginner = Débutant
    .about = Cinq cartes sans effet sur les autres joueurs.
option-mode-intermediate = Intermédiaire
    .about = Cinq cartes qui demandent de la réflexion ; l’une d’elles dégèle des cartes des voisins.
option-mode-interactions = Interactions
    .about = Trois des cinq cartes ont un effet sur les autres joueurs.
option-cards = Les cinq cartes du mode libre, toutes différentes.
option-first_seat = Le joueur qui commence chaque manche.
option-first_seat-random = Au hasard
    .about = Tiré au sort avec les dés de la table.
option-first_seat-creator = Première place
    .about = Le joueur de la première place.

## Cards

card-any-two = Deux dés
    .text = Deux dés au choix : leur somme. Chaque voisin gèle une de ses cartes actives, à son choix.
card-all-under-six = Aucun six
    .text = Les six dés, si aucun ne montre 6 : leur somme.
card-odds = Impairs
    .text = Un ou plusieurs dés montrant 1, 3 ou 5 : leur somme.
card-straight = Suite
    .text = Deux dés ou plus de valeurs consécutives, chaque valeur une fois : leur somme.
card-two-pairs = Deux paires
    .text = Deux dés d’une valeur et deux d’une autre : la somme des quatre.
card-sixes = Les 6
    .text = Un ou plusieurs 6 : leur somme. Chaque voisin dégèle une de ses cartes gelées, à son choix.
card-pair-doubled = Paire double
    .text = Deux dés de même valeur : deux fois leur somme.
card-three-lowest = Les trois plus bas
    .text = Les trois dés les plus bas des six : leur somme. Chaque autre joueur gèle une de ses cartes actives, à son choix.
card-different-x4 = Différents × 4
    .text = Un ou plusieurs dés, jamais deux fois la même valeur : 4 points par dé.
card-different-sum = Somme, tous différents
    .text = Un à cinq dés, jamais deux fois la même valeur : leur somme.
card-forty-minus = Quarante moins
    .text = Les six dés : 40 moins leur somme.
card-alike-x5 = Identiques × 5
    .text = Un ou plusieurs dés de même valeur : 5 points par dé.

## Moves

move-roll = Lancer
move-reroll = Geler et relancer
move-score = Marquer
move-skip = Passer
move-freeze = Geler
move-reset = Dégeler

command-roll = Lancer les dés
command-reroll =
    { $every ->
        [yes] Geler { TEXT("card", $freeze) } et relancer les six dés
       *[no] Geler { TEXT("card", $freeze) } et relancer { EACH("dice-of-a-face", $shown) }
    }
command-score = Marquer { points } avec { TEXT("card", $card) } et { $values }
command-skip = Passer
command-freeze = Geler { TEXT("card", $card) }
command-reset = Dégeler { TEXT("card", $card) }

## Advice

stake =
    { $unit ->
        [chance] { $now } % de chances de gagner
       *[points] vaut { points } à la longue
    }
instead =
    { $unit ->
        [chance] { $other } %
       *[points] { $other }
    } { $kind ->
        [reroll] avec la meilleure relance
        [roll] en lançant
        [skip] en passant
       *[score] avec { TEXT("card", $card) }
    }
advice-roll = { $move } : { stake }, { instead }.
advice-reroll =
    { $aim ->
        [none] { $move }
       *[other] { $move } pour { TEXT("card", $aim) }
    } : { $unit ->
        [chance] { $after } % de chances de gagner, { $now } % sans relancer.
       *[points] vaut { points } à la longue, { $now } sans relancer.
    }
advice-score =
    { $move } : { stake }{ $whom ->
        [nobody] { "" }
        [opponent] { " " }({ $without } % si l’autre joueur ne gelait pas de carte)
        [others] { " " }({ $without } % si les autres joueurs ne gelaient pas de carte)
       *[neighbours] { " " }({ $without } % si les voisins ne gelaient pas de carte)
    }, { instead }.
advice-wait = { $move }, sans déclencher la dernière manche : { stake }, { $ending } % en la déclenchant.
advice-skip =
    { $thawing ->
        [0] { $move }, sans carte à dégeler
        [one] { $move } pour dégeler une carte
       *[other] { $move } pour dégeler { $thawing } cartes
    } : { stake }, { instead }.
advice-freeze =
    { $best ->
        [yes] { $move }, qui vous manquera le moins
       *[no] { $move }
    } : { stake }, { instead }.
advice-reset =
    { $best ->
        [yes] { $move }, qui vous aidera le plus
       *[no] { $move }
    } : { stake }, { instead }.

## Rules

rule-turn = Votre tour
    .text = Lancez six dés. Marquez ensuite avec une de vos cartes actives et des dés qu’elle accepte ; votre tour est alors terminé.
rule-freeze = Geler pour relancer
    .text = Gelez une de vos cartes actives pour relancer les dés de votre choix, aussi souvent que vous voulez. Une carte gelée ne peut pas marquer.
rule-score = Marquer
    .text = Chaque carte indique quels dés elle accepte et combien ils rapportent. Une carte gèle après avoir marqué.
rule-skip = Passer
    .text = Passez votre tour pour dégeler toutes vos cartes. Chaque autre joueur qui a une carte gelée en dégèle une.
rule-effects = Effets
    .text = Flocon : chaque voisin (avec Les trois plus bas : chaque autre joueur) gèle une de ses cartes actives, à son choix. Soleil : chaque voisin dégèle une de ses cartes gelées, à son choix.
rule-end = La fin
    .text = Dès qu’un joueur atteint 100 points, on termine la manche. Le plus haut score gagne ; à égalité, le plus de cartes actives ; sinon, la victoire est partagée.

## Events

event-cards-chosen = Tout le monde joue avec { TEXT("card", $cards) }.
event-first-seat-chosen = { NAME($first) } commence.
event-dice-rolled = { NAME($seat) } lance { $dice }.
event-dice-rerolled =
    { COUNT($positions) ->
        [one] { NAME($seat) } relance { COUNT($positions) } dé et obtient { $dice }.
       *[other] { NAME($seat) } relance { COUNT($positions) } dés et obtient { $dice }.
    }
event-card-frozen =
    { $late ->
        [yes] { TEXT("card", $card) } est gelée automatiquement pour { NAME($seat) }.
       *[no] { $forced ->
            [yes] { NAME($seat) } doit geler { TEXT("card", $card) }, sa seule carte active.
           *[no] { $cause ->
                [reroll] { NAME($seat) } gèle { TEXT("card", $card) } pour relancer.
                [scored] { NAME($seat) } a marqué avec { TEXT("card", $card) } : la carte gèle.
               *[effect] { NAME($seat) } gèle { TEXT("card", $card) }, par un effet.
            }
        }
    }
    .late = { TEXT("card", $card) } a été gelée pour vous.
    .forced = Un effet a gelé { TEXT("card", $card) }, votre seule carte active.
event-card-scored = { NAME($seat) } marque avec { TEXT("card", $card) } et { SORT($values) } : { points }, { $score } en tout.
event-turn-skipped =
    { $late ->
        [yes] Le service passe pour { NAME($seat) }.
       *[no] { NAME($seat) } passe.
    }
    .late = Le service a passé pour vous ; vos cartes gelées sont de nouveau actives.
event-card-reset =
    { $late ->
        [yes] { TEXT("card", $card) } est dégelée automatiquement pour { NAME($seat) }.
       *[no] { $forced ->
            [yes] { NAME($seat) } doit dégeler { TEXT("card", $card) }, sa seule carte gelée.
           *[no] { NAME($seat) } dégèle { TEXT("card", $card) }.
        }
    }
    .late = { TEXT("card", $card) } a été dégelée pour vous.
    .forced = { TEXT("card", $card) }, votre seule carte gelée, est de nouveau active.
event-choices-owed =
    { NAME($seats) } { COUNT($seats) ->
        [one] doit
       *[other] doivent
    } choisir une carte { $kind ->
        [freeze] à geler.
       *[reset] à dégeler.
    }
event-turn-ended = { "" }
event-seat-withdrawn = { "" }
event-game-ended =
    { $reason ->
        [hundred] La manche est complète et un joueur a au moins 100 points : la partie est terminée.
        [round-limit] La dernière manche est complète : la partie est terminée.
       *[resignation] Il ne reste qu’un joueur : la partie est terminée.
    }

## Why the game ended

reason-hundred = Un joueur a au moins 100 points
reason-round-limit = 200 manches ont été jouées

## Refusals

refusal-option-unknown = Ce jeu n’a pas ce réglage. Choisissez parmi ceux de son catalogue.
refusal-option-invalid = Ces réglages ne vont pas ensemble. Le mode libre demande exactement cinq cartes différentes.
refusal-game-over = La partie est terminée. Revoyez-la, ou jouez-en une autre.
refusal-not-your-turn = C’est le tour d’un autre joueur. Attendez le vôtre.
refusal-choice-pending = Un autre joueur doit d’abord choisir une carte. Le tour continue ensuite.
refusal-no-choice-owed = Vous n’avez pas de carte à choisir.
refusal-other-choice-owed = Vous devez faire l’autre choix : geler une carte au lieu d’en dégeler une, ou l’inverse.
refusal-not-rolled = Lancez d’abord les dés.
refusal-already-rolled = Vous avez déjà lancé les dés. Marquez avec une carte, gelez-en une pour relancer, ou passez.
refusal-all-frozen = Toutes vos cartes sont gelées. Vous ne pouvez que passer, ce qui les dégèle toutes.
refusal-card-not-in-play = Cette carte n’est pas une des cinq de cette table.
refusal-card-frozen = Cette carte est gelée. Choisissez-en une active.
refusal-card-active = Cette carte est active. Choisissez-en une gelée.
refusal-no-dice = Choisissez au moins un dé.
refusal-no-such-die = Ce dé n’existe pas. Choisissez parmi les six.
refusal-dice-do-not-fit = La carte n’accepte pas ces dés. Son texte indique lesquels elle accepte.
