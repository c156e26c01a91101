"""Why the expert ranks a command so: the numbers of its ranking, and the token that comes with it."""

from collections.abc import Sequence

from rules.advice import by_numbers
from rules.game import Seat
from rules.ice_dice.commands import Command, Shift, Take
from rules.ice_dice.players.endings import endings
from rules.ice_dice.players.reach import bit
from rules.ice_dice.points import points_after
from rules.ice_dice.state import State, by_id
from rules.judging import Ranked, Reason


def explain(state: State, seat: Seat, one: Ranked[Command], ranked: Sequence[Ranked[Command]]) -> Reason:
    """See `BuiltInPlayer.explain`: a shift says which token is to be taken after it, and a token says what it brings at once."""
    told = by_numbers(one, ranked)
    match one.command:
        case Take(token=token) if len(ranked) > 1:
            return Reason("advice-take", {**told.arguments, "gain": _gain(state, seat, token)})
        case Shift(token=token) if len(ranked) > 1:
            roll = bit(state.dice or ())
            taken = next(ending.taken for ending in endings(state, seat) if ending.shifted == token and ending.rolls & roll)
            if taken is None:
                return told
            return Reason("advice-shift", {**told.arguments, "taken": by_id(state)[taken].number, "gain": _gain(state, seat, taken)})
        case _:
            return told


def _gain(state: State, seat: Seat, taken: int) -> int:
    """The points that the token brings at once."""
    return points_after(state, seat, taken)[seat] - state.players[seat].points
