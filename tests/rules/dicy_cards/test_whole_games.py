"""Whole random games: invariants that no move may break."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings

from rules.dicy_cards.events import CardScored, DiceRerolled
from rules.dicy_cards.state import Player, State, frozen
from rules.testing.whole_games import check_invariants
from tests.rules.dicy_cards.by_chance import GAMES, Step
from tests.rules.dicy_cards.story import GAME
from tests.size import at_size


def nothing_is_lost_and_nothing_is_made_up(steps: list[Step]) -> None:
    """Every player has all five cards, each once. There are six dice or none. Points come from scoring only."""
    points = [0] * len(steps[0].before.players)
    for state, _, events in steps:
        assert [player.score for player in state.players] == points
        for seat, player in enumerate(state.players):
            assert sorted((*player.active, *frozen(state, seat))) == sorted(state.cards)
        assert state.dice is None or (len(state.dice) == 6 and set(state.dice) <= set(range(1, 7)))
        for event in events:
            if isinstance(event, CardScored):
                points[event.seat] += event.points


def rounds_and_turns_count_up_and_everybody_has_as_many_turns(steps: list[Step]) -> None:
    for before, after in pairwise(steps):
        assert after.before.turns - before.before.turns in (0, 1)
        assert after.before.round - before.before.round in (0, 1)
    stayed = [seat for seat, player in enumerate(steps[-1].before.players) if not player.withdrawn]
    turns = {(step.before.turns, step.before.turn) for step in steps}
    if steps[-1].before.reason == "hundred":
        assert len({sum(seat == turn for _, turn in turns) for seat in stayed}) == 1


def a_reroll_changes_the_chosen_dice_only(steps: list[Step]) -> None:
    for state, _, events in steps:
        for event in events:
            if isinstance(event, DiceRerolled):
                assert state.dice is not None
                kept = [position for position in range(6) if position not in event.positions]
                assert [event.dice[position] for position in kept] == [state.dice[position] for position in kept]
                assert tuple(event.dice[position] for position in event.positions) == event.draw.values


def an_answer_closes_no_decision_of_anybody_else(steps: list[Step]) -> None:
    for state, seat, events in steps:
        waiting = [other for other in GAME.to_move(state) if other != seat]
        for event in events:
            assert getattr(event, "seat", None) not in waiting


INVARIANTS: list[Callable[[list[Step]], None]] = [
    nothing_is_lost_and_nothing_is_made_up,
    rounds_and_turns_count_up_and_everybody_has_as_many_turns,
    a_reroll_changes_the_chosen_dice_only,
    an_answer_closes_no_decision_of_anybody_else,
]


@given(GAMES)
@settings(max_examples=at_size(30, 300))
def test_no_move_breaks_what_holds_in_every_game(steps: list[Step]) -> None:
    check_invariants(GAME, steps, INVARIANTS)


@pytest.mark.parametrize(
    ("players", "winners", "ranks"),
    [
        ([(100, 2), (99, 5)], (0,), [1, 2]),
        ([(100, 2), (100, 3)], (1,), [2, 1]),
        ([(100, 2), (100, 2)], (0, 1), [1, 1]),
        ([(90, 2), (100, 2), (100, 2), (100, 1)], (1, 2), [4, 1, 1, 3]),
    ],
)
def test_score_decides_then_active_cards_then_nothing(players: list[tuple[int, int]], winners: tuple[int, ...], ranks: list[int]) -> None:
    cards = ("any-two", "straight", "two-pairs", "odds", "all-under-six")
    state = State(
        cards=cards,  # type: ignore[arg-type]
        players=tuple(Player(score, cards[:active], withdrawn=False) for score, active in players),  # type: ignore[arg-type]
        phase="over",
        reason="hundred",
    )

    result = GAME.outcome(state)

    assert result is not None
    assert result.winners == winners
    assert [standing.rank for standing in sorted(result.ranking, key=lambda standing: standing.seat)] == ranks
