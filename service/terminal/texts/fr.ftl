# Les textes de `rollstream play` et `rollstream replay` en français, en plus de ceux des jeux. Voir docs/texts.md.

terminal-round = Manche { $number }
terminal-players =
    { $count ->
        [one] { $count } joueur · choix selon la graine { $seed }
       *[other] { $count } joueurs · choix selon la graine { $seed }
    }
terminal-dice =
    { $reserved ->
        [yes] Table { $table }, dés réservés, engagement { $commitment }
       *[no] Table { $table }, engagement des dés { $commitment }
    }
terminal-lost = Le service a perdu les derniers coups. Voici la table telle qu’elle est maintenant, depuis son début :
terminal-end = La fin, à la manche { $round }
terminal-standing =
    { $won ->
        [yes] { $rank }. { $name }, { points } - gagne
       *[no] { $rank }. { $name }, { points }
    }
terminal-again =
    { $count ->
        [one] Table { $table } : { $count } événement. Pour la relire :
       *[other] Table { $table } : { $count } événements. Pour la relire :
    }
terminal-stopped = Arrêté. La table { $table } reste comme elle est ; rien n’est perdu. Pour la regarder ou la suivre :
terminal-unreserved = Ce service ne réserve pas de dés : son exploitant pourrait choisir le secret après avoir vu la graine du joueur.
terminal-secret = Secret des dés { $secret }
terminal-changed = { "  " }✗ LES DÉS ONT ÉTÉ CHANGÉS : { $why }
terminal-no-match = { "  " }✗ le secret des dés NE correspond PAS à l’engagement
terminal-match =
    { $reserved ->
        [yes] { "  " }✓ le secret des dés correspond à l’engagement, réservé avant que la graine du joueur soit connue
       *[no] { "  " }✓ le secret des dés correspond à l’engagement
    }

## Le replay

terminal-table = table { $table }
terminal-place =
    { $round ->
        [0] Événement { $version } sur { $last }
       *[other] Événement { $version } sur { $last } · manche { $round }
    }
terminal-go-to = Aller à l’événement { $typed }
terminal-help = → n Entrée : suivant · ← p : retour · Début Fin · nombre Entrée : y aller · q : quitter
