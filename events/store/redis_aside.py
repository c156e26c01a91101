"""The part of the Redis store that sets damaged tables aside and brings them back."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from redis import Redis
from redis.exceptions import ResponseError

from events.damaged.damage import Damage, read_damage, write_damage
from events.store import keys
from events.store.answering import is_of_another_type, of_those_that_answer, readable
from events.store.event_store import FeedEntry
from events.store.redis_connection import answered
from events.store.scripts import Script, Send

SET_ASIDE: Final = Script(Path(__file__).with_name("set_aside.lua"))


class RedisAside:
    """A base class of `events.store.redis_store.RedisStore`; the methods are those of `Store`."""

    _client: Redis
    _send: Send

    @answered
    def set_aside(self, table: str, damage: Damage) -> bool:
        partition = keys.partition_of(table)
        names = (keys.damaged_key(partition), keys.due_key(partition), keys.removed_key(table))
        return bool(SET_ASIDE(self._send, names, table, write_damage(damage)))

    @answered
    def bring_back(self, table: str, entry: FeedEntry | None) -> None:
        partition = keys.partition_of(table)
        with self._client.pipeline(transaction=True) as pipe:
            pipe.hdel(keys.damaged_key(partition), table)
            if entry is not None:
                pipe.xadd(keys.feed_key(partition), _fields(entry))
            for reply in pipe.execute(raise_on_error=False):
                readable(reply)  # a key of another type contains no damaged table

    @answered
    def damage(self, table: str) -> Damage | None:
        try:
            found = self._send("HGET", keys.damaged_key(keys.partition_of(table)), table)
        except ResponseError as error:
            if not is_of_another_type(error):
                raise
            return None
        return read_damage(found) if found else None

    @answered
    def damaged(self) -> Mapping[str, Damage]:
        with self._client.pipeline(transaction=False) as pipe:
            for partition in keys.PARTITIONS:
                pipe.hgetall(keys.damaged_key(partition))
            replies = of_those_that_answer(keys.PARTITIONS, pipe.execute(raise_on_error=False))
        found: Sequence[Any] = [readable(reply) for _, reply in replies]
        reasons = {table.decode(errors="replace"): reason for aside in found for table, reason in dict(aside).items()}
        return {table: read_damage(reason) for table, reason in reasons.items() if keys.is_table_id(table)}


def _fields(entry: FeedEntry) -> dict[Any, Any]:
    """The fields of a feed entry, as `append.lua` writes them."""
    types, calls = ",".join(entry.types), ",".join(entry.calls)
    return {"table": entry.table, "first": entry.first, "last": entry.last, "types": types, "calls": calls, "previous": entry.previous}
