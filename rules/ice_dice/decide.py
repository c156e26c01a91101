"""The events of each command, or the reason to refuse it: guards first, then the facts."""

from typing import assert_never

from rules.dice import Dice
from rules.game import Seat
from rules.ice_dice.commands import Command, Pass, Reroll, Setup, Shift, Take
from rules.ice_dice.events import (
    DiceRerolled,
    Event,
    FirstSeatChosen,
    GameEnded,
    SeatWithdrawn,
    TokenSetUp,
    TokenShifted,
    TokenTaken,
    TurnPassed,
)
from rules.ice_dice.evolve import evolve
from rules.ice_dice.guards import (
    check_differs,
    check_line,
    check_made,
    check_not_shifted,
    check_on_big_board,
    check_on_medium_board,
    check_playing,
    check_reroll,
    check_setting_up,
    check_shifted,
)
from rules.ice_dice.points import points_after
from rules.ice_dice.state import SETUP_TOKENS, State
from rules.ice_dice.turns import first_turn, turn_end
from rules.rounds import next_seat, staying


def decide(state: State, seat: Seat, command: Command, dice: Dice) -> tuple[Event, ...]:
    """The events that a seat's command causes, up to the next decision. Refuses with a code of `REJECTIONS`."""
    match command:
        case Setup():
            return _setup(state, seat, command, dice)
        case Reroll():
            return _reroll(state, seat, command, dice)
        case Shift():
            return _shift(state, seat, command)
        case Take():
            return _take(state, seat, command, dice)
        case Pass():
            return _pass(state, seat, dice)
        case _:
            assert_never(command)


def resign(state: State, seat: Seat, dice: Dice) -> tuple[Event, ...]:
    """The seat leaves the game: its turn ends, or the next seat continues its set-up. If only one seat is left, the game ends."""
    if state.phase == "over" or state.players[seat].withdrawn:
        return ()
    withdrawn = SeatWithdrawn(seat=seat)
    after = evolve(state, withdrawn)
    if len(staying(after)) == 1:
        return (withdrawn, GameEnded(reason="resignation"))
    if seat != state.turn:
        return (withdrawn,)
    if state.phase == "setup":
        return (withdrawn, FirstSeatChosen(first=next_seat(after), draw=None))
    return (withdrawn, *turn_end(after, dice))


def _setup(state: State, seat: Seat, command: Setup, dice: Dice) -> tuple[Event, ...]:
    check_setting_up(state, seat)
    token = check_on_big_board(state, command.token)
    check_line(state, token)
    left = SETUP_TOKENS - len(state.medium) - 1
    set_up = TokenSetUp(seat=seat, token=token.token, number=token.number, left=left)
    return (set_up,) if left else (set_up, *first_turn(state, dice))


def _reroll(state: State, seat: Seat, command: Reroll, dice: Dice) -> tuple[Event, ...]:
    rolled = check_playing(state, seat)
    check_reroll(state, command.dice)
    positions = tuple(sorted(command.dice))
    draw = dice.roll(len(positions))
    new = dict(zip(positions, draw.values, strict=True))
    faces = tuple(new.get(position, face) for position, face in enumerate(rolled))
    return (DiceRerolled(seat=seat, positions=positions, dice=faces, draw=draw),)


def _shift(state: State, seat: Seat, command: Shift) -> tuple[Event, ...]:
    rolled = check_playing(state, seat)
    check_not_shifted(state)
    token = check_on_big_board(state, command.token)
    check_made(state, rolled, command.expression, token.number)
    return (TokenShifted(seat=seat, token=token.token, number=token.number, expression=command.expression, dice=rolled),)


def _take(state: State, seat: Seat, command: Take, dice: Dice) -> tuple[Event, ...]:
    rolled = check_playing(state, seat)
    shifted = check_shifted(state)
    token = check_on_medium_board(state, command.token)
    check_differs(token, shifted)
    check_made(state, rolled, command.expression, token.number)
    taken = TokenTaken(
        seat=seat,
        token=token.token,
        number=token.number,
        expression=command.expression,
        dice=rolled,
        points=points_after(state, seat, token.token),
    )
    return (taken, *turn_end(state, dice))


def _pass(state: State, seat: Seat, dice: Dice) -> tuple[Event, ...]:
    check_playing(state, seat)
    return (TurnPassed(seat=seat), *turn_end(state, dice))
