"""Ways to damage the stored data of a table, as other programs or a failing disk could."""

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from events.store.keys import connected_key, keys_key, log_key, secret_key, state_key
from events.store.stored_lines import plain
from events.tables.envelope import chained, read_line

Client = Any
Harm = Callable[[Client, str, int], int]
"""Damages a table whose log ends at a version; returns the last intact version."""


_DIE = re.compile(rb'(?<="dice":\[)[1-6]')


class Newer(NamedTuple):
    """The type and schema of an event that a future build appends."""

    type: str
    schema: int


def _line(client: Client, table: str, version: int) -> bytes:
    [(_, fields)] = client.xrange(log_key(table), f"{version}-0", f"{version}-0")
    return plain(table, version, fields[b"e"])


def sealed(previous: bytes, line: bytes, **changes: Any) -> bytes:
    """The line with other members, chained to the previous line as an append would do."""
    body = {**msgspec.json.decode(line), **changes}
    key, _ = body.pop("key"), body.pop("hash")
    link = chained(read_line(previous).hash, body)
    return msgspec.json.Encoder(order="sorted").encode({**body, "key": key, "hash": link})


def another_die(line: bytes) -> bytes:
    """The line with another number on the first of its dice, if it has any."""
    return _DIE.sub(lambda found: b"%d" % (int(found[0]) % 6 + 1), line, count=1)


def append_newer(client: Client, table: str, head: int, newer: Newer) -> None:
    """Append an event as a newer build would, after the version `head`, with its feed entry."""
    last = _line(client, table, head)
    line = sealed(last, last, version=head + 1, type=newer.type, schema=newer.schema)
    client.xadd(log_key(table), {"e": line}, id=f"{head + 1}-0")
    entry = {"table": table, "first": head + 1, "last": head + 1, "types": newer.type, "calls": "bot", "previous": ""}
    client.xadd(f"rs:{{{table[:3]}}}:feed", entry)


def rewrite(client: Client, table: str, change: Callable[[int, bytes], bytes]) -> None:
    """Rewrite the log line by line, with a change to some of them. Its snapshot is unchanged."""
    entries = client.xrange(log_key(table))
    client.delete(log_key(table))
    for version, (entry, fields) in enumerate(entries, 1):
        client.xadd(log_key(table), {"e": change(version, plain(table, version, fields[b"e"]))}, id=entry)


def _undecodable_end(client: Client, table: str, head: int) -> int:
    client.xadd(log_key(table), {"e": b'{"version": \xff'}, id=f"{head + 1}-0")
    return head


def _end_of_another_table(client: Client, table: str, head: int) -> int:
    last = _line(client, table, head)
    client.xadd(log_key(table), {"e": sealed(last, last, version=head + 1, table="p00-" + "0" * 26)}, id=f"{head + 1}-0")
    return head


def _end_with_a_wrong_version(client: Client, table: str, head: int) -> int:
    last = _line(client, table, head)
    client.xadd(log_key(table), {"e": sealed(last, last, version=head + 7)}, id=f"{head + 1}-0")
    return head


def _end_that_does_not_fit(client: Client, table: str, head: int) -> int:
    last = _line(client, table, head)
    frozen = {"type": "dicy-cards.card-frozen", "schema": 1, "seat": 77, "data": {"card": "odds", "cause": "reroll", "forced": False}}
    client.xadd(log_key(table), {"e": sealed(last, last, version=head + 1, **frozen)}, id=f"{head + 1}-0")
    return head


def _end_without_a_time(client: Client, table: str, head: int) -> int:
    last = _line(client, table, head)
    client.xadd(log_key(table), {"e": sealed(last, last, version=head + 1, at="never")}, id=f"{head + 1}-0")
    return head


def _end_nested_beyond_measure(client: Client, table: str, head: int) -> int:
    last = _line(client, table, head)
    line = sealed(last, last, version=head + 1, data={"x": 0}).replace(b'{"x":0}', b'{"x":' + b"[" * 3000 + b"]" * 3000 + b"}")
    client.xadd(log_key(table), {"e": line}, id=f"{head + 1}-0")
    return head


def _field_beside_the_last_line(client: Client, table: str, head: int) -> int:
    last = _line(client, table, head)
    client.xadd(log_key(table), {"e": sealed(last, last, version=head + 1), "f": b"x"}, id=f"{head + 1}-0")
    return head


def _foreign_end(client: Client, table: str, head: int) -> int:
    client.xadd(log_key(table), {"e": b"x"}, id=f"{head + 1}-5")
    return head


def _foreign_field_at_the_end(client: Client, table: str, head: int) -> int:
    client.xadd(log_key(table), {"f": b"x", "g": b"y"}, id=f"{head + 1}-0")
    return head


def _far_end(client: Client, table: str, head: int) -> int:
    client.xadd(log_key(table), {"e": b"x"}, id=f"{head + 1_000_000_000_000_000_000}-0")
    return head


def _hole(client: Client, table: str, _head: int) -> int:
    client.xdel(log_key(table), "3-0")
    return 2


def _cut_head(client: Client, table: str, _head: int) -> int:
    client.xdel(log_key(table), "1-0", "2-0")
    return 0


def _lost_tail(client: Client, table: str, head: int) -> int:
    client.xdel(log_key(table), f"{head}-0")
    return head - 1


def _emptied(client: Client, table: str, _head: int) -> int:
    client.xtrim(log_key(table), maxlen=0)
    return 0


def _lost_log(client: Client, table: str, _head: int) -> int:
    client.delete(log_key(table))
    return 0


def _log_of_another_type(client: Client, table: str, _head: int) -> int:
    client.delete(log_key(table))
    client.set(log_key(table), "x")
    return 0


def _memory_of_another_type(client: Client, table: str, head: int) -> int:
    client.delete(keys_key(table))
    client.set(keys_key(table), "x")
    return head


def _lost_secret(client: Client, table: str, head: int) -> int:
    client.delete(secret_key(table))
    return head


def _secret_of_another_type(client: Client, table: str, head: int) -> int:
    client.delete(secret_key(table))
    client.rpush(secret_key(table), "x")
    return head


KINDS: Mapping[str, Harm] = {
    harm.__name__.strip("_").replace("_", " "): harm
    for harm in (
        _undecodable_end,
        _end_of_another_table,
        _end_with_a_wrong_version,
        _end_that_does_not_fit,
        _end_without_a_time,
        _end_nested_beyond_measure,
        _field_beside_the_last_line,
        _foreign_end,
        _foreign_field_at_the_end,
        _far_end,
        _hole,
        _cut_head,
        _lost_tail,
        _emptied,
        _lost_log,
        _log_of_another_type,
        _memory_of_another_type,
        _lost_secret,
        _secret_of_another_type,
    )
}
"""Damage that is detected as soon as the table is opened or played."""


def kept(client: Client, table: str) -> Mapping[str, bytes]:
    """Everything that is stored of a table, for `put_back`."""
    names = (log_key(table), state_key(table), keys_key(table), secret_key(table), connected_key(table))
    return {name: dumped for name in names if (dumped := client.dump(name)) is not None}


def put_back(client: Client, dumped: Mapping[str, bytes]) -> None:
    """Restore the result of `kept`."""
    for name, value in dumped.items():
        client.restore(name, 0, value, replace=True)
