"""The shifts of a table of Ice Dice, and the boards before each."""

from collections.abc import Iterator
from typing import NamedTuple

from tests.events.proof.forging import Value, of_game, version

SHIFTED, TAKEN, ROLLED = "ice-dice.token-shifted", "ice-dice.token-taken", "ice-dice.dice-rolled"
ADDED = {"op": "+", "left": 0, "right": 1}
"""The sum of the first two dice."""


class Shift(NamedTuple):
    """A shift, and the number of each token on both boards before it."""

    event: Value
    big: dict[int, int]
    medium: dict[int, int]


def shifts(value: Value) -> Iterator[Shift]:
    """Every shift of a table."""
    big = {token["token"]: token["number"] for token in of_game(value, "board-laid")["data"]["tokens"]}
    medium: dict[int, int] = {}
    for event in value["events"]:
        if event["type"] == SHIFTED:
            yield Shift(event, dict(big), dict(medium))
        if event["type"] in {SHIFTED, "ice-dice.token-set-up"}:
            medium[event["data"]["token"]] = big.pop(event["data"]["token"])
        elif event["type"] == TAKEN:
            del medium[event["data"]["token"]]


def made_otherwise(event: Value, number: int, expression: Value) -> int:
    """Change the shift to the token with this number (on a board of fronts), calculated by this expression."""
    event["data"].update(token=number, number=number, expression=expression)
    return version(event)
