"""The contract lists exactly the existing built-in players and formats."""

from collections.abc import Mapping
from itertools import chain
from typing import Any

import pytest

from rules.game import AnyGame
from rules.registry import games
from tests.contract.checker import faults, schema
from workers.exports.format import formats

GAMES = games().values()
LEVELS = set(chain.from_iterable(game.players for game in GAMES))
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def _allowed(game: AnyGame, **more: Any) -> bool:
    """Whether the contract allows such a table."""
    seats = [{"kind": "human"}, {"kind": "bot", "bot": "bot_six"}]
    return not faults(schema("CreateTable"), {"game": game.name, "seats": seats, **more})


def _substitute(level: str) -> Mapping[str, str]:
    return {"policy": "substitute", "level": level}


@each_game
def test_a_seat_can_be_held_by_every_level_of_the_game_and_by_no_other(game: AnyGame) -> None:
    taken = {level for level in LEVELS if _allowed(game, seats=[{"kind": "human"}, {"kind": "ai", "level": level}])}

    assert taken == game.players.keys()


@each_game
def test_every_level_of_the_game_can_stand_in_for_somebody_and_no_other(game: AnyGame) -> None:
    for_people = {level for level in LEVELS if _allowed(game, turn_seconds=9, on_expiry=_substitute(level))}
    for_bots = {level for level in LEVELS if _allowed(game, on_failure=_substitute(level))}

    assert for_people == for_bots == game.players.keys()


def test_where_no_game_is_named_every_level_can_be_asked_for() -> None:
    assert set(schema("LevelWanted")["enum"]) == LEVELS


def test_advice_can_be_asked_of_every_level_that_judges() -> None:
    judging = {level for game in GAMES for level, player in game.players.items() if player.rank is not None}

    assert set(schema("LevelThatJudges")["enum"]) == judging


def test_every_format_can_be_asked_for_and_no_other() -> None:
    assert schema("ExportFormat")["enum"] == list(formats())
