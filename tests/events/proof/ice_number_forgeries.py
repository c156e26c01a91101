"""Forgeries of files of Ice Dice: numbers and their calculations."""

from tests.events.proof.forging import Forgery, Value, find, version
from tests.events.proof.ice_shifts import ADDED, SHIFTED, made_otherwise, shifts

TWO = "ice for two"


def another_token(value: Value) -> int:
    """A token on the board whose number was not made."""
    shift = next(shifts(value))
    shift.event["data"]["token"] = next(token for token in shift.big if token != shift.event["data"]["token"])
    return version(shift.event)


def another_number(value: Value) -> int:
    """The event claims that the token has another number."""
    shifted = find(value, SHIFTED)
    shifted["data"]["number"] += 1
    return version(shifted)


def another_calculation(value: Value) -> int:
    shifted = find(value, SHIFTED, 1)
    shifted["data"]["expression"] = {"op": "-", "left": 0, "right": {"op": "*", "left": 1, "right": 2}}
    return version(shifted)


def an_equal_calculation_with_more_in_it(value: Value) -> int:
    shifted = find(value, SHIFTED)
    shifted["data"]["expression"]["by"] = "the house"
    return version(shifted)


def a_die_used_twice(value: Value) -> int:
    """The sum of a die and itself, which is the number of a token on the board."""
    shift = next(shift for shift in shifts(value) if 2 * shift.event["data"]["dice"][0] in shift.big)
    return made_otherwise(shift.event, 2 * shift.event["data"]["dice"][0], {"op": "+", "left": 0, "right": 0})


def a_die_used_again_in_a_bracket(value: Value) -> int:
    shift = next(shift for shift in shifts(value) if sum(shift.event["data"]["dice"][:2]) + shift.event["data"]["dice"][0] in shift.big)
    faces = shift.event["data"]["dice"]
    return made_otherwise(shift.event, 2 * faces[0] + faces[1], {"op": "+", "left": ADDED, "right": 0})


def a_fourth_die(value: Value) -> int:
    shifted = find(value, SHIFTED)
    shifted["data"]["expression"] = {"op": "+", "left": 0, "right": 3}
    return version(shifted)


def a_die_counted_from_behind(value: Value) -> int:
    """Position -1 would be the last die."""
    shift = next(shift for shift in shifts(value) if sum(shift.event["data"]["dice"][1:]) in shift.big)
    return made_otherwise(shift.event, sum(shift.event["data"]["dice"][1:]), {"op": "+", "left": 1, "right": -1})


def a_single_die(value: Value) -> int:
    shifted = find(value, SHIFTED)
    shifted["data"]["expression"] = 0
    return version(shifted)


def a_bracket_in_a_bracket(value: Value) -> int:
    shifted = find(value, SHIFTED)
    shifted["data"]["expression"] = {"op": "+", "left": {"op": "+", "left": ADDED, "right": 2}, "right": 0}
    return version(shifted)


def a_power(value: Value) -> int:
    shifted = find(value, SHIFTED)
    shifted["data"]["expression"]["op"] = "^"
    return version(shifted)


def a_division_by_zero(value: Value) -> int:
    """The result of the division is multiplied by zero."""
    shift = next(shift for shift in shifts(value) if len(set(shift.event["data"]["dice"])) < 3)
    faces = shift.event["data"]["dice"]
    [(one, other), *_] = [(one, other) for one, other in ((0, 1), (0, 2), (1, 2)) if faces[one] == faces[other]]
    shift.event["data"]["expression"] = {"op": "/", "left": 3 - one - other, "right": {"op": "-", "left": one, "right": other}}
    return version(shift.event)


def rounded_down(value: Value) -> int:
    """For example, 7 / 2 is claimed to be 3."""
    shift = next(shift for shift in shifts(value) if _odd_half(shift.event["data"]["dice"]) in shift.big)
    faces = shift.event["data"]["dice"]
    return made_otherwise(shift.event, _odd_half(faces), {"op": "/", "left": ADDED, "right": 2})


def _odd_half(faces: list[int]) -> int:
    """The whole part of a fraction that the dice make; 0 if the result is whole."""
    return (faces[0] + faces[1]) // faces[2] if (faces[0] + faces[1]) % faces[2] else 0


def a_product_for_the_young(value: Value) -> int:
    shift = next(shift for shift in shifts(value) if shift.event["data"]["dice"][0] * shift.event["data"]["dice"][1] in shift.big)
    faces = shift.event["data"]["dice"]
    return made_otherwise(shift.event, faces[0] * faces[1], {**ADDED, "op": "*"})


def other_dice_beside_it(value: Value) -> int:
    shifted = find(value, SHIFTED)
    shifted["data"]["dice"][0] = shifted["data"]["dice"][0] % 6 + 1
    return version(shifted)


NUMBER_FORGERIES = (
    Forgery(TWO, "move-refused", another_token),
    Forgery(TWO, "event-wrong", another_number),
    Forgery(TWO, "move-refused", another_calculation),
    Forgery(TWO, "malformed", an_equal_calculation_with_more_in_it),
    Forgery(TWO, "move-refused", a_die_used_twice),
    Forgery(TWO, "move-refused", a_die_used_again_in_a_bracket),
    Forgery(TWO, "move-refused", a_fourth_die),
    Forgery(TWO, "move-refused", a_die_counted_from_behind),
    Forgery(TWO, "malformed", a_single_die),
    Forgery(TWO, "malformed", a_bracket_in_a_bracket),
    Forgery(TWO, "malformed", a_power),
    Forgery(TWO, "move-refused", a_division_by_zero),
    Forgery(TWO, "move-refused", rounded_down),
    Forgery("young ice for three", "move-refused", a_product_for_the_young),
    Forgery(TWO, "event-wrong", other_dice_beside_it),
)
