"""The places of a bot at tables: at most as many tables run with it as its owner allows (ADR 35), and only its owner may use all (ADR 41).

A place is taken and checked in one step, before its table is created. From then on it depends on the table: it is free as soon as the table
is finished, removed or damaged, whatever process dies, or if its game has not started after a while. Such a table takes a place again
before it starts. A request that finds no place first frees the places of ended tables.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from math import ceil
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias, cast

from redis import Redis

from events.limits import DEFAULT_LIMITS, Limits
from events.store import keys
from events.store.answering import is_no_answer, raised
from events.store.redis_connection import answered
from events.store.scripts import Script
from events.tables.keyed_orders import CREATION_KEY
from events.tables.rematching import REMATCH_KEY
from events.timestamps import epoch_ms
from workers.bots.registry import Bot, place_clients_key, places_key

CREATED_WITHIN_MS: Final = 60_000
"""How long a place is held whose table does not exist: the table is being created, or its creation failed."""

MOST_TAKING_ATTEMPTS: Final = 16
"""Attempts to take places; other requests may take the freed places in between."""

PLAYING, WAITING, UNKNOWN, OVER = 2, 1, 0, -1
"""The values that `running.lua` returns for a table."""

FullFor: TypeAlias = Literal["all", "others", "client"]
"""Whose places are all taken: those of all clients together, of all but the owner, or of one of these."""


class Room(NamedTuple):
    """How many places a bot has: for all clients, for all but its owner, and for one client other than its owner. `owner`: the owner as a
    client.
    """

    owner: str
    everybody: int
    others: int
    client: int


class BotPlace(NamedTuple):
    """A table, and the fingerprint of the order that creates it: the same request, repeated, takes the same place."""

    table: str
    fingerprint: str

    def __str__(self) -> str:
        return f"{self.table}:{self.fingerprint}"


class PlacesTaken(NamedTuple):
    """The result of taking places. `full`: a bot without a free place, and `full_for` says for whom. `gone`: a bot that is no longer
    registered.

    If both are None, the places are taken, and `at` (epoch, ms) identifies this taking.
    """

    full: str | None = None
    gone: str | None = None
    full_for: FullFor = "all"
    at: int = 0


def room_of(bot: Bot, limits: Limits) -> Room:
    """The places of a bot under these limits. If it has two or more, at least one is reserved for its owner; every client may have at least
    one.
    """
    most = min(bot.max_tables, limits.bot_tables)
    reserved = 0 if most == 1 or not limits.bot_owner_reserve else ceil(most * limits.bot_owner_reserve / 100)
    return Room(f"key:{bot.owner}", most, most - reserved, ceil(most * limits.bot_client_share / 100))


class BotPlaces:
    """The places of all bots. Every method raises `StoreUnavailable`, and may be repeated when its reply was lost."""

    def __init__(self, client: Redis, now: Callable[[], datetime], unstarted_counted: int = DEFAULT_LIMITS.unstarted_counted) -> None:
        """`unstarted_counted`: seconds for which a table whose game does not start holds its places."""
        self._client = client
        self._execute: Callable[..., Any] = client.execute_command
        self._now = now
        self._held_for_ms = {PLAYING: None, WAITING: unstarted_counted * 1000, UNKNOWN: CREATED_WITHIN_MS, OVER: 0}

    @answered
    def take(self, place: BotPlace, client: str, bots: Mapping[str, Room]) -> PlacesTaken:
        """Take a place at each of these bots for this client, or at none."""
        taken, hopeless = self._try_to_take(place, client, bots), set[str]()
        for _ in range(MOST_TAKING_ATTEMPTS):
            if taken.full is None or taken.full in hopeless:
                break
            if not self._free_ended(taken.full)[1]:
                hopeless.add(taken.full)
            taken = self._try_to_take(place, client, bots)
        return taken

    def _try_to_take(self, place: BotPlace, client: str, bots: Mapping[str, Room]) -> PlacesTaken:
        stored = [key for bot in bots for key in (places_key(bot), place_clients_key(bot))]
        terms = [value for bot, room in bots.items() for value in (bot, *room)]
        result, *about = TAKE(self._execute, (_BOTS, *stored), str(place), epoch_ms(self._now()), client, *terms)
        if result == b"taken":
            return PlacesTaken(at=about[0])
        bot = [*bots][about[0] - 1]
        return PlacesTaken(gone=bot) if result == b"gone" else PlacesTaken(full=bot, full_for=about[1].decode())

    @answered
    def give_up(self, place: BotPlace, bots: Iterable[str], at: int) -> None:
        """Free the place that was taken at these bots at this time, because the order to create its table has failed. It stays if the table
        exists, or if the same request, repeated, has taken it meanwhile.
        """
        [(_, state)] = self._table_states([place])
        for bot in bots if state in {UNKNOWN, OVER} else ():
            self._free(bot, {place: at})

    @answered
    def taken(self, bot: str) -> int:
        """How many places are taken; some may belong to tables that no longer run."""
        return int(self._execute("ZCARD", places_key(bot)))

    @answered
    def running(self, bot: str) -> int:
        """How many tables hold a place at the bot: those that run, were just created, or are being created."""
        count, ended = self._free_ended(bot)
        return count - ended

    def _free_ended(self, bot: str) -> tuple[int, int]:
        """Free the places of ended tables. Returns how many places were taken, and how many of these are free now."""
        read = cast("Sequence[tuple[bytes, float]]", self._client.zrange(places_key(bot), 0, -1, withscores=True))
        taken = {BotPlace(*stored.decode().split(":")): int(at) for stored, at in read}
        now = epoch_ms(self._now())
        ended = {place: taken[place] for place, state in self._table_states([*taken]) if self._is_free(state, now - taken[place])}
        if ended:
            self._free(bot, ended)
        return len(taken), len(ended)

    def _is_free(self, state: int, held_ms: int) -> bool:
        """Whether a place is free whose table has this state, and which was taken so many milliseconds ago."""
        longest = self._held_for_ms[state]
        return longest is not None and (state == OVER or held_ms > longest)

    def _free(self, bot: str, places: Mapping[BotPlace, int]) -> None:
        pairs = [value for place, at in places.items() for value in (str(place), at)]
        FREE(self._execute, (places_key(bot), place_clients_key(bot)), *pairs)

    def _table_states(self, places: Sequence[BotPlace]) -> Sequence[tuple[BotPlace, int]]:
        """The state of each table, as `running.lua` returns it. A table whose server does not answer counts as one that is played."""
        by_partition: defaultdict[str, list[BotPlace]] = defaultdict(list)
        for place in places:
            by_partition[keys.partition_of(place.table)].append(place)
        calls = [_call(partition, of_partition) for partition, of_partition in by_partition.items()]
        replies = RUNNING.each(self._client, calls)
        return [
            pair
            for of_partition, reply in zip(by_partition.values(), replies, strict=True)
            for pair in zip(of_partition, [PLAYING] * len(of_partition) if is_no_answer(reply) else raised(reply), strict=True)
        ]


def _call(partition: str, places: Sequence[BotPlace]) -> tuple[Sequence[str], Sequence[str]]:
    """The keys and values of `running.lua` for tables of one partition."""
    names = [keys.damaged_key(partition), *(key for place in places for key in _keys_of(place.table))]
    return names, [CREATION_KEY, REMATCH_KEY, *(value for place in places for value in place)]


def _keys_of(table: str) -> Sequence[str]:
    return keys.log_key(table), keys.secret_key(table), keys.keys_key(table), keys.state_key(table)


_BOTS: Final = keys.service_key("bots")
TAKE, FREE, RUNNING = (Script(Path(__file__).with_name(f"{name}.lua")) for name in ("take_places", "free_places", "running"))
