"""The moves of a roll: complete, exact, and few."""

from itertools import islice
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.tables.presenting import present_move
from rules.dice_cards.cards import after, options
from rules.dice_cards.commands import Mark
from rules.dice_cards.legal import legal
from rules.dice_cards.mechanisms.mechanism import Marks
from rules.dice_cards.numbers import EVERY_ROLL, SOURCES, Faces, Source, chance, possible, prices
from rules.dice_cards.state import State
from tests.rules.dice_cards.story import DECK, GAME, SIX, choosing, rolling
from tests.size import at_size

LONGEST = 32 * 1024
"""No answer of moves is longer, in bytes."""

LATE_DECISION = 9_999
"""The number of a decision that no table reaches: eight seats have some thousand events."""


def listed(state: State) -> bytes:
    """The answer of `GET …/moves` to seat 0."""
    moves = [present_move(GAME, move, LATE_DECISION) for move in GAME.legal(state, 0)]
    return msgspec.json.encode({"decision": LATE_DECISION, "moves": moves})


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


def longest(number: int) -> tuple[int, Marks]:
    """The marks with the most options that are found on a card: empty, and on the way of some random fillings."""
    card, best = DECK[number], DECK[number].empty
    for seed in range(at_size(4, 40)):
        mind, marks = Random(seed), card.empty
        while free := options(card, marks):
            best = max(best, marks, key=lambda tried: len(options(card, tried)))
            marks = after(card, marks, mind.choice(free))
    return len(options(card, best)), best


def test_all_moves_of_any_six_cards_fit_into_32_kilobytes() -> None:
    """The worst six cards in their worst state, with tickets for every number and a late decision."""
    found = {number: longest(number) for number in DECK}
    worst = sorted(sorted(DECK, key=lambda number: -found[number][0])[:6])
    state = rolling(worst, dice=(3, 4), tickets=[99])
    player = state.players[0]._replace(sheets=tuple(found[number][1] for number in worst))

    answer = listed(state._replace(players=(player,)))

    assert len(GAME.legal(state._replace(players=(player,)), 0)) > 300
    assert len(answer) < LONGEST


@pytest.mark.parametrize("hand", [tuple(DECK), tuple(islice(DECK, 9))], ids=["fifty", "nine"])
def test_choosing_six_cards_takes_one_short_move_each(hand: tuple[int, ...]) -> None:
    state = choosing(1, hand=hand, deal="choose-any")

    assert len(GAME.legal(state, 0)) == len(hand)
    assert len(listed(state)) < 60 * len(hand) + 60


def test_a_roll_without_tickets_offers_three_numbers_at_most() -> None:
    moves = [move for move in legal(rolling(SIX, dice=(2, 5)), 0) if isinstance(move, Mark)]

    assert {move.number for move in moves} == {2, 5, 7}
