"""The kit finds what is wrong, and says so: dice, stories, refusals, secrets, whole games."""

from dataclasses import replace

import pytest

from rules.dicy_cards.commands import Command, Roll, Skip
from rules.dicy_cards.events import DiceRolled
from rules.dicy_cards.state import State
from rules.testing.fixed_dice import NO_DICE, Again, Falling, Low, drawn
from rules.testing.refusals import RefusedMove, RefusedOptions, check_answer, check_codes, check_move, check_options
from rules.testing.secrets import hidden
from rules.testing.whole_games import check_commands, check_end, check_ranking, happenings, whole_game, wins
from tests.rules.dicy_cards.story import GAME, dealt, play, refusal

TO_ROLL = dealt()
NOT_YOUR_TURN: RefusedMove[State, Command] = RefusedMove(TO_ROLL, 1, Skip(), "not-your-turn")
STEPS = whole_game(GAME, 1, 2, {})


def test_dice_fall_as_given_and_fail_when_they_run_out() -> None:
    dice = Falling((1, 2), (3, 0, 1))

    assert (dice.roll(2).n, dice.shuffle(4, take=3).n) == (0, 1)
    with pytest.raises(AssertionError, match="the test has no values left"):
        dice.roll(1)
    with pytest.raises(AssertionError, match="2 values are drawn, the test has"):
        Falling((1,)).roll(2)
    with pytest.raises(AssertionError, match="a dice of 6 is drawn"):
        play(TO_ROLL, 0, Roll(), NO_DICE)


def test_dice_fall_again_as_they_fell() -> None:
    events = [DiceRolled(seat=0, dice=(1, 2), draw=drawn((1, 2), n=4))]

    assert Again(events).roll(2) == drawn((1, 2), n=4)
    with pytest.raises(AssertionError):
        Again(events).shuffle(2)
    with pytest.raises(AssertionError, match="more is drawn"):
        Again([]).roll(1)


def test_low_dice_and_shuffles_are_low() -> None:
    assert Low().roll(3).values == (1, 1, 1)
    assert Low().shuffle(4, take=2).values == (0, 1)


def test_a_legal_move_has_no_refusal() -> None:
    with pytest.raises(AssertionError, match="of seat 0 is accepted"):
        refusal(TO_ROLL, 0, Skip())


def test_a_refusal_with_another_code_and_codes_that_nothing_reaches_are_found() -> None:
    with pytest.raises(AssertionError):
        check_move(GAME, NOT_YOUR_TURN._replace(code="game-over"))
    with pytest.raises(AssertionError, match="is accepted"):
        check_options(GAME, RefusedOptions({"mode": "beginner"}, "option-invalid"), 2)
    with pytest.raises(AssertionError):
        check_codes(GAME, [NOT_YOUR_TURN], [])


def test_an_accepted_move_that_is_not_legal_is_found() -> None:
    assert not check_answer(GAME, TO_ROLL, 1, Skip())
    with pytest.raises(AssertionError):
        check_answer(replace(GAME, legal=lambda _state, _seat: ()), TO_ROLL, 0, Skip())


def test_hidden_fields_are_named_by_event() -> None:
    only_rolls = replace(GAME, visible=lambda event, _viewer: () if isinstance(event, DiceRolled) else GAME.visible(event, None))

    assert hidden(GAME, None, seat=1) == {}
    assert hidden(only_rolls, 0, seat=1) == {"dicy-cards.dice-rolled": ("dice", "draw")}


def test_whole_games_are_the_same_again_and_follow_the_rules() -> None:
    assert whole_game(GAME, 1, 2, {}) == STEPS
    check_end(GAME, STEPS)
    check_commands(GAME, STEPS)
    check_ranking(GAME, STEPS, "greedy")
    assert [event for _, event, _ in happenings(GAME, STEPS)] == [event for step in STEPS for event in step.events]
    with pytest.raises(AssertionError):
        check_end(GAME, STEPS[:-1])
    with pytest.raises(AssertionError):
        check_commands(replace(GAME, command_of=lambda _events: Skip()), STEPS)
    with pytest.raises(AssertionError):
        check_ranking(GAME, STEPS, "random")


def test_of_two_equal_players_each_wins_its_share() -> None:
    assert wins(GAME, "greedy", "greedy", 2, {}) in (0.0, 0.5, 1.0, 1.5, 2.0)
