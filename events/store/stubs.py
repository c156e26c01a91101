"""The stubs of archived tables in Redis, and which files of the archive belong to none."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from redis import Redis

from events.store import keys
from events.store.answering import ask_those_that_answer, of_those_that_answer, raised
from events.store.redis_connection import answered
from events.store.scripts import Script
from events.store.stub import Stub, file_name
from events.store.whole_table import WholeTable

LET_GO, TAKE_LOOSE = (Script(Path(__file__).with_name(f"{name}.lua")) for name in ("let_go", "take_loose"))

ARCHIVE_KEY: Final = keys.service_key("archive")
"""A hash: what operators see of the archive."""

LAST_SUCCESS, WRITTEN_BYTES = "last_success", "written_bytes"
"""Its fields that say when a table was archived last (epoch, s), and the bytes of all files that were written."""


class Stubs:
    """The stubs of a store. Every method raises `StoreUnavailable`."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._send: Any = client.execute_command

    def find(self, table: str) -> Stub | None:
        """The stub of a table; None if it is not archived."""
        return self.of([table]).get(table)

    @answered
    def of(self, tables: Sequence[str]) -> Mapping[str, Stub]:
        """The stubs of those tables that are archived. Tables whose server does not answer are left out, unless none answers."""
        with self._client.pipeline(transaction=False) as pipe:
            for table in tables:
                pipe.hget(keys.archived_key(table), table[6:])
            replies = of_those_that_answer(tables, pipe.execute(raise_on_error=False))
        return {table: Stub.read(text) for table, reply in replies if (text := raised(reply))}

    @answered
    def tables(self) -> Sequence[str]:
        """The ids of all archived tables, unordered."""
        return [table for partition in keys.PARTITIONS for table in self.in_hashes(keys.archived_keys(partition))]

    @answered
    def in_hashes(self, names: Sequence[str]) -> Sequence[str]:
        """The archived tables whose stubs are in these hashes, all of one partition. One question finds that there are none."""
        if not self._send("EXISTS", *names):
            return []
        with self._client.pipeline(transaction=False) as pipe:
            for name in names:
                pipe.hkeys(name)
            replies = of_those_that_answer(names, pipe.execute(raise_on_error=False))
        return [table for name, reply in replies for table in keys.archived_tables(name, raised(reply))]

    @answered
    def let_go(self, whole: WholeTable, stub: Stub) -> bool:
        """Delete a finished table whose file is in the archive, and keep its stub. False, and nothing is deleted, if the table has changed
        or the file is not held any more.
        """
        table, partition = whole.table, keys.partition_of(whole.table)
        names = (
            keys.log_key(table),
            keys.state_key(table),
            keys.keys_key(table),
            keys.secret_key(table),
            keys.receipts_key(table),
            keys.creator_key(table),
            keys.due_key(partition),
            keys.damaged_key(partition),
            keys.archived_key(table),
            keys.loose_key(partition),
            keys.erasures_key(table),
        )
        name = file_name(table, stub.token)
        return bool(LET_GO(self._send, names, table, whole.version, whole.head, str(stub), name, whole.erasures))

    @answered
    def hold_file(self, name: str, now_ms: int) -> None:
        """Note a file that is about to be written. It is loose until a stub names it."""
        self._send("HSET", keys.loose_key(name[:3]), name, now_ms // 1000)

    @answered
    def note_archived(self, file_bytes: int, now_ms: int) -> None:
        """Note for operators that a table was archived."""
        with self._client.pipeline() as pipe:
            pipe.hset(ARCHIVE_KEY, LAST_SUCCESS, now_ms // 1000)
            pipe.hincrby(ARCHIVE_KEY, WRITTEN_BYTES, file_bytes)
            pipe.execute()

    @answered
    def loose_files(self) -> Sequence[str]:
        """The files that no stub names, unordered."""
        found = ask_those_that_answer(keys.PARTITIONS, lambda partition: self._send("HKEYS", keys.loose_key(partition)))
        return [name.decode() for _, names in found for name in names]

    @answered
    def take_loose_files(self, since_ms: int) -> Sequence[str]:
        """The files that have been loose since this time (epoch) or longer. No stub can name them any more: delete and forget them."""
        take = partial(_take_loose, self._send, since_ms // 1000)
        return [name.decode() for _, taken in ask_those_that_answer(keys.PARTITIONS, take) for name in taken]

    @answered
    def forget_file(self, name: str) -> None:
        """Forget a file that has been deleted."""
        self._send("HDEL", keys.loose_key(name[:3]), name)


def _take_loose(send: Any, since: int, partition: str) -> Sequence[bytes]:
    taken: Sequence[bytes] = TAKE_LOOSE(send, (keys.loose_key(partition),), since)
    return taken
