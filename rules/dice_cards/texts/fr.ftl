# Dice Cards en français, pour le service, le terminal et la page. Voir docs/texts.md. Les noms et les textes des cartes sont dans deck.toml.

title = Dice Cards
summary = Choisissez en secret six cartes sur neuf. Deux dés sont ensuite lancés cinquante fois pour tout le monde : à chaque lancer, chacun inscrit un nombre, le dé noir, le dé rouge ou leur somme, sur l’une de ses cartes. Chaque carte a sa propre règle. Les tickets modifient les dés. Le plus de points gagne ; seul, vous jouez pour un rang.

## Options

option-deal = Comment chacun obtient ses six cartes.
option-deal-nine-keep-six = Neuf, en garder six
    .about = Chacun reçoit neuf cartes différentes et en garde six.
option-deal-choose-any = Au choix
    .about = Chacun choisit six cartes parmi les cinquante ; deux joueurs peuvent choisir la même.
option-deal-young = Jeunes joueurs
    .about = Chacun reçoit neuf des cartes les plus simples et en garde six.

## What a card gives

-each = { $points ->
        [one] { $points } point chacun.
       *[other] { $points } points chacun.
    }
-each-in-turn = Points dans l’ordre : { $points }.
-whole = { $points ->
        [one] { $points } point de plus pour le tout.
       *[other] { $points } points de plus pour le tout.
    }
-steps = Étoiles (nombre atteint → points, seule la dernière étoile compte) : { $steps }.
-all-or-nothing = { $points ->
        [one] Tout ou rien : { $points } point.
       *[other] Tout ou rien : { $points } points.
    }
-tickets = Un ticket à chacun de ces nombres atteints : { $counts }.

## Moves

move-exchange = Échanger
move-keep = Garder
move-mark = Inscrire
move-strike = Barrer

command-exchange =
    { COUNT($cards) ->
        [0] N’échanger aucune carte
       *[other] Échanger { TEXT("card", $cards) }
    }
command-keep = Garder { TEXT("card", $card) }
command-mark =
    Inscrire { written } sur { TEXT("card", $card) }{ $drawn ->
        [only] { "" }
        [cell] , case { $nth } sur { $of }
        [row] , ligne { $nth } sur { $of }
       *[column] , colonne { $nth } sur { $of }
    }
command-strike = Barrer le lancer

## Rules

rule-cards = Vos cartes
    .text = Vous recevez neuf cartes différentes. Si deux d’entre elles au moins sont des cartes « tout ou rien », vous pouvez en échanger une ou deux. Gardez-en ensuite six. Le choix est révélé quand tout le monde a choisi.
rule-rolls = Cinquante lancers
    .text = Un dé noir et un dé rouge sont lancés pour tout le monde, cinquante fois. Après chaque lancer, chacun inscrit un nombre sur une carte : le dé noir, le dé rouge ou leur somme. Si aucun nombre ne vous convient, barrez le lancer. Le lancer suivant vient quand tout le monde a répondu.
rule-secret = En secret
    .text = Ce que vous inscrivez reste caché jusqu’à ce que tout le monde ait répondu. Qui répond trop tard barre le lancer.
rule-numbers = Nombres
    .text = Quand une carte demande une couleur, seul ce dé compte, jamais la somme. Quelques cases prennent les deux dés à la fois. Sauf si la carte dit « dans l’ordre », vous inscrivez dans l’ordre de votre choix. Ce qui est inscrit reste.
rule-tickets = Tickets
    .text = Certaines cartes donnent des tickets. Chaque ticket change un dé de 1 pour vous seul, pour ce lancer ; un dé reste entre 1 et 6. Un ticket ne peut pas servir au lancer qui le rapporte.
rule-points = Points
    .text = Les cartes « tout ou rien » ne comptent que si elles sont complètes. Les cartes à étoiles ne comptent que la dernière étoile atteinte. À la fin, deux tickets restants valent 1 point.
rule-end = La fin
    .text = Après cinquante lancers, le plus de points gagne ; en cas d’égalité, le plus de tickets restants. Seul : 90 points font un Lord, 87 un Érudit, 84 un Maître, 81 un Expert, 70 un Novice ; en dessous, c’était un Entraînement.

## Ranks

rank-lord = Lord
rank-scholar = Érudit
rank-master = Maître
rank-expert = Expert
rank-novice = Novice
rank-practice-run = Entraînement

## Parts of sentences

die =
    { $position ->
        [0] noir { $value }
       *[other] rouge { $value }
    }
kept =
    { COUNT($value) ->
        [0] { NAME($position) } n’a pas de cartes
       *[other] { NAME($position) } garde { TEXT("card", $value) }
    }
written =
    { $number ->
        [11] { TEXT("two-numbers", $card) ->
            [yes] { TEXT("number", $number) }
           *[no] { $number }
        }
        [12] { TEXT("two-numbers", $card) ->
            [yes] { TEXT("number", $number) }
           *[no] { $number }
        }
       *[other] { TEXT("number", $number) }
    }
answer =
    { $card ->
        [none] { NAME($position) } barre le lancer
       *[some] { NAME($position) } inscrit { written } sur { TEXT("card", $card) }{ $spent ->
            [0] { $earned ->
                [0] { "" }
                [one] { " " }(1 ticket gagné)
               *[other] { " " }({ $earned } tickets gagnés)
            }
            [one] { " " }(1 ticket dépensé{ $earned ->
                [0] )
               *[other] , { $earned } { $earned ->
                    [one] gagné
                   *[other] gagnés
                })
            }
           *[other] { " " }({ $spent } tickets dépensés{ $earned ->
                [0] )
               *[other] , { $earned } { $earned ->
                    [one] gagné
                   *[other] gagnés
                })
            }
        }
    }

## Events

event-deck-shuffled =
    { $deal ->
        [nine-keep-six] Chacun reçoit neuf cartes et en garde six.
        [choose-any] Chacun choisit six cartes parmi toutes.
       *[young] Chacun reçoit neuf des cartes les plus simples et en garde six.
    }
event-hand-dealt = { "" }
event-cards-exchanged =
    { $late ->
        [yes] { NAME($seat) } n’échange aucune carte.
       *[no] { NAME($seat) } a répondu à l’échange.
    }
    .late = Vous n’avez échangé aucune carte.
event-card-kept = { NAME($seat) } a choisi une carte.
    .late = Une carte a été choisie pour vous.
event-cards-revealed = Toutes les cartes sont révélées : { EACH("kept", $cards, between: " ; ") }.
event-dice-rolled = Lancer { $roll } : { EACH("die", $dice, between: ", ") }.
event-roll-answered =
    { $late ->
        [yes] { NAME($seat) } barre le lancer : trop tard.
       *[no] { NAME($seat) } a répondu.
    }
    .late = Votre temps était écoulé : le lancer est barré.
event-answers-revealed = { EACH("answer", $answers, between: " ; ") }.
event-seat-withdrawn = { "" }
event-game-ended =
    { $reason ->
        [all-rolls] Tous les lancers sont joués : la partie est terminée.{ $rank ->
            [none] { "" }
           *[some] { " " }Rang : { TEXT("rank", $rank) }.
        }
        [resignation] Il ne reste qu’un joueur : la partie est terminée.
       *[given-up] La personne qui jouait a abandonné : la partie est terminée.
    }

## Why the game ended

reason-all-rolls = Tous les lancers sont joués
reason-given-up = La personne qui jouait a abandonné

## Refusals

refusal-option-unknown = Ce jeu n’a pas ce réglage. Choisissez parmi ceux de son catalogue.
refusal-option-invalid = Un réglage n’est pas accepté. Choisissez l’une des distributions du catalogue.
refusal-game-over = La partie est terminée. Regardez-la à nouveau, ou jouez-en une autre.
refusal-nothing-owed-by-seat = Vous avez déjà répondu. Attendez les autres.
refusal-choose-first = Choisissez d’abord vos six cartes.
refusal-already-chosen = Vos cartes sont choisies. Inscrivez un nombre, ou barrez le lancer.
refusal-exchange-first = Dites d’abord quelles cartes vous échangez, même s’il n’y en a aucune.
refusal-already-exchanged = Vous avez déjà répondu à l’échange. Choisissez maintenant vos cartes.
refusal-exchange-not-allowed = Vous pouvez échanger une ou deux cartes « tout ou rien », et seulement si vous en avez reçu deux au moins.
refusal-card-not-in-hand = Vous ne pouvez pas choisir cette carte. Choisissez l’une de celles que vous avez reçues.
refusal-card-not-kept = Cette carte ne fait pas partie de vos six cartes.
refusal-mark-not-allowed = La carte ne permet pas ce nombre à cet endroit. Choisissez une autre case ou un autre nombre.
refusal-number-out-of-reach = Vous avez trop peu de tickets pour ce nombre. Choisissez-en un autre.
