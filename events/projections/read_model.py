"""The read side of the lobby and the players' histories: pages of summaries, newest table first, and the state of the lists."""

import base64
import re
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from redis import Redis

from events.feed.entries import order
from events.projections.generations import CURRENT, GenerationPosition, Generations, part
from events.projections.list_forms import PLAIN, ListForm, Position, form_of
from events.projections.summaries import STATUSES, Listing, OfCreator, Summary, normalised, touches
from events.store.event_store import FeedEntry, StoreUnavailable
from events.store.keys import is_table_id
from events.store.redis_connection import answered
from events.store.scripts import Script
from events.store.store import Store
from events.timestamps import epoch_ms
from rules.table_events import TableStarted

BEHIND_AFTER_MS: Final = 10_000
"""If the oldest unprocessed feed entry is older, the lists are behind."""

MOST_EXAMINED_PER_PAGE: Final = 500
"""The most tables examined for one page. A player's list contains all names that differ only in case or form, and a page
shows one of them.
"""

CATCH_UP_SECONDS: Final = 0.5
"""Seconds for which a reader waits for lists that are behind."""

CATCH_UP_POLL_SECONDS: Final = 0.01
"""Seconds between two checks whether the lists have caught up."""

STALLED_AFTER_MS: Final = 2_000
"""If the oldest unprocessed feed entry is older, readers do not wait: no projector seems to run."""

MOST_ENTRIES_AHEAD: Final = 480
"""The most feed entries read to find what the lists lack, over all partitions."""

PAGE_SCRIPT = Script(Path(__file__).with_name("page.lua"))

_POSITION = re.compile(r"[0-9]{13}:(.*)", re.ASCII)


class Count(NamedTuple):
    """The number of running tables. `looked_at`: how many tables were examined individually."""

    running: int
    looked_at: int = 0


class ReadModel:
    """The lists of tables as the projector last wrote them: slightly later than the tables themselves."""

    def __init__(self, client: Redis, store: Store, now: Callable[[], datetime]) -> None:
        self._send: Callable[..., Any] = client.execute_command
        self._generations = Generations(client)
        self._store = store
        self._now = now
        self._generation = ""

    @answered
    def list(
        self, *, game: str | None = None, status: str | None = None, player: str | None = None, cursor: str | None = None, limit: int = 20
    ) -> tuple[Sequence[Summary], str | None]:
        """At most `limit` summaries of matching tables after `cursor`, and the next page's cursor (None: there is none).

        `player` is the exact name of a seat (in NFC); names are unverified. A page for a player can contain fewer than `limit` summaries
        although more follow: see `MOST_EXAMINED_PER_PAGE`. The page includes everything stored before the call, unless the projector needs
        longer than `CATCH_UP_SECONDS`. Raises `ValueError` for a cursor that is not from a page, and `StoreUnavailable`.
        """
        name = None if player is None else normalised(player)
        self._catch_up()
        after, summaries, looked_at = None if cursor is None else _position_in(cursor), list[Summary](), 0
        while True:
            form, positions, found = self._page(game, status, name, after, limit + 1)
            for position, summary in zip(positions[:limit], map(form.read, found), strict=False):
                after, looked_at = form.read_position(position), looked_at + 1
                if _matches(summary, game, player):
                    summaries.append(summary)
                if len(summaries) == limit or looked_at == MOST_EXAMINED_PER_PAGE:
                    return tuple(summaries), None if position == positions[-1] else _cursor(after)
            if len(positions) <= limit:
                return tuple(summaries), None

    @answered
    def counts(self, games: Collection[str]) -> Mapping[tuple[str, str], int]:
        """The number of tables by game and status; empty before the first lists were built. Raises `StoreUnavailable`."""
        position = self._generations.current()
        if position is None:
            return {}
        kinds = [(game, status) for game in games for status in STATUSES]
        return {kind: self._send("ZCARD", part(position.generation, f"list:{Listing(*kind).key}")) for kind in kinds}

    @answered
    def running(self, creator: str, limit: int, unstarted: timedelta) -> Count:
        """The number of a creator's tables that are in progress, or that wait for players and were created less than `unstarted` ago.
        Damaged tables do not count. The number is exact if it decides whether `limit` is reached.

        Raises `StoreUnavailable`.
        """
        position = self._generations.current()
        if position is None:
            return Count(0)
        playing = part(position.generation, f"list:{OfCreator('running', creator).key}")
        waiting = part(position.generation, f"list:{OfCreator('waiting', creator).key}")
        since = b"[" + position.form.since(epoch_ms(self._now() - unstarted))
        ahead = self._ahead(position)
        count = self._send("ZCARD", playing) + self._send("ZLEXCOUNT", waiting, since, "+")
        if count + sum(entry.first == 1 or TableStarted.type in entry.types for entry in ahead) < limit:
            return Count(count)
        self._wait_for(ahead)
        places = [*self._send("ZRANGE", playing, 0, -1), *self._send("ZRANGE", waiting, since, "+", "BYLEX")]
        found = {position.form.read_position(place).table for place in places}
        return Count(len(found - self._store.damaged().keys()), looked_at=len(found))

    def _catch_up(self) -> None:
        """Wait briefly for the projector, so that a client sees its own latest changes in the lists."""
        position = self._generations.current()
        if position is not None:
            self._wait_for(self._ahead(position))

    def _ahead(self, position: GenerationPosition) -> Sequence[FeedEntry]:
        """The feed entries that the lists lack. Empty if the oldest is so old that no projector seems to run."""
        entries = self._store.follow(position.checkpoints, 0, MOST_ENTRIES_AHEAD)
        missing = [entry for entry in entries if entry.table and touches(entry.types)]
        oldest = epoch_ms(self._now()) - STALLED_AFTER_MS
        return () if any(order(entry.id)[0] < oldest for entry in missing) else missing

    def _wait_for(self, ahead: Sequence[FeedEntry]) -> None:
        """Wait until the lists contain these entries, at most `CATCH_UP_SECONDS`."""
        ends = {entry.partition: entry.id for entry in ahead}  # entries of a partition are in order
        until = time.monotonic() + CATCH_UP_SECONDS
        while ends and time.monotonic() < until:
            time.sleep(CATCH_UP_POLL_SECONDS)
            position = self._generations.current()
            if position is None or all(order(position.checkpoints[partition]) >= order(end) for partition, end in ends.items()):
                return

    def _page(
        self, game: str | None, status: str | None, player: str | None, after: Position | None, count: int
    ) -> tuple[ListForm, Sequence[bytes], Sequence[bytes]]:
        """Positions and summaries, read atomically from the current generation, and their form."""
        while True:
            generation, form = self._generation, form_of(self._generation)
            lists = (part(generation, f"list:{listing.key}") for listing in form.asked(game, status, player))
            start = "+" if after is None else b"(" + form.position(after)
            keys = (CURRENT, part(generation, "summaries"), *lists)
            current, *page = PAGE_SCRIPT(self._send, keys, generation, start, count, form.time_bytes)
            if page:
                return form, page[0], page[1]
            if not current:
                return form, (), ()
            self._generation = current.decode()

    def status(self) -> Literal["ok", "behind", "down"]:
        """Whether the lists are up to date. "down": they were never built, or the store is unavailable."""
        try:
            position = self._generations.current()
            if position is None:
                return "down"
            waiting = self._store.follow(position.checkpoints, 0, limit=1)
        except StoreUnavailable:
            return "down"
        oldest = epoch_ms(self._now()) - BEHIND_AFTER_MS
        return "behind" if any(int(entry.id.partition("-")[0]) < oldest for entry in waiting) else "ok"


def _matches(summary: Summary, game: str | None, player: str | None) -> bool:
    """Whether a table of a player's lists has this game, and a seat of exactly this name. None: any."""
    sits_there = any(sitter.name == player and not sitter.name_erased for sitter in summary.seats)
    return player is None or (game in {None, summary.game} and sits_there)


def _cursor(position: Position) -> str:
    return base64.urlsafe_b64encode(PLAIN.position(position)).decode().rstrip("=")


def _position_in(cursor: str) -> Position:
    padded = cursor + "=" * (-len(cursor) % 4)
    position = base64.b64decode(padded, altchars=b"-_", validate=True)
    match = _POSITION.fullmatch(position.decode("ascii"))
    if not match or not is_table_id(match[1]):
        raise ValueError(f"{cursor!r} is no cursor")
    return PLAIN.read_position(position)
