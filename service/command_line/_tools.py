"""What the commands about workers work with, on the store that the settings or a data folder name."""

from pathlib import Path

from rules.registry import games
from service.command_line._store import store_url
from service.settings import Settings
from workers.tasks import TASKS
from workers.tools import Tools
from workers.tools import tools as tools_at


def tools(data: Path) -> Tools:
    """Raises what `store_url` does."""
    settings = Settings.from_environment()
    store, catalogue = store_url(settings, data), games(settings.games)
    return tools_at(store, catalogue, TASKS, settings.exports_at(data), settings.signing_key, settings.limits)
