"""Whole random games: invariants that no move may break."""

from collections import Counter
from itertools import pairwise

from hypothesis import given, settings

from rules.ice_dice.arithmetic import positions, signs_used, value
from rules.ice_dice.events import DiceRerolled, DiceRolled, Event, TokenSetUp, TokenShifted, TokenTaken, TurnBegan
from rules.testing.whole_games import check_end
from tests.rules.ice_dice.by_chance import GAMES, Step
from tests.rules.ice_dice.story import GAME, worth


@given(GAMES)
@settings(max_examples=12)
def test_no_token_is_lost_and_none_is_made_up(steps: list[Step]) -> None:
    for state, _, _ in steps:
        own = [token for player in state.players for token in player.own]
        assert sorted((*state.big, *state.medium, *own)) == sorted(token.token for token in state.tokens)


@given(GAMES)
@settings(max_examples=12)
def test_points_are_always_those_of_a_second_account(steps: list[Step]) -> None:
    for state, _, _ in steps:
        assert GAME.scores(state) == worth(state.tokens, [player.own for player in state.players], state.ties)


@given(GAMES)
@settings(max_examples=12)
def test_tokens_only_go_from_the_big_board_to_the_medium_and_from_there_to_an_owner(steps: list[Step]) -> None:
    for state, seat, events in steps:
        for event in events:
            if isinstance(event, TokenSetUp | TokenShifted):
                assert event.token in state.big
            if isinstance(event, TokenTaken):
                assert event.token in state.medium
                assert event.seat == seat


@given(GAMES)
@settings(max_examples=12)
def test_a_turn_shifts_one_token_at_most_and_takes_another_number_at_most_once_after_it(steps: list[Step]) -> None:
    for turn in turns(steps):
        kinds = [type(event) for event in turn if isinstance(event, TokenShifted | TokenTaken)]
        numbers = [event.number for event in turn if isinstance(event, TokenShifted | TokenTaken)]
        assert kinds in ([], [TokenShifted], [TokenShifted, TokenTaken])
        assert len(set(numbers)) == len(numbers)
        assert len({event.seat for event in turn if isinstance(event, TokenShifted | TokenTaken | DiceRerolled)}) <= 1


@given(GAMES)
@settings(max_examples=12)
def test_every_number_is_made_of_the_dice_that_lie(steps: list[Step]) -> None:
    for state, _, events in steps:
        for event in events:
            if isinstance(event, TokenShifted | TokenTaken):
                assert event.dice == state.dice
                assert event.number == {token.token: token.number for token in state.tokens}[event.token]
                assert value(event.expression, event.dice) == event.number
                assert max(Counter(positions(event.expression)).values()) == 1
                assert state.variant != "young" or signs_used(event.expression) <= {"+", "-"}


@given(GAMES)
@settings(max_examples=12)
def test_a_reroll_changes_the_chosen_dice_only_and_comes_before_the_shift(steps: list[Step]) -> None:
    for state, _, events in steps:
        for event in events:
            if isinstance(event, DiceRerolled):
                assert state.dice is not None
                assert state.shifted is None
                kept = [position for position in range(3) if position not in event.positions]
                assert [event.dice[position] for position in kept] == [state.dice[position] for position in kept]
                assert tuple(event.dice[position] for position in event.positions) == event.draw.values
        assert state.reroll_limit is None or state.rerolls <= state.reroll_limit


@given(GAMES)
@settings(max_examples=12)
def test_a_game_goes_on_until_it_has_a_result(steps: list[Step]) -> None:
    check_end(GAME, steps)


@given(GAMES)
@settings(max_examples=12)
def test_rounds_and_turns_count_up_and_everybody_who_stays_has_as_many_turns(steps: list[Step]) -> None:
    for before, after in pairwise(steps):
        assert after.before.turns - before.before.turns in (0, 1)
        assert after.before.round - before.before.round in (0, 1)
    end = steps[-1].before
    begun = Counter(event.seat for _, _, events in steps for event in events if isinstance(event, TurnBegan))
    if end.reason in {"eight-left", "stalemate"}:
        assert len({begun[seat] for seat, player in enumerate(end.players) if not player.withdrawn}) == 1


@given(GAMES)
@settings(max_examples=12)
def test_the_reason_of_the_end_is_true(steps: list[Step]) -> None:
    end, shifts = steps[-1].before, shifts_by_round(steps)
    last_three = [shifts.get(end.round - ago) for ago in range(3)]

    match end.reason:
        case "eight-left":
            assert len(end.big) <= 8
        case "stalemate":
            assert len(end.big) > 8
            assert last_three == [0, 0, 0]
        case _:
            assert end.reason == "resignation"
            assert sum(not player.withdrawn for player in end.players) == 1


@given(GAMES)
@settings(max_examples=12)
def test_no_round_begins_once_the_game_should_be_over(steps: list[Step]) -> None:
    for earlier, later in pairwise(steps):
        if later.before.round > earlier.before.round:
            assert len(later.before.big) > 8
            assert later.before.still_rounds < 3


def shifts_by_round(steps: list[Step]) -> dict[int, int]:
    """The number of tokens that were shifted in each round, including an unfinished one."""
    found: dict[int, int] = {}
    for state, _, events in steps:
        if state.turns:
            found.setdefault(state.round, 0)
        for event in events:
            if isinstance(event, TokenShifted):
                found[state.round] += 1
    return found


def turns(steps: list[Step]) -> list[list[Event]]:
    """The events of each turn, starting with its roll."""
    found: list[list[Event]] = []
    for _, _, events in steps:
        for event in events:
            if isinstance(event, DiceRolled):
                found.append([])
            if found:
                found[-1].append(event)
    return found
