"""What every task works with. A worker makes it once; clock and chance enter here and nowhere else."""

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

from redis import Redis

from events.connection import connect
from events.handler import Handler
from events.issuer import Issuer, SigningKeys
from events.limits import USUAL, Limits
from events.moments import now
from events.opening import Tables
from events.redis_store import RedisStore
from rules.game import AnyGame
from workers.exports.shelf import Shelf
from workers.job import Task
from workers.parked import ParkedJobs
from workers.queues import Jobs

IN_MEMORY: Final = "memory://exports"
"""A shelf that nobody else sees."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tools:
    client: Redis
    handler: Handler
    jobs: Jobs
    parked: ParkedJobs
    monotonic: Callable[[], float] = time.monotonic
    progress: Callable[[float], None] = lambda _: None
    """Says how far the running job is, from 0.0 to 1.0."""
    urgent: bool = False
    """Whether the running job was served before those of the background."""
    limits: Limits = USUAL
    lay_shelf: Callable[[], Shelf] = lambda: Shelf(IN_MEMORY)

    @property
    def tables(self) -> Tables:
        return self.handler.tables

    @property
    def shelf(self) -> Shelf:
        """Where exports are kept; made when it is first asked for. Raises `ShelfUnusable`."""
        return self.lay_shelf()


def tools(
    url: str,
    games: Mapping[str, AnyGame],
    tasks: Mapping[str, Task],
    exports_url: str = IN_MEMORY,
    signing_key: bytes | None = None,
    limits: Limits = USUAL,
) -> Tools:
    """The tools for tables of these games on the store at `url`, which may come up later. `signing_key` is the operator's own (None: the
    store keeps it). Raises `UnsuitableServer`, `ValueError`.
    """
    client = connect(url)
    issuer = Issuer(SigningKeys(client), signing_key, secrets.token_bytes, now)
    return Tools(
        client=client,
        handler=Handler(Tables(RedisStore(client), games, now), secrets.token_bytes, issuer.key, before_start=limits.events_before_start),
        jobs=Jobs(client, tasks),
        parked=ParkedJobs(client),
        limits=limits,
        lay_shelf=cache(partial(Shelf, exports_url)),
    )
