"""The game's texts in French."""

from rules.ice_dice.wording import Words
from rules.naming import Named

FRENCH = Words(
    title="Ice Dice",
    summary=(
        "Trois dés et 36 jetons numérotés de six couleurs. Calculez avec les dés pour obtenir un nombre et glissez son jeton du grand "
        "plateau au plateau moyen ; puis obtenez un autre nombre avec les mêmes dés et prenez ce jeton. "
        "Les jetons, les couleurs différentes et la majorité dans une couleur rapportent des points. "
        "Dès qu'il ne reste que 8 jetons sur le grand plateau, on termine la manche."
    ),
    variant="Les jetons en jeu, leur face visible et les signes permis.",
    ties="Qui reçoit les points supplémentaires d'une couleur quand plusieurs y ont la majorité à égalité.",
    reroll_limit=(
        "Le nombre maximal de relances par tour. Laissé vide : sans limite sur une table avec chronomètre, 5 sur une table sans."
    ),
    variants={
        "standard": Named("Standard", "Les nombres de 1 à 36, avec + − × ÷."),
        "young": Named("Jeunes joueurs", "Seulement les nombres de 1 à 18, seulement avec + et −."),
        "experienced": Named(
            "Joueurs expérimentés",
            "Chaque jeton montre une face tirée au hasard : certains nombres y sont deux fois, d'autres pas du tout.",
        ),
    },
    each_ties={
        "adults": Named("Adultes", "Personne ne les reçoit."),
        "children": Named("Enfants", "Tous ceux qui sont en tête à égalité les reçoivent."),
    },
    each="{colour}, ligne {line} ; de l'autre côté {back}, {back_colour}.",
    colours={"red": "Rouge", "orange": "Orange", "yellow": "Jaune", "green": "Vert", "blue": "Bleu", "violet": "Violet"},
)
