"""Tables that builds can read which do not know a rule for advice, as long as such builds use the same store."""

from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from events.store.levels import OLDEST_LEVEL
from events.store.memory_store import MemoryStore
from events.tables import keyed_orders
from events.tables.handler import Handler
from events.tables.opening import LoadedTable, Tables
from rules.registry import games
from rules.table_commands import Create, SeatRequest

TABLE = f"p00-{1:026d}"
HUMAN = SeatRequest(kind="human")


class OfOldRelease(MemoryStore):
    """A store that processes of the release before still use."""

    def format_level(self) -> int:
        return OLDEST_LEVEL


def created_on(store: MemoryStore, **wanted: Any) -> tuple[int, LoadedTable]:
    """The schema with which the creation is stored, and the table as another process reads it."""
    known, now = games(), datetime(2026, 12, 1, tzinfo=UTC)
    order = keyed_orders.create(TABLE, "dicy-cards", Create(options={}, seats=(HUMAN, HUMAN), turn_seconds=60, **wanted))
    Handler(Tables(store, known, lambda: now), Random(1).randbytes).create(order, "dicy-cards")
    tables = Tables(store, known, lambda: now)
    loaded = tables.open(TABLE)
    [created] = tables.checked(loaded.codec, TABLE, 1)
    assert tables.fold_log(loaded.codec, TABLE, loaded.table.version) == loaded.table
    return created.recorded.schema, loaded


def test_beside_an_older_build_a_table_announces_nothing_by_default_and_is_stored_as_that_build_reads_it() -> None:
    schema, loaded = created_on(OfOldRelease())

    assert (schema, loaded.table.advice) == (4, "private")


@pytest.mark.parametrize("advice", ["announced", "off"])
def test_a_rule_that_the_creator_asks_for_holds_beside_an_older_build(advice: Any) -> None:
    schema, loaded = created_on(OfOldRelease(), advice=advice)

    assert (schema, loaded.table.advice) == (5, advice)


def test_without_older_builds_every_table_says_its_rule() -> None:
    assert created_on(MemoryStore())[1].table.advice == "announced"
    assert created_on(MemoryStore(), advice="private")[0] == 5
