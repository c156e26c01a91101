"""The expert: its choice of dice, the tokens it leaves to the others, and when it ends the game."""

import pytest

from rules.advice import advice
from rules.ice_dice.commands import Pass, Reroll, Setup, Shift, Take
from rules.ice_dice.events import TokenTaken
from rules.testing.fixed_dice import Low
from rules.texts.advising import advised
from rules.texts.texts import of_game
from tests.rules.ice_dice.judging import answer, ranking, turn_of
from tests.rules.ice_dice.story import GAME, dealt, play, shift, started, two

BLUE = (5, 10, 15, 20, 25, 36)

NINE = (5, *range(25, 33))
"""Tokens on the big board: 5 = 2 + 3 and 30 = (2 + 3) × 6, which the dice 2, 3 and 6 make, and seven others, which they do not."""


def test_the_expert_sets_up_what_is_made_most_easily() -> None:
    state = started({"reroll_limit": 0})

    ranked = ranking(state)

    assert answer(state) == Setup(token=1)
    assert ranked[Setup(token=1)] == 3
    assert ranked[Setup(token=35)] == pytest.approx(3 * 21 / 216)


def test_the_expert_takes_what_both_want_and_leaves_what_is_hard_to_make() -> None:
    """The third blue token is worth four points to either seat. 16 is the hardest number that 2, 3 and 6 make, except 36, which is blue."""
    state = dealt(medium=(5, 18), own={0: BLUE[1:3], 1: BLUE[3:5]}, dice=(2, 3, 6), reroll_limit=0)

    assert turn_of(state) == (16, 5)


def test_the_expert_denies_a_majority_where_greedy_takes_a_point_more() -> None:
    """The orange token is worth two points. The blue one is worth one point, and costs the other seat two."""
    before = dealt(medium=(5, 18), own={0: (20, 2), 1: (10, 15)}, dice=(2, 3, 6))
    state = play(before, 0, shift(9, two(1, "+", 2))).state

    taken = [play(state, 0, answer(state, level), Low()).events[0] for level in ("greedy", "expert")]

    assert [event.token for event in taken if isinstance(event, TokenTaken)] == [18, 5]
    assert [event.points for event in taken if isinstance(event, TokenTaken)] == [(7, 5), (6, 3)]


def test_the_expert_plans_for_as_many_rerolls_as_there_are() -> None:
    """35 is 6 × 6 - 1 and 5 × (6 + 1). One roll of the third die makes it in one case of six; five rolls of two dice make it more often."""
    once, often = (dealt(medium=(35,), own={0: (9, 14), 1: (19, 30)}, dice=(6, 6, 3), reroll_limit=limit) for limit in (1, 5))

    assert answer(once) == Reroll(dice=frozenset({2}))
    assert answer(often) == Reroll(dice=frozenset({0, 2}))


def test_the_expert_ends_the_game_when_it_is_ahead() -> None:
    state = dealt(big=NINE, own={0: (1, 2), 1: (3, 4, 9)}, turn=1, dice=(2, 3, 6), reroll_limit=0)

    shifted = play(state, 1, answer(state)).state
    outcome = GAME.outcome(play(shifted, 1, answer(shifted)).state)

    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("eight-left", (1,))


def test_the_expert_does_not_end_the_game_while_it_is_behind() -> None:
    state = dealt(big=NINE, own={0: (3, 4, 9, 10, 11, 17), 1: (1, 2)}, turn=1, dice=(2, 3, 6), reroll_limit=0)

    assert isinstance(answer(state, "greedy"), Shift)
    assert answer(state) == Pass()


def test_the_expert_does_not_end_the_game_by_a_pass_either_while_it_is_behind() -> None:
    """The same at the end of a third round without a shifted token: a pass would also end the game, and a take scores points."""
    state = dealt(big=NINE, own={0: (3, 4, 9, 10, 11, 17), 1: (1, 2)}, turn=1, still_rounds=2, dice=(2, 3, 6), reroll_limit=0)

    assert isinstance(answer(state), Shift)


# --- its reasons ---


def test_a_shift_says_which_token_to_take_after_it_and_a_token_what_it_brings_at_once() -> None:
    state = dealt(dice=(3, 4, 6), medium=(18,))
    told = advice(GAME, "expert", state, state.turn)
    shift = next(one for one in told.ranked if isinstance(one.command, Shift) and told.reason(one).message == "advice-shift")
    after = play(state, state.turn, shift.command).state
    take = next(one for one in advice(GAME, "expert", after, state.turn).ranked if isinstance(one.command, Take))

    sentences = [
        advised(GAME, of_game(GAME, "en"), state, shift.command, told.reason(shift)),
        advised(GAME, of_game(GAME, "fr"), after, take.command, advice(GAME, "expert", after, state.turn).reason(take)),
    ]

    assert ", then take the 18: 3 points at once; in the long run worth " in sentences[0]
    assert sentences[1].startswith("Prendre le 18 avec 3 × 6\u202f: 3 points tout de suite\u202f; à la longue, vaut ")
