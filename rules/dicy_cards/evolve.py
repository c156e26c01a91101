"""Copies facts into the state. It never refuses, draws or applies a rule, so old games always read the same."""

from typing import assert_never

from rules.dicy_cards.events import (
    CardFrozen,
    CardReset,
    CardsChosen,
    CardScored,
    ChoicesOwed,
    DiceRerolled,
    DiceRolled,
    Event,
    FirstSeatChosen,
    GameEnded,
    SeatWithdrawn,
    TurnEnded,
    TurnSkipped,
)
from rules.dicy_cards.state import Pending, Player, State
from rules.game import Seat
from rules.tuples import put, without

_NOTHING = State()


def evolve(before: State | None, event: Event) -> State:
    """The state after one event; `before` is None before the first."""
    state = _NOTHING if before is None else before
    match event:
        case TurnEnded():
            return state._replace(turn=event.next, round=event.round, turns=event.turns, phase="roll", dice=None, scored=None)
        case DiceRolled():
            return state._replace(dice=event.dice, phase="play")
        case CardFrozen():
            return _card_frozen(state, event)
        case DiceRerolled():
            return state._replace(dice=event.dice)
        case CardReset():
            return _card_reset(state, event)
        case CardScored():
            return _card_scored(state, event)
        case TurnSkipped():
            return state._replace(phase="choice")
        case ChoicesOwed():
            return state._replace(pending=tuple(Pending(seat, event.kind) for seat in event.seats))
        case CardsChosen():
            return state._replace(cards=event.cards, players=(Player(0, event.cards, withdrawn=False),) * event.seats)
        case FirstSeatChosen():
            return state._replace(first=event.first, turn=event.first, turns=1, phase="roll")
        case SeatWithdrawn():
            return _seat_withdrawn(state, event)
        case GameEnded():
            return state._replace(phase="over", pending=(), reason=event.reason)
        case _:
            assert_never(event)


def _card_frozen(state: State, event: CardFrozen) -> State:
    score, before, withdrawn = state.players[event.seat]
    active = without(before, event.card)
    return _answered(state, event.seat, Player(score, active, withdrawn))


def _card_reset(state: State, event: CardReset) -> State:
    score, before, withdrawn = state.players[event.seat]
    active = tuple([card for card in state.cards if card == event.card or card in before])
    return _answered(state, event.seat, Player(score, active, withdrawn))


def _seat_withdrawn(state: State, event: SeatWithdrawn) -> State:
    score, active, _ = state.players[event.seat]
    return _answered(state, event.seat, Player(score, active, withdrawn=True))


def _card_scored(state: State, event: CardScored) -> State:
    _, active, withdrawn = state.players[event.seat]
    players = put(state.players, event.seat, Player(event.score, active, withdrawn))
    return state._replace(players=players, phase="choice", scored=event.card)


def _answered(state: State, seat: Seat, player: Player) -> State:
    """The state with the player's new cards, without the choice that the seat owed."""
    pending = tuple([owed for owed in state.pending if owed.seat != seat])
    return state._replace(players=put(state.players, seat, player), pending=pending)
