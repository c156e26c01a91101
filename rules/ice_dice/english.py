"""The game's texts in English."""

from rules.ice_dice.wording import Words
from rules.naming import Named

ENGLISH = Words(
    title="Ice Dice",
    summary=(
        "Three dice and 36 numbered tokens in six colours. Calculate with the dice to make a number and shift its token from the big board "
        "to the medium one; then make another number with the same dice and take that token. "
        "Tokens, different colours and the most tokens of a colour bring points. "
        "Once only 8 tokens are left on the big board the round is played to its end."
    ),
    variant="Which tokens there are, how they lie, and which signs are used.",
    ties="Who gets the extra points of a colour of which several have the most tokens.",
    reroll_limit="How many rerolls a turn has at most. Left open: without a limit on a table with a clock, 5 on one without.",
    variants={
        "standard": Named("Standard", "The numbers 1 to 36, with + − × ÷."),
        "young": Named("Young players", "Only the numbers 1 to 18, only with + and −."),
        "experienced": Named(
            "Experienced players", "Every token lies on a side drawn by chance, so that some numbers are there twice and others not at all."
        ),
    },
    each_ties={
        "adults": Named("Adults", "Nobody gets them."),
        "children": Named("Children", "Everybody who shares the lead gets them."),
    },
    each="{colour}, line {line}; {back} and {back_colour} on the other side.",
    colours={"red": "Red", "orange": "Orange", "yellow": "Yellow", "green": "Green", "blue": "Blue", "violet": "Violet"},
)
