"""The moves of a roll: complete, exact, and few."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice_cards.cards import after, options
from rules.dice_cards.commands import Keep, Mark, Strike
from rules.dice_cards.legal import legal
from rules.dice_cards.numbers import EVERY_ROLL, SOURCES, Faces, Source, chance, possible, prices
from rules.dice_cards.state import State
from tests.rules.dice_cards.story import DECK, GAME, SIX, choosing, rolling
from tests.size import at_size


def cheapest(dice: Faces, source: Source, number: int) -> int | None:
    """The tickets for a number, by trying all dice that they could become."""
    ways = []
    for black, red in EVERY_ROLL:
        shown = {"any": {black, red, black + red}, "black": {black}, "red": {red}, "both": {10 * black + red}}[source]
        if number in shown:
            ways.append(abs(black - dice.black) + abs(red - dice.red))
    return min(ways, default=None)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("dice", EVERY_ROLL[::5], ids=str)
def test_a_number_costs_the_cheapest_way_to_it(dice: Faces, source: Source) -> None:
    costs = {number: cost for number in range(1, 67) if (cost := cheapest(dice, source, number)) is not None}

    assert prices(dice, source) == costs
    assert set(costs) == possible(source)


def test_how_often_a_number_comes_is_counted_over_all_36_rolls() -> None:
    assert [round(36 * chance("any", frozenset({number}))) for number in range(1, 13)] == [11, 12, 13, 14, 15, 16, 6, 5, 4, 3, 2, 1]
    assert round(36 * chance("red", frozenset({1, 2}))) == 12
    assert round(36 * chance("both", frozenset({33, 12}))) == 2
    assert chance("any", frozenset()) == 0


@given(seed=st.integers(0, 2**32), tickets=st.integers(0, 6), dice=st.sampled_from(EVERY_ROLL))
@settings(max_examples=at_size(20, 300))
def test_what_is_listed_is_what_the_cards_allow_and_the_tickets_pay(seed: int, tickets: int, dice: Faces) -> None:
    mind = Random(seed)
    hand = sorted(mind.sample(list(DECK), 6))
    state = rolling(hand, dice=(dice.black, dice.red), tickets=[tickets])
    for _ in range(mind.randint(0, 12)):
        card = mind.randrange(6)
        state = _marked(state, card, mind)

    moves = {(move.card, move.place, move.number) for move in GAME.legal(state, 0) if isinstance(move, Mark)}

    player = state.players[0]
    assert moves == {
        (number, place, written)
        for number, marks in zip(player.kept, player.sheets, strict=True)
        for place, written in options(DECK[number], marks)
        if (cost := cheapest(dice, DECK[number].sources[place], written)) is not None and cost <= tickets
    }


def _marked(state: State, at: int, mind: Random) -> State:
    """The state with one more mark on a card of seat 0, whatever the dice show."""
    player = state.players[0]
    card, marks = DECK[player.kept[at]], player.sheets[at]
    free = options(card, marks)
    sheet = after(card, marks, mind.choice(free)) if free else marks
    return state._replace(players=(player._replace(sheets=(*player.sheets[:at], sheet, *player.sheets[at + 1 :])),))


def test_what_costs_no_ticket_comes_first_then_what_costs_one_and_so_on() -> None:
    state = rolling(SIX, dice=(3, 5), tickets=[6])

    moves = GAME.legal(state, 0)

    costs = [prices(Faces(3, 5), DECK[move.card].sources[move.place])[move.number] if isinstance(move, Mark) else 0 for move in moves]
    assert costs == sorted(costs)
    assert moves[costs.count(0) - 1] == Strike()
    assert set(costs) == set(range(5))


@pytest.mark.parametrize("hand", [tuple(DECK), tuple(islice(DECK, 9))], ids=["fifty", "nine"])
def test_choosing_six_cards_takes_one_short_move_each(hand: tuple[int, ...]) -> None:
    state = choosing(1, hand=hand, deal="choose-any")

    assert GAME.legal(state, 0) == tuple(Keep(card=card) for card in hand)


def test_a_roll_without_tickets_offers_three_numbers_at_most() -> None:
    moves = [move for move in legal(rolling(SIX, dice=(2, 5)), 0) if isinstance(move, Mark)]

    assert {move.number for move in moves} == {2, 5, 7}
