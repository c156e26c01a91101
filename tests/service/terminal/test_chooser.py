import random
from collections import Counter
from typing import Any

import pytest

from service.terminal.chooser import choose

ROLL: dict[str, Any] = {"type": "roll"}
SKIP: dict[str, Any] = {"type": "skip"}
PASS: dict[str, Any] = {"type": "pass"}
SCORES: list[dict[str, Any]] = [{"type": "score", "card": "odds", "dice": dice} for dice in ([0], [0, 1], [0, 1, 2])]
REROLLS: list[dict[str, Any]] = [{"type": "reroll", "freeze": "odds", "dice": [position]} for position in range(6)]


def choices(moves: list[dict[str, Any]], seed: int, times: int = 1000) -> list[Any]:
    chance = random.Random(seed)
    return [choose(moves, chance) for _ in range(times)]


def test_the_same_seed_makes_the_same_choices() -> None:
    moves = [*REROLLS, *SCORES, SKIP]

    assert choices(moves, 5) == choices(moves, 5)
    assert choices(moves, 5) != choices(moves, 6)


@pytest.mark.parametrize("idle", [SKIP, PASS], ids=str)
def test_every_move_is_chosen_some_time_and_doing_nothing_seldom(idle: dict[str, Any]) -> None:
    counted = Counter(str(move) for move in choices([*REROLLS, *SCORES, idle], 1, 5000))

    assert len(counted) == len(REROLLS) + len(SCORES) + 1
    assert counted[str(idle)] < 250


def test_more_dice_are_scored_more_often_than_few() -> None:
    counted = Counter(len(move["dice"]) for move in choices(SCORES, 1, 3000))

    assert counted[1] < counted[2] < counted[3]


def test_whoever_can_only_skip_skips() -> None:
    assert choose([SKIP], random.Random(1)) == SKIP


@pytest.mark.parametrize("move", [{"type": "bank", "pile": 3}, {"type": "roll", "dice": 2}, {"type": "roll", "dice": "all"}], ids=str)
def test_a_move_of_another_game_is_chosen_as_well(move: dict[str, Any]) -> None:
    assert choose([move], random.Random(1)) == move
