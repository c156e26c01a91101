"""The legal moves of a seat as clients and bots get them: in parts, none of which is long, whatever the game and its data."""

from typing import Final

import msgspec

from events.tables.opening import LoadedTable
from events.tables.presenting import present_move
from rules.game import Seat

LONGEST: Final = 32 * 1024
"""No part is longer, in bytes of JSON."""

_AROUND: Final = 128
"""The most bytes of a part beside its moves."""


class MoveList(msgspec.Struct, frozen=True):
    """A part of the moves that answer a decision, each as it may be posted. `next` is the number of moves up to the end of this part, with
    which the following one begins; None if it is the last. `decision` is None if the seat owes none.
    """

    decision: int | None
    moves: list[msgspec.Raw]
    next: int | None


def listed(loaded: LoadedTable, seat: Seat, after: int = 0) -> MoveList:
    """The legal moves of the seat in the order of the game, without the first `after`: as many as `LONGEST` allows, and one at least."""
    decision = loaded.table.decisions[seat]
    if not decision:
        return MoveList(None, [], None)
    moves, room = list[msgspec.Raw](), LONGEST - _AROUND
    for command in loaded.game.legal(loaded.table.play, seat)[after:]:
        move = msgspec.Raw(msgspec.json.encode(present_move(loaded.game, command, decision)))
        room -= len(bytes(move)) + 1
        if room < 0 and moves:
            return MoveList(decision, moves, after + len(moves))
        moves.append(move)
    return MoveList(decision, moves, None)
