"""Each ruling of the rules page by its number."""

from itertools import permutations

import pytest

from rules.dicy_cards.commands import Freeze, Reroll, Reset, Roll, Skip
from rules.dicy_cards.events import (
    CardFrozen,
    CardReset,
    CardScored,
    ChoicesOwed,
    FirstSeatChosen,
    GameEnded,
    SeatWithdrawn,
    TurnEnded,
    TurnSkipped,
)
from rules.dicy_cards.setup import GLACIAL
from rules.dicy_cards.state import Pending
from rules.game import Standing
from rules.testing.fixed_dice import Falling
from tests.rules.dicy_cards.story import GAME, INTERACTIONS, active, dealt, leave, play, refusal, score

ROLL = (6, 6, 1, 2, 3, 4)


def test_d1_with_all_cards_frozen_at_the_start_of_the_turn_only_a_skip_is_left() -> None:
    state = dealt(frozen={0: GLACIAL})

    assert GAME.legal(state, 0) == (Skip(),)
    assert refusal(state, 0, Roll()).rule == "D1"


def test_d1_with_the_last_card_frozen_for_a_reroll_only_a_skip_is_left() -> None:
    state = dealt(frozen={0: GLACIAL[1:]}, dice=ROLL)

    after = play(state, 0, Reroll(freeze=GLACIAL[0], dice=frozenset({0})), Falling((5,))).state

    assert GAME.legal(after, 0) == (Skip(),)


def test_d2_a_reroll_of_no_dice_is_refused() -> None:
    state = dealt(dice=ROLL)

    refused = refusal(state, 0, Reroll(freeze="odds", dice=frozenset()))

    assert (refused.code, refused.field, refused.rule) == ("no-dice", "dice", "D2")


def test_d3_of_two_players_the_other_one_is_struck_once() -> None:
    state = dealt(seats=2, dice=ROLL)

    after = play(state, 0, score("any-two", 0, 1)).state

    assert after.pending == (Pending(1, "freeze"),)


@pytest.mark.parametrize(
    ("seats", "turn", "struck"), [(3, 0, (1, 2)), (3, 1, (0, 2)), (4, 0, (1, 3)), (4, 1, (0, 2)), (4, 2, (1, 3)), (4, 3, (0, 2))]
)
def test_d4_an_effect_on_neighbours_strikes_the_seats_beside(seats: int, turn: int, struck: tuple[int, ...]) -> None:
    state = dealt(seats=seats, turn=turn, dice=ROLL)

    after = play(state, turn, score("any-two", 0, 1)).state

    assert GAME.to_move(after) == struck


def test_three_lowest_strikes_the_seat_opposite_too() -> None:
    state = dealt(seats=4, cards=INTERACTIONS, turn=1, dice=ROLL)

    after = play(state, 1, score("three-lowest", 2, 3, 4)).state

    assert after.pending == (Pending(0, "freeze"), Pending(2, "freeze"), Pending(3, "freeze"))


def test_d5_the_affected_player_picks_and_the_table_waits() -> None:
    state = dealt(seats=2, dice=ROLL)

    scored = play(state, 0, score("any-two", 0, 1))
    chosen = play(scored.state, 1, Freeze(card="straight"))

    assert scored.events == (
        CardScored(seat=0, card="any-two", positions=(0, 1), values=(6, 6), points=12, score=12),
        ChoicesOwed(seats=(1,), kind="freeze"),
    )
    assert GAME.legal(scored.state, 0) == ()
    assert chosen.events == (
        CardFrozen(seat=1, card="straight", cause="effect", forced=False),
        CardFrozen(seat=0, card="any-two", cause="scored", forced=False),
        TurnEnded(seat=0, next=1, round=1, turns=8),
    )


def test_d5_after_a_skip_every_other_player_picks_the_card_to_reset() -> None:
    state = dealt(seats=3, frozen={1: ("odds", "straight"), 2: ("odds", "straight")})

    skipped = play(state, 0, Skip())
    first = play(skipped.state, 2, Reset(card="odds"))
    last = play(first.state, 1, Reset(card="straight"))

    assert skipped.events == (TurnSkipped(seat=0), ChoicesOwed(seats=(1, 2), kind="reset"))
    assert first.events == (CardReset(seat=2, card="odds", cause="skip", forced=False),)
    assert last.events == (
        CardReset(seat=1, card="straight", cause="skip", forced=False),
        TurnEnded(seat=0, next=1, round=1, turns=8),
    )


def test_d6_a_player_with_nothing_eligible_is_passed_over() -> None:
    state = dealt(seats=3, frozen={1: GLACIAL}, dice=ROLL)

    after = play(state, 0, score("any-two", 0, 1)).state

    assert after.pending == (Pending(2, "freeze"),)


def test_d6_a_single_eligible_card_is_frozen_for_its_owner() -> None:
    state = dealt(seats=2, frozen={1: GLACIAL[1:]}, dice=ROLL)

    moved = play(state, 0, score("any-two", 0, 1))

    assert moved.events[1:] == (
        CardFrozen(seat=1, card="any-two", cause="effect", forced=True),
        CardFrozen(seat=0, card="any-two", cause="scored", forced=False),
        TurnEnded(seat=0, next=1, round=1, turns=8),
    )


def test_d6_a_single_eligible_card_is_reset_for_its_owner() -> None:
    by_sixes = dealt(seats=2, cards=INTERACTIONS, frozen={1: ("straight",)}, dice=ROLL)
    by_skip = dealt(seats=2, frozen={1: ("straight",)})

    scored = play(by_sixes, 0, score("sixes", 0, 1))
    skipped = play(by_skip, 0, Skip())

    assert scored.events[1] == CardReset(seat=1, card="straight", cause="effect", forced=True)
    assert skipped.events[1] == CardReset(seat=1, card="straight", cause="skip", forced=True)
    assert scored.state.phase == skipped.state.phase == "roll"


def test_d6_nobody_may_decline() -> None:
    state = play(dealt(seats=2, dice=ROLL), 0, score("any-two", 0, 1)).state

    assert refusal(state, 1, Skip()).code == "choice-pending"


def test_d7_choices_in_any_order_end_in_the_same_state() -> None:
    before = play(dealt(seats=4, cards=INTERACTIONS, dice=ROLL), 0, score("three-lowest", 2, 3, 4)).state
    answers = {1: Freeze(card="any-two"), 2: Freeze(card="sixes"), 3: Freeze(card="straight")}
    ends = set()

    for order in permutations(answers):
        state = before
        for seat in order:
            moved = play(state, seat, answers[seat])
            state = moved.state
            assert moved.events[0] == CardFrozen(seat=seat, card=answers[seat].card, cause="effect", forced=False)
        ends.add(state)

    assert len(ends) == 1


def test_d7_an_answer_before_the_last_is_nobody_elses_event() -> None:
    state = play(dealt(seats=3, dice=ROLL), 0, score("any-two", 0, 1)).state

    moved = play(state, 2, Freeze(card="odds"))

    assert [getattr(event, "seat", None) for event in moved.events] == [2]
    assert GAME.to_move(moved.state) == (1,)


def test_d8_the_scorer_cannot_score_without_the_effect() -> None:
    state = dealt(seats=2, dice=ROLL)

    after = play(state, 0, score("any-two", 0, 1)).state

    assert after.phase == "choice"
    assert refusal(after, 0, Skip()).code == "choice-pending"


def test_d9_the_scored_card_is_active_until_the_choices_are_made() -> None:
    state = play(dealt(seats=2, dice=ROLL), 0, score("any-two", 0, 1)).state

    after = play(state, 1, Freeze(card="odds")).state

    assert "any-two" in active(state, 0)
    assert "any-two" not in active(after, 0)


@pytest.mark.parametrize(("card", "dice"), [("sixes", (1, 2, 3, 4, 5, 5)), ("odds", (2, 2, 4, 4, 6, 6))])
def test_d10_a_card_that_no_die_fits_is_not_scored_for_nothing(card: str, dice: tuple[int, ...]) -> None:
    state = dealt(cards=("sixes", "odds", "straight", "any-two", "forty-minus"), dice=dice)

    refused = refusal(state, 0, score(card))

    assert (refused.code, refused.rule) == ("no-dice", "D10")
    assert refusal(state, 0, score(card, 0)).rule == "D10"
    assert not [move for move in GAME.legal(state, 0) if getattr(move, "card", None) == card]


@pytest.mark.parametrize("positions", [(0, 1), (1, 2, 3), (2, 4)], ids=["six and one", "a duplicate rides along", "a gap"])
def test_d11_a_straight_neither_wraps_nor_repeats_nor_leaps(positions: tuple[int, ...]) -> None:
    state = dealt(dice=(6, 1, 2, 2, 4, 5))

    assert refusal(state, 0, score("straight", *positions)).rule == "D11"


def test_d11_any_run_inside_the_roll_will_do() -> None:
    state = dealt(dice=(2, 3, 4, 5, 6, 6))

    assert play(state, 0, score("straight", 2, 1)).state.players[0].score == 7


def test_d12_four_of_a_kind_are_not_two_pairs() -> None:
    state = dealt(dice=(3, 3, 3, 3, 5, 5))

    assert refusal(state, 0, score("two-pairs", 0, 1, 2, 3)).rule == "D12"


def test_d12_two_of_three_equal_dice_may_be_taken() -> None:
    state = dealt(dice=(3, 3, 3, 1, 5, 5))

    assert play(state, 0, score("two-pairs", 0, 2, 4, 5)).state.players[0].score == 16


def test_d13_of_equal_dice_any_may_count_among_the_three_lowest() -> None:
    state = dealt(cards=INTERACTIONS, dice=(1, 3, 3, 3, 4, 6))

    takings = [move for move in GAME.legal(state, 0) if getattr(move, "card", None) == "three-lowest"]

    assert takings == [score("three-lowest", 0, 1, 2), score("three-lowest", 0, 1, 3), score("three-lowest", 0, 2, 3)]
    assert refusal(state, 0, score("three-lowest", 0, 1, 4)).rule == "D13"


def test_d14_reaching_100_lets_the_round_be_finished() -> None:
    state = dealt(seats=3, first=1, turn=1, scores={1: 95}, dice=ROLL)

    moved = play(state, 1, score("straight", 2, 3, 4))

    assert moved.state.players[1].score == 101
    assert moved.events[-1] == TurnEnded(seat=1, next=2, round=1, turns=8)


def test_d14_the_game_ends_after_the_seat_before_the_first_player() -> None:
    state = dealt(seats=3, first=1, turn=0, scores={1: 101})

    moved = play(state, 0, Skip())

    assert moved.events[-1] == GameEnded(reason="hundred")


def test_d14_below_100_a_new_round_begins() -> None:
    state = dealt(seats=3, first=1, turn=0, scores={1: 99}, round=4)

    moved = play(state, 0, Skip())

    assert moved.events[-1] == TurnEnded(seat=0, next=1, round=5, turns=8)


def test_d15_the_choices_of_the_last_turn_decide_a_tie() -> None:
    state = dealt(seats=2, turn=1, scores={0: 100, 1: 88}, frozen={0: ("odds", "straight")}, dice=ROLL)

    scored = play(state, 1, score("any-two", 0, 1)).state
    chosen = play(scored, 0, Freeze(card="two-pairs"))

    assert GAME.outcome(scored) is None
    assert chosen.events[-1] == GameEnded(reason="hundred")
    result = GAME.outcome(chosen.state)
    assert result is not None
    assert result.winners == (1,)
    assert result.ranking == (Standing(seat=1, rank=1, points=100), Standing(seat=0, rank=2, points=100))


def test_d16_endless_skipping_ends_after_200_rounds() -> None:
    last = dealt(seats=2, turn=1, round=200, scores={0: 7})
    last_but_one = dealt(seats=2, turn=1, round=199)

    ended = play(last, 1, Skip())
    going_on = play(last_but_one, 1, Skip())

    assert ended.events[-1] == GameEnded(reason="round-limit")
    result = GAME.outcome(ended.state)
    assert result is not None
    assert (result.reason, result.winners) == ("round-limit", (0,))
    assert GAME.round(going_on.state) == 200


def test_d16_a_hundred_in_the_last_round_is_a_hundred() -> None:
    state = dealt(seats=2, turn=1, round=200, scores={0: 100})

    assert play(state, 1, Skip()).events[-1] == GameEnded(reason="hundred")


def test_d17_the_first_player_is_drawn() -> None:
    dice = Falling((3,))

    events = GAME.setup(GAME.options({}, 4, False), 4, dice)

    assert isinstance(events[-1], FirstSeatChosen)
    assert events[-1].first == 2
    assert events[-1].draw is not None
    assert (events[-1].draw.of, events[-1].draw.values) == (4, (3,))


def test_d17_the_first_player_is_the_creator() -> None:
    events = GAME.setup(GAME.options({"first_seat": "creator"}, 4, False), 4, Falling())

    assert events[-1] == FirstSeatChosen(first=0, draw=None)


def test_d18_resigning_in_the_own_turn_passes_it_on() -> None:
    state = dealt(seats=3, scores={0: 40}, frozen={0: ("odds",)}, dice=ROLL)

    moved = leave(state, 0)

    assert moved.events == (SeatWithdrawn(seat=0), TurnEnded(seat=0, next=1, round=1, turns=8))
    assert moved.state.players[0].score == 40
    assert "odds" not in active(moved.state, 0)


def test_d18_resigning_out_of_turn_leaves_the_turn_where_it_is() -> None:
    state = dealt(seats=3, dice=ROLL)

    moved = leave(state, 1)

    assert moved.events == (SeatWithdrawn(seat=1),)
    assert GAME.to_move(moved.state) == (0,)


def test_d18_the_turns_of_a_seat_that_resigned_are_passed_over() -> None:
    state = dealt(seats=4, turn=0, withdrawn=(1, 2))

    assert play(state, 0, Skip()).events[-1] == TurnEnded(seat=0, next=3, round=1, turns=8)


def test_d18_passing_over_the_first_player_begins_a_round_all_the_same() -> None:
    state = dealt(seats=3, first=1, turn=0, withdrawn=(1,), round=4)

    assert play(state, 0, Skip()).events[-1] == TurnEnded(seat=0, next=2, round=5, turns=8)


def test_d18_resigning_in_the_last_turn_of_the_last_round_ends_it() -> None:
    state = dealt(seats=3, turn=2, scores={1: 100})

    moved = leave(state, 2)

    assert moved.events == (SeatWithdrawn(seat=2), GameEnded(reason="hundred"))


def test_d18_a_choice_owed_by_a_seat_that_resigns_is_dropped_and_the_others_stay() -> None:
    state = play(dealt(seats=3, dice=ROLL), 0, score("any-two", 0, 1)).state

    moved = leave(state, 2)

    assert moved.events == (SeatWithdrawn(seat=2),)
    assert moved.state.pending == (Pending(1, "freeze"),)


def test_d18_the_last_choice_dropped_ends_the_turn() -> None:
    state = play(dealt(seats=3, dice=ROLL, frozen={1: GLACIAL}), 0, score("any-two", 0, 1)).state

    moved = leave(state, 2)

    assert moved.events == (
        SeatWithdrawn(seat=2),
        CardFrozen(seat=0, card="any-two", cause="scored", forced=False),
        TurnEnded(seat=0, next=1, round=1, turns=8),
    )


def test_d18_a_scorer_who_resigns_during_the_choices_has_scored() -> None:
    state = play(dealt(seats=3, dice=ROLL), 0, score("any-two", 0, 1)).state

    gone = leave(state, 0)
    answered = play(play(gone.state, 1, Freeze(card="odds")).state, 2, Freeze(card="odds"))

    assert gone.events == (SeatWithdrawn(seat=0),)
    assert answered.state.players[0].score == 12
    assert answered.events[1:] == (
        CardFrozen(seat=0, card="any-two", cause="scored", forced=False),
        TurnEnded(seat=0, next=1, round=1, turns=8),
    )


def test_d18_effects_and_skips_pass_over_a_seat_that_resigned() -> None:
    struck = dealt(seats=3, withdrawn=(1,), dice=ROLL)
    thawed = dealt(seats=3, withdrawn=(1,), frozen={1: ("odds",), 2: ("odds", "straight")})

    scored = play(struck, 0, score("any-two", 0, 1)).state
    skipped = play(thawed, 0, Skip()).state

    assert scored.pending == (Pending(2, "freeze"),)
    assert skipped.pending == (Pending(2, "reset"),)
    assert "odds" not in active(skipped, 1)


def test_d18_an_effect_on_a_neighbour_who_resigned_does_not_travel_to_the_seat_opposite() -> None:
    state = dealt(seats=4, withdrawn=(1, 3), dice=ROLL)

    moved = play(state, 0, score("any-two", 0, 1))

    assert moved.events[-1] == TurnEnded(seat=0, next=2, round=1, turns=8)


def test_d18_the_last_one_left_ends_the_game() -> None:
    state = dealt(seats=3, turn=1, scores={0: 90, 1: 50, 2: 20}, withdrawn=(0,), dice=ROLL)

    moved = leave(state, 1)

    assert moved.events == (SeatWithdrawn(seat=1), GameEnded(reason="resignation"))
    result = GAME.outcome(moved.state)
    assert result is not None
    assert result.reason == "resignation"
    assert result.winners == (2,)
    assert result.ranking == (
        Standing(seat=2, rank=1, points=20),
        Standing(seat=0, rank=2, points=90),
        Standing(seat=1, rank=3, points=50),
    )


def test_d18_nobody_waits_for_choices_when_one_seat_is_left() -> None:
    state = play(dealt(seats=2, dice=ROLL), 0, score("any-two", 0, 1)).state

    moved = leave(state, 0)

    assert moved.events == (SeatWithdrawn(seat=0), GameEnded(reason="resignation"))
    assert GAME.to_move(moved.state) == ()


def test_d18_a_seat_resigns_once_and_not_after_the_end() -> None:
    going_on = dealt(seats=3, withdrawn=(1,))
    over = leave(dealt(seats=2), 1).state

    assert leave(going_on, 1).events == ()
    assert leave(over, 0).events == ()


def test_d18_a_score_of_100_counts_for_the_end_even_after_its_seat_resigned() -> None:
    state = dealt(seats=3, turn=2, scores={0: 101}, withdrawn=(0,))

    ended = play(state, 2, Skip())

    assert ended.events[-1] == GameEnded(reason="hundred")
    result = GAME.outcome(ended.state)
    assert result is not None
    assert result.winners == (1, 2)
    assert result.ranking[-1] == Standing(seat=0, rank=3, points=101)
