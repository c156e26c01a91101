"""A stream of a table on a memory store, read frame by frame, without HTTP. The test acts as its hub."""

import json
from collections.abc import Mapping

from events.tables.following import EventRange, stretch
from events.tables.lineage import START, LogPosition
from rules.game import Seat
from service.live.hub import BACKLOG, StreamReader
from service.live.log_access import LogAccess
from service.live.mailbox import Mailbox
from service.live.streams import server_sent
from tests.events.world import TABLE, World


class Watched:
    """A stream of a world's table, as a seat or a spectator sees it."""

    def __init__(self, world: World, place: LogPosition = START, seat: Seat | None = None) -> None:
        self._world = world
        self._reader = StreamReader(TABLE, seat, "one", Mailbox(BACKLOG), LogAccess())
        self._frames = server_sent(world.tables, self._reader, world.loaded, place)
        self.told: list[Mapping[str, str]] = []

    def hear(self, *news: EventRange) -> None:
        """Read the stream until it has processed these news, and then until its first keep-alive."""
        for one in news:
            self._reader.news.put(one)
        for frame in self._frames:
            fields = dict(line.split(": ", 1) for line in frame.split("\n") if line[:1] not in ("", ":"))
            if "data" in fields:
                self.told.append(fields)
            if frame.startswith(": keep-alive") and self._reader.news.is_empty():
                return

    @property
    def versions(self) -> list[int]:
        return [json.loads(frame["data"])["version"] for frame in self.told if "event" not in frame]

    def is_over(self) -> bool:
        return next(self._frames, None) is None

    def close(self) -> None:
        self._frames.close()  # type: ignore[attr-defined]  # a generator


def appended(world: World, after: int) -> EventRange:
    """The news of the table's events after a version, as the hub sends them."""
    news = stretch(world.tables, world.loaded.codec, TABLE, after, 100)
    assert news is not None
    return news


def version(world: World) -> int:
    return world.loaded.table.version
