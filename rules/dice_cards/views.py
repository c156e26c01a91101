"""What a viewer may see (C2, C9): a seat's hand, its choice and its answer are its own until all have chosen or answered.

A new event or field is hidden until it is added here.
"""

from collections.abc import Mapping
from typing import Any, assert_never

from rules.dice_cards.cards import is_complete, points
from rules.dice_cards.events import (
    AnswersRevealed,
    CardKept,
    CardsExchanged,
    CardsRevealed,
    DeckShuffled,
    DiceRolled,
    Event,
    GameEnded,
    HandDealt,
    RollAnswer,
    RollAnswered,
    SeatWithdrawn,
)
from rules.dice_cards.laid import cards_of
from rules.dice_cards.outcome import solo_rank
from rules.dice_cards.state import ROLLS, Player, State, to_move
from rules.game import Seat


def view(state: State, viewer: Seat | None) -> Mapping[str, Any]:
    """The state as JSON values. `own` is null for a spectator: the cards that the seat may choose and those that it has kept, both empty
    after the choice, and its answer to the roll, null before it. `waiting` is whether a seat owes a decision.
    """
    owing = to_move(state)
    return {
        "deal": state.deal,
        "phase": state.phase,
        "roll": state.roll,
        "rolls": ROLLS,
        "dice": None if state.dice is None else {"black": state.dice[0], "red": state.dice[1]},
        "players": [_player(state, player, waiting=seat in owing) for seat, player in enumerate(state.players)],
        "own": None if viewer is None else _own(state, state.players[viewer]),
        "rank": solo_rank(state),
    }


def visible(event: Event, viewer: Seat | None) -> tuple[str, ...]:
    """The names of the event's fields that this seat (None: a spectator) may see. The envelope contains `seat`."""
    match event:
        case DeckShuffled():
            return ("seats", "deal", "cards")
        case HandDealt(seat=seat):
            return ("cards", "exchange") if seat == viewer else ("exchange",)
        case CardsExchanged(seat=seat):
            return ("given", "taken") if seat == viewer else ()
        case CardKept(seat=seat):
            return ("card",) if seat == viewer else ()
        case CardsRevealed():
            return ("cards", "sizes")
        case DiceRolled():
            return ("roll", "dice", "draw")
        case RollAnswered(seat=seat):
            return ("answer",) if seat == viewer else ()
        case AnswersRevealed():
            return ("roll", "answers", "tickets", "points")
        case GameEnded():
            return ("reason", "points")
        case SeatWithdrawn():
            return ()
        case _:
            assert_never(event)


def _player(state: State, player: Player, *, waiting: bool) -> Mapping[str, Any]:
    cards = cards_of(state)
    revealed = zip(player.kept, player.sheets, strict=True) if state.phase != "choosing" and player.sheets else ()
    return {
        "points": player.points,
        "tickets": player.tickets,
        "waiting": waiting,
        "cards": [
            {"card": card, "marks": marks, "points": points(cards[card], marks), "complete": is_complete(cards[card], marks)}
            for card, marks in revealed
        ],
    }


def _own(state: State, player: Player) -> Mapping[str, Any]:
    choosing = state.phase == "choosing"
    return {
        "hand": player.hand,
        "kept": player.kept if choosing else (),
        "to_exchange": player.to_exchange,
        "answer": None if player.answer is None else _answer(player.answer),
    }


def _answer(answer: RollAnswer) -> Mapping[str, Any]:
    return {
        "card": answer.card,
        "place": answer.place,
        "number": answer.number,
        "cells": answer.cells,
        "spent": answer.spent,
        "earned": answer.earned,
    }
