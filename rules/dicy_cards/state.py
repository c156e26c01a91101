"""The state of a game, and simple queries that several modules use."""

from typing import Literal, NamedTuple, TypeAlias

from rules.dicy_cards.cards import CardId, Change, Faces
from rules.dicy_cards.events import Reason
from rules.game import Seat

Phase: TypeAlias = Literal["roll", "play", "choice", "over"]
"""What the game waits for. `choice` without a pending choice: nothing, because the events of one command are not complete yet."""


class Player(NamedTuple):
    """`active` is in the order of the table's cards; the other cards are frozen."""

    score: int
    active: tuple[CardId, ...]
    withdrawn: bool


class Pending(NamedTuple):
    """A choice that a seat owes."""

    seat: Seat
    kind: Change


class State(NamedTuple):
    """`turn` is the seat whose turn it is, `turns` the number of that turn in the game. The card `scored` freezes when no choice is pending
    (D9).
    """

    cards: tuple[CardId, ...] = ()
    players: tuple[Player, ...] = ()
    first: Seat = 0
    turn: Seat = 0
    turns: int = 0
    round: int = 1
    phase: Phase = "choice"
    dice: Faces | None = None
    scored: CardId | None = None
    pending: tuple[Pending, ...] = ()
    reason: Reason | None = None


def to_move(state: State) -> tuple[Seat, ...]:
    """The seats that owe a decision now, ascending: the seat whose turn it is, or all seats that owe a choice, in any order (D5, D7)."""
    if state.phase == "choice":
        return tuple(owed.seat for owed in state.pending)
    if state.phase == "over" or state.players[state.turn].withdrawn:
        return ()
    return (state.turn,)


def frozen(state: State, seat: Seat) -> tuple[CardId, ...]:
    """The seat's frozen cards, in the order of the table's cards."""
    active = state.players[seat].active
    return tuple(card for card in state.cards if card not in active)


def current_turn(state: State, _seat: Seat) -> int:
    """The number of the turn, which is the span of every seat's clock: its own turn, or another seat's turn in which it owes a choice."""
    return state.turns
