"""What the archive and the store hold of a table."""

from events.store.stub import file_name
from events.tables.opening import Tables
from tests.events.archive.conftest import ArchivedWorld
from tests.events.projections.world import GAMES


def name_of(world: ArchivedWorld, table: str) -> str:
    stub = world.stubs.find(table)
    assert stub is not None
    return file_name(table, stub.token)


def content(world: ArchivedWorld, table: str) -> object:
    """Everything that a reader sees of a table."""
    tables = Tables(world.store, GAMES, world.now)
    loaded = tables.open(table)
    events = [*tables.checked(loaded.codec, table, loaded.table.version)]
    return loaded.table, loaded.head, loaded.rematch, events, world.store.receipts(table), world.store.creators([table])
