"""The game's texts in French."""

from rules.ice_dice.wording import Words
from rules.naming import Named

FRENCH = Words(
    title="Ice Dice",
    summary=(
        "Trois dés et 36 jetons numérotés de six couleurs. Calculez avec les dés pour obtenir un nombre et déplacez son jeton du "
        "grand plateau au plateau moyen ; puis obtenez un autre nombre avec les mêmes dés et prenez ce jeton. "
        "Les jetons, les couleurs différentes et la majorité dans une couleur rapportent des points. "
        "Dès qu’il reste 8 jetons ou moins sur le grand plateau, on termine la manche."
    ),
    variant="Les jetons en jeu, leur face visible et les signes permis.",
    ties="Qui reçoit les points supplémentaires en cas d’égalité pour une couleur.",
    reroll_limit="Nombre maximal de relances par tour. Si le champ est vide : sans limite avec chronomètre, 5 sans chronomètre.",
    variants={
        "standard": Named("Standard", "Les nombres de 1 à 36, avec + − × ÷."),
        "young": Named("Jeunes joueurs", "Seulement les nombres de 1 à 18, seulement avec + et −."),
        "experienced": Named(
            "Joueurs expérimentés",
            "Chaque jeton montre une face tirée au hasard : certains nombres y sont deux fois, d’autres pas du tout.",
        ),
    },
    each_ties={
        "adults": Named("Adultes", "Personne ne reçoit les points supplémentaires."),
        "children": Named("Enfants", "Tous les joueurs à égalité reçoivent les points supplémentaires."),
    },
    each="{colour}, ligne {line} ; au dos : {back}, {back_colour}.",
    colours={"red": "Rouge", "orange": "Orange", "yellow": "Jaune", "green": "Vert", "blue": "Bleu", "violet": "Violet"},
)
