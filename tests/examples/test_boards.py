"""The example board of Ice Dice for deployments is the default board."""

from pathlib import Path

from rules.ice_dice.boards import STAND_IN, board
from rules.registry import games
from rules.texts.catalogue import catalogue
from service.settings import Settings

FILE = Path(__file__).parents[2] / "examples" / "ice-dice-board.toml"


def test_the_example_is_the_stand_in_board() -> None:
    settings = Settings.from_environment({"ROLLSTREAM_CONFIG": str(FILE)})

    assert board(settings.games["ice-dice"]["board"]) == STAND_IN


def test_a_deployments_board_is_no_stand_in_any_more() -> None:
    own = games(Settings.from_environment({"ROLLSTREAM_CONFIG": str(FILE)}).games)["ice-dice"]

    cards = catalogue(own, "en")["cards"]

    assert [card["stand_in"] for card in cards] == [False] * 36
