"""The other seats, as one seat sees them between two turns."""

from typing import NamedTuple

from rules.dicy_cards.players.duel import Side
from rules.dicy_cards.players.hands import hand_of, in_order
from rules.dicy_cards.state import State
from rules.dicy_cards.turns import LAST_ROUND_SCORE
from rules.game import Seat
from rules.rounds import staying


class Rival(NamedTuple):
    """A seat that has not resigned, at the end of the turn in progress. `beside`: it is a neighbour. `own_first`: the own turn comes before
    its turn in each round; `own_next`: also from now on. `own_to_come`, `to_come`: there is still an own turn, or a turn of the rival, in
    this round.
    """

    side: Side
    beside: bool
    own_first: bool
    own_next: bool
    own_to_come: bool
    to_come: bool


def rivals(state: State, own: Seat) -> tuple[Rival, ...]:
    """All rivals of this seat."""
    return tuple(_rival(state, own, seat) for seat in staying(state) if seat != own)


def others_end(state: State, own: Seat) -> bool:
    """Whether this is the last round, whatever the own score."""
    return any(player.score >= LAST_ROUND_SCORE for seat, player in enumerate(state.players) if seat != own)


def _rival(state: State, own: Seat, seat: Seat) -> Rival:
    seats, (score, active, _) = len(state.players), state.players[seat]
    hand = hand_of(in_order(state.cards), (card for card in active if seat != state.turn or card != state.scored))
    in_round = {one: (one - state.first) % seats for one in (own, seat, state.turn)}
    return Rival(
        side=Side(score, hand),
        beside=(own - seat) % seats in {1, seats - 1},
        own_first=in_round[own] < in_round[seat],
        own_next=(own - state.turn - 1) % seats < (seat - state.turn - 1) % seats,
        own_to_come=in_round[own] > in_round[state.turn],
        to_come=in_round[seat] > in_round[state.turn],
    )
