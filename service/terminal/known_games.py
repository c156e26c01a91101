"""The games of this deployment, for commands that need no service."""

from collections.abc import Mapping

from rules.game import AnyGame
from rules.registry import games
from service.settings import Settings


def known_games() -> Mapping[str, AnyGame]:
    """The games by name, with this deployment's settings. Raises `SettingWrong`."""
    return games(Settings.from_environment().games)
