"""Loads a file's table as if it came from a store."""

from collections.abc import Mapping, Sequence

from events.proof.log import entries, named_players, recorded
from events.proof.reading import read
from events.proof.shape import shaped
from events.tables.codec import Codec
from events.tables.opening import LoadedTable, RecordedEvent
from rules.game import AnyGame
from rules.table_state import fold


def load_file(data: bytes, games: Mapping[str, AnyGame]) -> tuple[LoadedTable, Sequence[RecordedEvent]]:
    """The table and all its events, from a file that `verify` has found valid."""
    file = shaped(read(data))
    codec = Codec(games[file.game])
    log, named = entries(codec, file)[0], named_players(file)
    table = fold(codec.game, None, (entry.fact for entry in log))
    assert table is not None  # noqa: S101 - a file has events
    loaded = LoadedTable(file.table, codec, table, file.head, file.events[-1].at, None, None, ())
    return loaded, [RecordedEvent(recorded(file.table, entry.event, named.get(entry.event.version)), entry.fact) for entry in log]
