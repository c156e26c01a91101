"""The game's texts in French."""

from rules.dicy_cards.words import Words
from rules.naming import Named

FRENCH = Words(
    title="Dicy Cards",
    summary=(
        "Six dés, et les mêmes cinq cartes à deux faces pour tous. Lancez, gelez des cartes pour relancer, puis marquez avec une carte, "
        "qui gèle à son tour. Passez pour récupérer vos cartes, mais chaque adversaire en récupère alors une aussi. "
        "Dès que quelqu'un atteint 100 points, on termine la manche, et le meilleur score l'emporte."
    ),
    mode="Les cinq cartes avec lesquelles tout le monde joue.",
    cards="Les cinq cartes du mode libre, toutes différentes.",
    first_seat="Qui commence chaque manche.",
    modes={
        "glacial": Named("Glaciaire", "La série A imprimée : un début tranquille, avec une carte qui gêne les voisins."),
        "interglacial": Named("Interglaciaire", "Cinq des douze cartes, tirées au hasard, les mêmes pour tous."),
        "custom": Named("Libre", "Cinq cartes différentes au choix, fixées à la création de la table."),
        "beginner": Named("Débutant", "Cinq cartes qui laissent les autres en paix."),
        "intermediate": Named("Intermédiaire", "Cinq cartes qui demandent réflexion ; l'une d'elles dégèle les voisins."),
        "interactions": Named("Interactions", "Trois des cinq cartes touchent au jeu des autres."),
    },
    first_seats={
        "random": Named("Au hasard", "Les dés de la table en décident."),
        "creator": Named("L'hôte", "La place 0, celle de qui a créé la table."),
    },
    each={
        "any-two": Named("Deux dés", "Deux dés au choix : leur somme. Chaque voisin gèle une de ses cartes actives, au choix."),
        "all-under-six": Named("Tous sauf six", "Les six dés, si aucun ne montre 6 : leur somme."),
        "odds": Named("Impairs", "Un ou plusieurs dés montrant 1, 3 ou 5 : leur somme."),
        "straight": Named("Suite", "Deux dés ou plus qui se suivent sans trou, chaque valeur une fois : leur somme."),
        "two-pairs": Named("Deux paires", "Deux dés d'une valeur et deux d'une autre : la somme des quatre."),
        "sixes": Named("Les six", "Un ou plusieurs 6 : leur somme. Chaque voisin dégèle une de ses cartes gelées, au choix."),
        "pair-doubled": Named("Paire double", "Deux dés de même valeur : deux fois leur somme."),
        "three-lowest": Named(
            "Les trois plus bas",
            "Les trois dés les plus bas des six : leur somme. Tous les autres gèlent une de leurs cartes actives, au choix.",
        ),
        "different-x4": Named("Différents × 4", "Un ou plusieurs dés, jamais deux fois la même valeur : 4 points par dé."),
        "different-sum": Named("Somme de différents", "Un à cinq dés, jamais deux fois la même valeur : leur somme."),
        "forty-minus": Named("Quarante moins", "Les six dés : 40 moins leur somme."),
        "alike-x5": Named("Pareils × 5", "Un ou plusieurs dés de même valeur : 5 points par dé."),
    },
)
