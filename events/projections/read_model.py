"""The lobby and every player's history, read: pages of summaries, newest table first, and whether they are up to date."""

import base64
import re
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from redis import Redis

from events.feed.entries import order
from events.projections.generations import CURRENT, GenerationPosition, Generations, part
from events.projections.summaries import Listing, OfCreator, Summary, normalised, read_summary, touches
from events.store.event_store import FeedEntry, Store, StoreUnavailable
from events.store.keys import is_table_id
from events.store.redis_connection import answered
from events.store.scripts import Script
from events.timestamps import epoch_ms
from rules.table_events import TableStarted

LATE_MS: Final = 10_000
"""Lists that have waited longer for a feed entry are behind."""

LOOKED_AT: Final = 500
"""Tables that are looked at for a page: a player's list has all names that differ in case or form only, and a page shows one of them."""

PATIENCE: Final = 0.5
"""Seconds for which a reader waits for lists that are behind."""

LOOK_EVERY: Final = 0.01
"""Seconds between two looks whether they have come on."""

GIVEN_UP_MS: Final = 2_000
"""Lists that have waited longer for a feed entry are not waited for: all readers together would wait for nothing."""

AHEAD: Final = 480
"""Feed entries that are looked at to find out what the lists lack, over all partitions."""

PAGE_SCRIPT = Script(Path(__file__).with_name("page.lua"))

_PLACE = re.compile(r"[0-9]{13}:(.*)", re.ASCII)


class Count(NamedTuple):
    """How many tables run; `looked_at`: at how many was looked, one by one, to know that."""

    running: int
    looked_at: int = 0


class ReadModel:
    """Lists of tables, as the projector last wrote them: a little later than the tables themselves."""

    def __init__(self, client: Redis, store: Store, now: Callable[[], datetime]) -> None:
        self._ask: Callable[..., Any] = client.execute_command
        self._generations = Generations(client)
        self._store = store
        self._now = now
        self._generation = ""

    @answered
    def list(
        self, *, game: str | None = None, status: str | None = None, player: str | None = None, cursor: str | None = None, limit: int = 20
    ) -> tuple[Sequence[Summary], str | None]:
        """At most `limit` summaries of tables that are all this, after `cursor`, and the next page's cursor, None if there is none.

        `player` is the name of a seat (in NFC), just as it is; names are unverified. A page for a player can have fewer summaries than
        others of that name are left: see `LOOKED_AT`. What was stored before this was asked is in it, unless the projector needs longer
        than `PATIENCE`. Raises `ValueError` for a cursor that no page gave, `StoreUnavailable`.
        """
        wanted = f"list:{Listing(game, status, None if player is None else normalised(player)).key}"
        self._catch_up()
        start, summaries, looked_at = "+" if cursor is None else f"({_place_at(cursor)}", list[Summary](), 0
        while True:
            places, found = self._page(wanted, start, limit + 1)
            for place, told in zip(places[:limit], map(read_summary, found), strict=False):
                looked_at += 1
                if player is None or any(sitter.name == player for sitter in told.seats):
                    summaries.append(told)
                if len(summaries) == limit or looked_at == LOOKED_AT:
                    return tuple(summaries), None if place == places[-1] else _cursor(place)
            if len(places) <= limit:
                return tuple(summaries), None
            start = f"({places[limit - 1].decode()}"

    @answered
    def running(self, creator: str, limit: int, unstarted: timedelta) -> Count:
        """How many tables of a creator are being played, or wait for their players and were created less than `unstarted` ago; damaged ones
        do not count. Exact where that decides whether it is below `limit`.

        Raises `StoreUnavailable`.
        """
        position = self._generations.current()
        if position is None:
            return Count(0)
        playing = part(position.generation, f"list:{OfCreator('running', creator).key}")
        waiting = part(position.generation, f"list:{OfCreator('waiting', creator).key}")
        since = f"[{epoch_ms(self._now() - unstarted):013d}"
        ahead = self._ahead(position)
        count = self._ask("ZCARD", playing) + self._ask("ZLEXCOUNT", waiting, since, "+")
        if count + sum(entry.first == 1 or TableStarted.type in entry.types for entry in ahead) < limit:
            return Count(count)
        self._wait_for(ahead)
        places = [*self._ask("ZRANGE", playing, 0, -1), *self._ask("ZRANGE", waiting, since, "+", "BYLEX")]
        found = {place.decode().partition(":")[2] for place in places}
        return Count(len(found - self._store.damaged().keys()), looked_at=len(found))

    def _catch_up(self) -> None:
        """Wait for a projector that is a moment behind: else a client misses in the lists what it has just done itself."""
        position = self._generations.current()
        if position is not None:
            self._wait_for(self._ahead(position))

    def _ahead(self, position: GenerationPosition) -> Sequence[FeedEntry]:
        """What the lists still lack. Nothing, where it is there for so long that nobody seems to bring the lists up to date."""
        entries = self._store.follow(position.checkpoints, 0, AHEAD)
        missing = [entry for entry in entries if entry.table and touches(entry.types)]
        oldest = epoch_ms(self._now()) - GIVEN_UP_MS
        return () if any(order(entry.id)[0] < oldest for entry in missing) else missing

    def _wait_for(self, ahead: Sequence[FeedEntry]) -> None:
        """Wait until the lists have these entries, or `PATIENCE` is over."""
        ends = {entry.partition: entry.id for entry in ahead}  # those of a partition are in order
        until = time.monotonic() + PATIENCE
        while ends and time.monotonic() < until:
            time.sleep(LOOK_EVERY)
            position = self._generations.current()
            if position is None or all(order(position.checkpoints[partition]) >= order(end) for partition, end in ends.items()):
                return

    def _page(self, which: str, start: str, count: int) -> tuple[Sequence[bytes], Sequence[bytes]]:
        """Places and summaries, all from the generation that is current at that instant."""
        while True:
            generation = self._generation
            keys = (CURRENT, part(generation, "summaries"), part(generation, which))
            current, *page = PAGE_SCRIPT(self._ask, keys, generation, start, count)
            if page:
                return page[0], page[1]
            if not current:
                return (), ()
            self._generation = current.decode()

    def status(self) -> Literal["ok", "behind", "down"]:
        """Whether the lists follow the tables: "down" if they were never built."""
        try:
            position = self._generations.current()
            if position is None:
                return "down"
            waiting = self._store.follow(position.checkpoints, 0, limit=1)
        except StoreUnavailable:
            return "down"
        oldest = epoch_ms(self._now()) - LATE_MS
        return "behind" if any(int(entry.id.partition("-")[0]) < oldest for entry in waiting) else "ok"


def _cursor(place: bytes) -> str:
    return base64.urlsafe_b64encode(place).decode().rstrip("=")


def _place_at(cursor: str) -> str:
    padded = cursor + "=" * (-len(cursor) % 4)
    place = base64.b64decode(padded, altchars=b"-_", validate=True).decode("ascii")
    match = _PLACE.fullmatch(place)
    if not match or not is_table_id(match[1]):
        raise ValueError(f"{cursor!r} is no cursor")
    return place
