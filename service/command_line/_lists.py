"""The parts that commands about the lists of tables use, on the store of the settings or of a data folder."""

from pathlib import Path
from typing import NamedTuple

from events.archive.archive import archive_at
from events.archive.marked_place import StoredPlaceId
from events.projections.generations import Generations
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.tables.opening import Tables
from events.timestamps import now
from rules.registry import games
from service.command_line._store import store_url
from service.settings import Settings


class Lists(NamedTuple):
    tables: Tables
    generations: Generations


def lists(data: Path) -> Lists:
    """The parts for this data folder. Raises what `store_url` raises."""
    settings = Settings.from_environment()
    client = connect(store_url(settings, data))
    store = RedisStore(client, archive=archive_at(settings.exports_at(data), StoredPlaceId(client)))
    return Lists(Tables(store, games(settings.games), now), Generations(client))
