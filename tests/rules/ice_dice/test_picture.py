"""The picture of the state."""

from rules.ice_dice.commands import Pass, Setup
from rules.testing.fixed_dice import Falling, Low
from tests.rules.ice_dice.story import GAME, dealt, leave, play, shift, started, take, two

ROLL = (2, 3, 6)


def test_scores_are_the_points_of_every_seat() -> None:
    assert GAME.scores(dealt(seats=3, own={0: (1, 12), 2: (2,)})) == (5, 0, 3)


def test_before_the_first_roll_three_dice_are_drawn_without_a_face() -> None:
    picture = GAME.picture(started(None, 2, (2,)), None)

    assert picture["dice"] == [None, None, None]
    assert picture["seats"] == [{"points": 0, "cards": []}, {"points": 0, "cards": []}]
    assert picture["turn"] == 1


def test_tokens_lie_on_the_two_boards_and_before_their_owners() -> None:
    state = dealt(medium=(18, 1), own={1: (9,)}, turn=1, dice=ROLL)

    picture = GAME.picture(state, None)

    assert picture["dice"] == [2, 3, 6]
    assert [pile["pile"] for pile in picture["shared"]] == ["big", "medium"]
    assert picture["shared"][1]["cards"] == [
        {"id": "18", "title": "18", "active": True, "tint": 1},
        {"id": "1", "title": "1", "active": True, "tint": 0},
    ]
    assert picture["seats"][1] == {"points": 3, "cards": [{"id": "9", "title": "9", "active": True, "tint": 3}]}
    assert picture["turn"] == 1


def test_the_big_board_keeps_a_place_for_every_token() -> None:
    state = dealt(medium=(2, 35), own={0: (9,)})

    places = GAME.picture(state, None)["shared"][0]["cards"]

    assert len(places) == 36
    assert [place for place, card in enumerate(places, start=1) if card is None] == [2, 9, 35]


def test_a_token_is_drawn_with_the_side_that_is_up() -> None:
    picture = GAME.picture(dealt(variant="experienced", turned=(1,)), None)

    assert picture["shared"][0]["cards"][0] == {"id": "1", "title": "20", "active": True, "tint": 4}


def test_every_colour_has_a_tint_of_its_own() -> None:
    cards = GAME.picture(started(), None)["shared"][0]["cards"]

    assert [card["tint"] for card in cards[:6]] == [0, 1, 2, 3, 4, 5]


def test_until_the_first_seat_is_chosen_and_after_the_end_it_is_nobodys_turn() -> None:
    created_table, chosen = GAME.setup(GAME.options({}, 3, False), 3, Falling((3,)))
    begun = GAME.evolve(None, created_table)

    assert GAME.picture(begun, None)["turn"] is None
    assert GAME.picture(GAME.evolve(begun, chosen), None)["turn"] == 2
    assert GAME.picture(leave(dealt(), 0).state, None)["turn"] is None


def test_the_turn_stays_until_the_next_one_begins() -> None:
    state = play(dealt(medium=(18,), dice=ROLL), 0, shift(5, two(0, "+", 1))).state

    taken, began, rolled = GAME.decide(state, 0, take(18, two(1, "*", 2)), Low())

    turns = []
    for event in (taken, began, rolled):
        state = GAME.evolve(state, event)
        turns.append((GAME.picture(state, None)["turn"], GAME.picture(state, None)["dice"]))
    assert turns == [(0, [2, 3, 6]), (1, [None, None, None]), (1, [1, 1, 1])]


def test_while_the_last_token_is_set_up_the_turn_stays() -> None:
    state = started(None, 3, (2,))
    for token in (1, 7):
        state = play(state, 1, Setup(token=token)).state

    set_up, *_ = GAME.decide(state, 1, Setup(token=13), Low())

    assert GAME.picture(GAME.evolve(state, set_up), None)["turn"] == 1


def test_the_turn_moves_on_with_the_turn() -> None:
    assert GAME.picture(play(dealt(), 0, Pass(), Low()).state, None)["turn"] == 1
