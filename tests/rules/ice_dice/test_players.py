"""The built-in players: all moves are legal, the better player wins, and greedy makes the best move of the turn."""

from itertools import product

import pytest

from rules.ice_dice.commands import Pass, Reroll, Shift, Take
from rules.ice_dice.events import DiceRerolled, Variant
from rules.ice_dice.players.rerolls import UNLIMITED_REROLLS
from rules.testing.fixed_dice import Falling
from rules.testing.whole_games import wins
from tests.rules.ice_dice.by_chance import whole_game
from tests.rules.ice_dice.judging import answer, ranking, turn_of
from tests.rules.ice_dice.story import GAME, dealt, play

RANDOM = GAME.players["random"]

BLUE = (5, 10, 15, 20, 25, 36)


# --- all players ---


def test_the_random_player_judges_nothing() -> None:
    assert RANDOM.rank is None


def test_the_random_player_rerolls_no_more_often_than_it_passes() -> None:
    """There are seven rerolls and one pass; each kind of move is equally likely."""
    state = dealt(big=range(25, 37), dice=(1, 1, 1), reroll_limit=5)

    kinds = [type(RANDOM.choose(state, 0, Falling((kind,), (1,)))) for kind in (1, 2)]

    assert kinds == [Reroll, Pass]


@pytest.mark.parametrize(
    ("level", "against", "variant", "least"),
    [
        ("greedy", "random", "standard", 9.5),
        ("greedy", "random", "young", 9),
        ("expert", "greedy", "standard", 9),
        ("expert", "greedy", "young", 7),
        ("expert", "greedy", "experienced", 9),
    ],
)
def test_a_better_player_wins_from_both_seats(level: str, against: str, variant: Variant, least: float) -> None:
    assert wins(GAME, level, against, 10, {"variant": variant}) >= least


@pytest.mark.parametrize(("level", "timed"), list(product(["greedy", "expert"], [False, True])))
def test_rerolls_come_to_an_end(level: str, timed: bool) -> None:
    steps = whole_game(1, 3, timed=timed, levels=(level,) * 3)
    limit = UNLIMITED_REROLLS if timed else 5

    rerolls = [step.before.rerolls + 1 for step in steps for event in step.events if isinstance(event, DiceRerolled)]

    assert 2 < max(rerolls) <= limit


@pytest.mark.parametrize("level", ["greedy", "expert"])
@pytest.mark.parametrize(("limit", "made"), [(None, UNLIMITED_REROLLS), (3, 3)])
def test_with_no_reroll_left_a_player_makes_do_with_the_dice(level: str, limit: int | None, made: int) -> None:
    state = dealt(medium=(31, 33, 34), dice=(1, 1, 1), reroll_limit=limit)

    assert isinstance(answer(state._replace(rerolls=made - 1), level), Reroll)
    assert not isinstance(answer(state._replace(rerolls=made), level), Reroll)


@pytest.mark.parametrize(("level", "limit"), [("greedy", 1), ("expert", 1), ("expert", 2)])
def test_a_reroll_is_worth_the_mean_of_the_best_that_every_way_to_fall_leaves(level: str, limit: int) -> None:
    state = dealt(medium=(7, 17, 34), own={0: (20, 2, 25), 1: (10, 15)}, dice=(1, 1, 3), reroll_limit=limit)
    rerolls = {move: worth for move, worth in ranking(state, level).items() if isinstance(move, Reroll)}

    for reroll, worth in rerolls.items():
        falls = list(product(range(1, 7), repeat=len(reroll.dice)))
        best = [max(ranking(play(state, 0, reroll, Falling(fall)).state, level).values()) for fall in falls]
        assert worth == pytest.approx(sum(best) / len(best), abs=1e-8)


# --- greedy ---


def test_greedy_takes_the_token_that_brings_most() -> None:
    """A first orange token is worth three points. A second blue one is worth two, because the seat already has the majority."""
    state = dealt(medium=(5, 18), own={0: BLUE[1:2]}, dice=(2, 3, 6), reroll_limit=0)

    after = play(state, 0, answer(state, "greedy")).state

    assert {move.token: points for move, points in ranking(after, "greedy").items() if isinstance(move, Take)} == {18: 3, 5: 2}
    assert turn_of(state, "greedy")[1] == 18


def test_greedy_rerolls_for_a_better_token_and_not_for_an_equal_one() -> None:
    """A second blue token is worth one point, because another seat has two. An orange one would be worth three."""
    better = dealt(medium=(5, 18), own={0: BLUE[1:2], 1: BLUE[2:4]}, dice=(1, 4, 1), reroll_limit=5)
    equal = dealt(medium=(5, 18), dice=(1, 4, 1), reroll_limit=5)

    assert isinstance(answer(better, "greedy"), Reroll)
    assert isinstance(answer(equal, "greedy"), Shift)
    assert turn_of(better._replace(rerolls=5), "greedy")[1] == 5


@pytest.mark.parametrize("level", ["greedy", "expert"])
def test_a_shift_after_which_the_same_number_cannot_be_taken_is_worth_less(level: str) -> None:
    """Token 36 is turned and shows 18, like the only token of the medium board."""
    state = dealt(variant="experienced", turned=(36,), medium=(18,), dice=(2, 3, 6), reroll_limit=0)

    ranked = {move.token: points for move, points in ranking(state, level).items() if isinstance(move, Shift)}

    assert {token.number for token in state.tokens if token.token in (18, 36)} == {18}
    assert min(ranked, key=lambda token: ranked[token]) == 36
    assert ranked[36] + 1 < sorted(ranked.values())[1]
