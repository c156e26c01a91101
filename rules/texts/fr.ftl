# Ce que tous les jeux ont en commun, en français, pour le service, le terminal et la page. Voir docs/texts.md.

## Parties de phrases

seat-with-name = Place { $number } ({ $name })
player-unnamed = Joueur { $number }
player-erased = Joueur { $number } (nom supprimé)
seat-unnamed = Place { $number }
points =
    { $points ->
        [one] { $points } point
       *[other] { $points } points
    }
level-random = aléatoire
level-greedy = facile
level-steady = difficile
level-expert = expert

## Coups et conseils

dice-of-a-face =
    { $count ->
        [1] le { $face }
        [2] les deux { $face }
        [3] les trois { $face }
        [4] les quatre { $face }
        [5] les cinq { $face }
       *[6] les six { $face }
    }
advice-only = { $move } : c’est le seul coup possible.
compared =
    { $unit ->
        [chance] { $now } % de chances de gagner{ $place ->
            [best] , contre { $other } % avec le deuxième meilleur coup
            [worse] , contre { $other } % avec le meilleur coup
           *[equal] , comme avec le meilleur des autres coups
        }
       *[points] { $place ->
            [best] vaut { points } de plus que le deuxième meilleur coup
            [worse] vaut { points } de moins que le meilleur coup
           *[equal] vaut autant que le meilleur des autres coups
        }
    }
advice-compared = { $move } : { compared }.

## Événements

table-created =
    { $seats ->
        [one] Table créée pour { $seats } joueur
       *[other] Table créée pour { $seats } joueurs
    }{ $forked_from ->
        [none] .
       *[some]  ; elle reprend une autre table à l’événement { $origin }.
    }
table-seat-taken =
    { $kind ->
        [ai] { $name } rejoint la table (ordinateur, niveau { TEXT("level", $level) }).
        [bot] { $name } rejoint la table (bot).
       *[human] { $name } rejoint la table.
    }
table-seat-left = { $name } quitte la table : la place { $number } est de nouveau libre.
table-started = La partie commence.
table-clock-started = { "" }
table-decision-expired =
    { $after ->
        [none] Temps écoulé pour { NAME($seat) }.
       *[other] Temps écoulé pour { NAME($seat) } ({ $expiries } sur { $after } de suite).
    }
table-bot-failed =
    { $reason ->
        [unreachable] Le bot { NAME($seat) } est injoignable.
        [timed-out] Le bot { NAME($seat) } n’a pas répondu à temps.
        [refused] L’adresse du bot { NAME($seat) } n’est pas autorisée.
        [status] Le bot { NAME($seat) } a renvoyé une erreur.
        [unreadable] Le bot { NAME($seat) } a envoyé une réponse illisible.
        [illegal] Le bot { NAME($seat) } n’a envoyé aucun coup autorisé.
        [paused] Le bot { NAME($seat) } est en pause.
       *[gone] Le bot { NAME($seat) } n’est plus enregistré.
    }{ $attempts ->
        [0] { "" }
        [1] { "" }
       *[other] { " " }Il a été appelé { $attempts } fois.
    }
table-seat-substituted = L’ordinateur ({ TEXT("level", $level) }) joue pour { NAME($seat) }.
table-values-used =
    { $values ->
        [none] La table de valeurs n’est pas encore prête : pour l’instant l’ordinateur joue plus simplement pour { NAME($seat) }.
       *[other] { "" }
    }
table-advice-requested = { NAME($seat) } demande un conseil.
table-seat-resigned =
    { $late ->
        [no] { NAME($seat) } abandonne.
       *[yes] { NAME($seat) } abandonne automatiquement : temps écoulé { $expiries } fois de suite.
    }
table-finished =
    { $ending ->
        [single] { NAME($winners) } termine avec { points }.
        [alone] { NAME($winners) } gagne : tous les autres joueurs ont abandonné.
        [won] { NAME($winners) } { COUNT($winners) ->
            [one] gagne
           *[other] gagnent ensemble
        } avec { points }.
        [abandoned] Personne ne gagne : la table a été abandonnée avant le début.
        [inactive] Personne ne gagne : la table a été fermée pour inactivité.
        [closed] Personne ne gagne : l’exploitant a fermé la table.
       *[none] Personne ne gagne.
    }
table-seed-revealed = Le secret des dés est révélé : chacun peut maintenant vérifier les dés.

## Pourquoi une table s’est terminée

reason-resignation = Il ne reste qu’un joueur
reason-abandoned = Abandonnée avant le début
reason-inactive = Fermée pour inactivité
reason-closed = Fermée par l’exploitant
