"""Turns that go round the table, for games whose state says who the players are, who is first and whose turn it is."""

from collections.abc import Sequence
from typing import Protocol

from rules.game import Seat


class Participant(Protocol):
    """A player, who may have resigned."""

    @property
    def withdrawn(self) -> bool: ...


class Participants(Protocol):
    """A state with its players by seat."""

    @property
    def players(self) -> Sequence[Participant]: ...


class Rounds(Participants, Protocol):
    """A state. `first` is the seat that begins every round, unless it has resigned; `turn` the seat whose turn it is."""

    @property
    def first(self) -> Seat: ...
    @property
    def turn(self) -> Seat: ...
    @property
    def round(self) -> int: ...


def staying(state: Participants) -> tuple[Seat, ...]:
    """The seats that have not resigned, ascending."""
    return tuple(seat for seat, player in enumerate(state.players) if not player.withdrawn)


def next_seat(state: Rounds) -> Seat:
    """The next seat clockwise that has not resigned."""
    seats = len(state.players)
    return min(staying(state), key=lambda seat: (seat - state.turn - 1) % seats)


def begins_round(state: Rounds, seat: Seat) -> bool:
    """Whether the turn of this seat, the next one, begins a new round: it reaches or passes the first seat."""
    seats = len(state.players)
    return (seat - state.first) % seats < (state.turn - state.first) % seats


def current_round(state: Rounds) -> int:
    """The round, from 1."""
    return state.round
