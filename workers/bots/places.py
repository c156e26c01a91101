"""The places that a bot has at tables: never more tables run with it than its owner allows (ADR 35), and nobody but its owner has all of
them (ADR 41).

A place is taken in one step with the check, before its table is created, and follows from the table from then on: it is free again as
soon as the table is finished, removed or damaged, whatever dies in between, and when its game has not started after a while. Such a table
takes a place once more before it starts. A request that finds none looks which places are free.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from math import ceil
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias, cast

from redis import Redis

from events.limits import USUAL, Limits
from events.store import keys
from events.store.redis_connection import answered
from events.store.scripts import Script
from events.tables.keyed_orders import CREATE
from events.tables.rematching import CREATED
from events.timestamps import epoch_ms
from workers.bots.registry import Bot, place_clients_key, places_key

CREATED_WITHIN_MS: Final = 60_000
"""A place whose table does not exist is kept for so long: its creation is under way, or nobody knows what became of it."""

ATTEMPTS: Final = 16
"""Times that places are looked for; in between others have taken what was freed."""

PLAYING, WAITING, UNKNOWN, OVER = 2, 1, 0, -1
"""What `running.lua` answers of a table."""

Whose: TypeAlias = Literal["all", "others", "client"]
"""Whose places are all taken: everybody's together, those of all but the owner, or those that one of these may have."""


class Room(NamedTuple):
    """How many places of a bot there are: for everybody, for all but its owner, and for one client other than its owner. `owner` is the
    owner as a client.
    """

    owner: str
    everybody: int
    others: int
    client: int


class BotPlace(NamedTuple):
    """A table, and the fingerprint of the order that creates it: the same request, repeated, asks for the same place."""

    table: str
    fingerprint: str

    def __str__(self) -> str:
        return f"{self.table}:{self.fingerprint}"


class PlacesTaken(NamedTuple):
    """What came of asking for places: `full` is the bot that has none left, and `whose` says for whom; `gone` is one that is not registered
    any more; neither of them if the places are taken, `at` a time (epoch, ms) that tells this taking from others.
    """

    full: str | None = None
    gone: str | None = None
    whose: Whose = "all"
    at: int = 0


def room_of(bot: Bot, limits: Limits) -> Room:
    """The places of a bot: where it has two or more, at least one is its owner's alone; every client may have one, if there is one."""
    most = min(bot.max_tables, limits.bot_tables)
    kept = 0 if most == 1 or not limits.bot_owner_reserve else ceil(most * limits.bot_owner_reserve / 100)
    return Room(f"key:{bot.owner}", most, most - kept, ceil(most * limits.bot_client_share / 100))


class BotPlaces:
    """The places of all bots. Every method raises `StoreUnavailable`, and may be called again when its answer was lost."""

    def __init__(self, client: Redis, now: Callable[[], datetime], unstarted_counted: int = USUAL.unstarted_counted) -> None:
        """`unstarted_counted`: seconds for which a table holds its places whose game does not start."""
        self._client = client
        self._ask: Callable[..., Any] = client.execute_command
        self._now = now
        self._held_for_ms = {PLAYING: None, WAITING: unstarted_counted * 1000, UNKNOWN: CREATED_WITHIN_MS, OVER: 0}

    @answered
    def take(self, place: BotPlace, client: str, bots: Mapping[str, Room]) -> PlacesTaken:
        """Take a place with each of these bots for this client, or with none."""
        taken, fruitless = self._tried(place, client, bots), set[str]()
        for _ in range(ATTEMPTS):
            if taken.full is None or taken.full in fruitless:
                break
            if not self._free_ended(taken.full)[1]:
                fruitless.add(taken.full)
            taken = self._tried(place, client, bots)
        return taken

    def _tried(self, place: BotPlace, client: str, bots: Mapping[str, Room]) -> PlacesTaken:
        stored = [key for bot in bots for key in (places_key(bot), place_clients_key(bot))]
        terms = [value for bot, room in bots.items() for value in (bot, *room)]
        what, *about = TAKE(self._ask, (_BOTS, *stored), str(place), epoch_ms(self._now()), client, *terms)
        if what == b"taken":
            return PlacesTaken(at=about[0])
        bot = [*bots][about[0] - 1]
        return PlacesTaken(gone=bot) if what == b"gone" else PlacesTaken(full=bot, whose=about[1].decode())

    @answered
    def give_up(self, place: BotPlace, bots: Iterable[str], at: int) -> None:
        """Free the place that was taken with these bots `at` this time: the order to create its table has failed. It stays if the table
        is there, or if the same request, sent again, has taken it meanwhile and goes on with it.
        """
        [(_, found)] = self._found([place])
        for bot in bots if found in {UNKNOWN, OVER} else ():
            self._free(bot, {place: at})

    @answered
    def taken(self, bot: str) -> int:
        """How many places are taken, some of them perhaps by tables that do not run any more."""
        return int(self._ask("ZCARD", places_key(bot)))

    @answered
    def running(self, bot: str) -> int:
        """How many tables hold a place with the bot: those that run, were created a moment ago, or are being created."""
        held, ended = self._free_ended(bot)
        return held - ended

    def _free_ended(self, bot: str) -> tuple[int, int]:
        """How many places were taken, and how many of these are free now."""
        read = cast("Sequence[tuple[bytes, float]]", self._client.zrange(places_key(bot), 0, -1, withscores=True))
        taken = {BotPlace(*stored.decode().split(":")): int(at) for stored, at in read}
        now = epoch_ms(self._now())
        ended = {place: taken[place] for place, found in self._found([*taken]) if self._is_free(found, now - taken[place])}
        if ended:
            self._free(bot, ended)
        return len(taken), len(ended)

    def _is_free(self, found: int, held_ms: int) -> bool:
        """Whether the place of a table that was found so is free, which was taken so long ago."""
        most = self._held_for_ms[found]
        return most is not None and (found == OVER or held_ms > most)

    def _free(self, bot: str, places: Mapping[BotPlace, int]) -> None:
        seen = [value for place, at in places.items() for value in (str(place), at)]
        FREE(self._ask, (places_key(bot), place_clients_key(bot)), *seen)

    def _found(self, places: Sequence[BotPlace]) -> Sequence[tuple[BotPlace, int]]:
        """What `running.lua` says of each table."""
        by_partition: defaultdict[str, list[BotPlace]] = defaultdict(list)
        for place in places:
            by_partition[keys.partition_of(place.table)].append(place)
        calls = [_call(partition, here) for partition, here in by_partition.items()]
        replies = RUNNING.each(self._client, calls)
        return [pair for here, reply in zip(by_partition.values(), replies, strict=True) for pair in zip(here, reply, strict=True)]


def _call(partition: str, places: Sequence[BotPlace]) -> tuple[Sequence[str], Sequence[str]]:
    """Keys and values that `running.lua` takes for tables of one partition."""
    names = [keys.damaged_key(partition), *(key for place in places for key in _keys_of(place.table))]
    return names, [CREATE, CREATED, *(value for place in places for value in place)]


def _keys_of(table: str) -> Sequence[str]:
    return keys.log_key(table), keys.secret_key(table), keys.keys_key(table), keys.state_key(table)


_BOTS: Final = keys.service_key("bots")
TAKE, FREE, RUNNING = (Script(Path(__file__).with_name(f"{name}.lua")) for name in ("take_places", "free_places", "running"))
