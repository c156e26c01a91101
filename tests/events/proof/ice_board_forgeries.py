"""Forgeries of files of Ice Dice: boards and tokens."""

from tests.events.proof.forging import Forgery, Value, find, of_game, version
from tests.events.proof.ice_shifts import ADDED, TAKEN, made_otherwise, shifts

TWO, EXPERIENCED = "ice for two", "experienced ice for six"


def taken_what_was_shifted(value: Value) -> int:
    taken = find(value, TAKEN, 2)
    shifted = value["events"][version(taken) - 2]
    taken["data"].update({name: shifted["data"][name] for name in ("token", "number", "expression")})
    return version(taken)


def taken_the_same_number_from_another_token(value: Value) -> int:
    """On two-sided tokens some numbers exist twice."""
    for shift in shifts(value):
        number, following = shift.event["data"]["number"], value["events"][version(shift.event)]
        twin = next((token for token, shown in shift.medium.items() if shown == number), None)
        if twin is not None and following["type"] == TAKEN:
            following["data"].update(shift.event["data"], token=twin)
            return version(following)
    raise LookupError("no number is there twice")


def taken_from_the_big_board(value: Value) -> int:
    shift = next(shifts(value))
    taken = value["events"][version(shift.event)]
    number = next(number for number in shift.big if number != shift.event["data"]["token"])
    taken["data"].update(token=number, number=number)
    return version(taken)


def shifted_what_was_set_up(value: Value) -> int:
    shift = next(shift for shift in shifts(value) if any(sum(shift.event["data"]["dice"][:2]) == token for token in shift.medium))
    return made_otherwise(shift.event, sum(shift.event["data"]["dice"][:2]), ADDED)


def set_up_from_a_line_twice(value: Value) -> int:
    before, setup = (of_game(value, "token-set-up", number) for number in (0, 1))
    beside = before["data"]["token"] + (1 if before["data"]["token"] % 6 else -1)
    setup["data"].update(token=beside, number=beside)
    return version(setup)


def set_up_twice(value: Value) -> int:
    before, setup = (of_game(value, "token-set-up", number) for number in (0, 2))
    setup["data"].update(token=before["data"]["token"], number=before["data"]["number"])
    return version(setup)


def no_such_token(value: Value) -> int:
    setup = of_game(value, "token-set-up")
    setup["data"]["token"] = -1
    return version(setup)


def one_set_up_less(value: Value) -> int:
    setup = of_game(value, "token-set-up", 1)
    setup["data"]["left"] = 0
    return version(setup)


def the_other_side_of_a_token(value: Value) -> int:
    """The token shows the side that was not drawn."""
    board = of_game(value, "board-laid")
    token = next(token for token in board["data"]["tokens"] if token["number"] != token["token"])
    token["number"] = token["token"]
    return version(board)


def the_colour_of_the_other_side(value: Value) -> int:
    board = of_game(value, "board-laid")
    backs = [token for token in board["data"]["tokens"] if token["number"] != token["token"]]
    token = next(token for token in backs if token["colour"] != front_colour(token["token"]))
    token["colour"] = front_colour(token["token"])
    return version(board)


def front_colour(token: int) -> str:
    """The colour of a token's front on the stand-in board."""
    return ("red", "orange", "yellow", "green", "blue", "violet")[sum(divmod(token - 1, 6)) % 6]


BOARD_FORGERIES = (
    Forgery(TWO, "move-refused", taken_what_was_shifted),
    Forgery(EXPERIENCED, "move-refused", taken_the_same_number_from_another_token),
    Forgery(TWO, "move-refused", taken_from_the_big_board),
    Forgery(TWO, "move-refused", shifted_what_was_set_up),
    Forgery(TWO, "move-refused", set_up_from_a_line_twice),
    Forgery(TWO, "move-refused", set_up_twice),
    Forgery(TWO, "move-refused", no_such_token),
    Forgery(TWO, "event-wrong", one_set_up_less),
    Forgery(EXPERIENCED, "event-wrong", the_other_side_of_a_token),
    Forgery(EXPERIENCED, "event-wrong", the_colour_of_the_other_side),
)
