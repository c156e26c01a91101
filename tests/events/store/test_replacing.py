"""Lines of a log are replaced by others with the same hashes: all at once, and for everybody who reads or writes afterwards."""

import pytest
from redis import Redis

from events.store.event_store import Appended, Conflict, NewLine, Snapshot
from events.store.keys import erasures_key, partition_of, rewritten_key, state_key
from events.store.redis_store import LINES_PER_LOAD, REPLACE
from tests.events.store.tables import Log


def shorter(log: Log, version: int) -> NewLine:
    """The line of this version with other data."""
    return NewLine(version, log.hashes[version], log.lines[version - 1].replace(b'{"n":', b'{"m":'))


def test_a_line_is_replaced_and_all_others_stay(log: Log) -> None:
    log.append(3)
    log.append(2)
    new = shorter(log, 2)

    assert log.store.replace_lines(log.table, [new])

    assert log.store.read(log.table, 0, 9) == [log.lines[0], new.line, *log.lines[2:]]
    loaded = log.load()
    assert (loaded.version, loaded.newest, loaded.snapshot, loaded.erasures, loaded.trouble) == (5, log.lines[-1], None, 1, "")


def test_a_log_of_several_steps_is_replaced_from_the_first_line_to_the_last(log: Log) -> None:
    for _ in range(5):
        log.append(LINES_PER_LOAD // 2 + 1)
    new = [shorter(log, version) for version in (1, 2, LINES_PER_LOAD + 1, len(log.lines))]

    assert log.store.replace_lines(log.table, new)

    replaced = {line.version: line.line for line in new}
    expected = [replaced.get(version, line) for version, line in enumerate(log.lines, 1)]
    assert [*log.store.read(log.table, 0, LINES_PER_LOAD), *log.store.read(log.table, LINES_PER_LOAD, 9_999)] == expected


def test_the_feed_tells_of_it(log: Log) -> None:
    log.append(3)
    partition = partition_of(log.table)
    end = log.store.feed_ends()[partition]

    log.store.replace_lines(log.table, [shorter(log, 1)])

    [told] = [entry for entry in log.store.follow({partition: end}, 0) if entry.table == log.table]
    assert (told.first, told.last, told.types, told.calls) == (3, 3, ("table.name-erased",), ())


def test_nothing_is_replaced_if_a_line_has_another_hash_or_does_not_exist(log: Log) -> None:
    log.append(2)
    new = shorter(log, 1)

    for wrong in (new._replace(hash="0" * 64), new._replace(version=3)):
        assert not log.store.replace_lines(log.table, [new, wrong])

    assert log.store.read(log.table, 0, 9) == log.lines
    assert log.load().erasures == 0


def test_who_has_read_the_table_before_stores_nothing_and_who_reads_it_again_goes_on(log: Log) -> None:
    log.append(2)
    stale = log.batch(key="move")
    log.store.replace_lines(log.table, [shorter(log, 1)])

    assert log.store.append(stale) == Conflict(2)
    log.store.keep_snapshot(log.table, log.snapshot(2))
    assert log.load().snapshot is None

    assert log.store.append(stale._replace(erasures=1)) == Appended(3)
    log.store.keep_snapshot(log.table, Snapshot(3, stale.snapshot.hash, b"new"), 1)
    assert log.load().snapshot == Snapshot(3, stale.snapshot.hash, b"new")


def test_a_removed_table_leaves_nothing_of_it(redis_log: Log, client: Redis) -> None:
    redis_log.append(2)
    redis_log.store.replace_lines(redis_log.table, [shorter(redis_log, 1)])
    client.xadd(rewritten_key(redis_log.table), {"e": redis_log.lines[0]}, "1-0")

    redis_log.store.remove(redis_log.table, 0)

    assert [*client.scan_iter(f"*{redis_log.table}*")] == []


def test_a_copy_that_was_interrupted_is_begun_again(redis_log: Log, client: Redis) -> None:
    """Another process has copied the first line as it was, and has died."""
    redis_log.append(3)
    client.xadd(rewritten_key(redis_log.table), {"e": redis_log.lines[0]}, "1-0")
    new = shorter(redis_log, 1)

    assert redis_log.store.replace_lines(redis_log.table, [new])

    assert redis_log.store.read(redis_log.table, 0, 9) == [new.line, *redis_log.lines[1:]]
    assert not client.exists(rewritten_key(redis_log.table), state_key(redis_log.table))


def test_a_log_that_has_lost_what_was_copied_stays_as_it_is(redis_log: Log, client: Redis) -> None:
    """Between two steps a fail-over has replaced the newest event by another one."""
    redis_log.append(3)
    table, partition = redis_log.table, partition_of(redis_log.table)
    for version, line in enumerate([*redis_log.lines[:2], b"another branch"], 1):
        client.xadd(rewritten_key(table), {"e": line}, f"{version}-0")
    names = (f"rs:{{{partition}}}:{table}:log", rewritten_key(table), state_key(table), erasures_key(table), f"rs:{{{partition}}}:feed")

    left = REPLACE(client.execute_command, names, table, "", LINES_PER_LOAD, *shorter(redis_log, 1))

    assert left == -1
    assert redis_log.store.read(table, 0, 9) == redis_log.lines
    assert not client.exists(rewritten_key(table))


@pytest.mark.parametrize("wrong", ["nonsense", None])
def test_a_count_of_another_type_counts_as_missing(redis_log: Log, client: Redis, wrong: str | None) -> None:
    redis_log.append(2)
    if wrong:
        client.rpush(erasures_key(redis_log.table), wrong)

    redis_log.append(1)

    assert redis_log.load().erasures == 0
    assert redis_log.store.replace_lines(redis_log.table, [shorter(redis_log, 1)])
    assert redis_log.load().erasures == 1
