"""A primary and a replica of the store, with one address that always leads to the primary, for simulating fail-overs.

    with replicated(folder) as pair:
        client = connect(pair.url)
        …            # both servers have this
        pair.lag()
        …            # only the primary has this
        pair.fail_over()
        …            # the same address, a store without what came after `lag`

The address is a symbolic link to the primary's socket. Clients of a killed primary reconnect to the next one.
"""

import os
import shutil
import signal
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from redis import Redis

from service.processes import embedded_store
from service.processes.program import Run
from tests.operation.processes import free_port, frozen, until

NOWHERE: Final = 1
"""A port without a server. A replica of this port keeps its data and receives nothing more."""

IN_STEP_WITHIN: Final = 60.0


class Server:
    """One of the two servers. It has a TCP port too, because replicas connect only over TCP."""

    def __init__(self, folder: Path, fsync: str) -> None:
        self.port, self._folder = free_port(), folder
        self._store = embedded_store.at(folder, port=self.port, fsync=fsync)
        self._pid = folder / "store.pid"
        self._run: Run | None = None
        folder.mkdir()
        self.socket, self.url = self._store.socket, self._store.url

    def start(self) -> None:
        """Start as a primary, with the data of the folder."""
        program = self._store.program()
        self._run = Run(program)
        while not program.ready():
            assert not self._run.ended(), program.explain()
            time.sleep(0.01)
        self.ask("CONFIG", "SET", "repl-diskless-sync-delay", "0")  # by default a replica waits for five seconds for others

    def stop(self) -> None:
        """Stop in order, if it runs."""
        if self._run is not None:
            self._run.__exit__(None, None, None)
            self._run = None

    def kill(self) -> None:
        """Kill it with SIGKILL, and wait until it has ended."""
        assert self._run is not None
        os.kill(int(self._pid.read_text(encoding="ascii")), signal.SIGKILL)
        self._run.kill()
        self._run = None

    def lose_data(self) -> None:
        """Delete what a killed server has on its disk."""
        shutil.rmtree(self._folder / "appendonlydir")

    def ask(self, *command: str | int) -> Any:
        """The reply to one command. Raises what the client library raises."""
        with Redis.from_url(self.url) as client:
            return client.execute_command(*command)

    def offset(self) -> int:
        """Its position in the replication stream."""
        facts = self.ask("INFO", "replication")
        return int(facts["slave_repl_offset"] if facts["role"] == "slave" else facts["master_repl_offset"])

    def frozen(self) -> AbstractContextManager[None]:
        """During the block it keeps its connections, and receives and answers nothing."""
        return frozen(int(self._pid.read_text(encoding="ascii")))

    def is_in_step(self) -> bool:
        """Whether it is a replica that has loaded its primary's data and is connected to it."""
        facts = self.ask("INFO", "replication")
        return bool(facts["role"] == "slave" and facts["master_link_status"] == "up")


class Pair:
    """The current primary and replica. `url` does not change."""

    def __init__(self, folder: Path, fsync: str) -> None:
        """Start both in a folder, whose path must be short enough for a socket."""
        self._address = folder / "primary.sock"
        self.url = f"unix://{self._address}"
        self.primary, self.replica = Server(folder / "a", fsync), Server(folder / "b", fsync)
        self.primary.start()
        self.replica.start()
        self._lead_to_primary()
        self.catch_up()

    def catch_up(self) -> None:
        """Let the replica follow the primary again, and wait until it has all of the primary's data."""
        self.replica.ask("REPLICAOF", "127.0.0.1", self.primary.port)
        until(self.replica.is_in_step, IN_STEP_WITHIN)
        self._wait_for_replica()

    def lag(self) -> None:
        """Wait until the replica has all of the primary's data; then disconnect it from later writes."""
        self._wait_for_replica()
        self.replica.ask("REPLICAOF", "127.0.0.1", NOWHERE)

    def fail_over(self) -> None:
        """Kill the primary and promote the replica. There is no replica until `rejoin`."""
        self.primary.kill()
        self.replica.ask("REPLICAOF", "NO", "ONE")
        self.primary, self.replica = self.replica, self.primary
        self._lead_to_primary()

    def rejoin(self) -> None:
        """Start the killed server as a replica of the new primary. Its own data is replaced."""
        self.replica.start()
        self.catch_up()

    def restart_primary(self) -> None:
        """Kill the primary and restart it with the data of its folder. The replica follows it with the same data."""
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
        lead(self._address, self.primary)


def lead(address: Path, server: Server) -> None:
    """Let the address lead to this server. The link is replaced atomically, so that the address always exists."""
    new = address.with_suffix(".new")
    with suppress(FileNotFoundError):
        new.unlink()
    new.symlink_to(server.socket)
    new.replace(address)


@contextmanager
def replicated(folder: Path, fsync: str = embedded_store.FSYNC) -> Iterator[Pair]:
    """Run a primary and a replica in a folder for the block. The folder's path must have at most 80 characters."""
    pair = Pair(folder, fsync)
    try:
        yield pair
    finally:
        pair.stop()
