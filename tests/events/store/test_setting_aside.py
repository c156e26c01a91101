"""Tables that are set aside: the store accepts no append from any process, and everything can be read."""

import pytest

from events.damaged.damage import Damage
from events.errors import BrokenLog
from events.store.event_store import Appended, FeedEntry, IdempotencyRecord
from tests.events.store.tables import Log

DAMAGE = Damage(version=3, reason="two lines lie on each other", found_at="2026-11-28T12:00:00.000Z")
OTHER = Damage(version=1, reason="by hand", found_at="2026-11-28T13:00:00.000Z", by="operator")


def test_an_append_to_a_table_that_is_set_aside_is_not_stored(log: Log) -> None:
    log.append(2, due=5)
    before = log.load()

    assert log.store.set_aside(log.table, DAMAGE)

    with pytest.raises(BrokenLog, match="two lines") as refused:
        log.store.append(log.batch())
    assert (refused.value.table, refused.value.version) == (log.table, 3)
    assert log.load() == before._replace(damage=DAMAGE)
    assert log.store.read(log.table, 0, 10) == log.lines
    assert log.table not in log.store.take_due(10, 1, 1000)


def test_the_first_who_says_so_is_believed(log: Log) -> None:
    log.append()

    assert log.store.set_aside(log.table, DAMAGE)
    assert not log.store.set_aside(log.table, OTHER)

    assert log.store.damage(log.table) == DAMAGE
    assert log.store.damaged()[log.table] == DAMAGE


def test_what_was_stored_before_is_remembered(log: Log) -> None:
    batch = log.append(2)
    log.store.set_aside(log.table, DAMAGE)

    assert log.store.append(batch) == IdempotencyRecord("print", 1, 2)


def test_another_table_is_not_touched(log: Log) -> None:
    other = Log(log.store)
    log.append()
    log.store.set_aside(log.table, DAMAGE)

    other.append(3)

    assert other.load().damage is None
    assert log.store.damage(other.table) is None


def test_a_table_that_is_brought_back_takes_appends_and_the_feed_tells_of_it(log: Log) -> None:
    log.append(2)
    log.store.set_aside(log.table, DAMAGE)
    ends = log.store.feed_ends()

    log.store.bring_back(log.table, FeedEntry(log.table[:3], "", log.table, 2, 2, ("test.happened",), ("play",), "abc"))

    [told] = [entry for entry in log.store.follow(ends, 0) if entry.table == log.table]
    assert told[2:] == (log.table, 2, 2, ("test.happened",), ("play",), "abc", "")
    assert log.store.damage(log.table) is None
    assert isinstance(log.store.append(log.batch()), Appended)


def test_a_table_can_be_brought_back_without_a_word(log: Log) -> None:
    log.store.set_aside(log.table, OTHER)
    ends = log.store.feed_ends()

    log.store.bring_back(log.table, None)

    assert log.table not in log.store.damaged()
    assert log.store.follow(ends, 0) == []
