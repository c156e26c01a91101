"""The places that a bot has at tables: never more tables run with it than its owner allows (ADR 35).

A place is taken in one step with the check, before its table is created, and follows from the table from then on: it is free again as
soon as the table is finished, removed or damaged, whatever dies in between. A request that finds none looks which tables still run.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from redis import Redis

from events import keys
from events.connection import answered
from events.moments import epoch_ms
from events.orders import CREATE
from events.rematching import CREATED
from events.scripts import Script
from workers.bots.registry import places_key

CREATED_WITHIN_MS: Final = 60_000
"""A place whose table does not exist is kept for so long: its creation is under way, or nobody knows what became of it."""

ATTEMPTS: Final = 16
"""Times that places are looked for; in between others have taken what was freed."""


class Place(NamedTuple):
    """A table, and the fingerprint of the order that creates it: the same request, repeated, asks for the same place."""

    table: str
    fingerprint: str

    def __str__(self) -> str:
        return f"{self.table}:{self.fingerprint}"


class Taken(NamedTuple):
    """What came of asking for places: `full` is the bot that has none left, `gone` one that is not registered any more; neither of them if
    the places are taken.
    """

    full: str | None = None
    gone: str | None = None


class Places:
    """The places of all bots. Every method raises `StoreUnavailable`, and may be called again when its answer was lost."""

    def __init__(self, client: Redis, now: Callable[[], datetime]) -> None:
        self._client = client
        self._ask: Callable[..., Any] = client.execute_command
        self._now = now

    @answered
    def take(self, place: Place, bots: Mapping[str, int]) -> Taken:
        """Take a place with each of these bots, which have so many places (1 or more), or with none."""
        names, most = [*bots], [value for bot in bots.items() for value in bot]
        stored = (_BOTS, *map(places_key, names))
        full = None
        for _ in range(ATTEMPTS):
            answer = int(TAKE(self._ask, stored, str(place), epoch_ms(self._now()), *most))
            if answer <= 0:
                return Taken(gone=names[-answer - 1] if answer else None)
            full = names[answer - 1]
            if self._held(full) >= bots[full]:
                break
        return Taken(full=full)

    @answered
    def give_up(self, place: Place, bots: Iterable[str]) -> None:
        """Free the place with these bots unless its table runs: the order to create it has failed, and nobody goes on with it."""
        [(_, found)] = self._found([place])
        for bot in bots if found < 1 else ():
            self._ask("ZREM", places_key(bot), str(place))

    @answered
    def running(self, bot: str) -> int:
        """How many tables run with the bot, or are being created."""
        return self._held(bot)

    def _held(self, bot: str) -> int:
        """How many places are taken, after those are freed whose tables do not run any more, or were never created."""
        read = cast("Sequence[tuple[bytes, float]]", self._client.zrange(places_key(bot), 0, -1, withscores=True))
        taken = {Place(*stored.decode().split(":")): int(at) for stored, at in read}
        started = epoch_ms(self._now()) - CREATED_WITHIN_MS
        ended = [place for place, found in self._found([*taken]) if found < 0 or (found == 0 and taken[place] < started)]
        if ended:
            FREE(self._ask, (places_key(bot),), *(value for place in ended for value in (str(place), taken[place])))
        return len(taken) - len(ended)

    def _found(self, places: Sequence[Place]) -> Sequence[tuple[Place, int]]:
        """What `running.lua` says of each table."""
        by_partition: defaultdict[str, list[Place]] = defaultdict(list)
        for place in places:
            by_partition[keys.partition_of(place.table)].append(place)
        calls = [_call(partition, here) for partition, here in by_partition.items()]
        replies = RUNNING.each(self._client, calls)
        return [pair for here, reply in zip(by_partition.values(), replies, strict=True) for pair in zip(here, reply, strict=True)]


def _call(partition: str, places: Sequence[Place]) -> tuple[Sequence[str], Sequence[str]]:
    """Keys and values that `running.lua` takes for tables of one partition."""
    names = [keys.damaged_key(partition), *(key for place in places for key in _keys_of(place.table))]
    return names, [CREATE, CREATED, *(value for place in places for value in place)]


def _keys_of(table: str) -> tuple[str, str, str]:
    return keys.log_key(table), keys.secret_key(table), keys.keys_key(table)


_BOTS: Final = keys.service_key("bots")
TAKE, FREE, RUNNING = (Script(Path(__file__).with_name(f"{name}.lua")) for name in ("take_places", "free_places", "running"))
