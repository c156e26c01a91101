"""The rules of the frame and the rulings C1–C9: a situation, a move, what then holds."""

from typing import Any

import pytest

from rules.dice_cards.commands import Mark, Strike
from rules.dice_cards.events import STRUCK, AnswersRevealed, DiceRolled, GameEnded, RollAnswer, RollAnswered
from rules.testing.fixed_dice import NO_DICE, Falling
from rules.testing.rulings import By, Resigns, Ruling, check_ruling, rulings
from tests.rules.dice_cards.story import DECK, GAME, NO_EXCHANGE, SIX, STRIKE, choosing, exchange, keep, mark, play, rolling

KEEPS = [keep(card) for card in (2, 9, 11, 22, 24, 27)]
ALONE = rolling(SIX)
RICH = rolling(SIX, tickets=[3], dice=(3, 5))
LAST = rolling(SIX, SIX, roll=50)

RULINGS = rulings(
    ("the exchange comes before the choice", choosing(1), [], {"kinds of moves": {type(NO_EXCHANGE)}}),
    (
        "all-or-nothing cards may be exchanged: none, one or two of them",
        choosing(1),
        [],
        {"legal": tuple(exchange(*cards) for cards in [(), (11,), (12,), (49,), (11, 12), (11, 49), (12, 49)])},
    ),
    ("of one all-or-nothing card nothing is exchanged", choosing(1, hand=(1, 2, 3, 4, 5, 6, 7, 8, 11)), [], {"legal": (NO_EXCHANGE,)}),
    (
        "the cards given away are gone, others are there",
        choosing(1),
        [exchange(11, 12)],
        {"players.0.hand": (1, 2, 3, 9, 22, 24, 27, 40, 49)},
    ),
    ("one is exchanged for the first of the reserve", choosing(1), [exchange(49)], {"players.0.hand": (1, 2, 9, 11, 12, 22, 24, 27, 40)}),
    ("without a deal of nine there is no exchange", choosing(1, deal="young"), [], {"default": keep(2)}),
    (
        "six are kept, then they are revealed and the dice roll",
        choosing(1),
        [NO_EXCHANGE, *KEEPS],
        {"phase": "rolling", "roll": 1},
        [(2, 4)],
    ),
    (
        "C1: one roll for all, when all have chosen",
        choosing(2),
        [NO_EXCHANGE, *KEEPS, NO_EXCHANGE, *KEEPS],
        {"dice": (2, 4), "to move": (0, 1)},
        [(2, 4)],
    ),
    ("whoever has chosen waits for the others", choosing(2), [NO_EXCHANGE, *KEEPS], {"to move": (1,), "phase": "choosing"}),
    ("the black die is written", ALONE, [mark(22, 2, 3)], {"scores": (1,), "roll": 2}, [(1, 1)]),
    ("the red die is written", ALONE, [mark(22, 4, 5)], {"scores": (1,)}, [(1, 1)]),
    ("the sum is written", ALONE, [mark(22, 7, 8)], {"scores": (1,)}, [(1, 1)]),
    ("where a colour is wanted, only that die counts", ALONE, [mark(2, 2, 3)], {"players.0.sheets.0.2": 3}, [(1, 1)]),
    ("a strike changes nothing", ALONE, [STRIKE], {"scores": (0,), "players.0.sheets": ALONE.players[0].sheets}, [(1, 1)]),
    ("answers come in any order", rolling(SIX, SIX, SIX), [By(2, STRIKE), By(0, STRIKE)], {"to move": (1,), "roll": 1}),
    ("an answer is no move of the others", rolling(), [By(1, STRIKE)], {"to move": (0,), "scores": (0, 0)}),
    ("C6: both dice are changed, each step for a ticket", RICH, [mark(22, 5, 6)], {"players.0.tickets": 2}, [(1, 1)]),
    ("C8: a number costs the fewest tickets there are", RICH, [mark(9, 8, 10)], {"players.0.tickets": 1}, [(1, 1)]),
    ("C8: a sum that a die shows is free", RICH, [mark(9, 3, 5)], {"players.0.tickets": 3}, [(1, 1)]),
    ("C4: whoever is late strikes", ALONE, [], {"default": STRIKE}),
    ("the game ends after fifty rolls", LAST, [By(0, STRIKE), By(1, STRIKE)], {"reason": "all-rolls", "winners": (0, 1), "to move": ()}),
    ("the most points win", rolling(SIX, SIX, roll=50), [mark(22, 2, 3), STRIKE], {"winners": (0,), "scores": (1, 0)}),
    ("two tickets that are left are a point", rolling(SIX, roll=50, tickets=[5]), [STRIKE], {"scores": (2,)}),
    (
        "a tie goes to the seat with more tickets before their exchange",
        rolling(SIX, SIX, roll=50, tickets=[2, 3]),
        [STRIKE, STRIKE],
        {"scores": (1, 1), "winners": (1,)},
    ),
    ("a seat that resigned comes last", rolling(SIX, SIX, SIX), [Resigns(1)], {"to move": (0, 2), "roll": 1}),
    ("nobody waits for a seat that resigned", rolling(SIX, SIX, SIX), [STRIKE, STRIKE, Resigns(2)], {"roll": 2}, [(1, 1)]),
    ("the last one of several has won", rolling(), [Resigns(0)], {"reason": "resignation", "winners": (1,), "ranking": [(1, 1), (0, 2)]}),
    ("an answer is told even if the others leave", rolling(), [mark(22, 2, 3), Resigns(1)], {"reason": "resignation", "scores": (1, 0)}),
    ("alone one may give up", ALONE, [Resigns(0)], {"reason": "given-up", "rank": None}),
    ("one may give up before the first roll", choosing(1), [Resigns(0)], {"reason": "given-up"}),
    ("a table for two ends if one leaves before the first roll", choosing(2), [Resigns(1)], {"reason": "resignation", "winners": (0,)}),
    (
        "a seat that left before the first roll has no cards",
        choosing(3),
        [Resigns(1), *[By(0, m) for m in (NO_EXCHANGE, *KEEPS)]],
        {"to move": (2,)},
    ),
    ("each roll has a clock of its own", rolling(SIX, roll=7), [], {"clock": 7, "round": 7}),
    ("the choice of cards has one clock", choosing(1), [NO_EXCHANGE, keep(2)], {"clock": 0, "round": 1}),
)


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.says)
def test_the_ruling_holds(ruling: Ruling) -> None:
    check_ruling(GAME, ruling)


def test_all_answers_of_a_roll_are_told_at_once_and_the_next_roll_follows() -> None:
    asked = rolling(SIX, SIX, dice=(3, 5), tickets=[1, 0])

    first = play(asked, 1, STRIKE)
    second = play(first.state, 0, mark(22, 3, 4), Falling((6, 2)))

    marked = RollAnswer(card=22, place=3, number=4, cells=((3, 4),), spent=1, earned=0)
    assert first.events == (RollAnswered(seat=1, answer=STRUCK),)
    assert second.events[:2] == (
        RollAnswered(seat=0, answer=marked),
        AnswersRevealed(roll=1, answers=(marked, STRUCK), tickets=(0, 0), points=(1, 0)),
    )
    assert [type(event) for event in second.events] == [RollAnswered, AnswersRevealed, DiceRolled]
    assert (second.state.roll, second.state.dice) == (2, (6, 2))


def test_a_ticket_is_earned_with_the_mark_that_completes_what_gives_it() -> None:
    """The fourth apple gives one; it is there for the next roll, not for this one."""
    state = rolling(SIX, dice=(1, 2))
    for apple, dice in [(1, (2, 2)), (2, (3, 3)), (3, (4, 4))]:
        state = play(state, 0, mark(22, apple - 1, apple), Falling(dice)).state
    assert state.players[0].tickets == 0

    made = play(state, 0, mark(22, 3, 4), Falling((1, 1)))

    answer = made.events[0]
    assert isinstance(answer, RollAnswered)
    assert (answer.answer.spent, answer.answer.earned, made.state.players[0].tickets) == (0, 1, 1)


def test_what_a_place_for_both_dice_takes_is_the_black_die_then_the_red_one() -> None:
    state = rolling((7, 8, 9, 22, 24, 27), dice=(4, 4))

    assert [move for move in GAME.legal(state, 0) if isinstance(move, Mark) and move.card == 8] == [mark(8, 3, 44)]
    assert play(state, 0, mark(8, 3, 44), Falling((1, 1))).state.players[0].points == DECK[8].each[3]


@pytest.mark.parametrize(
    ("points", "rank"),
    [
        (90, "lord"),
        (89, "scholar"),
        (87, "scholar"),
        (86, "master"),
        (84, "master"),
        (83, "expert"),
        (81, "expert"),
        (80, "novice"),
        (70, "novice"),
        (69, "practice-run"),
        (0, "practice-run"),
    ],
)
def test_a_player_alone_has_a_rank(points: int, rank: str) -> None:
    """Two tickets are a point: so many are left that the total is reached."""
    last = rolling(SIX, roll=50, tickets=[2 * points])

    end = play(last, 0, STRIKE)

    assert isinstance(end.events[-1], GameEnded)
    assert end.events[-1].points == (points,)
    assert GAME.view(end.state, None)["rank"] == rank


def test_several_players_have_no_rank() -> None:
    end = play(play(LAST, 0, STRIKE).state, 1, STRIKE)

    assert GAME.view(end.state, None)["rank"] is None


@pytest.mark.parametrize("seats", [1, 2, 8])
def test_nine_different_cards_are_dealt_to_each_seat_and_no_card_more_than_twice(seats: int) -> None:
    setup: list[Any] = list(GAME.setup({"deal": "nine-keep-six"}, seats, Falling(tuple(range(100)))))

    hands = [(*event.cards, *event.reserve) for event in setup[1:]]
    assert [len(set(hand)) for hand in hands] == [11] * seats
    assert all(sum(hand.count(card) for hand in hands) <= 2 for card in DECK)


def test_choose_any_offers_the_whole_deck_to_everybody() -> None:
    setup: list[Any] = list(GAME.setup({"deal": "choose-any"}, 2, NO_DICE))

    assert [event.cards for event in setup[1:]] == [tuple(DECK)] * 2


def test_young_players_choose_among_nine_young_cards() -> None:
    setup: list[Any] = list(GAME.setup({"deal": "young"}, 2, Falling(range(9), (9, *range(8)))))

    assert [event.cards for event in setup[1:]] == [(2, 22, 24, 27, 30, 31, 37, 40, 41), (2, 22, 24, 27, 30, 31, 37, 40, 42)]


def test_a_strike_is_listed_last_and_always() -> None:
    assert GAME.legal(ALONE, 0)[-1] == Strike()
