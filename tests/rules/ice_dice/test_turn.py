"""The placing of tokens and the parts of a turn that the numbered rulings do not cover."""

import pytest

from rules.ice_dice.commands import Pass, Reroll, Setup, Shift, Take
from rules.ice_dice.events import (
    BoardLaid,
    DiceRerolled,
    DiceRolled,
    FirstSeatChosen,
    TokenSetUp,
    TokenShifted,
    TokenTaken,
    TurnBegan,
)
from rules.testing.fixed_dice import Falling, Low, drawn
from tests.rules.ice_dice.story import GAME, dealt, left_first, play, refusal, shift, started, take, two

ROLL = (2, 3, 6)


# --- placing tokens ---


def test_the_first_seat_is_drawn_and_sets_up() -> None:
    created_table, chosen = GAME.setup(GAME.options({}, 4, False), 4, Falling((3,)))

    state = GAME.evolve(GAME.evolve(None, created_table), chosen)

    assert isinstance(created_table, BoardLaid)
    assert isinstance(chosen, FirstSeatChosen)
    assert (chosen.first, chosen.draw.of if chosen.draw else None) == (2, 4)
    assert GAME.to_move(state) == (2,)
    assert GAME.legal(state, 2) == tuple(Setup(token=token) for token in range(1, 37))


def test_while_the_first_events_are_written_nobody_is_to_move() -> None:
    created_table, _ = GAME.setup(GAME.options({}, 2, False), 2, Falling((1,)))

    assert GAME.to_move(GAME.evolve(None, created_table)) == ()


def test_a_token_set_up_lies_on_the_medium_board_and_the_same_seat_goes_on() -> None:
    state = started(None, 3, (2,))

    moved = play(state, 1, Setup(token=20))

    assert moved.events == (TokenSetUp(seat=1, token=20, number=20, left=2),)
    assert (moved.state.medium, 20 in moved.state.big) == ((20,), False)
    assert GAME.to_move(moved.state) == (1,)


def test_each_token_is_of_another_line_than_those_before() -> None:
    state = play(started(), 0, Setup(token=20)).state

    listed = [move.token for move in GAME.legal(state, 0) if isinstance(move, Setup)]

    assert listed == [*range(1, 19), *range(25, 37)]
    assert refusal(state, 0, Setup(token=19)).code == "line-used"


def test_after_the_third_token_the_first_turn_begins_with_its_roll() -> None:
    state = started(None, 3, (2,))
    for token in (36, 1):
        state = play(state, 1, Setup(token=token)).state

    moved = play(state, 1, Setup(token=20), Falling(ROLL))

    assert moved.events == (
        TokenSetUp(seat=1, token=20, number=20, left=0),
        TurnBegan(seat=1, round=1, turns=1, still_rounds=0),
        DiceRolled(seat=1, dice=ROLL, draw=drawn(ROLL)),
    )
    assert moved.state.medium == (36, 1, 20)
    assert GAME.to_move(moved.state) == (1,)


# --- a turn ---


def test_before_the_shift_a_turn_shifts_rerolls_or_passes() -> None:
    state = dealt(big=(1, 2, 17, 36, 13, 14, 19, 21, 22), dice=ROLL)

    assert GAME.legal(state, 0) == (
        shift(1, two(1, "-", 0)),
        shift(2, two(2, "/", 1)),
        shift(36, left_first(0, "*", 1, "*", 2)),
        *(Reroll(dice=frozenset(chosen)) for chosen in ({0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2})),
        Pass(),
    )
    assert GAME.legal(state, 1) == ()


def test_after_the_shift_a_turn_takes_or_passes() -> None:
    state = play(dealt(medium=(30, 14, 8), dice=ROLL), 0, shift(5, two(0, "+", 1))).state

    assert GAME.legal(state, 0) == (take(30, left_first(0, "+", 1, "*", 2)), take(8, two(0, "+", 2)), Pass())


def test_a_shift_with_nothing_to_take_waits_for_the_pass() -> None:
    state = play(dealt(medium=(14, 17, 19), dice=ROLL), 0, shift(5, two(0, "+", 1))).state

    assert GAME.to_move(state) == (0,)
    assert GAME.legal(state, 0) == (Pass(),)


def test_a_shift_moves_the_token_and_keeps_the_dice() -> None:
    state = dealt(medium=(1, 7, 18), dice=ROLL)

    moved = play(state, 0, shift(5, two(0, "+", 1)))

    assert moved.events == (TokenShifted(seat=0, token=5, number=5, expression=two(0, "+", 1), dice=ROLL),)
    assert (moved.state.medium, 5 in moved.state.big, moved.state.dice) == ((1, 7, 18, 5), False, ROLL)


def test_a_take_brings_points_and_ends_the_turn() -> None:
    state = play(dealt(medium=(1, 7, 18), own={0: (2,), 1: (3, 9)}, dice=ROLL), 0, shift(5, two(0, "+", 1))).state

    moved = play(state, 0, take(18, two(1, "*", 2)), Falling((1, 1, 4)))

    assert moved.events == (
        TokenTaken(seat=0, token=18, number=18, expression=two(1, "*", 2), dice=ROLL, points=(5, 6)),
        TurnBegan(seat=1, round=1, turns=8, still_rounds=0),
        DiceRolled(seat=1, dice=(1, 1, 4), draw=drawn((1, 1, 4))),
    )
    assert (moved.state.medium, moved.state.players[0].own) == ((1, 7, 5), (2, 18))
    assert (moved.state.shifted, moved.state.rerolls, GAME.to_move(moved.state)) == (None, 0, (1,))


def test_the_number_shifted_is_not_taken_again() -> None:
    state = play(dealt(dice=(1, 2, 3)), 0, shift(3, two(0, "+", 1))).state

    refused = refusal(state, 0, take(3, two(0, "*", 2)))

    assert (refused.code, refused.field) == ("same-number", "token")
    assert not [move for move in GAME.legal(state, 0) if isinstance(move, Take)]


def test_a_token_may_be_taken_in_a_later_turn_by_the_number_that_it_was_shifted_by() -> None:
    state = play(dealt(medium=(7,), dice=ROLL), 0, shift(5, two(0, "+", 1))).state
    state = play(state, 0, Pass(), Falling(ROLL)).state
    state = play(state, 1, shift(8, two(0, "+", 2))).state

    assert play(state, 1, take(5, two(0, "+", 1)), Low()).state.players[1].own == (5,)


def test_a_second_shift_in_a_turn_is_refused() -> None:
    state = play(dealt(dice=ROLL), 0, shift(5, two(0, "+", 1))).state

    assert refusal(state, 0, shift(18, two(1, "*", 2))).code == "already-shifted"
    assert not [move for move in GAME.legal(state, 0) if isinstance(move, Shift)]


def test_after_a_reroll_the_new_dice_make_the_numbers() -> None:
    moved = play(dealt(dice=ROLL), 0, Reroll(dice=frozenset({2, 0})), Falling((4, 5)))

    assert moved.events == (DiceRerolled(seat=0, positions=(0, 2), dice=(4, 3, 5), draw=drawn((4, 5))),)
    assert refusal(moved.state, 0, shift(5, two(0, "+", 1))).detail == "4 + 3 makes 7, not 5."
    assert 20 in play(moved.state, 0, shift(20, two(0, "*", 2))).state.medium


def test_turns_go_clockwise_and_come_round_to_the_first_seat() -> None:
    state = dealt(seats=3, first=2)

    turns = [(state.turn, state.round)]
    for _ in range(3):
        state = play(state, state.turn, Pass(), Low()).state
        turns.append((state.turn, GAME.round(state)))

    assert turns == [(2, 1), (0, 1), (1, 1), (2, 2)]


# --- the clock ---


def test_whoever_lets_the_time_run_out_passes_and_a_token_shifted_stays_shifted() -> None:
    rolled = dealt(medium=(18,), dice=ROLL)
    shifted = play(rolled, 0, shift(5, two(0, "+", 1))).state

    after = play(shifted, 0, GAME.default(shifted, 0), Low()).state

    assert GAME.default(rolled, 0) == GAME.default(shifted, 0) == Pass()
    assert (after.turn, after.medium) == (1, (18, 5))
    assert after.players[0].own == ()


def test_whoever_lets_the_time_run_out_while_setting_up_moves_the_first_token_there_is() -> None:
    state = started()

    for expected in (1, 7, 13):
        assert GAME.default(state, 0) == Setup(token=expected)
        state = play(state, 0, GAME.default(state, 0), Low()).state

    assert state.medium == (1, 7, 13)


def test_the_clock_measures_each_token_of_the_set_up_and_then_whole_turns() -> None:
    state = started()
    spans = []
    for token in (1, 7, 13):
        spans.append(GAME.clock(state, 0))
        state = play(state, 0, Setup(token=token), Falling(ROLL)).state
    rerolled = play(state, 0, Reroll(dice=frozenset({0})), Falling((2,))).state
    shifted = play(rerolled, 0, shift(5, two(0, "+", 1))).state
    next_turn = play(shifted, 0, Pass(), Low()).state

    assert spans == [0, 1, 2]
    assert GAME.clock(state, 0) == GAME.clock(rerolled, 0) == GAME.clock(shifted, 0) == GAME.first_turn == 3
    assert GAME.clock(next_turn, 1) == 4


def test_the_rules_prescribe_a_minute_for_a_turn() -> None:
    assert GAME.turn_seconds == 60


@pytest.mark.parametrize("phase", ["token taken", "turn passed", "turn began"])
def test_between_two_turns_nobody_is_to_move(phase: str) -> None:
    state = play(dealt(medium=(18,), dice=ROLL), 0, shift(5, two(0, "+", 1))).state
    taken, began, _ = GAME.decide(state, 0, take(18, two(1, "*", 2)), Low())
    passed, *_ = GAME.decide(state, 0, Pass(), Low())
    between = {"token taken": [taken], "turn passed": [passed], "turn began": [taken, began]}[phase]

    for event in between:
        state = GAME.evolve(state, event)

    assert GAME.to_move(state) == ()
    assert GAME.legal(state, 0) == GAME.legal(state, 1) == ()
