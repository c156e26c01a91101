import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

import pytest

from events.store.event_store import Append, Appended, Conflict, IdempotencyRecord, Key, Snapshot
from events.store.store import Store
from events.tables.envelope import NO_HASH
from tests.events.store.tables import Log, any_table

T = TypeVar("T")
WRITERS = 50


def all_at_once(asks: Sequence[Callable[[], T]]) -> list[T]:
    """The answers to all callers, which start at the same time."""
    gate = threading.Barrier(len(asks))

    def ask(one: Callable[[], T]) -> T:
        gate.wait()
        return one()

    with ThreadPoolExecutor(len(asks)) as pool:
        return list(pool.map(ask, asks))


def test_a_table_that_nobody_wrote_to_is_at_version_0(store: Store) -> None:
    stored = store.load(any_table(), "key", 0)

    assert stored == (0, None, [], None, None, frozenset(), None, "", None, None, 0)
    assert store.read(any_table(), 0, 10) == []


def test_what_was_appended_is_loaded_and_read(log: Log) -> None:
    log.append(2)
    log.append(1)

    stored = log.load()

    assert stored.version == 3
    assert stored.snapshot == log.snapshot(3)
    assert stored.tail == []
    assert log.store.read(log.table, 0, 10) == log.lines


def test_reading_begins_after_a_version_and_ends_at_the_limit(log: Log) -> None:
    log.append(5)

    assert log.store.read(log.table, 1, 2) == log.lines[1:3]
    assert log.store.read(log.table, 3, 100) == log.lines[3:]
    assert log.store.read(log.table, 5, 100) == []
    assert log.store.read(log.table, 10**30, 100) == []
    assert log.store.read(log.table, 0, 0) == []


@pytest.mark.parametrize("expected", [0, 1, 3, 1000])
def test_a_version_that_is_not_the_logs_is_a_conflict(log: Log, expected: int) -> None:
    log.append(2)
    batch = log.batch()

    previous = batch.previous if expected else NO_HASH
    answer = log.store.append(batch._replace(expected=expected, previous=previous, snapshot=batch.snapshot._replace(version=expected + 1)))

    assert isinstance(answer, Conflict)
    assert answer.version == 2
    assert log.store.read(log.table, 0, 10) == log.lines


def test_another_event_at_the_expected_version_is_a_conflict_and_changes_nothing(log: Log) -> None:
    log.append(2)
    before, ends = log.load(), log.store.feed_ends()

    lost = log.batch(1)._replace(previous=log.hashes[1])

    assert log.store.append(lost) == Conflict(2)
    assert log.load() == before
    assert log.store.feed_ends() == ends


def test_the_feed_names_the_event_before_those_of_an_append(log: Log) -> None:
    log.append(2)
    log.append(1)

    entries = [entry for entry in log.store.follow(dict.fromkeys(log.store.feed_ends(), "0-0"), 0) if entry.table == log.table]

    assert [entry.previous for entry in entries] == ["", log.hashes[2]]


def test_the_newest_line_comes_with_every_load(log: Log) -> None:
    log.append(3)
    assert log.load().newest == log.lines[2]

    log.plant(log.snapshot(1))
    assert log.load().newest == log.lines[2]


def test_expecting_version_1_of_an_empty_log_is_a_conflict_at_0(log: Log) -> None:
    batch = log.batch()

    answer = log.store.append(batch._replace(expected=1, previous="0" * 64, snapshot=batch.snapshot._replace(version=2)))

    assert isinstance(answer, Conflict)
    assert answer.version == 0


def test_a_key_that_is_known_answers_what_it_appended(log: Log) -> None:
    log.append(1)
    log.append(2, key="decision 1", fingerprint="first")

    answer = log.store.append(log.batch(3, key="decision 1", fingerprint="second"))

    assert isinstance(answer, IdempotencyRecord)
    assert answer == ("first", 2, 3)
    assert log.store.read(log.table, 0, 10) == log.lines


def test_a_key_is_known_whatever_version_is_expected_and_however_much_came_after(log: Log) -> None:
    first = log.append(1, key="decision 0")
    for _ in range(20):
        log.append(2)

    assert log.store.append(first) == IdempotencyRecord("print", 1, 1)
    assert log.load("decision 0").idempotency_record == IdempotencyRecord("print", 1, 1)


def test_loading_recalls_only_the_key_that_is_asked_for(log: Log) -> None:
    log.append(1, key="decision 0")

    assert log.load(None).idempotency_record is None
    assert log.load("decision 1").idempotency_record is None


def test_fingerprints_and_key_names_may_hold_any_text(log: Log) -> None:
    log.append(1, key="create:a:b é\n", fingerprint="x:1:2:ü")

    assert log.load("create:a:b é\n").idempotency_record == IdempotencyRecord("x:1:2:ü", 1, 1)


def test_keys_belong_to_their_table(store: Store) -> None:
    Log(store).append(1, key="decision 0")

    Log(store).append(1, key="decision 0")


def test_tables_of_one_partition_do_not_meet(store: Store) -> None:
    one, other = Log(store, "p07-" + any_table()[4:]), Log(store, "p07-" + any_table()[4:])
    one.append(2)
    other.append(3)

    assert one.load().version == 2
    assert other.load().version == 3


def malformed(log: Log) -> list[Append]:
    fit = log.batch(2)
    return [
        fit._replace(lines=[], types=[]),
        fit._replace(types=["test.happened"]),
        fit._replace(snapshot=fit.snapshot._replace(version=1)),
        fit._replace(key=Key("", "print")),
        fit._replace(table="p16-" + fit.table[4:]),
        fit._replace(due=-1),
        fit._replace(due=10**15),
        fit._replace(previous="0" * 64),
    ]


@pytest.mark.parametrize("number", range(8))
def test_a_batch_that_contradicts_itself_is_refused_whole(log: Log, number: int) -> None:
    with pytest.raises(ValueError, match=r"lines|key|partition|due|previous"):
        log.store.append(malformed(log)[number])

    assert log.load("key 0") == (0, None, [], None, None, frozenset(), None, "", None, None, 0)


def test_a_conflict_changes_nothing_at_all(log: Log) -> None:
    log.append(1, secret="seed")
    before, ends = log.load("key 5"), log.store.feed_ends()
    late = log.batch(1, key="key 5", secret="other")._replace(expected=0, previous=NO_HASH, snapshot=Snapshot(1, "0" * 64, b""))

    assert isinstance(log.store.append(late), Conflict)

    assert log.load("key 5") == before
    assert log.store.feed_ends() == ends


def test_of_fifty_writers_with_their_own_keys_one_wins(log: Log) -> None:
    log.append(1)

    answers = all_at_once([partial(log.store.append, log.batch(1, key=f"writer {n}")) for n in range(WRITERS)])

    assert sum(isinstance(answer, Appended) for answer in answers) == 1
    assert [answer for answer in answers if not isinstance(answer, Appended)] == [Conflict(2)] * (WRITERS - 1)
    assert len(log.store.read(log.table, 0, 100)) == 2


def test_of_fifty_writers_with_one_key_one_appends_and_all_learn_of_it(log: Log) -> None:
    log.append(1)

    answers = all_at_once([partial(log.store.append, log.batch(2, key="same"))] * WRITERS)

    assert sum(isinstance(answer, Appended) for answer in answers) == 1
    assert [answer for answer in answers if isinstance(answer, IdempotencyRecord)] == [("print", 2, 3)] * (WRITERS - 1)
    assert len(log.store.read(log.table, 0, 100)) == 3


def test_the_secret_is_kept_left_and_forgotten(log: Log) -> None:
    log.append(1, secret="seed")
    kept = log.load().secret
    log.append(1, secret=None)
    left = log.load().secret
    log.append(1, secret="")
    forgotten = log.load().secret

    assert (kept, left, forgotten) == ("seed", "seed", None)


def test_all_tables_are_listed_once(store: Store) -> None:
    logs = [Log(store) for _ in range(40)]
    for each in logs:
        each.append(1)
    store.load(nobody := any_table(), None, 0)

    listed = store.tables()

    assert {each.table for each in logs} <= set(listed)
    assert len(listed) == len(set(listed))
    assert nobody not in listed
