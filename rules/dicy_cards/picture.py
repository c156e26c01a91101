"""The state for drawing: dice, and every seat's points and cards."""

from collections.abc import Mapping
from typing import Any

from rules.dicy_cards.guards import DICE
from rules.dicy_cards.state import Player, State
from rules.game import Seat


def picture(state: State, _viewer: Seat | None) -> Mapping[str, Any]:
    """See `Game.picture`; every viewer sees all. Before the roll every die is null. `turn` is null before the first seat is chosen and
    after the end. No cards are shared.
    """
    return {
        "dice": [None for _ in DICE] if state.dice is None else list(state.dice),
        "seats": [{"points": player.score, "cards": _cards(state, player)} for player in state.players],
        "shared": [],
        "turn": state.turn if state.turns and state.phase != "over" else None,
    }


def _cards(state: State, player: Player) -> list[Mapping[str, Any]]:
    return [{"id": card, "title": None, "active": card in player.active, "tint": None} for card in state.cards]
