"""The game's texts in English."""

from rules.dicy_cards.words import Words
from rules.naming import Named

ENGLISH = Words(
    title="Dicy Cards",
    summary=(
        "Six dice, and the same five two-sided cards for everybody. Roll, freeze cards to reroll, then score one card: it freezes too. "
        "Skip a turn to get your cards back, but then everybody else gets one back as well. "
        "Once somebody has 100 points the round is played to its end, and the highest score wins."
    ),
    mode="Which five cards everybody plays with.",
    cards="The five cards of the mode custom, all different.",
    first_seat="Who begins every round.",
    modes={
        "glacial": Named("Glacial", "The printed set A: a calm start with one card that bothers the neighbours."),
        "interglacial": Named("Interglacial", "Five of the twelve cards, drawn by chance, the same for everybody."),
        "custom": Named("Your own", "Any five different cards, chosen when the table is laid."),
        "beginner": Named("Beginner", "Five cards that leave the others in peace."),
        "intermediate": Named("Intermediate", "Five cards that want some weighing; one of them thaws the neighbours."),
        "interactions": Named("Interactions", "Three of the five cards reach into what the others have."),
    },
    first_seats={
        "random": Named("By chance", "The table's dice decide."),
        "creator": Named("The host", "Seat 0, whoever laid the table."),
    },
    each={
        "any-two": Named("Any two", "Two dice of your choice: their sum. Each neighbour freezes an active card of their own choice."),
        "all-under-six": Named("All under six", "All six dice, if none shows a 6: their sum."),
        "odds": Named("Odds", "One or more dice that show 1, 3 or 5: their sum."),
        "straight": Named("Straight", "Two or more dice in a row without a gap, each value once: their sum."),
        "two-pairs": Named("Two pairs", "Two dice of one value and two of another: the sum of the four."),
        "sixes": Named("Sixes", "One or more dice that show a 6: their sum. Each neighbour resets a frozen card of their own choice."),
        "pair-doubled": Named("Pair doubled", "Two dice of the same value: twice their sum."),
        "three-lowest": Named(
            "Three lowest", "The three lowest of the six dice: their sum. All others freeze an active card of their own choice."
        ),
        "different-x4": Named("Different × 4", "One or more dice, no value twice: 4 points for each die."),
        "different-sum": Named("Different sum", "One to five dice, no value twice: their sum."),
        "forty-minus": Named("Forty minus", "All six dice: 40 less their sum."),
        "alike-x5": Named("Alike × 5", "One or more dice of the same value: 5 points for each die."),
    },
)
