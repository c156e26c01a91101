"""What the own boards are worth ("End and score")."""

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from rules.game import Seat
from rules.ice_dice.events import Ties
from rules.ice_dice.state import State, by_id
from rules.ice_dice.tokens import COLOURS, Colour

Collected: TypeAlias = Counter[Colour]
"""How many tokens of each colour somebody has."""


def points_after(state: State, seat: Seat, token: int) -> tuple[int, ...]:
    """The points of every seat once this one has taken the token as well."""
    own = collected(state)
    own[seat][by_id(state)[token].colour] += 1
    return points(own, state.ties)


def points(own: Sequence[Collected], ties: Ties) -> tuple[int, ...]:
    """The points of every seat: one for each token, one more for each token of a colour that it leads in, one for each colour."""
    leading = majorities(own, ties)
    return tuple(
        sum(colours.values()) + sum(colours[colour] for colour in extra) + len(colours) for colours, extra in zip(own, leading, strict=True)
    )


def majorities(own: Sequence[Collected], ties: Ties) -> tuple[tuple[Colour, ...], ...]:
    """For every seat the colours that bring it extra points. Seats that lead together get none (`adults`) or all (`children`)."""
    leaders = {colour: _leaders([colours[colour] for colours in own], ties) for colour in COLOURS}
    return tuple(tuple(colour for colour in COLOURS if seat in leaders[colour]) for seat in range(len(own)))


def collected(state: State) -> list[Collected]:
    """The colours of every seat's tokens; a resigned seat's count as before."""
    tokens = by_id(state)
    return [Counter(tokens[token].colour for token in player.own) for player in state.players]


def _leaders(numbers: Sequence[int], ties: Ties) -> tuple[Seat, ...]:
    most = max(numbers)
    leading = tuple(seat for seat, number in enumerate(numbers) if number == most)
    return leading if most and (ties == "children" or len(leading) == 1) else ()
