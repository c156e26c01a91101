"""Each ruling of the rules page by its number, and the parts of a turn that they do not number, as rows: state, moves, what then holds."""

import pytest

from rules.ice_dice.commands import Calculation, Pass, Reroll, Setup, Shift, Take
from rules.ice_dice.events import DiceRerolled, DiceRolled, TokenSetUp, TokenShifted, TokenTaken, TurnBegan, TurnPassed
from rules.testing.fixed_dice import Low, drawn
from rules.testing.rulings import Ruling, check_ruling, rulings
from tests.rules.ice_dice.story import GAME, dealt, left_first, play, right_first, set_up, shift, started, take, two

ROLL = (2, 3, 6)
FIVE, EIGHTEEN = two(0, "+", 1), two(1, "*", 2)
AGAIN = Reroll(dice=frozenset({0}))
REROLLS = tuple(Reroll(dice=frozenset(chosen)) for chosen in ({0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}))
LOWEST = (1, 1, 1)


def began(seat: int, turns: int, dice: tuple[int, ...] = LOWEST) -> tuple[TurnBegan, DiceRolled]:
    return (TurnBegan(seat=seat, round=1, turns=turns, still_rounds=0), DiceRolled(seat=seat, dice=dice, draw=drawn(dice)))


def makes(says: str, dice: tuple[int, ...], token: int, expression: Calculation) -> Ruling:
    """A calculation that makes the number of a token on a board of fronts: it is shifted, with the dice as they lie."""
    shifted = TokenShifted(seat=0, token=token, number=token, expression=expression, dice=dice)
    then = {"events": (shifted,), "medium": (token,), "dice": dice, "shifted": token, "to move": (0,)}
    return Ruling(f"I3: {says}", dealt(dice=dice), [shift(token, expression)], then)


NUMBERS = [
    makes("a sum", ROLL, 5, FIVE),
    makes("a difference", ROLL, 4, two(2, "-", 0)),
    makes("a product", ROLL, 18, EIGHTEEN),
    makes("a quotient", ROLL, 2, two(2, "/", 1)),
    makes("a bracket before", ROLL, 30, left_first(0, "+", 1, "*", 2)),
    makes("a bracket behind", ROLL, 20, right_first(0, "+", 1, "*", 2)),
    makes("all three dice", ROLL, 11, left_first(2, "+", 0, "+", 1)),
    makes("a difference of differences", ROLL, 7, right_first(2, "-", 0, "-", 1)),
    makes("1 ÷ 2 × 6 leads over a fraction", (1, 2, 6), 3, left_first(0, "/", 1, "*", 2)),
    makes("4 ÷ (2 ÷ 3) divides by a fraction exactly", (2, 3, 4), 6, right_first(2, "/", 0, "/", 1)),
    makes("3 − (2 − 6) leads below zero", ROLL, 7, right_first(1, "-", 0, "-", 2)),
    makes("2 − 2 + 5 leads over zero", (2, 2, 5), 5, left_first(0, "-", 1, "+", 2)),
    makes("positions count, not faces (I4)", (6, 1, 2), 3, two(1, "+", 2)),
    makes("another calculation than the listed one is as good (I4)", (1, 2, 3), 3, two(0, "*", 2)),
]

UNTIMED, TIMED = set_up(started()), set_up(started(timed=True))
TIMED_TO_THE_LIMIT = TIMED._replace(rerolls=99)

REROLLING = rulings(
    *(
        (
            f"I5: the dice {positions} are rolled again and the others stay",
            dealt(dice=ROLL),
            [Reroll(dice=frozenset(positions))],
            {"events": (DiceRerolled(seat=0, positions=positions, dice=dice, draw=drawn(fallen)),), "dice": dice, "rerolls": 1},
            [fallen],
        )
        for positions, fallen, dice in [((1,), (4,), (2, 4, 6)), ((0, 2), (4, 5), (4, 3, 5)), ((0, 1, 2), LOWEST, LOWEST)]
    ),
    (
        "I5: the new dice make the numbers",
        dealt(dice=ROLL),
        [Reroll(dice=frozenset({2, 0})), shift(20, two(0, "*", 2))],
        {"medium": (20,)},
        [(4, 5)],
    ),
    ("I5: with a clock there is no limit", TIMED, [AGAIN] * 99, {"rerolls": 99, "rerolls_left": None}),
    ("I5: but where nobody plays any more", TIMED_TO_THE_LIMIT, [AGAIN], {"rerolls_left": 0, "kinds of moves": {Shift, Pass}}),
    ("I5: without a clock a turn has five", UNTIMED, [AGAIN] * 5, {"rerolls_left": 0, "kinds of moves": {Shift, Pass}}),
    ("I5: four leave one", UNTIMED, [AGAIN] * 4, {"rerolls_left": 1, "kinds of moves": {Shift, Reroll, Pass}}),
    *(
        (
            f"I5: the option allows {limit}, {timed=}",
            set_up(started({"reroll_limit": limit}, timed=timed)),
            [AGAIN] * made,
            {"rerolls_left": limit - made},
        )
        for timed in (False, True)
        for limit, made in ((0, 0), (1, 0), (1, 1), (20, 19), (20, 20))
    ),
    ("I5: the next turn has all its rerolls", dealt(reroll_limit=1), [AGAIN, Pass()], {"turn": 1, "rerolls": 0, "rerolls_left": 1}),
    ("I5: after the shift the dice stay", dealt(dice=ROLL), [shift(5, FIVE)], {"kinds of moves": {Pass}}),
)

SETTING_UP = rulings(
    ("the drawn seat sets up", started(None, 4, (3,)), [], {"to move": (2,), "legal": tuple(Setup(token=token) for token in range(1, 37))}),
    (
        "a token lies on the medium board and the same seat goes on, in another line",
        started(None, 3, (2,)),
        [Setup(token=20)],
        {
            "events": (TokenSetUp(seat=1, token=20, number=20, left=2),),
            "medium": (20,),
            "big": tuple(token for token in range(1, 37) if token != 20),
            "legal": tuple(Setup(token=token) for token in (*range(1, 19), *range(25, 37))),
            "to move": (1,),
        },
    ),
    (
        "after the third token the first turn begins with its roll",
        started(None, 3, (2,)),
        [Setup(token=36), Setup(token=1), Setup(token=20)],
        {"events": (TokenSetUp(seat=1, token=20, number=20, left=0), *began(1, 1, dice=ROLL)), "medium": (36, 1, 20), "to move": (1,)},
        [ROLL],
    ),
    (
        "young sets up from its three lines",
        started({"variant": "young"}),
        [Setup(token=1), Setup(token=7)],
        {"legal": tuple(Setup(token=token) for token in range(13, 19))},
    ),
)

TAKEN = TokenTaken(seat=0, token=18, number=18, expression=EIGHTEEN, dice=ROLL, points=(5, 6))
POOR, HARD = dealt(big=(1, 2, 17, 36, 13, 14, 19, 21, 22), dice=ROLL), dealt(medium=(14, 17, 19), dice=ROLL)

TURNS = rulings(
    (
        "before the shift a turn shifts, rerolls or passes",
        POOR,
        [],
        {"legal": (shift(1, two(1, "-", 0)), shift(2, two(2, "/", 1)), shift(36, left_first(0, "*", 1, "*", 2)), *REROLLS, Pass())},
    ),
    (
        "after the shift a turn takes or passes",
        dealt(medium=(30, 14, 8), dice=ROLL),
        [shift(5, FIVE)],
        {"legal": (take(30, left_first(0, "+", 1, "*", 2)), take(8, two(0, "+", 2)), Pass())},
    ),
    ("a shift with nothing to take waits for the pass", HARD, [shift(5, FIVE)], {"to move": (0,), "legal": (Pass(),)}),
    ("the number shifted is not taken again", dealt(dice=(1, 2, 3)), [shift(3, FIVE)], {"kinds of moves": {Pass}}),
    (
        "a take brings points and ends the turn",
        dealt(medium=(1, 7, 18), own={0: (2,), 1: (3, 9)}, dice=ROLL),
        [shift(5, FIVE), take(18, EIGHTEEN)],
        {
            "events": (TAKEN, *began(1, 8, dice=(1, 1, 4))),
            "medium": (1, 7, 5),
            "players.0.own": (2, 18),
            "scores": (5, 6),
            "shifted": None,
            "rerolls": 0,
            "to move": (1,),
        },
        [(1, 1, 4)],
    ),
    (
        "in a later turn a token may be taken by the number that it was shifted by",
        dealt(medium=(7,), dice=ROLL),
        [shift(5, FIVE), Pass(), shift(8, two(0, "+", 2)), take(5, FIVE)],
        {"players.1.own": (5,)},
        [ROLL, LOWEST],
    ),
    *(
        (
            f"I6: a pass is always allowed and costs nothing, {shifts=}",
            dealt(own={0: (1, 2)}, dice=ROLL),
            [*shifts, Pass()],
            {"events": (TurnPassed(seat=0), *began(1, 8, dice=(4, 4, 4))), "players.0.own": (1, 2), "to move": (1,)},
            [(4, 4, 4)],
        )
        for shifts in ([], [shift(5, FIVE)])
    ),
    *(
        (f"turns go clockwise: the {passes + 1}th", dealt(seats=3, first=2), [Pass()] * passes, {"to move": (turn,), "round": number})
        for passes, (turn, number) in enumerate([(2, 1), (0, 1), (1, 1), (2, 2)])
    ),
    ("whoever lets the time run out passes", dealt(medium=(18,), dice=ROLL), [shift(5, FIVE)], {"default": Pass(), "medium": (18, 5)}),
    *(
        (
            f"whoever lets the time for token {token} run out moves the first there is",
            started(),
            moves,
            {"default": Setup(token=token), "clock": span},
        )
        for span, (token, moves) in enumerate([(1, []), (7, [Setup(token=1)]), (13, [Setup(token=1), Setup(token=7)])])
    ),
    *(
        (f"the clock measures whole turns: {moves}", UNTIMED, moves, {"clock": span})
        for moves, span in [([], 3), ([AGAIN], 3), ([shift(5, FIVE)], 3), ([shift(5, FIVE), Pass()], 4)]
    ),
)


EXPERIENCED = dealt(variant="experienced", turned=(1,), dice=(4, 5, 1))
TWENTY, TWINS = two(0, "*", 1), dealt(variant="experienced", turned=(1,), medium=(20, 9), dice=(4, 5, 1))

VARIANTS = rulings(
    ("I9: token 1 shows a blue 20", EXPERIENCED, [shift(1, TWENTY)], {"medium": (1,), "shifted": 1}),
    (
        "I9: token 22, red, shows a blue 5",
        dealt(variant="experienced", turned=(22,), medium=(22,), dice=ROLL),
        [shift(18, EIGHTEEN), take(22, FIVE)],
        {"players.0.own": (22,), "scores": (3, 0)},
    ),
    ("experienced takes another number, even from another token", TWINS, [shift(1, TWENTY)], {"legal": (take(9, two(0, "+", 1)), Pass())}),
    (
        "experienced scores the colour that is up",
        dealt(variant="experienced", turned=(1, 12), own={0: (1, 12), 1: (5,)}),
        [],
        {"scores": (5, 2)},
    ),
    (
        "young reckons with + and − only",
        dealt(variant="young", medium=(1, 7, 13), dice=ROLL, reroll_limit=0),
        [],
        {
            "legal": (
                *(shift(3, two(2, "-", 1)), shift(4, two(2, "-", 0)), shift(5, FIVE), shift(8, two(0, "+", 2))),
                *(shift(9, two(1, "+", 2)), shift(11, left_first(0, "+", 1, "+", 2)), Pass()),
            )
        },
    ),
)

RULINGS = [*NUMBERS, *REROLLING, *SETTING_UP, *TURNS, *VARIANTS]


@pytest.mark.parametrize("ruling", RULINGS, ids=lambda ruling: ruling.says)
def test_a_ruling_holds(ruling: Ruling) -> None:
    check_ruling(GAME, ruling)


def test_i4_legal_moves_list_one_calculation_for_each_number() -> None:
    shifts = [move for move in GAME.legal(dealt(dice=(1, 2, 3)), 0) if isinstance(move, Shift)]

    assert [move.token for move in shifts] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert shifts[2] == shift(3, FIVE)


def test_both_tokens_that_show_a_number_are_listed() -> None:
    twenties = [move for move in GAME.legal(EXPERIENCED, 0) if isinstance(move, Shift) and move.expression == TWENTY]

    assert twenties == [shift(1, TWENTY), shift(20, TWENTY)]


def test_the_rules_prescribe_a_minute_for_a_turn() -> None:
    assert (GAME.turn_seconds, GAME.first_turn) == (60, 3)


@pytest.mark.parametrize(("move", "number"), [(take(18, EIGHTEEN), 1), (take(18, EIGHTEEN), 2), (Pass(), 1)])
def test_between_two_turns_nobody_is_to_move_and_what_comes_next_is_shown(move: Take | Pass, number: int) -> None:
    state = play(dealt(medium=(18,), dice=ROLL), 0, shift(5, FIVE)).state

    for event in GAME.decide(state, 0, move, Low())[:number]:
        state = GAME.evolve(state, event)

    assert GAME.to_move(state) == ()
    assert GAME.legal(state, 0) == GAME.legal(state, 1) == ()
    assert GAME.view(state, None)["phase"] == "shift"
