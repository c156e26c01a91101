"""The three ways in which a game ends (I7, I8, resignation), the exact turn, and who has won."""

import pytest

from rules.game import Standing
from rules.ice_dice.commands import Command, Pass, Setup
from rules.ice_dice.events import FirstSeatChosen, GameEnded, SeatWithdrawn, TurnBegan, TurnPassed
from rules.ice_dice.state import State
from rules.testing.fixed_dice import Low
from rules.testing.rulings import Resign, Ruling, check_ruling
from tests.rules.ice_dice.story import GAME, dealt, leave, play, set_up, shift, started, take, two

ROLL = (2, 3, 6)
LEFT = tuple(range(25, 33))
"""Eight tokens that no sum of this roll makes."""
NINE = (5, *LEFT)
FIVE, EIGHTEEN = two(0, "+", 1), two(1, "*", 2)
SHIFT, PASS = shift(5, FIVE), Pass()
FOUR = dealt(seats=4, first=2, turn=3, big=NINE, dice=ROLL)
STILL = dealt(seats=3, first=1, turn=2, moved=5)
SHIFTED = play(dealt(seats=2, still_rounds=2, dice=ROLL), 0, SHIFT).state

GOES_ON = {"reason": None}

FEW_LEFT: list[Ruling[State, Command]] = [
    Ruling(
        "a ninth token left keeps the game going", dealt(big=NINE, turn=1, dice=ROLL), [PASS], {**GOES_ON, "round": 2, "last_round": False}
    ),
    Ruling(
        "eight left by the last turn of a round end it at once",
        dealt(big=NINE, turn=1, dice=ROLL),
        [SHIFT, PASS],
        {"events": (TurnPassed(seat=1), GameEnded(reason="eight-left")), "to move": (), "reason": "eight-left"},
    ),
    *(
        Ruling(
            f"eight left in the middle of a round let the others have their turns: {passes}",
            FOUR,
            [SHIFT, *[PASS] * passes],
            {"to move": to_move, "reason": reason, "last_round": True},
        )
        for passes, to_move, reason in [(0, (3,), None), (1, (0,), None), (2, (1,), None), (3, (), "eight-left")]
    ),
    Ruling(
        "in the last round the board may fall below eight",
        dealt(big=(5, 6, *LEFT[:7]), dice=ROLL),
        [SHIFT, PASS, shift(6, two(0, "*", 1)), PASS],
        {"big": LEFT[:7], "reason": "eight-left"},
        [ROLL],
    ),
    Ruling(
        "a take ends it as well",
        dealt(big=NINE, medium=(18,), turn=1, dice=ROLL),
        [SHIFT, take(18, EIGHTEEN)],
        {"players.1.own": (18,), "reason": "eight-left"},
    ),
    *(
        Ruling(f"nine are too many, {variant}", dealt(variant=variant, big=range(1, 10), turn=1), [PASS], GOES_ON)
        for variant in ("standard", "young", "experienced")
    ),
    *(
        Ruling(f"eight are few, {variant}", dealt(variant=variant, big=range(1, 9), turn=1), [PASS], {"reason": "eight-left"})
        for variant in ("standard", "young", "experienced")
    ),
    Ruling("eight left go before a stalemate", dealt(big=LEFT, turn=1, still_rounds=2), [PASS], {"reason": "eight-left"}),
]

STALEMATES: list[Ruling[State, Command]] = [
    Ruling(
        "three full rounds without a moved token end the game",
        dealt(round=5),
        [PASS] * 6,
        {"events": (TurnPassed(seat=1), GameEnded(reason="stalemate")), "round": 7},
    ),
    Ruling("five turns are not three rounds", dealt(round=5), [PASS] * 5, {**GOES_ON, "round": 7}),
    Ruling("two passes after a token in their round do not count", STILL, [PASS] * 10, {**GOES_ON, "still_rounds": 2}),
    Ruling("rounds are counted from the first seat", STILL, [PASS] * 11, {"reason": "stalemate"}),
    Ruling(
        "a turn that begins tells how many rounds were still",
        dealt(turn=1, round=4, still_rounds=1),
        [PASS],
        {"still_rounds": 2, "turns": 8, "round": 5, "turn": 0},
    ),
    *(
        Ruling(f"a token moved begins the count anew: {passes}", SHIFTED, [PASS] * passes, {"reason": reason})
        for passes, reason in [(2, None), (7, None), (8, "stalemate")]
    ),
    Ruling(
        "it counts for the whole of its round",
        dealt(seats=4, turn=3, still_rounds=2, moved=5),
        [PASS],
        {"round": 2, "still_rounds": 0, "moved": False},
    ),
    *(
        Ruling(f"tokens set up are none that a round has moved: {passes}", set_up(started()), [PASS] * passes, {"reason": reason})
        for passes, reason in [(5, None), (6, "stalemate")]
    ),
]

GONE = SeatWithdrawn(seat=2)
RESIGNATIONS: list[Ruling[State, Command]] = [
    Ruling(
        "of two players the other one wins whatever the points",
        dealt(own={0: (1, 2, 3)}, dice=ROLL),
        [Resign(0)],
        {
            "events": (SeatWithdrawn(seat=0), GameEnded(reason="resignation")),
            "reason": "resignation",
            "winners": (1,),
            "ranking": [(1, 1), (0, 2)],
            "scores": (9, 0),
        },
    ),
    Ruling(
        "whoever resigns in their own turn ends it, and a token shifted stays",
        dealt(seats=3, medium=(18,), dice=ROLL),
        [SHIFT, Resign(0)],
        {"medium": (18, 5), "turns": 8, "round": 1, "to move": (1,)},
    ),
    *(
        Ruling(
            f"whoever resigns in another's turn is passed over from then on: {passes}",
            dealt(seats=3),
            [Resign(1), *[PASS] * passes],
            {"to move": to_move},
        )
        for passes, to_move in enumerate([(0,), (2,), (0,)])
    ),
    Ruling("that changes nothing else", dealt(seats=3), [Resign(1)], {"events": (SeatWithdrawn(seat=1),)}),
    Ruling(
        "once the first seat has resigned a round begins where its turn would be",
        dealt(seats=3, turn=2, withdrawn=(0,)),
        [PASS],
        {"turn": 1, "round": 2},
    ),
    Ruling(
        "the last one of a round who resigns may end the game",
        dealt(seats=3, turn=2, big=LEFT),
        [Resign(2)],
        {"events": (GONE, GameEnded(reason="eight-left"))},
    ),
    Ruling(
        "whoever resigns while setting up leaves that to the next seat",
        started(None, 3, (3,)),
        [Setup(token=20), Resign(2)],
        {
            "events": (GONE, FirstSeatChosen(first=0, draw=None)),
            "legal": tuple(Setup(token=token) for token in (*range(1, 19), *range(25, 37))),
        },
    ),
    Ruling(
        "which becomes the first",
        started(None, 3, (3,)),
        [Setup(token=20), Resign(2), Setup(token=1), Setup(token=7)],
        {"first": 0, "turns": 1, "to move": (0,)},
    ),
    Ruling(
        "the next seat is one that has not resigned either",
        started(None, 4, (3,)),
        [Resign(3), Resign(2)],
        {"events": (GONE, FirstSeatChosen(first=0, draw=None))},
    ),
    Ruling(
        "whoever resigns while another sets up changes nothing for them",
        started(None, 3, (1,)),
        [Resign(1)],
        {"events": (SeatWithdrawn(seat=1),), "to move": (0,)},
    ),
    Ruling("the last one left while setting up has won", started(), [Resign(0)], {"reason": "resignation", "winners": (1,)}),
    Ruling("whoever has resigned does not resign again", dealt(seats=3), [Resign(1), Resign(1)], {"events": ()}),
    Ruling("nor whoever sees the game over", dealt(seats=3), [Resign(1), Resign(2), Resign(0)], {"events": ()}),
]


@pytest.mark.parametrize("ruling", [*FEW_LEFT, *STALEMATES, *RESIGNATIONS], ids=lambda ruling: ruling.says)
def test_a_game_ends_when_it_should(ruling: Ruling[State, Command]) -> None:
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
