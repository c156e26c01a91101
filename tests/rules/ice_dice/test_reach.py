"""The numbers that dice make, compared with independently computed numbers and with a different search."""

import json
from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from pathlib import Path

import pytest

from rules.ice_dice.arithmetic import DICE, positions, signs, signs_used, value, ways, written
from rules.ice_dice.commands import Calculation, Shift
from rules.ice_dice.events import Variant
from rules.ice_dice.tokens import TOKENS
from tests.rules.ice_dice.story import GAME, dealt, left_first, right_first, shift, two

VECTORS = json.loads((Path(__file__).parent / "reach.json").read_text())["rolls"]
"""The 56 rolls of three dice with the numbers that each makes, computed independently; the file describes the computation."""

ROLLS = list(product(range(1, 7), repeat=3))
HIGHEST: dict[Variant, int] = {"standard": 36, "young": 18, "experienced": 36}


def made(dice: tuple[int, ...], variant: Variant) -> list[int]:
    return sorted(number for number in ways(dice, signs(variant)) if number <= HIGHEST[variant])


# --- a second search: with whole numbers only, from sets of dice to sets of fractions, without expressions ---


@cache
def fractions_of(dice: tuple[int, ...], allowed: str) -> frozenset[tuple[int, int]]:
    """All results that use all of these dice, as (numerator, denominator): each joins the results of two parts of the dice."""
    if len(dice) == 1:
        return frozenset({(dice[0], 1)})
    places = range(len(dice))
    return frozenset(
        joined
        for size in range(1, len(dice))
        for chosen in combinations(places, size)
        for left in fractions_of(tuple(dice[place] for place in chosen), allowed)
        for right in fractions_of(tuple(dice[place] for place in places if place not in chosen), allowed)
        for joined in joins(left, right, allowed)
    )


def joins(left: tuple[int, int], right: tuple[int, int], allowed: str) -> list[tuple[int, int]]:
    (up, down), (over, under) = left, right
    results = {"+": (up * under + over * down, down * under), "-": (up * under - over * down, down * under)}
    results |= {"*": (up * over, down * under), "/": (up * under, down * over)}
    return [results[sign] for sign in allowed if results[sign][1]]


def searched(dice: tuple[int, ...], variant: Variant) -> list[int]:
    """The numbers of tokens that two or three of the dice make, found by trying every number."""
    chosen = [part for size in (2, 3) for part in combinations(dice, size)]
    allowed = "+-" if variant == "young" else "+-*/"
    results = {result for part in chosen for result in fractions_of(part, allowed)}
    return [number for number in range(1, HIGHEST[variant] + 1) if any(up == number * down for up, down in results)]


@pytest.mark.parametrize("variant", ["standard", "young", "experienced"])
def test_every_roll_makes_the_numbers_that_an_exhaustive_search_finds_and_no_other(variant: Variant) -> None:
    for dice in ROLLS:
        assert made(dice, variant) == searched(dice, variant)


# --- independently computed numbers ---


def test_every_roll_makes_the_numbers_that_were_counted_elsewhere() -> None:
    counted = {tuple(vector["dice"]): (vector["standard"], vector["young"]) for vector in VECTORS}

    assert counted == {dice: (made(dice, "standard"), made(dice, "young")) for dice in combinations_with_replacement(range(1, 7), 3)}


RULES_PAGE = """
1:216 2:201 3:190 4:190 5:180 6:181 7:166 8:161 9:148 10:145 11:102 12:150 13:57 14:69 15:94 16:70 17:30 18:83 19:30 20:86
21:42 22:30 23:21 24:90 25:40 26:15 27:25 28:27 29:15 30:77 31:12 32:25 33:9 34:9 35:21 36:49
"""
RULES_PAGE_YOUNG = """
1:160 2:155 3:146 4:140 5:124 6:120 7:132 8:115 9:100 10:82 11:60 12:41 13:21 14:15 15:10 16:6 17:3 18:1
"""


@pytest.mark.parametrize(("variant", "page"), [("standard", RULES_PAGE), ("young", RULES_PAGE_YOUNG)])
def test_of_the_216_rolls_as_many_make_each_number_as_the_rules_page_says(variant: Variant, page: str) -> None:
    counted = Counter(number for dice in ROLLS for number in made(dice, variant))

    assert " ".join(f"{number}:{counted[number]}" for number in sorted(counted)) == " ".join(page.split())


# --- the listed calculation ---


@pytest.mark.parametrize("variant", ["standard", "young"])
def test_what_is_listed_for_a_number_makes_it(variant: Variant) -> None:
    for dice in ROLLS:
        for number, expression in ways(dice, signs(variant)).items():
            assert value(expression, dice) == number
            assert len(set(positions(expression))) == len(positions(expression)) >= 2
            assert set(positions(expression)) <= set(DICE)
            assert signs_used(expression) <= set(signs(variant))
            assert number in TOKENS


@pytest.mark.parametrize(
    ("dice", "number", "simplest"),
    [
        ((2, 3, 6), 5, two(0, "+", 1)),
        ((2, 3, 6), 3, two(2, "-", 1)),
        ((1, 2, 2), 3, two(0, "+", 1)),
        ((3, 6, 3), 3, two(1, "-", 0)),
        ((2, 3, 6), 18, two(1, "*", 2)),
        ((2, 3, 6), 2, two(2, "/", 1)),
        ((2, 3, 6), 11, left_first(0, "+", 1, "+", 2)),
        ((2, 3, 6), 36, left_first(0, "*", 1, "*", 2)),
        ((2, 3, 6), 20, right_first(0, "+", 1, "*", 2)),
    ],
)
def test_the_simplest_calculation_is_listed(dice: tuple[int, ...], number: int, simplest: Calculation) -> None:
    """Two dice before three, + before - before * before /, lower positions before higher ones."""
    listed = next(move for move in GAME.legal(dealt(dice=dice), 0) if isinstance(move, Shift) and move.token == number)

    assert listed == shift(number, simplest)


def test_a_number_that_two_dice_make_is_never_listed_with_three() -> None:
    for dice in ROLLS:
        with_two = {result for pair in combinations(dice, 2) for result in fractions_of(pair, "+-*/")}
        for number, expression in ways(dice, signs("standard")).items():
            assert (len(positions(expression)) == 2) == any(up == number * down for up, down in with_two)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (two(0, "+", 1), "2 + 3"),
        (two(2, "-", 0), "6 − 2"),
        (two(2, "/", 1), "6 ÷ 3"),
        (left_first(0, "+", 1, "*", 2), "(2 + 3) × 6"),
        (right_first(2, "/", 1, "-", 0), "6 ÷ (3 − 2)"),
    ],
)
def test_a_calculation_is_written_as_people_write_it(expression: Calculation, text: str) -> None:
    assert written(expression, (2, 3, 6)) == text
