"""The end of a game (D14 to D16) and what a resignation changes (D18), as rows: state, moves, what then holds."""

import pytest

from rules.dicy_cards.commands import Freeze
from rules.dicy_cards.setup import GLACIAL
from rules.dicy_cards.state import Pending
from rules.testing.rulings import Resigns, Ruling, check_ruling, rulings
from tests.rules.dicy_cards.rows import (
    ALONE,
    HUNDRED,
    LIMIT,
    PAIR,
    ROLL,
    SCORED,
    SKIP,
    TRIO,
    TWO,
    freezing,
    froze,
    gone,
    next_turn,
)
from tests.rules.dicy_cards.story import GAME, dealt, score

TIE = dealt(seats=2, turn=1, scores={0: 100, 1: 88}, frozen={0: ("odds", "straight")}, dice=ROLL)

ENDS = rulings(
    (
        "D14: reaching 100 lets the round be finished",
        dealt(seats=3, first=1, turn=1, scores={1: 95}, dice=ROLL),
        [score("straight", 2, 3, 4)],
        {"scores": (0, 101, 0), "events.2": next_turn(2, after=1)},
    ),
    ("D14: it ends after the seat before the first", dealt(seats=3, first=1, turn=0, scores={1: 101}), [SKIP], {"events.1": HUNDRED}),
    (
        "D14: below 100 a new round begins",
        dealt(seats=3, first=1, turn=0, scores={1: 99}, round=4),
        [SKIP],
        {"events.1": next_turn(1, round=5)},
    ),
    ("D15: before the choices of the last turn nothing is decided", TIE, [TWO], {"reason": None}),
    (
        "D15: they decide a tie",
        TIE,
        [TWO, Freeze(card="two-pairs")],
        {"reason": "hundred", "winners": (1,), "ranking": [(1, 1), (0, 2)], "scores": (100, 100)},
    ),
    ("D16: skipping ends after 200 rounds", dealt(turn=1, round=200, scores={0: 7}), [SKIP], {"events.1": LIMIT, "winners": (0,)}),
    ("D16: and not after 199", dealt(turn=1, round=199), [SKIP], {"reason": None, "round": 200}),
    ("D16: a hundred in the last round is a hundred", dealt(turn=1, round=200, scores={0: 100}), [SKIP], {"events.1": HUNDRED}),
)

LAST_TO_CHOOSE = dealt(seats=3, dice=ROLL, frozen={1: GLACIAL})

RESIGNATIONS = rulings(
    (
        "D18: in the own turn passes it on",
        dealt(seats=3, scores={0: 40}, frozen={0: ("odds",)}, dice=ROLL),
        [Resigns(0)],
        {
            "events": (gone(0), next_turn(1)),
            "scores": (40, 0, 0),
            "players.0.active": ("any-two", "straight", "two-pairs", "all-under-six"),
        },
    ),
    ("D18: out of turn leaves the turn where it is", TRIO, [Resigns(1)], {"events": (gone(1),), "to move": (0,)}),
    ("D18: the turns of who resigned are passed over", dealt(seats=4, withdrawn=(1, 2)), [SKIP], {"events.1": next_turn(3)}),
    (
        "D18: passing over the first player begins a round all the same",
        dealt(seats=3, first=1, turn=0, withdrawn=(1,), round=4),
        [SKIP],
        {"events.1": next_turn(2, round=5)},
    ),
    (
        "D18: in the last turn of the last round ends it",
        dealt(seats=3, turn=2, scores={1: 100}),
        [Resigns(2)],
        {"events": (gone(2), HUNDRED)},
    ),
    ("D18: a choice owed is dropped and the others stay", TRIO, [TWO, Resigns(2)], {"events": (gone(2),), "pending": freezing(1)}),
    ("D18: the last choice dropped ends the turn", LAST_TO_CHOOSE, [TWO, Resigns(2)], {"events": (gone(2), SCORED, next_turn(1))}),
    ("D18: a scorer who resigns during the choices", TRIO, [TWO, Resigns(0)], {"events": (gone(0),), "scores": (12, 0, 0)}),
    (
        "D18: has scored",
        TRIO,
        [TWO, Resigns(0), Freeze(card="odds"), Freeze(card="odds")],
        {"events": (froze(2, "odds"), SCORED, next_turn(1)), "scores": (12, 0, 0)},
    ),
    ("D18: effects pass over who resigned", dealt(seats=3, withdrawn=(1,), dice=ROLL), [TWO], {"pending": freezing(2)}),
    (
        "D18: so do skips",
        dealt(seats=3, withdrawn=(1,), frozen={1: ("odds",), 2: ("odds", "straight")}),
        [SKIP],
        {"pending": (Pending(2, "reset"),), "players.1.active": ("any-two", "straight", "two-pairs", "all-under-six")},
    ),
    (
        "D18: an effect on a neighbour who resigned does not travel to the seat opposite",
        dealt(seats=4, withdrawn=(1, 3), dice=ROLL),
        [TWO],
        {"pending": (), "to move": (2,)},
    ),
    (
        "D18: the last one left ends the game",
        dealt(seats=3, turn=1, scores={0: 90, 1: 50, 2: 20}, withdrawn=(0,), dice=ROLL),
        [Resigns(1)],
        {"events": (gone(1), ALONE), "winners": (2,), "ranking": [(2, 1), (0, 2), (1, 3)], "scores": (90, 50, 20)},
    ),
    ("D18: nobody waits for choices when one is left", PAIR, [TWO, Resigns(0)], {"events": (gone(0), ALONE), "to move": ()}),
    ("D18: a seat resigns once", dealt(seats=3, withdrawn=(1,)), [Resigns(1)], {"events": ()}),
    ("D18: and not after the end", dealt(seats=2), [Resigns(1), Resigns(0)], {"events": ()}),
    (
        "D18: a score of 100 counts for the end even after its seat resigned",
        dealt(seats=3, turn=2, scores={0: 101}, withdrawn=(0,)),
        [SKIP],
        {"events.1": HUNDRED, "winners": (1, 2), "ranking": [(1, 1), (2, 1), (0, 3)]},
    ),
)


@pytest.mark.parametrize("ruling", [*ENDS, *RESIGNATIONS], ids=lambda ruling: ruling.says)
def test_a_game_ends_when_it_should_and_goes_on_without_who_resigned(ruling: Ruling) -> None:
    check_ruling(GAME, ruling)
