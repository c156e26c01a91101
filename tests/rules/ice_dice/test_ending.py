"""The three ways in which a game ends (I7, I8, resignation), the exact turn, and who has won."""

import pytest

from rules.game import Standing
from rules.ice_dice.commands import Pass, Setup
from rules.ice_dice.events import FirstSeatChosen, GameEnded, SeatWithdrawn, TurnBegan, TurnPassed
from rules.testing.fixed_dice import Low
from rules.testing.rulings import Resigns, Ruling, check_ruling, rulings
from tests.rules.ice_dice.story import GAME, dealt, leave, play, set_up, shift, started, take, two

ROLL = (2, 3, 6)
LEFT = tuple(range(25, 33))
"""Eight tokens that no sum of this roll makes."""
NINE = (5, *LEFT)
FIVE, EIGHTEEN = two(0, "+", 1), two(1, "*", 2)
SHIFT, PASS = shift(5, FIVE), Pass()
LAST, BOTH = dealt(big=NINE, turn=1, dice=ROLL), dealt(big=NINE, medium=(18,), turn=1, dice=ROLL)
TEN, OWNER = dealt(big=(5, 6, *LEFT[:7]), dice=ROLL), dealt(own={0: (1, 2, 3)}, dice=ROLL)
THREE, LAID = dealt(seats=3), started(None, 3, (3,))
FOUR = dealt(seats=4, first=2, turn=3, big=NINE, dice=ROLL)
STILL = dealt(seats=3, first=1, turn=2, moved=5)
SHIFTED = play(dealt(seats=2, still_rounds=2, dice=ROLL), 0, SHIFT).state

GOES_ON = {"reason": None}
ENOUGH, STALEMATE = GameEnded(reason="eight-left"), GameEnded(reason="stalemate")
GONE, NEXT = SeatWithdrawn(seat=2), FirstSeatChosen(first=0, draw=None)
OTHER_LINES = tuple(Setup(token=token) for token in (*range(1, 19), *range(25, 37)))

FEW_LEFT = rulings(
    ("a ninth token left keeps the game going", LAST, [PASS], {**GOES_ON, "round": 2, "last_round": False}),
    ("eight left by a round's last turn end it at once", LAST, [SHIFT, PASS], {"events": (TurnPassed(seat=1), ENOUGH), "to move": ()}),
    *(
        (
            f"the others have their turns: {passes}",
            FOUR,
            [SHIFT, *[PASS] * passes],
            {"to move": to_move, "reason": reason, "last_round": True},
        )
        for passes, to_move, reason in [(0, (3,), None), (1, (0,), None), (2, (1,), None), (3, (), "eight-left")]
    ),
    (
        "the board may fall below eight",
        TEN,
        [SHIFT, PASS, shift(6, two(0, "*", 1)), PASS],
        {"big": LEFT[:7], "reason": "eight-left"},
        [ROLL],
    ),
    ("a take ends it as well", BOTH, [SHIFT, take(18, EIGHTEEN)], {"players.1.own": (18,), "reason": "eight-left"}),
    *(
        (f"nine are too many, {variant}", dealt(variant=variant, big=range(1, 10), turn=1), [PASS], GOES_ON)
        for variant in ("standard", "young", "experienced")
    ),
    *(
        (f"eight are few, {variant}", dealt(variant=variant, big=range(1, 9), turn=1), [PASS], {"reason": "eight-left"})
        for variant in ("standard", "young", "experienced")
    ),
    ("eight left go before a stalemate", dealt(big=LEFT, turn=1, still_rounds=2), [PASS], {"reason": "eight-left"}),
)

STALEMATES = rulings(
    (
        "three rounds without a moved token end the game",
        dealt(round=5),
        [PASS] * 6,
        {"events": (TurnPassed(seat=1), STALEMATE), "round": 7},
    ),
    ("five turns are not three rounds", dealt(round=5), [PASS] * 5, {**GOES_ON, "round": 7}),
    ("two passes after a token in their round do not count", STILL, [PASS] * 10, {**GOES_ON, "still_rounds": 2}),
    ("rounds are counted from the first seat", STILL, [PASS] * 11, {"reason": "stalemate"}),
    (
        "a turn that begins tells how many rounds were still",
        dealt(turn=1, round=4, still_rounds=1),
        [PASS],
        {"still_rounds": 2, "turns": 8, "round": 5, "turn": 0},
    ),
    *(
        (f"a token moved begins the count anew: {passes}", SHIFTED, [PASS] * passes, {"reason": reason})
        for passes, reason in [(2, None), (7, None), (8, "stalemate")]
    ),
    (
        "it counts for the whole of its round",
        dealt(seats=4, turn=3, still_rounds=2, moved=5),
        [PASS],
        {"round": 2, "still_rounds": 0, "moved": False},
    ),
    *(
        (f"tokens set up are none that a round has moved: {passes}", set_up(started()), [PASS] * passes, {"reason": reason})
        for passes, reason in [(5, None), (6, "stalemate")]
    ),
)

RESIGNATIONS = rulings(
    (
        "of two the other one wins, whatever the points",
        OWNER,
        [Resigns(0)],
        {"reason": "resignation", "winners": (1,), "ranking": [(1, 1), (0, 2)], "scores": (9, 0)},
    ),
    (
        "whoever resigns in their own turn ends it, a token shifted stays",
        dealt(seats=3, medium=(18,), dice=ROLL),
        [SHIFT, Resigns(0)],
        {"medium": (18, 5), "turns": 8, "round": 1, "to move": (1,)},
    ),
    *(
        (f"who resigned is passed over: {passes}", THREE, [Resigns(1), *[PASS] * passes], {"to move": to_move})
        for passes, to_move in enumerate([(0,), (2,), (0,)])
    ),
    ("that changes nothing else", THREE, [Resigns(1)], {"events": (SeatWithdrawn(seat=1),)}),
    ("a round begins where the first seat's turn would be", dealt(seats=3, turn=2, withdrawn=(0,)), [PASS], {"turn": 1, "round": 2}),
    ("the last one of a round may end the game", dealt(seats=3, turn=2, big=LEFT), [Resigns(2)], {"events": (GONE, ENOUGH)}),
    (
        "who resigns while setting up leaves that to the next seat",
        LAID,
        [Setup(token=20), Resigns(2)],
        {"events": (GONE, NEXT), "legal": OTHER_LINES},
    ),
    (
        "which becomes the first",
        LAID,
        [Setup(token=20), Resigns(2), Setup(token=1), Setup(token=7)],
        {"first": 0, "turns": 1, "to move": (0,)},
    ),
    ("the next one that has not resigned either", started(None, 4, (3,)), [Resigns(3), Resigns(2)], {"events": (GONE, NEXT)}),
    (
        "who resigns while another sets up changes nothing",
        started(None, 3, (1,)),
        [Resigns(1)],
        {"events": (SeatWithdrawn(seat=1),), "to move": (0,)},
    ),
    ("the last one left while setting up has won", started(), [Resigns(0)], {"reason": "resignation", "winners": (1,)}),
    ("whoever has resigned does not resign again", THREE, [Resigns(1), Resigns(1)], {"events": ()}),
    ("nor whoever sees the game over", THREE, [Resigns(1), Resigns(2), Resigns(0)], {"events": ()}),
)


@pytest.mark.parametrize("ruling", [*FEW_LEFT, *STALEMATES, *RESIGNATIONS], ids=lambda ruling: ruling.says)
def test_a_game_ends_when_it_should(ruling: Ruling) -> None:
    check_ruling(GAME, ruling)


def test_the_turn_of_who_resigned_is_followed_by_the_next_with_its_roll() -> None:
    assert leave(dealt(seats=3), 0, Low()).events[1] == TurnBegan(seat=1, round=1, turns=8, still_rounds=0)


@pytest.mark.parametrize(
    ("own", "withdrawn", "winners", "ranking"),
    [
        ({0: (1,), 1: (2, 8)}, (), (1,), [(1, 1), (0, 2), (2, 3)]),
        ({0: (1,), 1: (2,), 2: ()}, (), (0, 1), [(0, 1), (1, 1), (2, 3)]),
        ({}, (), (0, 1, 2), [(0, 1), (1, 1), (2, 1)]),
        ({0: (1, 2, 3, 4), 1: (7,), 2: ()}, (0,), (1,), [(1, 1), (2, 2), (0, 3)]),
    ],
)
def test_points_decide_a_tie_is_shared_and_who_resigned_comes_last(
    own: dict[int, tuple[int, ...]], withdrawn: tuple[int, ...], winners: tuple[int, ...], ranking: list[tuple[int, int]]
) -> None:
    state = play(dealt(seats=3, big=LEFT, turn=2, own=own, withdrawn=withdrawn), 2, PASS).state

    result, scores = GAME.outcome(state), GAME.scores(state)

    assert result is not None
    assert result.winners == winners
    assert result.ranking == tuple(Standing(seat=seat, rank=rank, points=scores[seat]) for seat, rank in ranking)
