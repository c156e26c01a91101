"""Every calculation with every roll of Ice Dice: both verifiers get the same number, or both get none."""

import json
import subprocess
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import msgspec

from rules.ice_dice.arithmetic import DICE, positions, value
from rules.ice_dice.commands import Calculation, Pair
from tests.events.proof.second import NODE

ROLLS = list(product(range(1, 7), repeat=len(DICE)))


def calculations() -> Iterator[Calculation]:
    """All possible calculations, including those that use a die twice, and some with a die that is none."""
    pairs = [Pair(op=op, left=left, right=right) for op, left, right in product("+-*/", DICE, DICE)]  # type: ignore[arg-type]
    for op, left, right in product("+-*/", DICE, (*DICE, *pairs)):
        yield Calculation(op=op, left=left, right=right)  # type: ignore[arg-type]
        yield Calculation(op=op, left=right, right=left)  # type: ignore[arg-type]
    for beyond in (-1, len(DICE)):
        yield Calculation(op="+", left=0, right=beyond)
        yield Calculation(op="+", left=0, right=Pair(op="+", left=beyond, right=1))


def number(calculation: Calculation, dice: tuple[int, ...]) -> int | None:
    """The result of the first verifier."""
    used = positions(calculation)
    if len(set(used)) < len(used) or not set(used).issubset(DICE):
        return None
    try:
        made = value(calculation, dice)
    except ZeroDivisionError:
        return None
    return made.numerator if made.denominator == 1 else None


def second_numbers(calculations: list[Calculation]) -> Any:
    asked = json.dumps({"expressions": msgspec.to_builtins(calculations), "rolls": ROLLS})
    script = Path(__file__).with_name("numbers.mjs")
    return json.loads(subprocess.run([NODE, script], input=asked, capture_output=True, text=True, check=True).stdout)


def test_both_verifiers_make_the_same_numbers() -> None:
    all_calculations = list(calculations())

    numbers = second_numbers(all_calculations)

    assert numbers == [[number(calculation, dice) for calculation in all_calculations] for dice in ROLLS]
    assert {made for row in numbers for made in row} >= {None, *range(1, 37)}
