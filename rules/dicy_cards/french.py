"""The game's texts in French."""

from rules.dicy_cards.words import Words
from rules.naming import Named

FRENCH = Words(
    title="Dicy Cards",
    summary=(
        "Six dés, et les mêmes cinq cartes à deux faces pour tous. Lancez, gelez des cartes pour relancer, puis marquez avec une carte, "
        "qui gèle à son tour. Passez pour dégeler vos cartes, mais chaque adversaire qui a une carte gelée en dégèle alors une. "
        "Dès qu’un joueur atteint 100 points, on termine la manche, et le plus haut score gagne."
    ),
    mode="Les cinq cartes avec lesquelles jouent tous les joueurs.",
    cards="Les cinq cartes du mode libre, toutes différentes.",
    first_seat="Le joueur qui commence chaque manche.",
    modes={
        "glacial": Named("Glaciaire", "La série A imprimée : un début tranquille, avec une carte qui a un effet sur les voisins."),
        "interglacial": Named("Interglaciaire", "Cinq des douze cartes, tirées au hasard, les mêmes pour tous."),
        "custom": Named("Libre", "Cinq cartes différentes au choix, fixées à la création de la table."),
        "beginner": Named("Débutant", "Cinq cartes sans effet sur les autres joueurs."),
        "intermediate": Named("Intermédiaire", "Cinq cartes qui demandent de la réflexion ; l’une d’elles dégèle des cartes des voisins."),
        "interactions": Named("Interactions", "Trois des cinq cartes ont un effet sur les autres joueurs."),
    },
    first_seats={
        "random": Named("Au hasard", "Tirage avec les dés de la table."),
        "creator": Named("Première place", "Le joueur de la première place."),
    },
    each={
        "any-two": Named("Deux dés", "Deux dés au choix : leur somme. Chaque voisin gèle une de ses cartes actives, à son choix."),
        "all-under-six": Named("Aucun six", "Les six dés, si aucun ne montre 6 : leur somme."),
        "odds": Named("Impairs", "Un ou plusieurs dés montrant 1, 3 ou 5 : leur somme."),
        "straight": Named("Suite", "Deux dés ou plus de valeurs consécutives, chaque valeur une fois : leur somme."),
        "two-pairs": Named("Deux paires", "Deux dés d’une valeur et deux d’une autre : la somme des quatre."),
        "sixes": Named("Les 6", "Un ou plusieurs 6 : leur somme. Chaque voisin dégèle une de ses cartes gelées, à son choix."),
        "pair-doubled": Named("Paire double", "Deux dés de même valeur : deux fois leur somme."),
        "three-lowest": Named(
            "Les trois plus bas",
            "Les trois dés les plus bas des six : leur somme. Chaque autre joueur gèle une de ses cartes actives, à son choix.",
        ),
        "different-x4": Named("Différents × 4", "Un ou plusieurs dés, jamais deux fois la même valeur : 4 points par dé."),
        "different-sum": Named("Somme, tous différents", "Un à cinq dés, jamais deux fois la même valeur : leur somme."),
        "forty-minus": Named("Quarante moins", "Les six dés : 40 moins leur somme."),
        "alike-x5": Named("Identiques × 5", "Un ou plusieurs dés de même valeur : 5 points par dé."),
    },
)
