"""The state for drawing: the two dice, and every seat's points and cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.dice_cards.cards import is_complete, points
from rules.dice_cards.laid import cards_of
from rules.dice_cards.state import Player, State, to_move
from rules.game import Seat
from rules.sheet import WrittenCard


def picture(state: State, viewer: Seat | None) -> Mapping[str, Any]:
    """See `Game.picture`. Before all have chosen, a seat sees its own hand, in which kept cards are active; later everybody sees all cards,
    and those are active that are not complete. It is the turn of all, except
    where a player is alone.
    """
    alone = len(state.players) == 1 and bool(to_move(state))
    return {
        "dice": [None, None] if state.dice is None else list(state.dice),
        "seats": [
            {"points": player.points, "cards": _cards(state, player, own=seat == viewer)} for seat, player in enumerate(state.players)
        ],
        "shared": [],
        "turn": 0 if alone else None,
    }


def written(state: State) -> Sequence[Sequence[WrittenCard]]:
    """See `Game.written`."""
    if state.phase == "choosing":
        return ()
    cards = cards_of(state)
    return [
        [WrittenCard(points(cards[card], marks), marks) for card, marks in zip(player.kept, player.sheets, strict=True)]
        if player.sheets
        else []
        for player in state.players
    ]


def _cards(state: State, player: Player, *, own: bool) -> list[Mapping[str, Any]]:
    if state.phase == "choosing" or not player.sheets:
        chosen = sorted((*player.hand, *player.kept)) if own and state.phase == "choosing" else ()
        return [_card(card, active=card in player.kept) for card in chosen]
    cards = cards_of(state)
    return [_card(card, active=not is_complete(cards[card], marks)) for card, marks in zip(player.kept, player.sheets, strict=True)]


def _card(card: int, *, active: bool) -> Mapping[str, Any]:
    return {"id": str(card), "title": None, "active": active, "tint": None}
