"""The lobby and every player's history, read: pages of summaries, newest table first, and whether they are up to date."""

import base64
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Literal

from redis import Redis

from events.connection import answered
from events.keys import is_table_id
from events.moments import epoch_ms
from events.projections.generations import CURRENT, Generations, part
from events.projections.summaries import Listing, Summary, normalised, read_summary
from events.scripts import Script
from events.store import Store, StoreUnavailable

LATE_MS: Final = 10_000
"""Lists that have waited longer for a feed entry are behind."""

LOOKED_AT: Final = 500
"""Tables that are looked at for a page: a player's list has all names that differ in case or form only, and a page shows one of them."""

PAGE = Script(Path(__file__).with_name("page.lua"))

_PLACE = re.compile(r"[0-9]{13}:(.*)", re.ASCII)


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
        others of that name are left: see `LOOKED_AT`. Raises `ValueError` for a cursor that no page gave, `StoreUnavailable`.
        """
        wanted = f"list:{Listing(game, status, None if player is None else normalised(player)).key}"
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

    def _page(self, which: str, start: str, count: int) -> tuple[Sequence[bytes], Sequence[bytes]]:
        """Places and summaries, all from the generation that is current at that instant."""
        while True:
            generation = self._generation
            keys = (CURRENT, part(generation, "summaries"), part(generation, which))
            current, *page = PAGE(self._ask, keys, generation, start, count)
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
