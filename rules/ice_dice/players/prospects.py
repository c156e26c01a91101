"""What it is worth to a seat to leave the boards as one shift and one take leave them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from rules.game import Seat
from rules.ice_dice.arithmetic import signs
from rules.ice_dice.players.colours import PARTS, expected
from rules.ice_dice.players.race import turns_after
from rules.ice_dice.players.reach import misses
from rules.ice_dice.players.rerolls import most_rerolls
from rules.ice_dice.points import collected
from rules.ice_dice.state import State, by_id, staying
from rules.ice_dice.tokens import COLOURS, Colour
from rules.ice_dice.turns import next_seat

WINNING = 20.0
"""A sure win is worth so many points, a sure defeat costs as many: in the end it matters more who is ahead than by how much. So many that
nobody ends the game while behind, unless all hope is gone."""

DOUBT = 6.0
"""With one turn to come, a lead of so many points is half as good as a sure win."""


class Answers(NamedTuple):
    """What a seat's position is worth after the next seat's answer: a take, by its colour, what that seat likes best first; or none."""

    takes: tuple[tuple[Colour, float], ...]
    none: float


class Prospects:
    """Made for one state and its seat, asked for many shifts and takes.

    Worth is the lead over the other seats' average that is expected in the end, in points, with `WINNING` for being ahead at all.
    """

    def __init__(self, state: State, seat: Seat) -> None:
        self._state = state
        self._seat = seat
        self._next = next_seat(state)
        self._others = {one: [other for other in staying(state) if other != one] for one in staying(state)}
        self._tokens = by_id(state)
        self._own = collected(state)
        self._free = Counter(self._tokens[token].colour for token in (*state.big, *state.medium))
        self._misses = misses(signs(state.variant), most_rerolls(state))
        self._answers: dict[tuple[Colour | None, int], Answers] = {}

    def worth(self, shifted: int | None, taken: int | None) -> float:
        """What it is worth to shift (None: no more) and to take (None: nothing) these tokens and so to end the turn.

        The next seat then takes the best for itself that it can make; chances of different numbers count as independent.
        """
        answers = self._answers_to(taken, turns_after(self._state, shifting=shifted is not None))
        missed_by = self._missed_by_colour(shifted, taken)
        worth, missed = 0.0, 1.0
        for colour, after in answers.takes:
            if colour in missed_by:
                worth += missed * (1 - missed_by[colour]) * after
                missed *= missed_by[colour]
        return worth + missed * answers.none

    def _missed_by_colour(self, shifted: int | None, taken: int | None) -> Mapping[Colour, float]:
        """For every colour that is left on the medium board, how likely the next seat can make none of its numbers."""
        missed: dict[Colour, float] = {}
        for token in self._state.medium if shifted is None else (*self._state.medium, shifted):
            if token != taken:
                lying = self._tokens[token]
                missed[lying.colour] = missed.get(lying.colour, 1.0) * self._misses[lying.number]
        return missed

    def _answers_to(self, taken: int | None, turns: int) -> Answers:
        colour = None if taken is None else self._tokens[taken].colour
        if (colour, turns) not in self._answers:
            self._answers[colour, turns] = self._judged(colour, turns)
        return self._answers[colour, turns]

    def _judged(self, taken: Colour | None, turns: int) -> Answers:
        """The answers to a take of this colour (None: to no take), with so many turns to come, the next seat's among them."""
        takers = {colour: (self._seat,) if colour == taken else () for colour in COLOURS}
        points = {colour: self._expected(colour, takers[colour], turns) for colour in COLOURS}
        lead = sum(self._lead(self._seat, of_seats) for of_seats in points.values())
        if not turns:
            return Answers((), _worth_of(lead, 0))
        liked: list[tuple[float, Colour, float]] = []
        for colour in COLOURS:
            then = self._expected(colour, (*takers[colour], self._next), turns)
            change = [new - old for new, old in zip(then, points[colour], strict=True)]
            liked.append((self._lead(self._next, change), colour, _worth_of(lead + self._lead(self._seat, change), turns - 1)))
        liked.sort(reverse=True)
        return Answers(tuple((colour, worth) for _, colour, worth in liked), _worth_of(lead, turns - 1))

    def _expected(self, colour: Colour, takers: Sequence[Seat], turns: int) -> tuple[float, ...]:
        """What the colour is expected to bring each seat once these have taken a token of it each."""
        numbers = tuple([own[colour] + takers.count(seat) for seat, own in enumerate(self._own)])
        chance = PARTS * turns // (self._free.total() * len(self._others))
        return expected(numbers, max(0, self._free[colour] - len(takers)), chance, self._state.ties)

    def _lead(self, seat: Seat, points: Sequence[float]) -> float:
        """How far the seat is ahead of the others' average."""
        others = [points[other] for other in self._others[seat]]
        return points[seat] - sum(others) / len(others)


def _worth_of(lead: float, turns: int) -> float:
    """What a lead is worth with so many turns to come: the fewer they are, the surer it wins."""
    return lead + WINNING * lead / (abs(lead) + DOUBT * sqrt(turns)) if lead else 0.0
