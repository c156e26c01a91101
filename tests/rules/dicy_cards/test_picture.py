"""The picture of the state."""

from rules.dicy_cards.commands import Skip
from rules.dicy_cards.events import CardsChosen, FirstSeatChosen
from rules.dicy_cards.setup import GLACIAL
from tests.rules.dicy_cards.story import GAME, dealt, leave, play, score

ROLL = (6, 6, 1, 2, 3, 4)


def test_scores_are_the_points_of_every_seat() -> None:
    assert GAME.scores(dealt(seats=3, scores={0: 12, 2: 101})) == (12, 0, 101)


def test_before_the_roll_six_dice_are_drawn_without_a_face() -> None:
    state = dealt(turn=1, scores={1: 12}, frozen={1: ("odds", "any-two")})

    assert GAME.picture(state, None) == {
        "dice": [None] * 6,
        "seats": [
            {
                "points": 0,
                "cards": [
                    {"id": "any-two", "title": None, "active": True, "tint": None},
                    {"id": "straight", "title": None, "active": True, "tint": None},
                    {"id": "two-pairs", "title": None, "active": True, "tint": None},
                    {"id": "odds", "title": None, "active": True, "tint": None},
                    {"id": "all-under-six", "title": None, "active": True, "tint": None},
                ],
            },
            {
                "points": 12,
                "cards": [
                    {"id": "any-two", "title": None, "active": False, "tint": None},
                    {"id": "straight", "title": None, "active": True, "tint": None},
                    {"id": "two-pairs", "title": None, "active": True, "tint": None},
                    {"id": "odds", "title": None, "active": False, "tint": None},
                    {"id": "all-under-six", "title": None, "active": True, "tint": None},
                ],
            },
        ],
        "shared": [],
        "turn": 1,
    }


def test_after_the_roll_the_faces_are_drawn() -> None:
    assert GAME.picture(dealt(dice=ROLL), None)["dice"] == [6, 6, 1, 2, 3, 4]


def test_while_others_choose_the_turn_stays_where_it_is() -> None:
    owing = play(dealt(dice=ROLL), 0, score("any-two", 0, 1)).state

    assert GAME.to_move(owing) == (1,)
    assert GAME.picture(owing, None)["turn"] == 0


def test_until_the_first_seat_is_chosen_it_is_nobodys_turn() -> None:
    created_table = GAME.evolve(None, CardsChosen(cards=GLACIAL, seats=3, draw=None))

    assert GAME.picture(created_table, None)["turn"] is None
    assert GAME.picture(GAME.evolve(created_table, FirstSeatChosen(first=2, draw=None)), None)["turn"] == 2


def test_after_the_end_it_is_nobodys_turn() -> None:
    over = leave(dealt(dice=ROLL), 0).state

    assert GAME.picture(over, None)["turn"] is None


def test_the_turn_moves_on_with_the_turn() -> None:
    state = play(dealt(dice=ROLL), 0, Skip()).state

    assert GAME.picture(state, None)["turn"] == 1
