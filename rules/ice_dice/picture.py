"""The state for drawing: dice, the two boards, and every seat's points and tokens."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.game import Seat
from rules.ice_dice.arithmetic import DICE
from rules.ice_dice.state import State, by_id
from rules.ice_dice.tokens import COLOURS, Token


def picture(state: State, _viewer: Seat | None) -> Mapping[str, Any]:
    """See `Game.picture`; tokens are the cards, and every viewer sees all. Before the first roll every die is null. `turn` is null before
    the first seat is chosen and after the end. On the big board a missing token is null.
    """
    tokens = by_id(state)
    there = frozenset(state.big)
    return {
        "dice": [None for _ in DICE] if state.dice is None else list(state.dice),
        "seats": [{"points": player.points, "cards": _cards(tokens, player.own)} for player in state.players],
        "shared": [
            {"pile": "big", "cards": _cards(tokens, [token if token in there else None for token in tokens])},
            {"pile": "medium", "cards": _cards(tokens, state.medium)},
        ],
        "turn": None if state.phase in {"laid", "over"} else state.turn,
    }


def _cards(tokens: Mapping[int, Token], board: Iterable[int | None]) -> list[Mapping[str, Any] | None]:
    """The tokens with the numbers that are up."""
    return [None if token is None else _card(tokens[token]) for token in board]


def _card(token: Token) -> Mapping[str, Any]:
    return {"id": str(token.token), "title": str(token.number), "active": True, "tint": COLOURS.index(token.colour)}
