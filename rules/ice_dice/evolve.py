"""Copies facts into the state. It never refuses, draws or applies a rule, so old games always read the same."""

from typing import assert_never

from rules.ice_dice.events import (
    BoardLaid,
    DiceRerolled,
    DiceRolled,
    Event,
    FirstSeatChosen,
    GameEnded,
    SeatWithdrawn,
    TokenSetUp,
    TokenShifted,
    TokenTaken,
    TurnBegan,
    TurnPassed,
)
from rules.ice_dice.state import Player, State
from rules.tuples import put, without

_NOTHING = State()


def evolve(before: State | None, event: Event) -> State:
    """The state after one event; `before` is None before the first."""
    state = _NOTHING if before is None else before
    match event:
        case TurnBegan():
            return _turn_began(state, event)
        case DiceRolled():
            return state._replace(dice=event.dice, phase="shift")
        case DiceRerolled():
            return state._replace(dice=event.dice, rerolls=state.rerolls + 1)
        case TokenShifted():
            return _to_medium_board(state, event.token)._replace(shifted=event.token, moved=True, phase="take")
        case TokenTaken():
            return _token_taken(state, event)
        case TurnPassed():
            return state._replace(phase="between")
        case TokenSetUp():
            return _to_medium_board(state, event.token)._replace(phase="setup" if event.left else "between")
        case BoardLaid():
            return _board_laid(state, event)
        case FirstSeatChosen():
            return state._replace(first=event.first, turn=event.first, phase="setup")
        case SeatWithdrawn():
            player = state.players[event.seat]._replace(withdrawn=True)
            return state._replace(players=put(state.players, event.seat, player))
        case GameEnded():
            return state._replace(phase="over", reason=event.reason)
        case _:
            assert_never(event)


def _board_laid(state: State, event: BoardLaid) -> State:
    return state._replace(
        variant=event.variant,
        ties=event.ties,
        reroll_limit=event.reroll_limit,
        tokens=event.tokens,
        big=tuple(token.token for token in event.tokens),
        players=(Player((), 0, withdrawn=False),) * event.seats,
    )


def _turn_began(state: State, event: TurnBegan) -> State:
    return state._replace(
        turn=event.seat,
        turns=event.turns,
        round=event.round,
        phase="between",
        dice=None,
        rerolls=0,
        shifted=None,
        moved=state.moved and event.round == state.round,
        still_rounds=event.still_rounds,
    )


def _to_medium_board(state: State, token: int) -> State:
    return state._replace(big=without(state.big, token), medium=(*state.medium, token))


def _token_taken(state: State, event: TokenTaken) -> State:
    scored = [player._replace(points=points) for player, points in zip(state.players, event.points, strict=True)]
    scored[event.seat] = scored[event.seat]._replace(own=(*scored[event.seat].own, event.token))
    return state._replace(medium=without(state.medium, event.token), players=tuple(scored), phase="between")
