"""Each ruling of the rules page by its number, and the parts of a turn that they do not number, as rows: state, moves, what then holds."""

from itertools import permutations

import pytest

from rules.dicy_cards.commands import Freeze, Reroll, Reset, Roll
from rules.dicy_cards.events import (
    CardFrozen,
    CardScored,
    ChoicesOwed,
    DiceRerolled,
    DiceRolled,
    FirstSeatChosen,
    TurnSkipped,
)
from rules.dicy_cards.setup import GLACIAL
from rules.testing.fixed_dice import Falling, drawn
from rules.testing.rulings import By, Ruling, check_ruling, rulings
from tests.rules.dicy_cards.rows import (
    ONE,
    PAIR,
    ROLL,
    ROLLED,
    SCORED,
    SKIP,
    TRIO,
    TWO,
    freezing,
    froze,
    next_turn,
    reset,
)
from tests.rules.dicy_cards.story import GAME, INTERACTIONS, dealt, play, refusal, score

UNROLLED, LAST_CARD = dealt(), dealt(frozen={0: GLACIAL[1:]}, dice=ROLL)
ICE = {1: ("odds", "straight"), 2: ("odds", "straight")}
FOUR_LOWEST = dealt(seats=4, cards=INTERACTIONS, turn=1, dice=ROLL)
STRAIGHT = {1: ("straight",)}

TURNS = rulings(
    ("a turn begins with a roll or a skip", UNROLLED, [], {"to move": (0,), "legal": (Roll(), SKIP)}),
    (
        "a roll throws all six dice",
        UNROLLED,
        [Roll()],
        {"events": (DiceRolled(seat=0, dice=ROLL, draw=drawn(ROLL)),), "dice": ROLL},
        [ROLL],
    ),
    (
        "a reroll freezes first and keeps the other dice",
        ROLLED,
        [Reroll(freeze="odds", dice=frozenset({5, 2}))],
        {
            "events": (
                CardFrozen(seat=0, card="odds", cause="reroll", forced=False),
                DiceRerolled(seat=0, positions=(2, 5), dice=(6, 6, 3, 2, 3, 1), draw=drawn((3, 1))),
            ),
            "to move": (0,),
            "pending": (),
        },
        [(3, 1)],
    ),
    (
        "scoring freezes the card and ends the turn",
        dealt(dice=ROLL, scores={0: 10}),
        [score("straight", 5, 4, 3)],
        {
            "events": (
                CardScored(seat=0, card="straight", positions=(3, 4, 5), values=(2, 3, 4), points=9, score=19),
                CardFrozen(seat=0, card="straight", cause="scored", forced=False),
                next_turn(1),
            ),
            "dice": None,
            "players.0.active": ("any-two", "two-pairs", "odds", "all-under-six"),
        },
    ),
    ("fewer dice than possible may be scored", ROLLED, [score("straight", 2, 3)], {"scores": (3, 0)}),
    (
        "a skip resets all own cards, those frozen in this turn too",
        dealt(frozen={0: ("straight",)}, dice=ROLL),
        [Reroll(freeze="any-two", dice=ONE), SKIP],
        {
            "events": (TurnSkipped(seat=0), reset(0, "any-two", "skip"), reset(0, "straight", "skip"), next_turn(1)),
            "players.0.active": GLACIAL,
        },
    ),
    ("a skip is allowed with nothing frozen and something to score", ROLLED, [SKIP], {"events": (TurnSkipped(seat=0), next_turn(1))}),
    *(
        (f"turns go clockwise: {skips}", dealt(seats=3, first=2), [SKIP] * skips, {"to move": (turn,), "round": number})
        for skips, (turn, number) in enumerate([(2, 1), (0, 1), (1, 1), (2, 2)])
    ),
    ("whoever lets the time run out before the roll skips", UNROLLED, [], {"default": SKIP}),
    ("whoever lets the time run out after it skips", ROLLED, [], {"default": SKIP, "clock": 7}),
    ("whoever lets it run out for a choice gets the first one", ROLLED, [TWO], {"default": Freeze(card="any-two"), "clock": 7}),
    ("the clock measures a turn with its choices", ROLLED, [TWO, Freeze(card="odds")], {"clock": 8}),
)

CHOICES = rulings(
    ("D1: with all cards frozen only a skip is left", dealt(frozen={0: GLACIAL}), [], {"legal": (SKIP,)}),
    ("D1: with the last card frozen for a reroll too", LAST_CARD, [Reroll(freeze=GLACIAL[0], dice=ONE)], {"legal": (SKIP,)}),
    ("D3: of two players the other one is struck once", PAIR, [TWO], {"pending": freezing(1), "phase": "choice"}),
    *(
        (f"D4: neighbours of {turn} of {seats}", dealt(seats=seats, turn=turn, dice=ROLL), [TWO], {"to move": struck})
        for seats, turn, struck in [
            *((3, 0, (1, 2)), (3, 1, (0, 2)), (4, 0, (1, 3))),
            *((4, 1, (0, 2)), (4, 2, (1, 3)), (4, 3, (0, 2))),
        ]
    ),
    ("three-lowest strikes the seat opposite too", FOUR_LOWEST, [score("three-lowest", 2, 3, 4)], {"pending": freezing(0, 2, 3)}),
    (
        "D5: the affected player owes a choice and the scored card is active until then (D9)",
        PAIR,
        [TWO],
        {
            "events": (
                CardScored(seat=0, card="any-two", positions=(0, 1), values=(6, 6), points=12, score=12),
                ChoicesOwed(seats=(1,), kind="freeze"),
            ),
            "to move": (1,),
            "players.0.active": GLACIAL,
        },
    ),
    (
        "D5: the table waits until it is made",
        PAIR,
        [TWO, Freeze(card="straight")],
        {"events": (froze(1, "straight"), SCORED, next_turn(1)), "players.0.active": GLACIAL[1:]},
    ),
    (
        "D5: after a skip every other player picks the card to reset",
        dealt(seats=3, frozen=ICE),
        [SKIP],
        {"events": (TurnSkipped(seat=0), ChoicesOwed(seats=(1, 2), kind="reset"))},
    ),
    ("D5: in any order", dealt(seats=3, frozen=ICE), [SKIP, By(2, Reset(card="odds"))], {"events": (reset(2, "odds", "skip"),)}),
    (
        "D5: the last one ends the turn",
        dealt(seats=3, frozen=ICE),
        [SKIP, By(2, Reset(card="odds")), Reset(card="straight")],
        {"events": (reset(1, "straight", "skip"), next_turn(1))},
    ),
    ("several choices are owed until each is made", TRIO, [TWO, Freeze(card="odds")], {"pending": freezing(2), "to move": (2,)}),
    (
        "D7: an answer before the last is nobody else's event",
        TRIO,
        [TWO, By(2, Freeze(card="odds"))],
        {"events": (froze(2, "odds"),), "to move": (1,)},
    ),
    ("D6: with nothing eligible a player is passed over", dealt(seats=3, frozen={1: GLACIAL}, dice=ROLL), [TWO], {"pending": freezing(2)}),
    (
        "D6: a single eligible card is frozen for its owner",
        dealt(seats=2, frozen={1: GLACIAL[1:]}, dice=ROLL),
        [TWO],
        {"events.1": froze(1, "any-two", forced=True), "events.2": SCORED, "events.3": next_turn(1)},
    ),
    (
        "D6: a single frozen card is reset for its owner by sixes",
        dealt(seats=2, cards=INTERACTIONS, frozen=STRAIGHT, dice=ROLL),
        [score("sixes", 0, 1)],
        {"events.1": reset(1, "straight", "effect", forced=True), "phase": "roll"},
    ),
    (
        "D6: and by a skip",
        dealt(seats=2, frozen=STRAIGHT),
        [SKIP],
        {"events.1": reset(1, "straight", "skip", forced=True), "phase": "roll"},
    ),
    (
        "sixes let the neighbours reset a card each",
        dealt(seats=4, cards=INTERACTIONS, frozen={1: ("straight", "any-two"), 2: ("straight", "any-two"), 3: ("straight",)}, dice=ROLL),
        [score("sixes", 0), Reset(card="straight")],
        {
            "events.0": reset(1, "straight", "effect"),
            "players.1.active": ("sixes", "three-lowest", "straight", "forty-minus"),
            "players.2.active": ("sixes", "three-lowest", "forty-minus"),
            "players.3.active": INTERACTIONS,
        },
    ),
    ("D11: any run inside the roll will do", dealt(dice=(2, 3, 4, 5, 6, 6)), [score("straight", 2, 1)], {"scores": (7, 0)}),
    ("D12: two of three equal dice may be taken", dealt(dice=(3, 3, 3, 1, 5, 5)), [score("two-pairs", 0, 2, 4, 5)], {"scores": (16, 0)}),
)


@pytest.mark.parametrize("ruling", [*TURNS, *CHOICES], ids=lambda ruling: ruling.says)
def test_a_ruling_holds(ruling: Ruling) -> None:
    check_ruling(GAME, ruling)


def test_d7_choices_in_any_order_end_in_the_same_state() -> None:
    before = play(dealt(seats=4, cards=INTERACTIONS, dice=ROLL), 0, score("three-lowest", 2, 3, 4)).state
    answers = {1: Freeze(card="any-two"), 2: Freeze(card="sixes"), 3: Freeze(card="straight")}
    ends = set()

    for order in permutations(answers):
        state = before
        for seat in order:
            moved = play(state, seat, answers[seat])
            state = moved.state
            assert moved.events[0] == froze(seat, answers[seat].card)
        ends.add(state)

    assert len(ends) == 1


def test_d13_of_equal_dice_any_may_count_among_the_three_lowest() -> None:
    state = dealt(cards=INTERACTIONS, dice=(1, 3, 3, 3, 4, 6))

    takings = [move for move in GAME.legal(state, 0) if getattr(move, "card", None) == "three-lowest"]

    assert takings == [score("three-lowest", 0, 1, 2), score("three-lowest", 0, 1, 3), score("three-lowest", 0, 2, 3)]


@pytest.mark.parametrize(("card", "dice"), [("sixes", (1, 2, 3, 4, 5, 5)), ("odds", (2, 2, 4, 4, 6, 6))])
def test_d10_a_card_that_no_die_fits_is_not_scored_for_nothing(card: str, dice: tuple[int, ...]) -> None:
    state = dealt(cards=("sixes", "odds", "straight", "any-two", "forty-minus"), dice=dice)

    assert [refusal(state, 0, score(card, *positions)).rule for positions in ((), (0,))] == ["D10", "D10"]
    assert not [move for move in GAME.legal(state, 0) if getattr(move, "card", None) == card]


def test_d17_the_first_player_is_drawn_or_the_creator() -> None:
    drawn_one = GAME.setup(GAME.options({}, 4, False), 4, Falling((3,)))[-1]
    creator = GAME.setup(GAME.options({"first_seat": "creator"}, 4, False), 4, Falling())[-1]

    assert isinstance(drawn_one, FirstSeatChosen)
    assert drawn_one.draw is not None
    assert (drawn_one.first, drawn_one.draw.of, drawn_one.draw.values) == (2, 4, (3,))
    assert creator == FirstSeatChosen(first=0, draw=None)


def test_while_the_first_events_are_written_nobody_is_to_move() -> None:
    cards_chosen, first_seat_chosen = GAME.setup(GAME.options({}, 2, False), 2, Falling((2,)))

    laid = GAME.evolve(None, cards_chosen)

    assert GAME.to_move(laid) == ()
    assert GAME.to_move(GAME.evolve(laid, first_seat_chosen)) == (1,)


def test_a_card_that_is_frozen_because_it_was_scored_begins_no_command() -> None:
    with pytest.raises(ValueError, match="no command begins with"):
        GAME.command_of([SCORED])
