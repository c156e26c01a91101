"""The part of the Redis store that finds the tables at which a worker must look, and changes when."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from heapq import nsmallest
from pathlib import Path
from typing import Any

from redis import Redis

from events.store import keys
from events.store.answering import ask_those_that_answer, of_those_that_answer, readable
from events.store.event_store import check_due
from events.store.redis_connection import answered
from events.store.scripts import Script, Send

TAKE_DUE, POSTPONE = (Script(Path(__file__).with_name(f"{name}.lua")) for name in ("take_due", "postpone"))


class RedisDueTimes:
    """A base class of `events.store.redis_store.RedisStore`; the methods are those of `Store`."""

    _client: Redis
    _send: Send

    @answered
    def take_due(self, now_ms: int, lease_ms: int, limit: int) -> Sequence[str]:
        # A read comes first: usually nothing is due, and it shows how many tables each partition contributes to the limit.
        due = self._of_all_partitions("ZRANGEBYSCORE", "-inf", now_ms, "WITHSCORES", "LIMIT", 0, limit)
        longest = nsmallest(limit, ((float(at), partition) for partition, found in due for at in found[1::2]))
        shares = Counter(partition for _, partition in longest)

        def take(partition: str) -> list[bytes]:
            tables: list[bytes] = TAKE_DUE(self._send, (keys.due_key(partition),), now_ms, now_ms + lease_ms, shares[partition])
            return tables

        return [table.decode() for _, taken in ask_those_that_answer(shares, take) for table in taken]

    @answered
    def postpone(self, table: str, version: int, due_ms: int | None) -> None:
        check_due(due_ms)
        names = (keys.log_key(table), keys.due_key(keys.partition_of(table)))
        POSTPONE(self._send, names, table, version, "" if due_ms is None else due_ms)

    def _of_all_partitions(self, command: str, *values: str | int) -> Iterator[tuple[str, list[bytes]]]:
        """The replies to a command about the due times of each partition. A key of another type gives an empty reply, so that only the
        tables of its partition wait for an operator to fix it.
        """
        with self._client.pipeline(transaction=False) as pipe:
            send: Callable[..., Any] = pipe.execute_command
            for partition in keys.PARTITIONS:
                send(command, keys.due_key(partition), *values)
            replies = of_those_that_answer(keys.PARTITIONS, pipe.execute(raise_on_error=False))
        return ((partition, readable(reply)) for partition, reply in replies)
