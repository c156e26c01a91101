"""Plays tables of a running service in this process: with the service's handler on the service's store, but without HTTP.

A move takes a few milliseconds, a tenth of its time over HTTP. What is played so reaches every program of the service through the store, as
a move in another web process does.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from events.tables import keyed_orders
from events.tables.keyed_orders import Holder
from events.tables.move_reader import read_move
from events.tables.opening import LoadedTable
from events.tables.presenting import present_move, present_table
from rules.registry import games
from tests.live import Seated
from workers.jobs.parts import worker_parts

View = Mapping[str, Any]


class Desk:
    """The handler of a store, with views and moves in the form of the API."""

    def __init__(self, store_url: str) -> None:
        self._handler = worker_parts(store_url, games(), {}).handler

    def view(self, table: str) -> View:
        """What a spectator sees of the table."""
        return _view(self._handler.tables.open(table))

    def moves(self, who: Seated) -> Sequence[View]:
        """Every legal move of the seat."""
        loaded = self._handler.tables.open(who.table)
        decision = loaded.table.decisions[who.seat]
        legal = loaded.game.legal(loaded.table.play, who.seat) if decision else ()
        return [present_move(loaded.game, command, decision) for command in legal]

    def play(self, who: Seated, move: View) -> View:
        """Make a move of the seat; return the view after it. Raises what the handler raises."""
        loaded = self._handler.tables.open(who.table)
        command, decision = read_move(loaded.game, move)
        holder = Holder(who.seat, loaded.table.seats[who.seat].taken)
        return _view(self._handler.execute(keyed_orders.move(who.table, holder, command, decision), loaded).loaded)


@cache
def desk(store_url: str) -> Desk:
    """The desk of this process for a store. Its connection stays open."""
    return Desk(store_url)


def _view(loaded: LoadedTable) -> View:
    view: View = msgspec.json.decode(msgspec.json.encode(present_table(loaded, None)))
    return view
