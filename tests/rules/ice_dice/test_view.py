"""What everybody sees: the view, and the picture that is drawn of it. The game has no secrets."""

from typing import Any

import pytest

from rules.ice_dice.commands import Pass, Reroll, Setup
from rules.testing.fixed_dice import Falling, Low
from rules.testing.rulings import Resigns, Ruling, check_ruling, rulings
from rules.testing.secrets import hidden
from tests.rules.ice_dice.story import GAME, dealt, play, shift, started, take, two

ROLL = (2, 3, 6)
NOTHING = {"points": 0, "own": [], "majorities": ()}
SHIFT = shift(5, two(0, "+", 1))


def shown(token: int, colour: str) -> dict[str, Any]:
    return {"token": token, "number": token, "colour": colour}


VIEWS = rulings(
    (
        "a shifted token is shown with its number",
        dealt(dice=ROLL),
        [SHIFT],
        {"view.phase": "take", "view.shifted": {"token": 5, "number": 5}},
    ),
    ("the last round is not announced with nine left", dealt(big=(5, *range(25, 33)), dice=ROLL), [], {"view.last_round": False}),
    ("the last round is announced as soon as it is known", dealt(big=(5, *range(25, 33)), dice=ROLL), [SHIFT], {"view.last_round": True}),
    (
        "after the end the boards can still be seen",
        dealt(own={0: (1,)}),
        [Resigns(1)],
        {"view.phase": "over", "view.players.0.points": 3, "picture.turn": None},
    ),
    (
        "before the first roll three dice are drawn without a face",
        started(None, 3, (2,)),
        [Setup(token=20)],
        {
            "view.phase": "setup",
            "view.turn": 1,
            "view.dice": None,
            "view.shifted": None,
            "view.players": [NOTHING] * 3,
            "view.medium": [shown(20, "blue")],
            "picture.dice": [None] * 3,
            "picture.seats": [{"points": 0, "cards": []}] * 3,
            "picture.turn": 1,
        },
    ),
    (
        "tokens are drawn on the two boards and before their owners",
        dealt(medium=(18, 1), own={1: (9,)}, turn=1, dice=ROLL),
        [],
        {
            "picture.dice": [2, 3, 6],
            "picture.shared.0.pile": "big",
            "picture.shared.1": {
                "pile": "medium",
                "cards": [{"id": "18", "title": "18", "active": True, "tint": 1}, {"id": "1", "title": "1", "active": True, "tint": 0}],
            },
            "picture.seats.1": {"points": 3, "cards": [{"id": "9", "title": "9", "active": True, "tint": 3}]},
            "picture.turn": 1,
        },
    ),
    (
        "a token is drawn with the side that is up",
        dealt(variant="experienced", turned=(1,)),
        [],
        {"picture.shared.0.cards.0": {"id": "1", "title": "20", "active": True, "tint": 4}},
    ),
    ("the turn moves on with the turn", dealt(), [Pass()], {"picture.turn": 1}),
)


@pytest.mark.parametrize("ruling", VIEWS, ids=lambda ruling: ruling.says)
def test_it_is_seen(ruling: Ruling) -> None:
    check_ruling(GAME, ruling)


def test_in_a_turn_everything_lies_open() -> None:
    state = dealt(variant="young", medium=(18,), own={0: (1, 12), 1: (17, 3)}, turn=1, reroll_limit=5, dice=ROLL)
    state = play(state, 1, Reroll(dice=frozenset({0})), Falling((2,))).state

    view = GAME.view(state, 1)

    first = {"points": 5, "own": [shown(1, "red"), shown(12, "red")], "majorities": ("red",)}
    second = {"points": 5, "own": [shown(17, "red"), shown(3, "yellow")], "majorities": ("yellow",)}
    numbers = {"turn": 1, "dice": ROLL, "rerolls": 1, "rerolls_left": 4, "shifted": None, "last_round": False}
    boards = {"lines": view["lines"], "medium": [shown(18, "orange")], "players": [first, second]}
    assert view == {"variant": "young", "phase": "shift"} | numbers | boards
    assert view == GAME.view(state, None)


def test_the_big_board_keeps_a_place_for_every_token() -> None:
    state = dealt(medium=(2, 6), own={0: (9,)})

    lines, places = GAME.view(state, None)["lines"], GAME.picture(state, None)["shared"][0]["cards"]

    assert [[place for place, token in enumerate(line) if token is None] for line in lines] == [[1, 5], [2], [], [], [], []]
    assert ([len(line) for line in lines], lines[0][0]) == ([6] * 6, shown(1, "red"))
    assert [place for place, card in enumerate(places, start=1) if card is None] == [2, 6, 9]
    assert [card["tint"] for card in places[12:18]] == [2, 3, 4, 5, 0, 1]


def test_until_the_first_seat_is_chosen_it_is_nobodys_turn() -> None:
    laid, chosen = GAME.setup(GAME.options({}, 3, False), 3, Falling((3,)))
    begun = GAME.evolve(None, laid)

    assert (GAME.picture(begun, None)["turn"], GAME.to_move(begun), GAME.view(begun, None)["phase"]) == (None, (), "setup")
    assert GAME.picture(GAME.evolve(begun, chosen), None)["turn"] == 2


def test_the_turn_stays_until_the_next_one_begins() -> None:
    state = play(dealt(medium=(18,), dice=ROLL), 0, SHIFT).state
    last = play(play(started(None, 3, (2,)), 1, Setup(token=1)).state, 1, Setup(token=7)).state

    seen = []
    for event in GAME.decide(state, 0, take(18, two(1, "*", 2)), Low()):
        state = GAME.evolve(state, event)
        seen.append((GAME.picture(state, None)["turn"], GAME.picture(state, None)["dice"]))
    set_up, *_ = GAME.decide(last, 1, Setup(token=13), Low())

    assert seen == [(0, [2, 3, 6]), (1, [None, None, None]), (1, [1, 1, 1])]
    assert GAME.picture(GAME.evolve(last, set_up), None)["turn"] == 1


@pytest.mark.parametrize("viewer", [None, 0, 5])
def test_everybody_sees_every_field_of_every_event(viewer: int | None) -> None:
    assert hidden(GAME, viewer, seat=0) == {}
