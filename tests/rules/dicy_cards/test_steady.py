"""The steady player: its values are right for every hand, and it plays the most points in the long run."""

import pytest

from rules.dice import DiceSeed, player_dice
from rules.dicy_cards.commands import Freeze, Reroll, Reset, Roll, Skip
from rules.dicy_cards.players import solitaire
from rules.dicy_cards.players.hands import EVERY, HANDS, SETS, in_order
from rules.dicy_cards.players.solitaire import UNIT, worth
from rules.dicy_cards.players.steady import turn_alone
from rules.dicy_cards.setup import GLACIAL, Five
from rules.testing.fixed_dice import Low
from rules.testing.whole_games import wins
from tests.rules.dicy_cards.story import BEGINNER, GAME, INTERACTIONS, INTERMEDIATE, all_but, dealt, play, score

STEADY = GAME.players["steady"]
DENYING: Five = ("any-two", "sixes", "pair-doubled", "three-lowest", "forty-minus")


def a_turn(five: Five) -> float:
    """The points of a turn in the long run."""
    return -worth(five)[0] / UNIT


def test_the_cards_of_the_rules_bring_fourteen_points_a_turn() -> None:
    assert a_turn(GLACIAL) == pytest.approx(14.05, abs=0.005)


def test_other_cards_bring_between_twelve_and_eighteen_points_a_turn() -> None:
    turns = [a_turn(five) for five in SETS]

    assert len(turns) == 792
    assert (min(turns), max(turns), sum(turns) / len(turns)) == pytest.approx((12.4, 17.5, 15.2), abs=0.05)


@pytest.mark.parametrize("five", [GLACIAL, BEGINNER, INTERMEDIATE, INTERACTIONS, DENYING])
def test_what_a_hand_is_worth_is_what_a_turn_with_it_brings(five: Five) -> None:
    """A turn brings a hand's worth more than the mean of all turns: its points, and the worth of the hand that it leaves."""
    of_hand, turn = worth(five), turn_alone(in_order(five))

    brought = [turn.kept(hand)[0][0] for hand in HANDS]

    assert [value - brought[EVERY] for value in brought] == pytest.approx(of_hand, abs=UNIT / 50)
    assert of_hand[EVERY] == 0


def test_steady_beats_greedy() -> None:
    assert wins(GAME, "steady", "greedy", 40, {}) >= 25


def test_a_card_is_not_given_up_for_a_reroll_that_gains_less_than_the_card_is_worth() -> None:
    """Greedy rerolls two dice for a few points more, and is a card poorer in its next turn."""
    state = dealt(dice=(5, 5, 4, 4, 2, 1))

    assert GAME.players["greedy"].choose(state, 0, Low()) == Reroll(freeze="odds", dice=frozenset({4, 5}))
    assert STEADY.choose(state, 0, Low()) == score("all-under-six", 0, 1, 2, 3, 4, 5)


def test_a_turn_with_a_poor_last_card_is_skipped() -> None:
    assert STEADY.choose(dealt(frozen=all_but(GLACIAL, "any-two")), 0, Low()) == Skip()
    assert STEADY.choose(dealt(frozen=all_but(GLACIAL, "odds")), 0, Low()) == Roll()
    assert STEADY.choose(dealt(frozen=all_but(GLACIAL, "odds"), dice=(1, 2, 2, 4, 4, 6)), 0, Low()) == Skip()


def test_of_the_cards_to_freeze_or_thaw_the_hand_decides_that_is_left() -> None:
    freezing = play(dealt(cards=INTERACTIONS, dice=(6, 6, 1, 2, 3, 4)), 0, score("any-two", 0, 1)).state
    thawing = play(dealt(cards=INTERACTIONS, frozen={1: INTERACTIONS}, dice=(6, 6, 1, 2, 3, 4)), 0, score("sixes", 0)).state

    assert STEADY.choose(freezing, 1, Low()) == Freeze(card="any-two")
    assert STEADY.choose(thawing, 1, Low()) == Reset(card="forty-minus")


def test_of_equal_commands_one_is_chosen_by_the_seats_own_chance() -> None:
    state = dealt(cards=BEGINNER, frozen=all_but(BEGINNER, "pair-doubled"), dice=(6, 6, 6, 1, 2, 3))

    chosen = {STEADY.choose(state, 0, player_dice(DiceSeed("t", f"{secret:064x}"), 0, 5)) for secret in range(40)}

    assert chosen == {score("pair-doubled", 0, 1), score("pair-doubled", 0, 2), score("pair-doubled", 1, 2)}


def test_a_reroll_that_gains_nothing_is_not_made() -> None:
    state = dealt(cards=BEGINNER, frozen=all_but(BEGINNER, "alike-x5"), dice=(6, 6, 6, 6, 6, 6))

    assert STEADY.rank is not None
    assert STEADY.choose(state, 0, Low()) == score("alike-x5", 0, 1, 2, 3, 4, 5)
    assert all(one.points == 0 for one in STEADY.rank(state, 0) if isinstance(one.command, Skip | Reroll))


@pytest.mark.parametrize("place", [0, len(solitaire.VERSION), 100])
def test_a_damaged_file_of_values_is_refused(place: int) -> None:
    file = bytearray(solitaire.encoded([0] * len(SETS) * len(HANDS)))
    file[place] ^= 1

    with pytest.raises(ValueError, match="damaged"):
        solitaire.decoded(bytes(file))


def test_a_file_that_ends_early_is_refused() -> None:
    with pytest.raises(ValueError, match="damaged"):
        solitaire.decoded(solitaire.encoded([0] * 32))
