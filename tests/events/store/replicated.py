"""A primary and a replica of the store, and one address that always leads to the primary: what a fail-over consists of.

    with replicated(folder) as pair:
        client = connect(pair.url)
        …            # both servers have this
        pair.lag()
        …            # only the primary has this
        pair.fail_over()
        …            # the same address, a store without what came after `lag`

The address is a symbolic link to the socket of the primary. Who is connected to a primary that is killed connects to the next one.
"""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from redis import Redis

from service.processes import embedded_store
from service.processes.program import Run
from tests.operation.processes import free_port, until

NOWHERE: Final = 1
"""A port without a server. A replica that is sent there keeps its data and learns nothing more."""

IN_STEP_WITHIN: Final = 60.0


class Server:
    """One of the two servers. It has a TCP port as well, because replicas connect to nothing else."""

    def __init__(self, folder: Path, fsync: str) -> None:
        self.port = free_port()
        self._store = embedded_store.at(folder, port=self.port, fsync=fsync)
        self._pid = folder / "store.pid"
        self._run: Run | None = None
        folder.mkdir()
        self.socket, self.url = self._store.socket, self._store.url

    def start(self) -> None:
        """As a primary, with the data of its folder."""
        program = self._store.program()
        self._run = Run(program)
        while not program.ready():
            assert not self._run.ended(), program.explain()
            time.sleep(0.01)
        self.ask("CONFIG", "SET", "repl-diskless-sync-delay", "0")  # by default a replica waits for five seconds for others

    def stop(self) -> None:
        """In an orderly way, if it runs."""
        if self._run is not None:
            self._run.__exit__(None, None, None)
            self._run = None

    def kill(self) -> None:
        """With SIGKILL; it is gone afterwards."""
        assert self._run is not None
        os.kill(int(self._pid.read_text(encoding="ascii")), signal.SIGKILL)
        self._run.kill()
        self._run = None

    def ask(self, *command: str | int) -> Any:
        """The reply to one command. Raises what the client library raises."""
        with Redis.from_url(self.url) as client:
            return client.execute_command(*command)

    def offset(self) -> int:
        """How far it is in the stream of the replication."""
        facts = self.ask("INFO", "replication")
        return int(facts["slave_repl_offset"] if facts["role"] == "slave" else facts["master_repl_offset"])

    def is_in_step(self) -> bool:
        """Whether it is a replica that has loaded its primary's data and follows it."""
        facts = self.ask("INFO", "replication")
        return bool(facts["role"] == "slave" and facts["master_link_status"] == "up")


class Pair:
    """The primary and the replica of the moment. `url` stays the same."""

    def __init__(self, folder: Path, fsync: str) -> None:
        """Start both in a folder, whose path must be short enough for a socket's."""
        self._address = folder / "primary.sock"
        self.url = f"unix://{self._address}"
        self.primary, self.replica = Server(folder / "a", fsync), Server(folder / "b", fsync)
        self.primary.start()
        self.replica.start()
        self._lead_to_primary()
        self.catch_up()

    def catch_up(self) -> None:
        """The replica follows the primary again, and has everything that the primary has now."""
        self.replica.ask("REPLICAOF", "127.0.0.1", self.primary.port)
        until(self.replica.is_in_step, IN_STEP_WITHIN)
        self._wait_for_replica()

    def lag(self) -> None:
        """The replica has everything that the primary has now, and gets nothing that comes later."""
        self._wait_for_replica()
        self.replica.ask("REPLICAOF", "127.0.0.1", NOWHERE)

    def fail_over(self) -> None:
        """The primary is killed, the replica takes its place. Then there is no replica until `rejoin`."""
        self.primary.kill()
        self.replica.ask("REPLICAOF", "NO", "ONE")
        self.primary, self.replica = self.replica, self.primary
        self._lead_to_primary()

    def rejoin(self) -> None:
        """Start the killed server as a replica of the new primary. Its own data is replaced."""
        self.replica.start()
        self.catch_up()

    def restart_primary(self) -> None:
        """Kill the primary and start it with the data of its folder. The replica follows it, with all of its data."""
        self.replica.ask("REPLICAOF", "127.0.0.1", NOWHERE)
        self.primary.kill()
        self.primary.start()
        self.catch_up()

    def stop(self) -> None:
        self.primary.stop()
        self.replica.stop()

    def _wait_for_replica(self) -> None:
        offset = self.primary.offset()
        until(lambda: self.replica.offset() >= offset, IN_STEP_WITHIN)

    def _lead_to_primary(self) -> None:
        """In one step: there is no moment without an address."""
        new = self._address.with_suffix(".new")
        with suppress(FileNotFoundError):
            new.unlink()
        new.symlink_to(self.primary.socket)
        new.replace(self._address)


@contextmanager
def replicated(folder: Path, fsync: str = embedded_store.FSYNC) -> Iterator[Pair]:
    """A primary and a replica in a folder for the length of a block. The path of the folder has 80 characters or fewer."""
    pair = Pair(folder, fsync)
    try:
        yield pair
    finally:
        pair.stop()
