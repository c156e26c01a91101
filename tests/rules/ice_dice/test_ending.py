"""The three ways in which a game ends, and the exact turn."""

import pytest

from rules.game import Standing
from rules.ice_dice.commands import Pass, Setup
from rules.ice_dice.events import FirstSeatChosen, GameEnded, SeatWithdrawn, TokenTaken, TurnBegan, TurnPassed, Variant
from rules.ice_dice.state import State
from rules.testing.fixed_dice import Falling, Low
from tests.rules.ice_dice.story import GAME, dealt, leave, play, shift, started, take, two

ROLL = (2, 3, 6)
LEFT = tuple(range(25, 33))
"""Eight tokens that no sum of this roll makes."""


def ended(state: State) -> str | None:
    return state.reason


def passing(state: State, times: int) -> State:
    for _ in range(times):
        state = play(state, state.turn, Pass(), Low()).state
    return state


# --- eight left ---


def test_a_ninth_token_left_keeps_the_game_going() -> None:
    state = dealt(big=(5, *LEFT), turn=1, dice=ROLL)

    after = play(state, 1, Pass(), Low()).state

    assert (ended(after), after.round) == (None, 2)
    assert not GAME.view(after, None)["last_round"]


def test_eight_left_by_the_last_turn_of_a_round_end_the_game_at_once() -> None:
    state = play(dealt(big=(5, *LEFT), turn=1, dice=ROLL), 1, shift(5, two(0, "+", 1))).state

    end = play(state, 1, Pass())

    assert end.events == (TurnPassed(seat=1), GameEnded(reason="eight-left"))
    assert GAME.to_move(end.state) == ()


def test_eight_left_in_the_middle_of_a_round_let_the_others_have_their_turns() -> None:
    state = play(dealt(seats=4, first=2, turn=3, big=(5, *LEFT), dice=ROLL), 3, shift(5, two(0, "+", 1))).state

    rest = [passing(state, times) for times in range(1, 4)]

    assert [GAME.to_move(state) for state in rest] == [(0,), (1,), ()]
    assert [ended(state) for state in rest] == [None, None, "eight-left"]
    assert all(GAME.view(state, None)["last_round"] for state in rest)


def test_in_the_last_round_the_board_may_fall_below_eight() -> None:
    state = dealt(big=(5, 6, *LEFT[:7]), dice=ROLL)
    for token, expression in ((5, two(0, "+", 1)), (6, two(0, "*", 1))):
        shifted = play(state, state.turn, shift(token, expression)).state
        state = play(shifted, shifted.turn, Pass(), Falling(ROLL)).state

    assert (len(state.big), ended(state)) == (7, "eight-left")


def test_eight_left_by_a_take_end_the_game_as_well() -> None:
    state = play(dealt(big=(5, *LEFT), medium=(18,), turn=1, dice=ROLL), 1, shift(5, two(0, "+", 1))).state

    end = play(state, 1, take(18, two(1, "*", 2)))

    assert [type(event) for event in end.events] == [TokenTaken, GameEnded]
    assert end.state.players[1].own == (18,)


@pytest.mark.parametrize(("variant", "tokens"), [("standard", 36), ("young", 18), ("experienced", 36)])
def test_eight_are_eight_in_every_variant(variant: Variant, tokens: int) -> None:
    nine, eight = (dealt(variant=variant, big=range(1, number + 1), turn=1) for number in (9, 8))

    assert len(nine.tokens) == tokens
    assert ended(passing(nine, 1)) is None
    assert ended(passing(eight, 1)) == "eight-left"


# --- stalemate ---


def test_three_rounds_are_counted_from_the_first_seat() -> None:
    """Two passes at the end of a round in which a token was shifted do not count."""
    state = dealt(seats=3, first=1, turn=2, moved=5)

    nine_turns_later = passing(state, 2 + 8)

    assert (nine_turns_later.still_rounds, ended(nine_turns_later)) == (2, None)
    assert ended(passing(nine_turns_later, 1)) == "stalemate"


def test_a_turn_that_begins_tells_how_many_rounds_were_still() -> None:
    state = dealt(seats=2, turn=1, round=4, still_rounds=1)

    moved = play(state, 1, Pass(), Low())

    assert moved.events[1] == TurnBegan(seat=0, round=5, turns=8, still_rounds=2)


def test_a_token_moved_begins_the_count_anew() -> None:
    state = play(dealt(seats=2, still_rounds=2, dice=ROLL), 0, shift(5, two(0, "+", 1))).state

    after = passing(state, 2)

    assert (after.still_rounds, ended(after)) == (0, None)
    assert ended(passing(after, 5)) is None
    assert ended(passing(after, 6)) == "stalemate"


def test_a_token_moved_at_the_beginning_of_a_round_counts_for_the_whole_of_it() -> None:
    state = dealt(seats=4, turn=3, still_rounds=2, moved=5)

    after = passing(state, 1)

    assert (after.round, after.still_rounds, after.moved) == (2, 0, False)


def test_tokens_set_up_are_none_that_a_round_has_moved() -> None:
    state = started()
    for token in (1, 7, 13):
        state = play(state, 0, Setup(token=token), Low()).state

    assert ended(passing(state, 5)) is None
    assert ended(passing(state, 6)) == "stalemate"


def test_eight_left_go_before_a_stalemate() -> None:
    state = dealt(big=LEFT, turn=1, still_rounds=2)

    assert ended(passing(state, 1)) == "eight-left"


# --- resignation ---


def test_of_two_players_the_other_one_wins_whatever_the_points() -> None:
    state = dealt(own={0: (1, 2, 3)}, dice=ROLL)

    gone = leave(state, 0)

    assert gone.events == (SeatWithdrawn(seat=0), GameEnded(reason="resignation"))
    result = GAME.outcome(gone.state)
    assert result is not None
    assert (result.reason, result.winners) == ("resignation", (1,))
    assert result.ranking == (Standing(seat=1, rank=1, points=0), Standing(seat=0, rank=2, points=9))


def test_whoever_resigns_in_their_own_turn_ends_it_and_a_token_shifted_stays() -> None:
    state = play(dealt(seats=3, medium=(18,), dice=ROLL), 0, shift(5, two(0, "+", 1))).state

    gone = leave(state, 0, Low())

    assert gone.events[:2] == (SeatWithdrawn(seat=0), TurnBegan(seat=1, round=1, turns=8, still_rounds=0))
    assert (gone.state.medium, GAME.to_move(gone.state)) == ((18, 5), (1,))


def test_whoever_resigns_in_anothers_turn_is_passed_over_from_then_on() -> None:
    state = dealt(seats=3)

    gone = leave(state, 1)

    assert gone.events == (SeatWithdrawn(seat=1),)
    assert GAME.to_move(gone.state) == (0,)
    assert GAME.to_move(passing(gone.state, 1)) == (2,)
    assert GAME.to_move(passing(gone.state, 2)) == (0,)


def test_once_the_first_seat_has_resigned_a_round_begins_where_its_turn_would_be() -> None:
    state = dealt(seats=3, turn=2, withdrawn=(0,))

    after = passing(state, 1)

    assert (after.turn, after.round) == (1, 2)


def test_the_last_one_of_a_round_who_resigns_may_end_the_game() -> None:
    state = dealt(seats=3, turn=2, big=LEFT)

    gone = leave(state, 2)

    assert gone.events == (SeatWithdrawn(seat=2), GameEnded(reason="eight-left"))


def test_whoever_resigns_while_setting_up_leaves_that_to_the_next_seat_which_becomes_the_first() -> None:
    state = play(started(None, 3, (3,)), 2, Setup(token=20)).state

    gone = leave(state, 2)
    after = play(gone.state, 0, Setup(token=1)).state
    begun = play(after, 0, Setup(token=7), Low())

    assert gone.events == (SeatWithdrawn(seat=2), FirstSeatChosen(first=0, draw=None))
    assert GAME.legal(gone.state, 0) == tuple(Setup(token=token) for token in (*range(1, 19), *range(25, 37)))
    assert begun.events[1] == TurnBegan(seat=0, round=1, turns=1, still_rounds=0)
    assert begun.state.first == 0


def test_the_next_seat_is_one_that_has_not_resigned_either() -> None:
    state = leave(started(None, 4, (3,)), 3).state

    gone = leave(state, 2)

    assert gone.events == (SeatWithdrawn(seat=2), FirstSeatChosen(first=0, draw=None))


def test_whoever_resigns_while_another_sets_up_changes_nothing_for_them() -> None:
    state = started(None, 3, (1,))

    gone = leave(state, 1)

    assert gone.events == (SeatWithdrawn(seat=1),)
    assert GAME.to_move(gone.state) == (0,)


def test_the_last_one_left_while_setting_up_has_won() -> None:
    gone = leave(started(), 0)

    result = GAME.outcome(gone.state)
    assert result is not None
    assert (result.reason, result.winners) == ("resignation", (1,))


def test_whoever_has_resigned_or_sees_the_game_over_does_not_resign_again() -> None:
    gone = leave(dealt(seats=3), 1).state
    over = leave(gone, 2).state

    assert leave(gone, 1).events == ()
    assert leave(over, 0).events == ()


# --- the winners ---


def test_until_the_end_there_is_no_result() -> None:
    assert GAME.outcome(dealt(own={0: (1,)})) is None


@pytest.mark.parametrize(
    ("own", "withdrawn", "winners", "ranking"),
    [
        ({0: (1,), 1: (2, 8)}, (), (1,), [(1, 1), (0, 2), (2, 3)]),
        ({0: (1,), 1: (2,), 2: ()}, (), (0, 1), [(0, 1), (1, 1), (2, 3)]),
        ({}, (), (0, 1, 2), [(0, 1), (1, 1), (2, 1)]),
        ({0: (1, 2, 3, 4), 1: (7,), 2: ()}, (0,), (1,), [(1, 1), (2, 2), (0, 3)]),
    ],
)
def test_points_decide_a_tie_is_shared_and_who_resigned_comes_last(
    own: dict[int, tuple[int, ...]], withdrawn: tuple[int, ...], winners: tuple[int, ...], ranking: list[tuple[int, int]]
) -> None:
    state = dealt(seats=3, big=LEFT, turn=2, own=own, withdrawn=withdrawn)

    result = GAME.outcome(passing(state, 1))

    assert result is not None
    assert result.winners == winners
    assert [(standing.seat, standing.rank) for standing in result.ranking] == ranking
    assert [standing.points for standing in result.ranking] == [GAME.scores(state)[seat] for seat, _ in ranking]
