"""Walking through all tables of a store in small steps, and what can be said of many tables without opening them."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from redis import Redis
from redis.exceptions import ResponseError

from events import keys
from events.connection import answered, is_of_another_type

LOGS: Final = "rs:{p[01][0-9]}:*:log"
STEP: Final = 1000
"""Keys that the server looks at in one step: it does nothing else meanwhile."""

_AT: Final = re.compile(rb'"at":"([0-9TZ:.\-]{24})"')


@answered
def walk(client: Redis, place: int) -> tuple[int, Sequence[str]]:
    """Some tables from a place (0: the beginning) on, and the place after them (0: this was the end).

    A table that is there all the time is found in every walk, perhaps twice. Raises `StoreUnavailable`.
    """
    reply: Any = client.scan(place, match=LOGS, count=STEP)
    following, found = reply
    tables = (keys.table_of(key.decode(errors="replace")) for key in found)
    return int(following), [*dict.fromkeys(table for table in tables if table is not None)]


@answered
def newest_times(client: Redis, tables: Sequence[str]) -> Mapping[str, datetime | None]:
    """When the newest event of each table happened; None where the log does not say so. Raises `StoreUnavailable`."""
    with client.pipeline(transaction=False) as pipe:
        for table in tables:
            pipe.xrevrange(keys.log_key(table), count=1)
        replies: Sequence[Any] = pipe.execute(raise_on_error=False)
    return {table: _time(reply) for table, reply in zip(tables, replies, strict=True)}


def _time(reply: Any) -> datetime | None:
    if isinstance(reply, ResponseError) and is_of_another_type(reply):
        return None
    if isinstance(reply, Exception):
        raise reply
    found = _AT.search(reply[0][1].get(b"e", b"")) if reply else None
    try:
        return None if found is None else datetime.fromisoformat(found[1].decode())
    except ValueError:
        return None
