"""What a viewer may see. The game has no secrets, but every field is named: a new field is hidden until it is added here."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any, assert_never

from rules.game import Seat
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
from rules.ice_dice.points import collected, majorities
from rules.ice_dice.state import Phase, State, by_id, rerolls_left
from rules.ice_dice.tokens import Token
from rules.ice_dice.turns import few_left

_SHOWN_PHASE: Mapping[Phase, Phase] = {"laid": "setup", "between": "shift"}
"""The phase shown instead of one in which the events of a command are not complete: the phase that follows."""


def view(state: State, _viewer: Seat | None) -> Mapping[str, Any]:
    """The state as JSON values. `turn` is the seat whose turn it is, `dice` null before the first roll, `rerolls_left` null without a
    limit. A line of the big board keeps its length, with null for a missing token.
    """
    tokens = by_id(state)
    leading = majorities(collected(state), state.ties)
    return {
        "variant": state.variant,
        "phase": _SHOWN_PHASE.get(state.phase, state.phase),
        "turn": state.turn,
        "dice": state.dice,
        "rerolls": state.rerolls,
        "rerolls_left": rerolls_left(state),
        "shifted": None if state.shifted is None else {"token": state.shifted, "number": tokens[state.shifted].number},
        "lines": _lines(state),
        "medium": _shown(tokens, state.medium),
        "players": [
            {"points": player.points, "own": _shown(tokens, player.own), "majorities": colours}
            for player, colours in zip(state.players, leading, strict=True)
        ],
        "last_round": few_left(state),
    }


def visible(event: Event, _viewer: Seat | None) -> tuple[str, ...]:
    """The names of the event's fields that everybody may see. The envelope contains `seat`."""
    match event:
        case BoardLaid():
            return ("seats", "variant", "ties", "reroll_limit", "tokens", "draw")
        case FirstSeatChosen():
            return ("first", "draw")
        case TokenSetUp():
            return ("token", "number", "left")
        case TurnBegan():
            return ("round", "turns", "still_rounds")
        case DiceRolled():
            return ("dice", "draw")
        case DiceRerolled():
            return ("positions", "dice", "draw")
        case TokenShifted():
            return ("token", "number", "expression", "dice")
        case TokenTaken():
            return ("token", "number", "expression", "dice", "points")
        case GameEnded():
            return ("reason",)
        case TurnPassed() | SeatWithdrawn():
            return ()
        case _:
            assert_never(event)


def _lines(state: State) -> list[list[Mapping[str, Any] | None]]:
    there = frozenset(state.big)
    return [
        [_token(token) if token.token in there else None for token in line]
        for _, line in groupby(state.tokens, key=lambda token: token.line)
    ]


def _shown(tokens: Mapping[int, Token], board: Iterable[int]) -> list[Mapping[str, Any]]:
    return [_token(tokens[token]) for token in board]


def _token(token: Token) -> Mapping[str, Any]:
    return {"token": token.token, "number": token.number, "colour": token.colour}
