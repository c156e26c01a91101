"""Plays Ice Dice up to the situations that tests need."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import add, mul, sub, truediv
from typing import Any, NamedTuple

from tests.live import Api, CreatedTable, Played, Seated

Move = Mapping[str, Any]

OPERATORS: Mapping[str, Callable[[Fraction, Fraction], Fraction]] = {"+": add, "-": sub, "*": mul, "/": truediv}


def value(expression: Any, dice: Sequence[int]) -> Fraction:
    """The value of an expression with these dice; an integer in it is the position of a die."""
    if isinstance(expression, int):
        return Fraction(dice[expression])
    return OPERATORS[expression["op"]](value(expression["left"], dice), value(expression["right"], dice))


class Turn(NamedTuple):
    """A seat with a pending decision, its legal moves, and the table's view."""

    who: Seated
    legal: list[Move]
    view: Mapping[str, Any]

    @property
    def decision(self) -> int:
        decision: int = self.legal[0]["decision"]
        return decision

    @property
    def dice(self) -> list[int]:
        dice: list[int] = self.view["state"]["dice"]
        return dice

    @property
    def big(self) -> list[int]:
        """The tokens on the big board."""
        return [token["token"] for line in self.view["state"]["lines"] for token in line if token is not None]

    def moves(self, kind: str) -> list[Move]:
        return [move for move in self.legal if move["type"] == kind]


def turn_of(api: Api, table: CreatedTable) -> Turn:
    """The turn of the seat that must move now."""
    view = api.view(table.table)
    [owed] = view["owed"]
    who = table.seated[owed["seat"]]
    return Turn(who, [*api.moves(who)], view)


def created_table(api: Api, seats: int = 2, **more: Any) -> CreatedTable:
    """Create a table of Ice Dice, without a clock unless `more` sets one."""
    return api.create_table(seats, game="ice-dice", **{"turn_seconds": None, **more})


def set_up(api: Api, table: CreatedTable) -> Turn:
    """The first turn after three tokens have been placed."""
    turn = turn_of(api, table)
    while turn.moves("setup"):
        assert api.play(turn.who, turn.legal[-1]).status == 201
        turn = turn_of(api, table)
    return turn


def eager(legal: Sequence[Move]) -> Move:
    """The move of an eager player: take or shift if possible, the highest token first; otherwise reroll; end the turn only if nothing else
    is left.
    """
    ranks = {"setup": 3, "take": 3, "shift": 3, "reroll": 2, "pass": 1}
    return max(legal, key=lambda move: (ranks[move["type"]], move.get("token", 0), len(move.get("dice", ()))))


def played_out(api: Api, table: CreatedTable) -> Played:
    """Play a whole game of eager players."""
    view = table.view
    while view["status"] == "playing":
        who = table.seated[view["owed"][0]["seat"]]
        reply = api.play(who, eager(api.moves(who)))
        assert reply.status == 201, reply
        view = reply.json["view"]
    return Played(table.table, table.seated, view, api.events(table.table))


def rerolled_until(api: Api, table: CreatedTable, wanted: Callable[[Turn], bool]) -> Turn:
    """Reroll until the turn's dice are as wanted. The table must have a clock, so that rerolls are unlimited."""
    turn = set_up(api, table)
    while not wanted(turn):
        assert api.play(turn.who, turn.moves("reroll")[-1]).status == 201
        turn = turn_of(api, table)
    return turn
