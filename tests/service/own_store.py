"""A store that a test can stop, freeze and start again."""

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from redis import Redis

from service.processes import embedded_store
from service.processes.program import Run
from tests.operation.processes import frozen


class OwnStore:
    """An embedded store that a test controls. Its address does not change."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self._store = embedded_store.at(folder)
        self._pid = folder / "store.pid"
        self._run: Run | None = None
        self.url = self._store.url

    def start(self) -> None:
        program = self._store.program()
        self._run = Run(program)
        while not program.ready():
            assert not self._run.ended(), program.explain()
            time.sleep(0.01)

    def stop(self) -> None:
        assert self._run is not None
        self._run.__exit__(None, None, None)

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """The store is stopped during the block."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    def frozen(self) -> AbstractContextManager[None]:
        """During the block the store accepts connections but does not answer."""
        return frozen(int(self._pid.read_text(encoding="ascii")))

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """During the block the store answers but refuses writes."""
        with Redis.from_url(self.url) as client:
            client.config_set("min-replicas-to-write", "1")
            try:
                yield
            finally:
                client.config_set("min-replicas-to-write", "0")
