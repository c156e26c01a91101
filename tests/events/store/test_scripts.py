"""The Lua files, called directly on the server, and the rules that each of them follows."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ResponseError

from events.errors import BrokenLog
from events.store import keys
from events.store.event_store import Appended, Conflict
from events.store.scripts import script_text
from tests.events.store.tables import Log, any_table

ROOT = Path(keys.__file__).parents[2]
FILES = sorted(Path(keys.__file__).parent.glob("*.lua"))
APPEND = script_text(Path(keys.__file__).with_name("append.lua"))


def names_of(table: str) -> list[str]:
    partition = keys.partition_of(table)
    own = [keys.log_key(table), keys.state_key(table), keys.keys_key(table), keys.secret_key(table)]
    return [
        *own,
        keys.feed_key(partition),
        keys.due_key(partition),
        keys.receipts_key(table),
        keys.damaged_key(partition),
        keys.creator_key(table),
        keys.removed_key(table),
        keys.archived_key(table),
        keys.erasures_key(table),
    ]


def append(client: Redis, table: str, *values: object, due: object = "", calls: str = "", left: Sequence[str] = ("", "", "")) -> object:
    """`values`: the arguments before the due time, and the lines; `left`: receipts and creator. The previous line is one of `line`."""
    expected, *more = values
    previous = f"hash {expected}" if expected else ""
    return client.eval(APPEND, 12, *names_of(table), table, *map(str, (expected, previous, *more[:7], due, calls, *left, 0, *more[7:])))


def line(version: int) -> str:
    """The part of a line that the script reads."""
    return f'{{"hash":"hash {version}","key":"k"}}'


def kept(client: Redis, table: str) -> list[bytes]:
    """Everything that is stored of the table, as dumps."""
    return [dump for name in names_of(table) if isinstance(dump := client.dump(name), bytes)]


def test_append_answers_as_its_head_says(client: Redis) -> None:
    table = any_table()
    one = (table, 0, "key a", "print:1", "hash", "body", "keep", "seed", "x.a,x.b", line(1), line(2))
    two = (table, 2, "key b", "print", "hash", "body", "leave", "", "x.c", "line 3")

    assert append(client, *one) == [b"appended", 2]
    assert append(client, *one) == [b"known", b"print:1"]
    assert append(client, *two[:1], 0, *two[2:]) == [b"conflict", 2]
    assert append(client, *two) == [b"appended", 3]


def test_append_compares_the_hash_of_the_newest_event_and_of_nothing_within_it(client: Redis) -> None:
    table = any_table()
    other = '{"data":{"hash":"hash 1","sources":[]},"hash":"other","key":"k"}'
    append(client, table, 0, "key a", "print", "hash", "body", "keep", "seed", "x.a", other)

    assert append(client, table, 1, "key b", "print", "hash", "body", "leave", "", "x.a", "line 2") == [b"conflict", 1]
    assert client.xlen(keys.log_key(table)) == 1


def test_append_writes_what_its_head_says(client: Redis) -> None:
    table = any_table()
    log, state, known, secret, feed, due, receipts, _, creator, *_ = names_of(table)

    values = ("key", "print", "hash", "body", "keep", "seed", "x.a,x.b", "line 1", "line 2")
    append(client, table, 0, *values, due=1795773600123, calls="play,more", left=("signed", "", "key:one"))

    assert client.xrange(log) == [(b"1-0", {b"e": b"line 1"}), (b"2-0", {b"e": b"line 2"})]
    assert client.hgetall(state) == {b"version": b"2", b"hash": b"hash", b"body": b"body"}
    assert client.hgetall(known) == {b"key": b"print"}
    assert client.get(secret) == b"seed"
    newest = client.xrevrange(feed, count=1)
    assert newest is not None
    assert newest[0][1] == {
        b"table": table.encode(),
        b"first": b"1",
        b"last": b"2",
        b"types": b"x.a,x.b",
        b"calls": b"play,more",
        b"previous": b"",
    }
    assert client.zscore(due, table) == 1795773600123
    assert client.hgetall(receipts) == {b"created": b"signed"}
    assert client.get(creator) == b"key:one"


@pytest.mark.parametrize(
    "values",
    [
        ("keep", "seed", "x.a,x.b", "line 1"),
        ("keep", "seed", "x.a", "line 1", "line 2"),
        ("keep", "seed", "x.a"),
        ("keep", "seed", ""),
        ("drop", "seed", "x.a", "line 1"),
        ("keep", "seed"),
    ],
)
def test_append_refuses_what_contradicts_itself_before_it_writes(client: Redis, values: tuple[str, ...]) -> None:
    table = any_table()
    before = kept(client, table)

    with pytest.raises(ResponseError):
        append(client, table, 0, "key", "print", "hash", "body", *values)

    assert kept(client, table) == before


@pytest.mark.parametrize("due", ["soon", "-1", "1.5", "inf", "0x10", "1" * 16, " "])
def test_append_refuses_a_due_time_that_is_none_before_it_writes(client: Redis, due: str) -> None:
    table = any_table()
    before = kept(client, table)

    with pytest.raises(ResponseError, match="due at a time"):
        append(client, table, 0, "key", "print", "hash", "body", "keep", "seed", "x.a", "line 1", due=due)

    assert kept(client, table) == before


def test_append_writes_nothing_if_the_feed_is_something_else(client: Redis) -> None:
    table = "p15-" + any_table()[4:]
    name = names_of(table)[4]
    client.delete(name)
    client.set(name, "no stream")
    before = kept(client, table)

    with pytest.raises(ResponseError, match="WRONGTYPE"):
        append(client, table, 0, "key", "print", "hash", "body", "keep", "seed", "x.a", "line 1")

    assert kept(client, table) == before
    client.delete(name)


@pytest.mark.parametrize("place", [0, 2], ids=["log", "keys"])
def test_append_writes_nothing_if_a_key_of_the_table_holds_something_else_and_says_so(client: Redis, place: int) -> None:
    table = any_table()
    client.set(names_of(table)[place], "no stream, no hash")
    before = kept(client, table)

    answer = append(client, table, 0, "key", "print", "hash", "body", "keep", "seed", "x.a", "line 1")

    assert isinstance(answer, list)
    assert answer[0] == b"trouble"
    assert kept(client, table) == before


def test_append_takes_nobody_for_set_aside_where_nobody_can_be(client: Redis) -> None:
    table = "p14-" + any_table()[4:]
    name = names_of(table)[7]
    client.delete(name)
    client.set(name, "no hash")

    assert append(client, table, 0, "key", "print", "hash", "body", "keep", "seed", "x.a", line(1)) == [b"appended", 1]

    client.delete(name)


def test_append_puts_secret_snapshot_and_due_time_in_the_place_of_anything(client: Redis) -> None:
    table = any_table()
    _, state, _, secret, _, due, *_ = names_of(table)
    for name in (state, secret, due):
        client.delete(name)
        client.rpush(name, "something", "else")

    append(client, table, 0, "key", "print", "hash", "body", "keep", "seed", "x.a", "line 1", due=5000)

    assert client.get(secret) == b"seed"
    assert client.hgetall(state) == {b"version": b"1", b"hash": b"hash", b"body": b"body"}
    assert client.zrange(due, 0, -1, withscores=True) == [(table.encode(), 5000)]


def test_append_is_made_where_nothing_can_be_due(client: Redis) -> None:
    table = any_table()
    due = names_of(table)[5]
    client.delete(due)
    client.rpush(due, "something")

    assert append(client, table, 0, "key", "print", "hash", "body", "leave", "", "x.a", "line 1") == [b"appended", 1]

    client.delete(due)


def test_a_log_that_ends_with_no_version_is_in_trouble_and_stays_as_it_is(redis_log: Log, client: Redis) -> None:
    redis_log.append(1)
    client.xadd(keys.log_key(redis_log.table), {"e": "by hand"}, id="1-5")
    before = kept(client, redis_log.table)

    with pytest.raises(BrokenLog, match="ends with 1-5"):
        redis_log.store.append(redis_log.batch(1))
    assert "1-5, which no append made" in redis_log.load().trouble

    assert kept(client, redis_log.table) == before


def test_a_log_whose_newest_entry_was_taken_out_is_in_trouble_and_stays_as_it_is(redis_log: Log, client: Redis) -> None:
    redis_log.append(2)
    client.xdel(keys.log_key(redis_log.table), "2-0")
    before = kept(client, redis_log.table)
    batch = redis_log.batch(1)

    assert "ended with 2-0 once" in redis_log.load().trouble
    with pytest.raises(BrokenLog, match="ends before its last event"):
        redis_log.store.append(batch._replace(expected=1, previous=redis_log.hashes[1], snapshot=batch.snapshot._replace(version=2)))

    assert kept(client, redis_log.table) == before


def test_lines_that_were_taken_out_end_the_reading(redis_log: Log, client: Redis) -> None:
    redis_log.append(4)
    redis_log.plant(redis_log.snapshot(1))
    client.xdel(keys.log_key(redis_log.table), "2-0", "3-0")

    stored = redis_log.load()

    assert (stored.version, stored.snapshot, stored.tail) == (4, None, [])
    assert stored.trouble == "its log has 2 entries and ends with 4-0"
    assert redis_log.store.read(redis_log.table, 0, 10) == redis_log.lines[:1]
    with pytest.raises(BrokenLog, match="4-0 stands where version 2 belongs"):
        redis_log.store.read(redis_log.table, 1, 10)


def test_a_line_that_was_taken_out_takes_its_snapshot_along(redis_log: Log, client: Redis) -> None:
    redis_log.append(3)
    redis_log.plant(redis_log.snapshot(2))
    client.xdel(keys.log_key(redis_log.table), "2-0")

    assert redis_log.load().snapshot is None


def test_the_server_may_forget_its_scripts_at_any_time(redis_log: Log, client: Redis) -> None:
    client.script_flush()
    redis_log.append(1)
    client.script_flush()
    stored = redis_log.load()
    client.script_flush()
    redis_log.store.keep_snapshot(redis_log.table, redis_log.snapshot(1))
    client.script_flush()
    again = redis_log.store.append(redis_log.batch(1)._replace(expected=5, snapshot=redis_log.snapshot(1)._replace(version=6)))

    assert stored.version == 1
    assert isinstance(again, Conflict)
    assert isinstance(redis_log.store.append(redis_log.batch(1)), Appended)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_key_and_argument_is_named_at_the_top(file: Path) -> None:
    head, code = split(file)

    for kind in ("KEYS", "ARGV"):
        named = set(map(int, re.findall(rf"^-- {kind}\[(\d+)\]", head, re.MULTILINE)))
        used = set(map(int, re.findall(rf"{kind}\[(\d+)\]", code)))
        assert named == set(range(1, len(named) + 1))
        assert used <= named


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_every_key_comes_from_outside(file: Path) -> None:
    head, code = split(file)
    unpacked = re.search(r"^local ([\w, ]+) = unpack\(KEYS\)$", code, re.MULTILINE)
    names: list[str] = []
    if unpacked:
        names = unpacked[1].split(", ")
        assert len(names) == len(re.findall(r"^-- KEYS\[", head, re.MULTILINE))
        assert not re.search(rf"(?<!local )\b({'|'.join(names)})\b(, \w+)* =[^=]", code.replace(unpacked[0], ""))

    calls = re.findall(r"redis\.p?call\((?:'X(?:INFO|GROUP)', )?[^,)]+, ([^,)]+)", code)  # these two have a second word

    assert len(calls) == len(re.findall(r"redis\.p?call", code)) > 0
    assert all(key in names or re.fullmatch(r"KEYS\[[^]]+\]", key) for key in calls)


def test_all_keys_of_a_table_share_its_hash_tag() -> None:
    for partition in keys.PARTITIONS:
        table = partition + any_table()[3:]
        names = [*names_of(table), keys.connected_key(table), keys.exports_key(table)]

        assert {re.search(r"\{(.*?)\}", name)[1] for name in names} == {partition}  # type: ignore[index]  # None would fail as well
        assert len(set(names)) == len(names)


def split(file: Path) -> tuple[str, str]:
    """The comment at the top, and the code without comments."""
    lines = file.read_text("utf-8").splitlines()
    end = next(number for number, line in enumerate(lines) if not line.startswith(("--", "#!")))
    return "\n".join(lines[:end]), "\n".join(line.partition("--")[0].rstrip() for line in lines[end:])


@pytest.mark.parametrize("file", [*ROOT.glob("events/**/*.lua"), *ROOT.glob("workers/**/*.lua")], ids=lambda file: file.stem)
def test_no_script_makes_up_the_name_of_a_key(file: Path) -> None:
    for key in re.findall(r"redis\.p?call\('[A-Z]+', (?:'[A-Z]+', )?([^,)]*)", file.read_text("utf-8")):
        assert ".." not in key, key
        assert not key.startswith(("'", '"', "ARGV")), key
