"""The players' forecasts of dice, colours and the end, computed again, case by case, with the rules of the game."""

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest

from rules.ice_dice.arithmetic import signs, ways
from rules.ice_dice.events import GameEnded, Ties, Variant
from rules.ice_dice.players.colours import CHANCE_STEPS, expected
from rules.ice_dice.players.race import turns_after
from rules.ice_dice.players.reach import misses
from rules.ice_dice.points import Collected, points
from rules.ice_dice.state import State
from rules.testing.fixed_dice import Low
from tests.rules.ice_dice.by_chance import whole_game
from tests.rules.ice_dice.story import GAME, dealt

FACES = range(1, 7)


# --- dice ---


@pytest.mark.parametrize(("variant", "number"), [("standard", 36), ("standard", 33), ("standard", 1), ("young", 16), ("young", 19)])
def test_a_number_is_made_as_often_as_rolls_of_three_dice_make_it(variant: Variant, number: int) -> None:
    allowed = signs(variant)

    missing = sum(number not in ways(roll, allowed) for roll in product(FACES, repeat=3))

    assert misses(allowed, 0)[number] == pytest.approx(missing / 216)


def test_with_a_reroll_the_best_dice_are_kept() -> None:
    allowed = signs("standard")

    def after(roll: tuple[int, ...], again: tuple[bool, ...]) -> float:
        """The probability that a reroll of these dice makes 35."""
        falls = [*product(*(FACES if rolled else [face] for face, rolled in zip(roll, again, strict=True)))]
        return sum(35 in ways(fall, allowed) for fall in falls) / len(falls)

    choices = [*product((False, True), repeat=3)]
    likely = [max(after(roll, again) for again in choices) for roll in product(FACES, repeat=3)]

    assert 1 - misses(allowed, 1)[35] == pytest.approx(sum(likely) / 216)


def test_more_rerolls_miss_less() -> None:
    missed = [misses(signs("standard"), rerolls)[33] for rerolls in range(6)]

    assert missed == sorted(missed, reverse=True)
    assert missed[0] > 2 * missed[-1] > 0


# --- colours ---


@pytest.mark.parametrize("ties", ["adults", "children"])
@pytest.mark.parametrize("numbers", [(0, 0), (1, 0), (2, 2), (0, 3), (1, 2, 0), (2, 2, 1, 0)])
def test_a_colour_of_which_none_is_left_brings_its_points(numbers: tuple[int, ...], ties: Ties) -> None:
    assert expected(numbers, 0, CHANCE_STEPS // 4, ties) == pytest.approx(scored(numbers, ties))


@pytest.mark.parametrize("ties", ["adults", "children"])
@pytest.mark.parametrize(("numbers", "free"), [((0, 0), 3), ((1, 0), 2), ((2, 1), 3), ((0, 3), 3)])
def test_for_two_seats_a_colour_brings_the_mean_over_every_way_in_which_its_tokens_go(
    numbers: tuple[int, int], free: int, ties: Ties
) -> None:
    """Each free token goes to either seat with a probability of 3/8, otherwise to no seat."""
    mean = [0.0, 0.0]
    for ways_to_go in product((0, 1, None), repeat=free):
        likely = (3 / 8) ** (free - ways_to_go.count(None)) * (1 / 4) ** ways_to_go.count(None)
        for seat, brought in enumerate(scored([number + ways_to_go.count(seat) for seat, number in enumerate(numbers)], ties)):
            mean[seat] += likely * brought

    assert expected(numbers, free, CHANCE_STEPS * 3 // 8, ties) == pytest.approx(mean)


def test_of_more_seats_those_with_more_are_expected_to_have_more_in_the_end() -> None:
    ahead, tied, also_tied, nothing = expected((2, 1, 1, 0), 2, CHANCE_STEPS // 6, "adults")

    assert ahead > tied == also_tied > nothing > 0


# --- the end ---


@pytest.mark.parametrize(("seats", "variant"), [(2, "standard"), (3, "young"), (5, "standard")])
@pytest.mark.parametrize("leaving", [False, True])
def test_no_turn_follows_exactly_when_the_game_ends(seats: int, variant: Variant, leaving: bool) -> None:
    ends = 0
    for state in before_passing(seats, variant, leaving):
        passed = GAME.decide(state, state.turn, GAME.default(state, state.turn), Low())
        ended = isinstance(passed[-1], GameEnded)
        assert (turns_after(state, shifting=False) == 0) == ended
        ends += ended

    assert ends > 0


@pytest.mark.parametrize(
    ("seats", "turn", "big", "turns"),
    [
        (2, 0, 9, 1),  # eight are left, and the other seat has its turn
        (2, 1, 9, 0),
        (2, 0, 10, 1),  # the other seat brings it to eight
        (2, 1, 10, 2),  # one more round
        (2, 0, 11, 3),
        (4, 1, 33, 26),  # 25 shifts in all; two turns complete the seventh round
        (6, 5, 8, 0),  # the last round's last turn
    ],
)
def test_if_everybody_shifts_so_many_turns_follow(seats: int, turn: int, big: int, turns: int) -> None:
    state = dealt(seats=seats, turn=turn, big=range(1, big + 1))

    assert turns_after(state, shifting=True) == turns


def scored(numbers: tuple[int, ...] | list[int], ties: Ties) -> tuple[int, ...]:
    """The points of a single colour by the rules."""
    own: list[Collected] = [Counter({"red": number} if number else {}) for number in numbers]
    return points(own, ties)


def before_passing(seats: int, variant: Variant, leaving: bool) -> Iterator[State]:
    """States of games of random players in which a turn can be ended."""
    for seed in range(8):
        for step in whole_game(seed, seats, variant, leaving=leaving)[:-1]:
            if step.before.phase != "setup":
                yield step.before
