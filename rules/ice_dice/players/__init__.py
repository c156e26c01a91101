"""The built-in players."""

from collections.abc import Mapping

from rules.game import Player
from rules.ice_dice.commands import Command
from rules.ice_dice.players import expert, greedy, random
from rules.ice_dice.state import State

PLAYERS: Mapping[str, Player[State, Command]] = {
    "random": Player(choose=random.choose),
    "greedy": Player(choose=greedy.choose, rank=greedy.rank),
    "expert": Player(choose=expert.choose, rank=expert.rank),
}
"""Every level."""
