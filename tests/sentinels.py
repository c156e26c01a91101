"""A primary and a replica of the store that a sentinel watches, made of the embedded server's program.

with watched_pair(folder) as pair:
    client = connect(pair.url)
    pair.primary.kill()
    pair.wait_for_fail_over()       # the same address, the other server
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.operation.processes import free_port, until
from tests.servers import Server

NAME: Final = "tables"
"""The name by which the sentinel knows the primary."""

PASSWORD: Final = "p@ss word"

DOWN_AFTER_MS: Final = 500
"""Milliseconds without an answer after which the sentinel holds the primary for lost."""

FAILED_OVER_WITHIN: Final = 60.0


class WatchedPair:
    """Both servers and the sentinel. `url` does not change."""

    def __init__(self, folder: Path) -> None:
        settings = {"save": "", "appendonly": "no", "repl-diskless-sync-delay": "0"}
        self.primary, self.replica = (Server(folder / name, settings) for name in ("a", "b"))
        self.replica.ask("REPLICAOF", "127.0.0.1", self.primary.port)
        until(self.replica.is_in_step, FAILED_OVER_WITHIN)
        file = folder / "sentinel.conf"
        file.write_text(
            f"sentinel monitor {NAME} 127.0.0.1 {self.primary.port} 1\n"
            f"sentinel down-after-milliseconds {NAME} {DOWN_AFTER_MS}\n"
            f'requirepass "{PASSWORD}"\n',
            encoding="utf-8",
        )
        self.sentinel = Server(folder / "sentinel", {}, str(file), "--sentinel", password=PASSWORD)
        self.url = f"redis+sentinel://127.0.0.1:{free_port()},127.0.0.1:{self.sentinel.port}/{NAME}?sentinel_password=p%40ss%20word"
        until(lambda: self._knows("slaves", 1), FAILED_OVER_WITHIN)

    def wait_for_fail_over(self) -> None:
        """Wait until the sentinel names the replica, and the replica is the primary."""
        until(lambda: self.replica.facts("INFO", "replication")["role"] == "master", FAILED_OVER_WITHIN)

    def _knows(self, what: str, number: int) -> bool:
        return f"{what}={number}" in self.sentinel.ask("INFO", "sentinel").decode()

    def stop(self) -> None:
        for server in (self.sentinel, self.replica, self.primary):
            server.stop()


@contextmanager
def watched_pair(folder: Path) -> Iterator[WatchedPair]:
    """Run them in an empty folder for the block."""
    pair = WatchedPair(folder)
    try:
        yield pair
    finally:
        pair.stop()
