"""Built-in players and formats in the contract are those that there are."""

from rules.registry import games
from tests.contract.checker import schema
from workers.exports.format import formats

PLAYERS = {level: player for game in games().values() for level, player in game.players.items()}


def test_a_table_can_ask_for_every_level_and_for_no_other() -> None:
    assert set(schema("LevelWanted")["enum"]) == PLAYERS.keys()


def test_advice_can_be_asked_of_every_level_that_judges() -> None:
    assert set(schema("LevelThatJudges")["enum"]) == {level for level, player in PLAYERS.items() if player.rank is not None}


def test_every_format_can_be_asked_for_and_no_other() -> None:
    assert schema("ExportFormat")["enum"] == list(formats())
