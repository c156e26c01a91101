"""The value, for a seat, of the boards after a shift and a take."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from typing import NamedTuple

from rules.game import Seat
from rules.ice_dice.arithmetic import signs
from rules.ice_dice.players.colours import CHANCE_STEPS, expected
from rules.ice_dice.players.race import turns_after
from rules.ice_dice.players.reach import misses
from rules.ice_dice.players.rerolls import most_rerolls
from rules.ice_dice.points import collected
from rules.ice_dice.state import State, by_id
from rules.ice_dice.tokens import COLOURS, Colour
from rules.rounds import next_seat, staying

WIN_POINTS = 20.0
"""The value of a sure win, in points; a sure defeat costs as many. In the end it matters more who is ahead than by how much. The value is
high enough that no player ends the game while behind, unless the game is lost.
"""

HALF_SURE_LEAD = 6.0
"""With one turn left, a lead of this many points is worth half a sure win."""


class Answers(NamedTuple):
    """The value of a seat's position after the next seat's answer: after each take, by colour, in the next seat's order of preference; or
    after none.
    """

    takes: tuple[tuple[Colour, float], ...]
    none: float


class Prospects:
    """The values of shifts and takes in one state, for the seat whose turn it is.

    A value is the expected final lead over the other seats' average, in points, plus up to `WIN_POINTS` for being ahead.
    """

    def __init__(self, state: State, seat: Seat) -> None:
        self._state = state
        self._seat = seat
        self._next = next_seat(state)
        self._others = {staying_seat: [other for other in staying(state) if other != staying_seat] for staying_seat in staying(state)}
        self._tokens = by_id(state)
        self._own = collected(state)
        self._free = Counter(self._tokens[token].colour for token in (*state.big, *state.medium))
        self._misses = misses(signs(state.variant), most_rerolls(state))
        self._answers: dict[tuple[Colour | None, int], Answers] = {}

    def worth(self, shifted: int | None, taken: int | None) -> float:
        """The value of ending the turn with a shift (None: no further one) and a take (None: none) of these tokens.

        The next seat then makes its best possible take. The chances of different numbers count as independent.
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
        """For every colour left on the medium board, the probability that the next seat can make none of its numbers."""
        missed: dict[Colour, float] = {}
        for token in self._state.medium if shifted is None else (*self._state.medium, shifted):
            if token != taken:
                on_board = self._tokens[token]
                missed[on_board.colour] = missed.get(on_board.colour, 1.0) * self._misses[on_board.number]
        return missed

    def _answers_to(self, taken: int | None, turns: int) -> Answers:
        colour = None if taken is None else self._tokens[taken].colour
        if (colour, turns) not in self._answers:
            self._answers[colour, turns] = self._valued(colour, turns)
        return self._answers[colour, turns]

    def _valued(self, taken: Colour | None, turns: int) -> Answers:
        """The answers to a take of this colour (None: no take), with `turns` turns left, including the next seat's."""
        takers = {colour: (self._seat,) if colour == taken else () for colour in COLOURS}
        points = {colour: self._expected(colour, takers[colour], turns) for colour in COLOURS}
        lead = sum(self._lead(self._seat, of_seats) for of_seats in points.values())
        if not turns:
            return Answers((), _worth_of(lead, 0))
        preferred: list[tuple[float, Colour, float]] = []
        for colour in COLOURS:
            then = self._expected(colour, (*takers[colour], self._next), turns)
            change = [new - old for new, old in zip(then, points[colour], strict=True)]
            preferred.append((self._lead(self._next, change), colour, _worth_of(lead + self._lead(self._seat, change), turns - 1)))
        preferred.sort(reverse=True)
        return Answers(tuple((colour, worth) for _, colour, worth in preferred), _worth_of(lead, turns - 1))

    def _expected(self, colour: Colour, takers: Sequence[Seat], turns: int) -> tuple[float, ...]:
        """The points that the colour is expected to bring each seat after each of `takers` has taken one token of it."""
        numbers = tuple([own[colour] + takers.count(seat) for seat, own in enumerate(self._own)])
        chance = CHANCE_STEPS * turns // (self._free.total() * len(self._others))
        return expected(numbers, max(0, self._free[colour] - len(takers)), chance, self._state.ties)

    def _lead(self, seat: Seat, points: Sequence[float]) -> float:
        """The seat's lead over the others' average."""
        others = [points[other] for other in self._others[seat]]
        return points[seat] - sum(others) / len(others)


def _worth_of(lead: float, turns: int) -> float:
    """The value of a lead with this many turns left: the fewer turns, the closer it is to a sure win."""
    return lead + WIN_POINTS * lead / (abs(lead) + HALF_SURE_LEAD * sqrt(turns)) if lead else 0.0
