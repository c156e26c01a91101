"""Every mechanism against the reference: what may be written, whatever the card looks like, and what is done."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.dice_cards.mechanisms import MECHANISMS
from rules.dice_cards.mechanisms.mechanism import Marks, Mechanism, Writing
from tests.rules.dice_cards.counting import COUNTED
from tests.rules.dice_cards.reference import ALLOWED, fallen
from tests.rules.dice_cards.story import mechanism
from tests.size import at_size

CARDS = tomllib.loads(files("rules.dice_cards").joinpath("deck.toml").read_text(encoding="utf-8"))["cards"]

OTHERS: list[tuple[str, Mapping[str, Any]]] = [
    ("bingo", {"width": 4, "numbers": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 1, 6, 7, 8, 5], "bingos": 3}),
    ("climb", {"ladders": [3, 2], "lowest": 3, "highest": 9, "step": 2, "counts": "ladders"}),
    ("latin", {"size": 3, "box": [3, 1], "counts": "rows"}),
    ("printed", {"cells": ["double", "odd", "even", [1, 12], 7]}),
    ("race", {"tracks": 3, "length": 2, "free": True}),
    ("regions", {"regions": 4, "borders": [[0, 1], [1, 2], [2, 3]], "rule": "far", "lowest": 2, "highest": 5}),
    ("scales", {"pans": [2, 1, 1, 2], "within": [3, 1], "highest": 4}),
    ("sums", {"rows": [1, 2], "least": 2, "most": 12}),
]
"""Boards with what no card of the deck has."""

BOARDS = [(card["mechanism"], card["board"]) for card in CARDS] + OTHERS

each_board = pytest.mark.parametrize(
    ("kind", "board"), BOARDS, ids=[f"{number}-{kind}" for number, (kind, _) in enumerate(BOARDS, start=1)]
)
chances = st.integers(0, 2**32)
few = settings(max_examples=at_size(6, 100))


def grown(rule: Mechanism, chance: Random) -> list[tuple[Marks, Writing | None]]:
    """A card that is marked at random until nothing more may be written: all marks on the way, each with the writing that follows."""
    marks: Marks = (0,) * rule.cells
    steps: list[tuple[Marks, Writing | None]] = []
    while options := rule.options(marks):
        writing = chance.choice(options)
        steps.append((marks, writing))
        marks = rule.after(marks, writing)
    return [*steps, (marks, None)]


def test_the_deck_and_these_boards_use_every_mechanism() -> None:
    assert {kind for kind, _ in BOARDS} == set(MECHANISMS) == set(ALLOWED) == set(COUNTED)


@each_board
@given(chance=chances)
@few
def test_exactly_what_the_rule_allows_may_be_written(kind: str, board: Mapping[str, Any], chance: int) -> None:
    rule = mechanism(kind, **board)
    marks, _ = Random(chance).choice(grown(rule, Random(chance)))

    options = rule.options(marks)

    every = [(place, number) for place in range(rule.places) for number in range(1, 67)]
    assert sorted(options) == [writing for writing in every if ALLOWED[kind](board, marks, *writing)]
    assert len(set(options)) == len(options)
    assert all((number > 12) <= rule.takes_two(place) for place, number in options)


@each_board
@given(chance=chances)
@few
def test_a_mark_fills_empty_cells_and_what_is_done_stays_done(kind: str, board: Mapping[str, Any], chance: int) -> None:
    rule = mechanism(kind, **board)
    steps = grown(rule, Random(chance))

    for (before, writing), (after, _) in pairwise(steps):
        assert writing is not None
        changed = {cell for cell in range(rule.cells) if before[cell] != after[cell]}
        assert changed
        if kind == "falling":
            assert changed == fallen(board, before, *writing)
        assert all(not before[cell] for cell in changed if kind != "path" or cell < rule.cells - 1)
        assert {after[cell] for cell in changed if kind != "path" or cell < rule.cells - 1} == {writing.number}
        assert set(rule.done(before)) <= set(rule.done(after)) <= set(range(rule.units))


@each_board
@given(chance=chances)
@few
def test_what_is_done_is_what_one_counts(kind: str, board: Mapping[str, Any], chance: int) -> None:
    rule = mechanism(kind, **board)

    for marks, _ in grown(rule, Random(chance)):
        if "counts" not in board or kind != "latin":
            assert len(rule.done(marks)) == COUNTED[kind](board, marks)


@each_board
@given(chance=chances)
@few
def test_needs_lead_to_the_unit_and_are_gone_only_where_it_is_out_of_reach(kind: str, board: Mapping[str, Any], chance: int) -> None:
    """A unit without needs is never done later; one with needs has a place and numbers for each mark."""
    rule = mechanism(kind, **board)
    steps = grown(rule, Random(chance))
    finally_done = rule.done(steps[-1][0])

    for marks, _ in steps:
        for unit in set(range(rule.units)) - set(rule.done(marks)):
            needs = rule.needs(marks, unit)
            if needs is None:
                assert unit not in finally_done
            else:
                assert needs
                assert all(need.place in range(rule.places) for need in needs)
