"""Finds keys by a pattern: all of them, or a few at a time. On a cluster this visits every master."""

from collections.abc import Collection, Sequence
from typing import Any, Final

from redis import Redis

from events.store.redis_connection import servers_of

KEYS_PER_STEP: Final = 1000
"""Keys that a server examines per step. It serves no other client meanwhile."""

_START: Final = (0, 0)


def all_keys(client: Redis, pattern: str) -> Collection[bytes]:
    """All keys that match and exist during the whole call. Raises the client library's errors.

    If slots were moving between servers meanwhile, a key may have left a server before its turn, for one that had its turn already. A
    second scan finds it where it is now, also if slots still move: a key that moves only then was found by the first one.
    """
    found: set[bytes] = set()
    for _ in range(2):
        before = _slots(client)
        with servers_of(client) as servers:
            for server in servers:
                found.update(server.scan_iter(pattern, count=KEYS_PER_STEP))
        if before == _slots(client) and not any(moving for _, moving in before):
            break
    return found


def some_keys(client: Redis, pattern: str, place: str) -> tuple[str, Sequence[bytes]]:
    """One step of a scan: the next place ("": the end), and some keys that match. The place "" starts the scan.

    A key that exists during the whole scan is found at least once, unless its slot moves meanwhile. Raises the client library's errors.
    """
    number, cursor = _read(place)
    with servers_of(client) as servers:
        if number >= len(servers):
            return "", ()
        reply: Any = servers[number].scan(cursor, match=pattern, count=KEYS_PER_STEP)
        cursor, found = reply
        if cursor:
            return f"{number}:{cursor}", found
        return (f"{number + 1}:0" if number + 1 < len(servers) else ""), found


def _read(place: str) -> tuple[int, int]:
    number, _, cursor = place.partition(":")
    return (int(number), int(cursor)) if number.isdecimal() and cursor.isdecimal() else _START


def _slots(client: Redis) -> Sequence[tuple[Any, Any]]:
    """The slots of every server, and those that are moving from or to it; empty if there is no cluster."""
    found = []
    with servers_of(client) as servers:
        for server in servers if len(servers) > 1 else ():
            nodes: Any = server.execute_command("CLUSTER NODES")  # type: ignore[no-untyped-call]  # the library's
            [own] = (node for node in nodes.values() if "myself" in node["flags"])
            found.append((own["slots"], own["migrations"]))
    return found
