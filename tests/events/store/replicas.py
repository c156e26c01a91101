"""A primary with several replicas, of which a test freezes one, promotes another, or cuts the primary off."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from service.processes import embedded_store
from tests.events.store.replicated import IN_STEP_WITHIN, NOWHERE, Server, lead
from tests.operation.processes import until


class Group:
    """The current primary and its replicas. `url` always leads to the primary."""

    def __init__(self, folder: Path, replicas: int) -> None:
        self._address = folder / "primary.sock"
        self.url = f"unix://{self._address}"
        self.primary, *others = [Server(folder / str(number), embedded_store.FSYNC) for number in range(replicas + 1)]
        self.replicas: Sequence[Server] = others
        for server in (self.primary, *others):
            server.start()
        self.follow()

    def follow(self) -> None:
        """Let all replicas follow the primary, and wait until they have all of its data."""
        lead(self._address, self.primary)
        for replica in self.replicas:
            replica.ask("REPLICAOF", "127.0.0.1", self.primary.port)
        for replica in self.replicas:
            until(replica.is_in_step, IN_STEP_WITHIN)
        until(lambda: all(replica.offset() >= self.primary.offset() for replica in self.replicas), IN_STEP_WITHIN)

    def lag(self, replica: Server) -> None:
        """Disconnect a replica from later writes."""
        replica.ask("REPLICAOF", "127.0.0.1", NOWHERE)

    def fail_over(self, to: Server) -> None:
        """Kill the primary and promote a replica, which the others follow."""
        self.primary.kill()
        self._promote(to)

    def cut_off(self, to: Server) -> Server:
        """Cut the primary off from its replicas and promote one, which the others follow. Returns the old primary, which still answers."""
        old = self.primary
        for replica in self.replicas:
            self.lag(replica)
        self._promote(to)
        return old

    def _promote(self, to: Server) -> None:
        self.primary, self.replicas = to, [replica for replica in self.replicas if replica is not to]
        to.ask("REPLICAOF", "NO", "ONE")
        self.follow()


@contextmanager
def group(replicas: int = 2) -> Iterator[Group]:
    """Run a primary and its replicas for the block."""
    with tempfile.TemporaryDirectory() as folder:  # its path is short enough for a socket
        group = Group(Path(folder), replicas)
        servers = [group.primary, *group.replicas]
        try:
            yield group
        finally:
            for server in servers:
                server.stop()
