"""The points of the own boards ("End and score")."""

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from rules.game import Seat
from rules.ice_dice.events import Ties
from rules.ice_dice.state import State, by_id
from rules.ice_dice.tokens import COLOURS, Colour

Collected: TypeAlias = Counter[Colour]
"""The number of a seat's tokens of each colour."""


def points_after(state: State, seat: Seat, token: int) -> tuple[int, ...]:
    """The points of every seat after this seat has also taken the token."""
    own = collected(state)
    own[seat][by_id(state)[token].colour] += 1
    return points(own, state.ties)


def points(own: Sequence[Collected], ties: Ties) -> tuple[int, ...]:
    """The points of every seat: one for each token, one more for each token of a colour in which it has the majority, and one for each
    colour.
    """
    leading = majorities(own, ties)
    return tuple(
        sum(colours.values()) + sum(colours[colour] for colour in extra) + len(colours) for colours, extra in zip(own, leading, strict=True)
    )


def majorities(own: Sequence[Collected], ties: Ties) -> tuple[tuple[Colour, ...], ...]:
    """For every seat the colours in which it has the majority. Tied seats all get none (`adults`) or all get it (`children`)."""
    leaders = {colour: _leaders([colours[colour] for colours in own], ties) for colour in COLOURS}
    return tuple(tuple(colour for colour in COLOURS if seat in leaders[colour]) for seat in range(len(own)))


def collected(state: State) -> list[Collected]:
    """The colours of every seat's tokens, including resigned seats."""
    tokens = by_id(state)
    return [Counter(tokens[token].colour for token in player.own) for player in state.players]


def _leaders(numbers: Sequence[int], ties: Ties) -> tuple[Seat, ...]:
    most = max(numbers)
    leading = tuple(seat for seat, number in enumerate(numbers) if number == most)
    return leading if most and (ties == "children" or len(leading) == 1) else ()
