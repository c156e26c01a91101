"""The game's texts in English."""

from rules.ice_dice.wording import Words
from rules.naming import Named

ENGLISH = Words(
    title="Ice Dice",
    summary=(
        "Three dice and 36 numbered tokens in six colours. Calculate with the dice to make a number and shift its token from the big board "
        "to the medium one; then make a different number with the same dice and take that token. "
        "Tokens, different colours and the most tokens of a colour give points. "
        "When 8 tokens or fewer are left on the big board, the round is completed."
    ),
    variant="Which tokens are used, which side is up, and which signs are allowed.",
    ties="Who gets the extra points when players tie for a colour.",
    reroll_limit="Maximum rerolls per turn. If empty: no limit with a clock, 5 without.",
    variants={
        "standard": Named("Standard", "The numbers 1 to 36, with + − × ÷."),
        "young": Named("Young players", "Only the numbers 1 to 18, only with + and −."),
        "experienced": Named(
            "Experienced players", "Each token shows a side drawn at random, so some numbers appear twice and others not at all."
        ),
    },
    each_ties={
        "adults": Named("Adults", "Nobody gets the extra points."),
        "children": Named("Children", "All tied players get the extra points."),
    },
    each="{colour}, line {line}; on the back: {back}, {back_colour}.",
    colours={"red": "Red", "orange": "Orange", "yellow": "Yellow", "green": "Green", "blue": "Blue", "violet": "Violet"},
)
