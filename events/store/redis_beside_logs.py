"""The part of the Redis store that keeps what lies beside the logs: rematches, receipts, creators and connected seats."""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any, Final

from redis import Redis
from redis.exceptions import ResponseError

from events.store import keys
from events.store.answering import is_of_another_type, of_those_that_answer, raised, readable
from events.store.event_store import KeptReceipts, Proposal, Rematch, read_rematch
from events.store.redis_archive import RedisArchive
from events.store.redis_connection import answered
from events.store.scripts import Script, Send

REMATCH: Final = Script(Path(__file__).with_name("rematch.lua"))

CONNECTED_FOR_MS: Final = 86_400_000
"""The time to live of a table's connection marks after the last one, so that abandoned tables leave none."""


class RedisBesideLogs(RedisArchive):
    """A base class of `events.store.redis_store.RedisStore`; the methods are those of `Store`."""

    _client: Redis
    _send: Send

    @answered
    def name_rematch(self, table: str, seat: int, proposal: Proposal, unusable: str = "") -> Rematch | None:
        names = (keys.rematch_key(table), keys.log_key(table), keys.feed_key(keys.partition_of(table)), keys.archived_key(table))
        new, _, seed, *reservation, starts = proposal
        return rematch_of(REMATCH(self._send, names, table, seat, unusable, new, seed, *reservation, starts))

    @answered
    def receipts(self, table: str) -> KeptReceipts:
        try:
            receipts = KeptReceipts(*self._send("HMGET", keys.receipts_key(table), *KeptReceipts._fields))
        except ResponseError as error:
            if not is_of_another_type(error):
                raise
            return KeptReceipts()
        whole = None if any(receipts) else self._archived_whole(table)
        return receipts if whole is None else whole.receipts

    @answered
    def creators(self, tables: Sequence[str]) -> Sequence[str]:
        with self._client.pipeline(transaction=False) as pipe:
            for table in tables:
                pipe.get(keys.creator_key(table))
            found: Sequence[Any] = [readable(reply) for reply in pipe.execute(raise_on_error=False)]
        creators = [creator.decode(errors="replace") if creator else "" for creator in found]
        without = [table for table, creator in zip(tables, creators, strict=True) if not creator]
        archived = {table: stub.creator for table, stub in self._stubs.of(without).items()} if without else {}
        return [creator or archived.get(table, "") for table, creator in zip(tables, creators, strict=True)]

    @answered
    def mark_connected(self, seats: Collection[tuple[str, int]], through: str, until_ms: int) -> None:
        with self._client.pipeline(transaction=False) as pipe:
            for table, seat in seats:
                pipe.zadd(keys.connected_key(table), {f"{seat}:{through}": until_ms})
                pipe.pexpire(keys.connected_key(table), CONNECTED_FOR_MS)
            replies = pipe.execute(raise_on_error=False)
        for _, reply in of_those_that_answer(range(len(replies)), replies):
            raised(reply)

    @answered
    def mark_gone(self, table: str, seat: int, through: str) -> None:
        self._client.zrem(keys.connected_key(table), f"{seat}:{through}")


def rematch_of(reply: Sequence[bytes]) -> Rematch | None:
    """The rematch in a reply that lists fields and values alternately; None if the reply is empty."""
    texts = [text.decode(errors="replace") for text in reply]
    return read_rematch(dict(zip(texts[::2], texts[1::2], strict=True)))
