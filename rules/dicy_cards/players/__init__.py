"""The built-in players, one module for each level, and what they share. They choose moves; no rule is here."""

from collections.abc import Mapping

from rules.dicy_cards.commands import Command
from rules.dicy_cards.players import greedy, random, steady
from rules.dicy_cards.state import State
from rules.game import BuiltInPlayer

PLAYERS: Mapping[str, BuiltInPlayer[State, Command]] = {
    "random": BuiltInPlayer(choose=random.choose),
    "greedy": BuiltInPlayer(choose=greedy.choose, rank=greedy.rank),
    "steady": BuiltInPlayer(choose=steady.choose, rank=steady.rank),
}
"""The players by level."""
