"""The parts of a turn that the numbered rulings do not cover."""

import pytest

from rules.dicy_cards.commands import Freeze, Reroll, Reset, Roll, Skip
from rules.dicy_cards.events import CardFrozen, CardReset, CardScored, ChoicesOwed, DiceRerolled, DiceRolled, TurnEnded, TurnSkipped
from rules.dicy_cards.setup import GLACIAL
from rules.dicy_cards.state import Pending
from rules.testing.fixed_dice import Falling, drawn
from tests.rules.dicy_cards.story import GAME, INTERACTIONS, active, dealt, play, refusal, score

ROLL = (6, 6, 1, 2, 3, 4)


def test_a_turn_begins_with_a_roll_or_a_skip() -> None:
    state = dealt()

    assert GAME.to_move(state) == (0,)
    assert GAME.legal(state, 0) == (Roll(), Skip())
    assert GAME.legal(state, 1) == ()


def test_a_roll_throws_all_six_dice() -> None:
    state = dealt()

    moved = play(state, 0, Roll(), Falling(ROLL))

    assert moved.events == (DiceRolled(seat=0, dice=ROLL, draw=drawn(ROLL)),)
    assert moved.state.dice == ROLL


def test_a_reroll_freezes_first_and_keeps_the_other_dice() -> None:
    state = dealt(dice=ROLL)

    moved = play(state, 0, Reroll(freeze="odds", dice=frozenset({5, 2})), Falling((3, 1)))

    assert moved.events == (
        CardFrozen(seat=0, card="odds", cause="reroll", forced=False),
        DiceRerolled(seat=0, positions=(2, 5), dice=(6, 6, 3, 2, 3, 1), draw=drawn((3, 1))),
    )
    assert GAME.to_move(moved.state) == (0,)


def test_a_card_frozen_for_a_reroll_has_no_effect_and_is_not_scored_in_this_turn() -> None:
    state = dealt(dice=ROLL)

    after = play(state, 0, Reroll(freeze="any-two", dice=frozenset({0})), Falling((6,))).state

    assert after.pending == ()
    assert refusal(after, 0, score("any-two", 0, 1)).code == "card-frozen"


def test_scoring_freezes_the_card_and_ends_the_turn() -> None:
    state = dealt(dice=ROLL, scores={0: 10})

    moved = play(state, 0, score("straight", 5, 4, 3))

    assert moved.events == (
        CardScored(seat=0, card="straight", positions=(3, 4, 5), values=(2, 3, 4), points=9, score=19),
        CardFrozen(seat=0, card="straight", cause="scored", forced=False),
        TurnEnded(seat=0, next=1, round=1, turns=8),
    )
    assert moved.state.dice is None
    assert active(moved.state, 0) == ("any-two", "two-pairs", "odds", "all-under-six")


def test_fewer_dice_than_possible_may_be_scored() -> None:
    state = dealt(dice=ROLL)

    assert play(state, 0, score("straight", 2, 3)).state.players[0].score == 3


def test_a_skip_resets_all_own_cards_those_frozen_in_this_turn_too() -> None:
    state = play(dealt(frozen={0: ("straight",)}, dice=ROLL), 0, Reroll(freeze="any-two", dice=frozenset({0})), Falling((1,))).state

    moved = play(state, 0, Skip())

    assert moved.events == (
        TurnSkipped(seat=0),
        CardReset(seat=0, card="any-two", cause="skip", forced=False),
        CardReset(seat=0, card="straight", cause="skip", forced=False),
        TurnEnded(seat=0, next=1, round=1, turns=8),
    )
    assert active(moved.state, 0) == GLACIAL


def test_a_skip_is_allowed_with_nothing_frozen_and_something_to_score() -> None:
    state = dealt(dice=ROLL)

    assert play(state, 0, Skip()).events == (TurnSkipped(seat=0), TurnEnded(seat=0, next=1, round=1, turns=8))


def test_sixes_let_the_neighbours_reset_a_card_each() -> None:
    state = dealt(seats=4, cards=INTERACTIONS, frozen={1: ("straight", "any-two"), 2: ("straight", "any-two"), 3: ("straight",)}, dice=ROLL)

    scored = play(state, 0, score("sixes", 0))
    chosen = play(scored.state, 1, Reset(card="straight"))

    assert scored.events[1:] == (
        CardReset(seat=3, card="straight", cause="effect", forced=True),
        ChoicesOwed(seats=(1,), kind="reset"),
    )
    assert chosen.events[0] == CardReset(seat=1, card="straight", cause="effect", forced=False)
    assert active(chosen.state, 1) == ("sixes", "three-lowest", "straight", "forty-minus")
    assert active(chosen.state, 2) == ("sixes", "three-lowest", "forty-minus")


def test_turns_go_clockwise() -> None:
    state = dealt(seats=3, first=2)

    movers = [GAME.to_move(state)]
    for _ in range(3):
        state = play(state, state.turn, Skip()).state
        movers.append(GAME.to_move(state))

    assert movers == [(2,), (0,), (1,), (2,)]
    assert GAME.round(state) == 2


def test_whoever_lets_the_time_run_out_skips_or_gets_the_first_choice() -> None:
    unrolled, rolled = dealt(), dealt(dice=ROLL)
    owing = play(rolled, 0, score("any-two", 0, 1)).state

    assert GAME.default(unrolled, 0) == GAME.default(rolled, 0) == Skip()
    assert GAME.default(owing, 1) == Freeze(card="any-two")


def test_the_clock_measures_a_turn_and_the_choices_in_it() -> None:
    state = dealt(dice=ROLL)
    owing = play(state, 0, score("any-two", 0, 1)).state
    next_turn = play(owing, 1, Freeze(card="odds")).state

    assert GAME.clock(state, 0) == GAME.clock(owing, 1)
    assert GAME.clock(next_turn, 1) == GAME.clock(owing, 1) + 1


def test_while_the_first_events_are_written_nobody_is_to_move() -> None:
    cards_chosen, first_seat_chosen = GAME.setup(GAME.options({}, 2, False), 2, Falling((2,)))

    created_table = GAME.evolve(None, cards_chosen)

    assert GAME.to_move(created_table) == ()
    assert GAME.to_move(GAME.evolve(created_table, first_seat_chosen)) == (1,)


def test_several_choices_are_owed_until_each_is_made() -> None:
    state = play(dealt(seats=3, cards=INTERACTIONS, dice=ROLL), 0, score("three-lowest", 2, 3, 4)).state

    after = play(state, 1, Freeze(card="sixes")).state

    assert state.pending == (Pending(1, "freeze"), Pending(2, "freeze"))
    assert after.pending == (Pending(2, "freeze"),)


def test_a_card_that_is_frozen_because_it_was_scored_begins_no_command() -> None:
    with pytest.raises(ValueError, match="no command begins with"):
        GAME.command_of([CardFrozen(seat=0, card="odds", cause="scored", forced=False)])
