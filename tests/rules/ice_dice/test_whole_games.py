"""Whole random games, with every variant and with seats that resign: invariants that no move may break."""

from collections import Counter
from collections.abc import Callable
from itertools import groupby, pairwise

from hypothesis import given, settings

from rules.ice_dice.arithmetic import positions, signs_used, value
from rules.ice_dice.events import DiceRerolled, TokenSetUp, TokenShifted, TokenTaken, TurnBegan
from rules.testing.whole_games import check_invariants
from tests.rules.ice_dice.by_chance import GAMES, Step
from tests.rules.ice_dice.story import GAME, worth
from tests.size import at_size


def no_token_is_lost_and_points_are_those_of_a_second_account(steps: list[Step]) -> None:
    for state, _, _ in steps:
        own = [player.own for player in state.players]
        assert sorted((*state.big, *state.medium, *(token for tokens in own for token in tokens))) == sorted(
            token.token for token in state.tokens
        )
        assert GAME.scores(state) == worth(state.tokens, own, state.ties)


def tokens_only_go_from_the_big_board_to_the_medium_and_from_there_to_an_owner(steps: list[Step]) -> None:
    for state, seat, events in steps:
        for event in events:
            if isinstance(event, TokenSetUp | TokenShifted):
                assert event.token in state.big
            if isinstance(event, TokenTaken):
                assert (event.token in state.medium, event.seat) == (True, seat)


def a_turn_shifts_one_token_at_most_and_takes_another_number_at_most_once_after_it(steps: list[Step]) -> None:
    moves = [(state.turns, event) for state, _, events in steps for event in events if isinstance(event, TokenShifted | TokenTaken)]
    for _, turn in groupby(moves, key=lambda move: move[0]):
        made = [event for _, event in turn]
        assert [type(event) for event in made] in ([TokenShifted], [TokenShifted, TokenTaken])
        assert len({event.number for event in made}) == len(made)
        assert len({event.seat for event in made}) == 1


def every_number_is_made_of_the_dice_that_lie(steps: list[Step]) -> None:
    for state, _, events in steps:
        for event in events:
            if isinstance(event, TokenShifted | TokenTaken):
                assert event.dice == state.dice
                assert event.number == {token.token: token.number for token in state.tokens}[event.token]
                assert value(event.expression, event.dice) == event.number
                assert max(Counter(positions(event.expression)).values()) == 1
                assert state.variant != "young" or signs_used(event.expression) <= {"+", "-"}


def a_reroll_changes_the_chosen_dice_only_and_comes_before_the_shift(steps: list[Step]) -> None:
    for state, seat, events in steps:
        for event in events:
            if isinstance(event, DiceRerolled):
                assert (event.seat, state.shifted) == (seat, None)
                fallen = dict(zip(event.positions, event.draw.values, strict=True))
                assert event.dice == tuple(fallen.get(position, face) for position, face in enumerate(state.dice or ()))
        assert state.reroll_limit is None or state.rerolls <= state.reroll_limit


def turns_count_up_and_everybody_who_stays_has_as_many(steps: list[Step]) -> None:
    assert all(after.before.turns - before.before.turns in (0, 1) for before, after in pairwise(steps))
    end = steps[-1].before
    begun = Counter(event.seat for _, _, events in steps for event in events if isinstance(event, TurnBegan))
    if end.reason in {"eight-left", "stalemate"}:
        assert len({begun[seat] for seat, player in enumerate(end.players) if not player.withdrawn}) == 1


def the_game_ends_with_the_first_round_that_gives_a_reason_and_the_reason_is_true(steps: list[Step]) -> None:
    end, shifted = steps[-1].before, Counter[int]()
    for state, _, events in steps:
        shifted[state.round] += sum(isinstance(event, TokenShifted) for event in events)
    for earlier, later in pairwise(steps):
        if later.before.round > earlier.before.round:
            assert (len(later.before.big) > 8, later.before.still_rounds < 3) == (True, True)
    match end.reason:
        case "eight-left":
            assert len(end.big) <= 8
        case "stalemate":
            assert (len(end.big) > 8, end.round >= 3) == (True, True)
            assert [shifted[end.round - ago] for ago in range(3)] == [0, 0, 0]
        case _:
            assert (end.reason, sum(not player.withdrawn for player in end.players)) == ("resignation", 1)


INVARIANTS: list[Callable[[list[Step]], None]] = [
    no_token_is_lost_and_points_are_those_of_a_second_account,
    tokens_only_go_from_the_big_board_to_the_medium_and_from_there_to_an_owner,
    a_turn_shifts_one_token_at_most_and_takes_another_number_at_most_once_after_it,
    every_number_is_made_of_the_dice_that_lie,
    a_reroll_changes_the_chosen_dice_only_and_comes_before_the_shift,
    turns_count_up_and_everybody_who_stays_has_as_many,
    the_game_ends_with_the_first_round_that_gives_a_reason_and_the_reason_is_true,
]


@given(GAMES)
@settings(max_examples=at_size(30, 300))
def test_no_move_breaks_what_holds_in_every_game(steps: list[Step]) -> None:
    check_invariants(GAME, steps, INVARIANTS)
