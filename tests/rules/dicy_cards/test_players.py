"""The built-in players: all moves are legal, and the greedy player makes the best move of the turn."""

from itertools import product

import pytest

from rules.dicy_cards.cards import CardId
from rules.dicy_cards.commands import Command, Freeze, Reroll, Reset, Roll, Skip
from rules.dicy_cards.players.expected import expected
from rules.dicy_cards.setup import GLACIAL, MODES
from rules.dicy_cards.state import State
from rules.testing.fixed_dice import Low
from rules.testing.whole_games import wins
from tests.rules.dicy_cards.by_chance import chosen, whole_game
from tests.rules.dicy_cards.story import BEGINNER, GAME, INTERACTIONS, INTERMEDIATE, all_but, dealt, play, score

GREEDY, RANDOM = GAME.players["greedy"], GAME.players["random"]
ROLL = (6, 6, 1, 2, 3, 4)


def answer(state: State, seat: int = 0) -> Command:
    return GREEDY.choose(state, seat, Low())


def ranking(state: State, seat: int = 0) -> dict[Command, float]:
    assert GREEDY.rank is not None
    return {one.command: one.points for one in GREEDY.rank(state, seat)}


def without(cards: tuple[CardId, ...], card: CardId) -> float:
    """The expected points of a roll with all of the cards but one."""
    return expected(frozenset(cards) - {card}, ())


# --- both players ---


def test_the_random_player_judges_nothing() -> None:
    assert RANDOM.rank is None


@pytest.mark.parametrize("mode", MODES)
def test_greedy_beats_random_from_both_seats(mode: str) -> None:
    assert wins(GAME, "greedy", "random", 10, chosen(mode)) >= 9


@pytest.mark.parametrize(("seats", "mode"), list(product((2, 3, 4), MODES)))
def test_greedy_players_among_themselves_soon_have_a_hundred_points(seats: int, mode: str) -> None:
    end = whole_game(seats, seats, mode, levels=("greedy",) * seats)[-1].before

    assert end.reason == "hundred"
    assert end.round <= 15


# --- greedy ---


def test_a_score_is_taken_that_no_reroll_promises_to_beat() -> None:
    state = dealt(cards=BEGINNER, dice=(6, 6, 6, 6, 6, 6))

    assert answer(state) == score("alike-x5", 0, 1, 2, 3, 4, 5)


def test_a_reroll_is_taken_that_promises_more_and_costs_the_card_that_is_missed_least() -> None:
    state = dealt(dice=(5, 5, 5, 5, 5, 6))

    best = answer(state)

    assert best == Reroll(freeze="any-two", dice=frozenset({5}))
    assert without(GLACIAL, "any-two") > max(without(GLACIAL, "straight"), without(GLACIAL, "two-pairs"))
    assert {ranking(state)[Reroll(freeze=card, dice=frozenset({5}))] for card in ("straight", "two-pairs")} == {ranking(state)[best]}
    assert ranking(state)[best] > ranking(state)[score("odds", 0, 1, 2, 3, 4)] == 25


def test_of_equal_scores_the_card_goes_that_is_missed_least() -> None:
    """The dice fit odds and all-under-six, for 30 points each. A new roll is worth 9 points with odds, and 6 with all-under-six."""
    state = dealt(frozen=all_but(GLACIAL, "odds", "all-under-six"), dice=(5,) * 6)

    assert expected(frozenset({"odds"}), ()) > expected(frozenset({"all-under-six"}), ())
    assert answer(state) == score("all-under-six", 0, 1, 2, 3, 4, 5)


def test_of_a_sure_score_and_a_reroll_that_keeps_it_the_score_is_taken() -> None:
    state = dealt(frozen=all_but(GLACIAL, "any-two", "two-pairs"), dice=(6, 6, 5, 5, 4, 3))
    keeping = Reroll(freeze="any-two", dice=frozenset({4}))

    assert ranking(state)[keeping] == ranking(state)[score("two-pairs", 0, 1, 2, 3)] == 22
    assert answer(state) == score("two-pairs", 0, 1, 2, 3)


def test_equal_dice_are_told_apart_by_the_order_of_the_legal_moves() -> None:
    state = dealt(cards=BEGINNER, frozen=all_but(BEGINNER, "pair-doubled"), dice=(6, 6, 6, 1, 2, 3))

    best = [move for move, points in ranking(state).items() if points == 24]

    assert best == [score("pair-doubled", 0, 1), score("pair-doubled", 0, 2), score("pair-doubled", 1, 2)]


def test_a_turn_with_good_cards_begins_with_a_roll() -> None:
    assert answer(dealt()) == Roll()


def test_a_turn_with_one_poor_card_is_skipped_and_one_with_a_good_card_is_not() -> None:
    poor = dealt(cards=INTERMEDIATE, frozen=all_but(INTERMEDIATE, "sixes"))
    good = dealt(cards=INTERMEDIATE, frozen=all_but(INTERMEDIATE, "forty-minus"))

    assert answer(poor) == Skip()
    assert answer(good) == Roll()


def test_a_turn_with_nothing_left_is_skipped() -> None:
    assert answer(dealt(frozen=all_but(GLACIAL))) == Skip()
    assert ranking(dealt(frozen=all_but(GLACIAL))) == {Skip(): 10}


def test_a_last_card_that_does_not_fit_is_given_up_for_a_skip() -> None:
    state = dealt(frozen=all_but(GLACIAL, "all-under-six"), dice=ROLL)

    assert answer(state) == Skip()


def test_of_the_cards_that_may_freeze_the_one_goes_that_a_roll_misses_least() -> None:
    state = play(dealt(cards=INTERACTIONS, dice=ROLL), 0, score("any-two", 0, 1)).state

    assert ranking(state, 1) == {Freeze(card=card): without(INTERACTIONS, card) for card in INTERACTIONS}
    assert answer(state, 1) == Freeze(card=max(INTERACTIONS, key=lambda card: without(INTERACTIONS, card))) == Freeze(card="any-two")


def test_of_the_cards_that_may_come_back_the_one_is_taken_that_a_roll_gains_most_by() -> None:
    frozen = {1: ("three-lowest", "forty-minus", "straight")}
    state = play(dealt(cards=INTERACTIONS, frozen=frozen, dice=ROLL), 0, score("sixes", 0)).state

    assert answer(state, 1) == Reset(card="forty-minus")
    assert ranking(state, 1)[Reset(card="forty-minus")] == expected(frozenset({"any-two", "sixes", "forty-minus"}), ())
