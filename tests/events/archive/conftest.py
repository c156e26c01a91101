"""A store with an archive, and finished tables in it."""

from pathlib import Path
from random import Random

import pytest

from events.archive.archive import archive_at
from events.archive.archiving import Archiving
from events.archive.marked_place import StoredPlaceId
from events.store.redis_store import RedisStore
from events.store.stubs import Stubs
from events.tables.handler import Handler
from events.tables.opening import Tables
from tests.events.projections.world import GAMES, World


class ArchivedWorld(World):
    """A world whose store has an archive in a folder."""

    def __init__(self, url: str, folder: Path) -> None:
        super().__init__(url)
        self.folder = folder
        self.archive = archive_at(str(folder), StoredPlaceId(self.client))
        self.store = RedisStore(self.client, archive=self.archive)
        self.tables = Tables(self.store, GAMES, self.now)
        self.handler = Handler(self.tables, Random(1).randbytes)
        self.stubs = Stubs(self.client)
        self.archiving = Archiving(self.tables, self.stubs, self.archive, Random(2).randbytes)

    def finished(self) -> str:
        """A table whose game has just ended."""
        table = self.create_table()
        self.move(table, 20)
        self.finish(table)
        return table

    def files(self) -> list[str]:
        """The names of the files of tables."""
        return sorted(path.name.removesuffix(".zst") for path in self.folder.rglob("*.zst"))

    def keys(self, table: str) -> set[str]:
        """The last parts of the names of the table's keys."""
        return {key.decode().rpartition(":")[2] for key in self.client.scan_iter(f"*{table}*")}


@pytest.fixture
def world(fresh_store_url: str, tmp_path: Path) -> ArchivedWorld:
    return ArchivedWorld(fresh_store_url, tmp_path)
