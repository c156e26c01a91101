"""Forgeries of Ice Dice by moves that its rules refuse although all else fits: what a change of one member cannot reach."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from tests.events.proof.bot_forgeries import bots_at
from tests.events.proof.forgeries import with_dice
from tests.events.proof.forging import Forgery, Value, find, of_game, version
from tests.events.proof.table_forgeries import Kinds, at_tables

TWO, EXPERIENCED, REROLLED, CLOCK = "ice for two", "experienced ice for six", "ice rerolled to the limit", "ice with a clock that skips"
SHIFTED, TAKEN = "ice-dice.token-shifted", "ice-dice.token-taken"
SUM = {"op": "+", "left": 0, "right": 1}

Boards = dict[int, int]
"""The number of each token on a board."""


class Shift(NamedTuple):
    """A shift, the boards before it, and the event after it."""

    event: Value
    big: Boards
    medium: Boards
    following: Value

    @property
    def dice(self) -> tuple[int, int, int]:
        one, two, three = self.event["data"]["dice"]
        return one, two, three


def shifts(value: Value) -> Iterator[Shift]:
    big = {token["token"]: token["number"] for token in of_game(value, "board-laid")["data"]["tokens"]}
    medium: Boards = {}
    for event in value["events"]:
        if event["type"] == SHIFTED:
            yield Shift(event, dict(big), dict(medium), value["events"][version(event)])
        if event["type"] in {SHIFTED, "ice-dice.token-set-up"}:
            medium[event["data"]["token"]] = big.pop(event["data"]["token"])
        elif event["type"] == TAKEN:
            del medium[event["data"]["token"]]


def changed(event: Value, **members: Any) -> int:
    event["data"].update(members)
    return version(event)


def taken_what_was_shifted(value: Value) -> int:
    shift = next(shift for shift in shifts(value) if shift.following["type"] == TAKEN)
    return changed(shift.following, **shift.event["data"])


def taken_the_same_number_from_another_token(value: Value) -> int:
    """On two-sided tokens some numbers exist twice."""
    for shift in shifts(value):
        twin = next((token for token, number in shift.medium.items() if number == shift.event["data"]["number"]), None)
        if twin is not None and shift.following["type"] == TAKEN:
            return changed(shift.following, **{**shift.event["data"], "token": twin})
    raise LookupError("no number is there twice")


def taken_from_the_big_board(value: Value) -> int:
    for shift in shifts(value):
        number = sum(shift.dice[:2])
        if shift.following["type"] == TAKEN and number in shift.big and number != shift.event["data"]["number"]:
            return changed(shift.following, token=number, number=number, expression=SUM)
    raise LookupError("no sum of two dice is on the big board")


def shifted_what_was_set_up(value: Value) -> int:
    shift = next(shift for shift in shifts(value) if sum(shift.dice[:2]) in shift.medium)
    return changed(shift.event, token=sum(shift.dice[:2]), number=sum(shift.dice[:2]), expression=SUM)


def a_product_for_the_young(value: Value) -> int:
    shift = next(shift for shift in shifts(value) if shift.dice[0] * shift.dice[1] in shift.big)
    number = shift.dice[0] * shift.dice[1]
    return changed(shift.event, token=number, number=number, expression={**SUM, "op": "*"})


def set_up(beside: int, number: int) -> Callable[[Value], int]:
    """The token that is set up with this number is the first one, or the one beside it in its line."""

    def set_up_from_a_line_twice(value: Value) -> int:
        token = of_game(value, "token-set-up")["data"]["token"]
        other = token if not beside else token + (1 if token % 6 else -1)
        return changed(of_game(value, "token-set-up", number), token=other, number=other)

    return set_up_from_a_line_twice


def one_reroll_too_many(value: Value) -> int:
    """The agreed limit is one less than the rerolls that were made."""
    for data in (find(value, "table.created")["data"]["options"], of_game(value, "board-laid")["data"]):
        data["reroll_limit"] -= 1
    return version(of_game(value, "dice-rerolled", 1))


def rerolls_without_a_limit(value: Value) -> int:
    """At a table without a clock."""
    find(value, "table.created")["data"]["options"]["reroll_limit"] = None
    return 1


TABLES = Kinds(
    clock=CLOCK,
    standing_in="ice with a clock that substitutes",
    left_alone="ice left alone",
    never_begun="ice never begun",
    fork="a fork of a fork of ice",
)

ICE_FORGERIES = (
    *with_dice(TWO, EXPERIENCED),
    *at_tables(TABLES),
    *bots_at("ice with bots that are stood in for", "ice with bots that resign", "ice with bots that skip", CLOCK),
    Forgery(TWO, "move-refused", taken_what_was_shifted),
    Forgery(EXPERIENCED, "move-refused", taken_the_same_number_from_another_token),
    Forgery(TWO, "move-refused", taken_from_the_big_board),
    Forgery(TWO, "move-refused", shifted_what_was_set_up),
    Forgery("young ice for three", "move-refused", a_product_for_the_young),
    Forgery(TWO, "move-refused", set_up(beside=1, number=1)),
    Forgery(TWO, "move-refused", set_up(beside=0, number=2)),
    Forgery(REROLLED, "move-refused", one_reroll_too_many),
    Forgery(REROLLED, "event-wrong", rerolls_without_a_limit),
    Forgery("a fork of ice", "move-refused", rerolls_without_a_limit),
)
