"""Walking through all tables of a store in small steps, and what can be said of many tables without opening them."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from redis import Redis
from redis.exceptions import ResponseError

from events.store import keys
from events.store.redis_connection import answered, is_of_another_type

LOGS: Final = "rs:{p[01][0-9]}:*:log"
STEP: Final = 1000
"""Keys that the server looks at in one step: it does nothing else meanwhile."""

_AT: Final = re.compile(rb'"at":"([0-9TZ:.\-]{24})"')
_REASON: Final = re.compile(rb'"reason":"([a-z-]{1,40})"')


@answered
def walk(client: Redis, place: int) -> tuple[int, Sequence[str]]:
    """Some tables from a place (0: the beginning) on, and the place after them (0: this was the end).

    A table that is there all the time is found in every walk, perhaps twice. Raises `StoreUnavailable`.
    """
    reply: Any = client.scan(place, match=LOGS, count=STEP)
    following, found = reply
    tables = (keys.table_of(key.decode(errors="replace")) for key in found)
    return int(following), [*dict.fromkeys(table for table in tables if table is not None)]


class Newest(NamedTuple):
    """When the newest event of a table happened, and why its game ended; None: it has not, as far as these events say."""

    at: datetime
    reason: str | None


@answered
def newest(client: Redis, tables: Sequence[str]) -> Mapping[str, Newest | None]:
    """What the newest events of each table say; None where the log does not say when they happened. Raises `StoreUnavailable`."""
    with client.pipeline(transaction=False) as pipe:
        for table in tables:
            pipe.xrevrange(keys.log_key(table), count=2)  # the last event of a table reveals its secret, the one before says how it ended
        replies: Sequence[Any] = pipe.execute(raise_on_error=False)
    return {table: _newest(reply) for table, reply in zip(tables, replies, strict=True)}


def _newest(reply: Any) -> Newest | None:
    if isinstance(reply, ResponseError) and is_of_another_type(reply):
        return None
    if isinstance(reply, Exception):
        raise reply
    lines: list[bytes] = [fields.get(b"e", b"") for _, fields in reply if isinstance(fields, dict)]
    at = _AT.search(lines[0]) if lines else None
    ended = next((line for line in lines if b'"type":"table.finished"' in line), b"")
    reason = _REASON.search(ended)
    try:
        return None if at is None else Newest(datetime.fromisoformat(at[1].decode()), reason[1].decode() if reason else None)
    except ValueError:
        return None
