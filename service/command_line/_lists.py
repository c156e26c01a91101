"""What the commands about the lists work with, on the store that the settings name."""

from datetime import UTC, datetime
from typing import NamedTuple

from events.connection import connect
from events.opening import Tables
from events.projections.generations import Generations
from events.redis_store import RedisStore
from rules.registry import games
from service.settings import Settings


class Lists(NamedTuple):
    tables: Tables
    generations: Generations


def lists() -> Lists:
    """Raises `SettingWrong`, `UnsuitableServer`."""
    settings = Settings.from_environment()
    client = connect(settings.need_redis_url())
    return Lists(Tables(RedisStore(client), games(settings.games), now), Generations(client))


def now() -> datetime:
    return datetime.now(UTC)
