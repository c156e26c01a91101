# Ice Dice en français, pour le service, le terminal et la page. Voir docs/texts.md.

title = Ice Dice
summary = Trois dés et 36 jetons numérotés de six couleurs. Calculez avec les dés pour obtenir un nombre et déplacez son jeton du grand plateau au plateau moyen ; puis obtenez un autre nombre avec les mêmes dés et prenez ce jeton. Les jetons, les couleurs différentes et la majorité dans une couleur rapportent des points. Dès qu’il reste 8 jetons ou moins sur le grand plateau, on termine la manche.

## Options

option-variant = Les jetons en jeu, leur face visible et les signes permis.
option-variant-standard = Standard
    .about = Les nombres de 1 à 36, avec + − × ÷.
option-variant-young = Jeunes joueurs
    .about = Seulement les nombres de 1 à 18, seulement avec + et −.
option-variant-experienced = Joueurs expérimentés
    .about = Chaque jeton montre une face tirée au hasard : certains nombres y sont deux fois, d’autres pas du tout.
option-ties = Qui reçoit les points supplémentaires en cas d’égalité pour une couleur.
option-ties-adults = Adultes
    .about = Personne ne reçoit les points supplémentaires.
option-ties-children = Enfants
    .about = Tous les joueurs à égalité reçoivent les points supplémentaires.
option-reroll_limit = Nombre maximal de relances par tour. Si le champ est vide : sans limite avec chronomètre, 5 sans chronomètre.

## Boards and tokens

pile-big = Grand plateau
pile-medium = Plateau moyen
token = { $number }
    .text = Ligne { $line }, { TEXT("colour", $colour) } ; au dos : { $back }, { TEXT("colour", $back_colour) }.
colour-red = rouge
colour-orange = orange
colour-yellow = jaune
colour-green = vert
colour-blue = bleu
colour-violet = violet

## Moves

move-setup = Poser
move-reroll = Relancer
move-shift = Déplacer
move-take = Prendre
move-pass = Terminer le tour

command-setup = Poser le { $number }
command-reroll =
    { $every ->
        [yes] Relancer les trois dés
       *[no] Relancer { EACH("dice-of-a-face", $shown) }
    }
command-shift = Déplacer le { $number } avec { $calculation }
command-take = Prendre le { $number } avec { $calculation }
command-pass = Terminer le tour

## Advice

at-once =
    { $gain ->
        [one] { $gain } point tout de suite
       *[other] { $gain } points tout de suite
    }
advice-shift = { $move }, puis prendre le { $taken } : { at-once } ; à la longue, { compared }.
advice-take = { $move } : { at-once } ; à la longue, { compared }.

## Rules

rule-setup = Mise en place
    .text = Le premier joueur pose sur le plateau moyen trois jetons de son choix, pris dans trois lignes (rangées) différentes du grand plateau.
rule-turn = Votre tour
    .text = Votre tour commence par trois dés lancés. Avant de déplacer un jeton, relancez ceux que vous voulez, aussi souvent que la table le permet : cinq fois en général sans chronomètre, sans limite avec un chronomètre. Quand le temps est écoulé, votre tour se termine ; un jeton déplacé reste où il est.
rule-shift = Déplacer
    .text = Formez un nombre du grand plateau et déplacez son jeton sur le plateau moyen.
rule-take = Prendre
    .text = Avec les mêmes dés, formez un autre nombre, qui est sur le plateau moyen : son jeton est à vous. Vous pouvez terminer votre tour à tout moment. Un jeton laissé sur le plateau moyen pourra être pris par n’importe qui.
rule-sums = Calculs
    .text = Utilisez deux ou trois dés, chacun une fois, avec + − × ÷ et des parenthèses. Les fractions intermédiaires sont permises ; le résultat doit être exactement le nombre.
rule-points = Points
    .text = 1 par jeton, 1 par couleur différente, et 1 de plus par jeton d’une couleur dont vous avez plus que chaque autre joueur. À égalité, personne ne reçoit ces points supplémentaires (avec la règle des enfants, tous les ex æquo les reçoivent).
rule-end = La fin
    .text = Dès qu’il reste huit jetons ou moins sur le grand plateau, on termine la manche. Le plus haut score gagne.

## Events

event-board-laid = { COUNT($tokens) } jetons sont sur le grand plateau.
event-first-seat-chosen =
    { $draw ->
        [none] { NAME($first) } pose les jetons restants et commence.
       *[some] { NAME($first) } pose trois jetons et commence.
    }
event-token-set-up =
    { $late ->
        [yes] Le { $number }, { TEXT("colour", $colour) }, est posé automatiquement pour { NAME($seat) }.
       *[no] { NAME($seat) } pose le { $number }, { TEXT("colour", $colour) }.
    }
    .late = Le { $number } a été posé pour vous.
event-turn-began = { "" }
event-dice-rolled = { NAME($seat) } lance { $dice }.
event-dice-rerolled =
    { COUNT($positions) ->
        [one] { NAME($seat) } relance { COUNT($positions) } dé et obtient { $dice }.
       *[other] { NAME($seat) } relance { COUNT($positions) } dés et obtient { $dice }.
    }
event-token-shifted = { NAME($seat) } forme { $calculation } = { $number } et déplace le jeton, { TEXT("colour", $colour) }.
event-token-taken = { NAME($seat) } forme { $calculation } = { $number } et prend le jeton, { TEXT("colour", $colour) } : { points } en tout.
event-turn-passed =
    { $late ->
        [yes] Tour terminé automatiquement pour { NAME($seat) }.
       *[no] { NAME($seat) } termine son tour.
    }
    .late = Votre tour est terminé ; un jeton déplacé reste sur le plateau moyen.
event-seat-withdrawn = { "" }
event-game-ended =
    { $reason ->
        [eight-left] La manche est complète et il reste au plus huit jetons sur le grand plateau : la partie est terminée.
        [stalemate] Aucun jeton déplacé depuis trois manches : la partie est terminée.
       *[resignation] Il ne reste qu’un joueur : la partie est terminée.
    }

## Why the game ended

reason-eight-left = Il reste huit jetons ou moins sur le grand plateau
reason-stalemate = Aucun jeton déplacé depuis trois manches

## Refusals

refusal-option-unknown = Ce jeu n’a pas ce réglage. Choisissez parmi ceux de son catalogue.
refusal-option-invalid = Un réglage n’est pas accepté : le nombre de relances est un entier de 0 à 20.
refusal-game-over = La partie est terminée. Revoyez-la, ou jouez-en une autre.
refusal-not-your-turn = C’est le tour d’un autre joueur. Attendez le vôtre.
refusal-set-up-first = Posez d’abord trois jetons de trois lignes différentes.
refusal-already-set-up = Les trois jetons sont posés. Formez maintenant un nombre avec les dés.
refusal-line-used = Un jeton de cette ligne est déjà posé. Choisissez-en un d’une autre ligne.
refusal-reroll-too-late = On ne relance qu’avant de déplacer un jeton. Prenez-en un, ou terminez le tour.
refusal-reroll-limit = Plus de relance ce tour-ci. Formez un nombre, ou terminez le tour.
refusal-no-dice = Choisissez au moins un dé.
refusal-no-such-die = Ce dé n’existe pas. Choisissez parmi les trois.
refusal-already-shifted = Vous avez déjà déplacé un jeton ce tour-ci. Prenez-en un, ou terminez le tour.
refusal-shift-first = Déplacez d’abord un jeton du grand plateau ; vous pourrez ensuite en prendre un.
refusal-token-not-there = Ce jeton n’est plus là. Choisissez-en un autre.
refusal-same-number = Vous venez de déplacer ce nombre. Prenez-en un autre.
refusal-die-used-twice = N’utilisez chaque dé qu’une fois dans un calcul.
refusal-sign-not-allowed = Cette table n’utilise que + et −. Formez le nombre sans × ni ÷.
refusal-division-by-zero = Le calcul divise par zéro. Changez-le.
refusal-number-wrong = Le calcul ne donne pas le nombre de ce jeton. Changez-le, ou choisissez un autre jeton.
