"""The built-in players, one module for each level, and what they share. They choose moves; no rule is here."""

from collections.abc import Mapping
from functools import partial

from rules.dice_cards.commands import Command
from rules.dice_cards.deck import Deck
from rules.dice_cards.players import expert, greedy, random
from rules.dice_cards.state import State
from rules.game import BuiltInPlayer


def players(deck: Deck) -> Mapping[str, BuiltInPlayer[State, Command]]:
    """The players by level, for tables with this deck."""
    return {
        "random": BuiltInPlayer(choose=partial(random.choose, deck)),
        "greedy": BuiltInPlayer(choose=partial(greedy.choose, deck), rank=partial(greedy.rank, deck)),
        "expert": BuiltInPlayer(choose=partial(expert.choose, deck), rank=partial(expert.rank, deck)),
    }
