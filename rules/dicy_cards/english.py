"""The game's texts in English."""

from rules.dicy_cards.words import Words
from rules.naming import Named

ENGLISH = Words(
    title="Dicy Cards",
    summary=(
        "Six dice, and the same five two-sided cards for every player. Roll, freeze cards to reroll, then score one card: it freezes too. "
        "Skip your turn to thaw your cards, but then every other player who has a frozen card thaws one. "
        "When a player reaches 100 points, the round is completed and the highest score wins."
    ),
    mode="The five cards that all players use.",
    cards="The five cards of custom mode, all different.",
    first_seat="The player who goes first in every round.",
    modes={
        "glacial": Named("Glacial", "The printed set A: a calm start with one card that affects the neighbours."),
        "interglacial": Named("Interglacial", "Five of the twelve cards, drawn at random, the same for every player."),
        "custom": Named("Custom", "Any five different cards, chosen when the table is created."),
        "beginner": Named("Beginner", "Five cards that do not affect other players."),
        "intermediate": Named("Intermediate", "Five cards that need some thought; one of them thaws neighbours’ cards."),
        "interactions": Named("Interactions", "Three of the five cards affect other players."),
    },
    first_seats={
        "random": Named("Random", "Drawn with the table’s dice."),
        "creator": Named("First seat", "The player in the first seat."),
    },
    each={
        "any-two": Named("Any two", "Any two dice: their sum. Each neighbour freezes an active card of their own choice."),
        "all-under-six": Named("All under six", "All six dice, if none shows a 6: their sum."),
        "odds": Named("Odds", "One or more dice that show 1, 3 or 5: their sum."),
        "straight": Named("Straight", "Two or more dice with consecutive values, each value once: their sum."),
        "two-pairs": Named("Two pairs", "Two dice of one value and two of another: the sum of the four."),
        "sixes": Named("Sixes", "One or more dice that show a 6: their sum. Each neighbour thaws a frozen card of their own choice."),
        "pair-doubled": Named("Pair doubled", "Two dice of the same value: twice their sum."),
        "three-lowest": Named(
            "Three lowest", "The three lowest of the six dice: their sum. Every other player freezes an active card of their own choice."
        ),
        "different-x4": Named("Different × 4", "One or more dice, no value twice: 4 points for each die."),
        "different-sum": Named("Different sum", "One to five dice, no value twice: their sum."),
        "forty-minus": Named("Forty minus", "All six dice: 40 minus their sum."),
        "alike-x5": Named("Alike × 5", "One or more dice of the same value: 5 points for each die."),
    },
)
