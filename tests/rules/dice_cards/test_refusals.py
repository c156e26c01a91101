"""Every refusal of the game, with its code, its field, its ruling and how its words begin."""

from random import Random

import pytest

from rules.dice_cards.commands import Command
from rules.dice_cards.state import State
from rules.testing.near_misses import near_misses
from rules.testing.refusals import RefusedMove, RefusedOptions, check_answer, check_codes, check_move, check_options
from tests.rules.dice_cards.story import GAME, NO_EXCHANGE, SIX, STRIKE, choosing, exchange, keep, leave, mark, play, rolling

CHOOSING = choosing()
ONE_CARD = choosing(hand=(1, 2, 3, 4, 5, 6, 7, 8, 11))
EXCHANGED = play(CHOOSING, 0, NO_EXCHANGE).state
ROLLING = rolling(dice=(3, 5))
ANSWERED = play(ROLLING, 0, STRIKE).state
WITHDRAWN = leave(rolling(SIX, SIX, SIX), 0).state
OVER = leave(ROLLING, 1).state

REFUSED_MOVES: list[RefusedMove[State, Command]] = [
    RefusedMove(OVER, 0, STRIKE, "game-over"),
    RefusedMove(OVER, 1, keep(2), "game-over"),
    RefusedMove(ANSWERED, 0, STRIKE, "nothing-owed-by-seat"),
    RefusedMove(WITHDRAWN, 0, mark(22, 2, 3), "nothing-owed-by-seat"),
    RefusedMove(ROLLING, 7, STRIKE, "nothing-owed-by-seat"),
    RefusedMove(CHOOSING, 0, STRIKE, "choose-first"),
    RefusedMove(EXCHANGED, 0, mark(22, 2, 3), "choose-first"),
    RefusedMove(ROLLING, 0, keep(2), "already-chosen"),
    RefusedMove(ROLLING, 0, NO_EXCHANGE, "already-chosen"),
    RefusedMove(CHOOSING, 0, keep(2), "exchange-first"),
    RefusedMove(EXCHANGED, 0, NO_EXCHANGE, "already-exchanged"),
    RefusedMove(CHOOSING, 0, exchange(2), "exchange-not-allowed", "cards", None, "These cards may be exchanged: 11, 12, 49."),
    RefusedMove(CHOOSING, 0, exchange(11, 50), "exchange-not-allowed", "cards"),
    RefusedMove(CHOOSING, 0, exchange(11, 12, 49), "exchange-not-allowed", "cards", None, "At most 2 cards may be exchanged."),
    RefusedMove(ONE_CARD, 0, exchange(11), "exchange-not-allowed", "cards", None, "These cards may be exchanged: none."),
    RefusedMove(EXCHANGED, 0, keep(3), "card-not-in-hand", "card", None, "Card 3 cannot be chosen; these can: 2, 9, 11, 12, 22,"),
    RefusedMove(ROLLING, 0, mark(3, 0, 5), "card-not-kept", "card", None, "Card 3 is not one of this seat's cards, which are: 2, 9, 22,"),
    RefusedMove(ROLLING, 0, mark(22, 35, 3), "mark-not-allowed", "place", None, "Nothing may be written at place 35 of card 22 now."),
    RefusedMove(ROLLING, 0, mark(22, 2, 5), "mark-not-allowed", "number", None, "Card 22 takes one of these numbers at place 2 now: 3."),
    RefusedMove(ROLLING, 0, mark(24, 0, 13), "mark-not-allowed", "number"),
    RefusedMove(ROLLING, 0, mark(22, 3, 4), "number-out-of-reach", "number", "C8", "4 costs 1 ticket with this roll; there are 0."),
    RefusedMove(ROLLING, 0, mark(2, 4, 5), "number-out-of-reach", "number", "C8", "5 costs 2 tickets"),
]

REFUSED_OPTIONS = [
    RefusedOptions({"colour": "red"}, "option-unknown"),
    RefusedOptions({"deal": "six"}, "option-invalid"),
    RefusedOptions({"deal": None}, "option-invalid"),
]


@pytest.mark.parametrize("refused", REFUSED_MOVES)
def test_a_move_is_refused_with_its_code_field_and_ruling(refused: RefusedMove[State, Command]) -> None:
    check_move(GAME, refused)


@pytest.mark.parametrize("refused", REFUSED_OPTIONS)
def test_options_are_refused_with_their_code(refused: RefusedOptions) -> None:
    check_options(GAME, refused, 2)


def test_every_code_is_reached() -> None:
    check_codes(GAME, REFUSED_MOVES, REFUSED_OPTIONS)


@pytest.mark.parametrize("state", [CHOOSING, EXCHANGED, ROLLING, rolling(tickets=[3, 0]), rolling((7, 8, 10, 33, 34, 43))])
def test_whatever_is_played_is_refused_or_legal(state: State) -> None:
    accepted = [check_answer(GAME, state, 0, move) for move in near_misses(GAME, GAME.legal(state, 0), Random(1))]

    assert accepted.count(False) > 20
