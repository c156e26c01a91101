"""A line of a log that stands where another one belongs is read as no event."""

import pytest

from events.errors import BrokenLog
from events.tables.handler import Handler
from events.tables.log_reader import read_line_at
from tests.events.tables.test_handler import TABLE, create_table, handler

__all__ = ["handler"]

NEIGHBOUR = TABLE[:-1] + "1"
"""A table of the same partition."""


def test_a_later_version_does_not_stand_for_a_missing_one(handler: Handler) -> None:
    loaded = create_table(handler).loaded
    first, _, third = handler.tables.store.read(TABLE, 0, 3)

    with pytest.raises(BrokenLog, match="version 3 stands where 2 belongs"):
        loaded.codec.facts([first, third], 0)


def test_the_same_version_of_another_table_of_its_partition_is_no_event_of_the_table(handler: Handler) -> None:
    create_table(handler)
    [first] = handler.tables.store.read(TABLE, 0, 1)

    assert read_line_at(first, 1, TABLE).version == 1
    with pytest.raises(BrokenLog, match="an event of another table"):
        read_line_at(first, 1, NEIGHBOUR)
