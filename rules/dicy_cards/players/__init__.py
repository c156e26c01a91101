"""The built-in players, one module for each level, and what they share. They choose moves; no rule is here."""

from collections.abc import Mapping

from rules.dicy_cards.commands import Command
from rules.dicy_cards.players import expert, greedy, random, steady
from rules.dicy_cards.players.tables import table_name
from rules.dicy_cards.state import State
from rules.game import BuiltInPlayer
from rules.value_tables import ByTable

PLAYERS: Mapping[str, BuiltInPlayer[State, Command]] = {
    "random": BuiltInPlayer(choose=random.choose),
    "greedy": BuiltInPlayer(choose=greedy.choose, rank=greedy.rank),
    "steady": BuiltInPlayer(choose=steady.choose, rank=steady.rank, explain=steady.explain),
    "expert": BuiltInPlayer(
        choose=steady.choose,
        rank=steady.rank,
        explain=steady.explain,
        by_table=ByTable(name=table_name, player=expert.with_table),
    ),
}
"""The players by level. As long as the expert has no table of values, it plays as `steady`."""
