"""The built-in players."""

from collections.abc import Mapping

from rules.dicy_cards.commands import Command
from rules.dicy_cards.players import greedy, random
from rules.dicy_cards.state import State
from rules.game import Player

PLAYERS: Mapping[str, Player[State, Command]] = {
    "random": Player(choose=random.choose),
    "greedy": Player(choose=greedy.choose, rank=greedy.rank),
}
"""Every level."""
