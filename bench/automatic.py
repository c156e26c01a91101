"""Tables of built-in players at a running service: laid by one request each, read when they are finished."""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import cycle, islice, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from bench.serving import Connection
from tests.chaos.service import Whole, whole_service

MODES = ("glacial", "interglacial", "custom", "beginner", "intermediate", "interactions")
LEVELS = ("random", "greedy")
CUSTOM = ("odds", "sixes", "three-lowest", "alike-x5", "different-sum")


class Kind(NamedTuple):
    """What a table is laid as."""

    seats: int
    mode: str
    level: str

    def order(self, seed: str) -> dict[str, Any]:
        cards = {"cards": CUSTOM} if self.mode == "custom" else {}
        seats = [{"kind": "ai", "level": self.level}] * self.seats
        return {"game": "dicy-cards", "options": {"mode": self.mode, **cards}, "seats": seats, "client_seed": seed}


def kinds(count: int) -> list[Kind]:
    """So many tables: every number of seats, mode and level in turn."""
    return list(islice(cycle(map(Kind._make, product((2, 3, 4), MODES, LEVELS))), count))


@contextmanager
def service(**variables: str) -> Iterator[tuple[Whole, Connection]]:
    """The whole service, as an operator starts it with these variables, and a connection to it."""
    with TemporaryDirectory() as folder, whole_service(Path(folder), variables=variables) as whole:
        yield whole, Connection(urlsplit(whole.url).port or 0)


def lay(connection: Connection, order: Any) -> Any:
    """The answer to the request for a table."""
    return json.loads(connection.request(b"POST", "/v1/tables", json.dumps(order).encode()))


def wait_until_finished(connection: Connection, tables: Sequence[str], seconds: float) -> None:
    """Raises TimeoutError for tables that are still played after so many seconds."""
    until, left = time.monotonic() + seconds, list(tables)
    while left:
        left = [table for table in left if json.loads(connection.request(b"GET", f"/v1/tables/{table}"))["status"] != "finished"]
        if time.monotonic() > until:
            raise TimeoutError(f"{len(left)} tables are not finished: {left[:10]}")
        time.sleep(0.2)


def events(connection: Connection, table: str) -> list[dict[str, Any]]:
    """All events of a table."""
    found: list[dict[str, Any]] = []
    after: int | None = 0
    while after is not None:
        page = json.loads(connection.request(b"GET", f"/v1/tables/{table}/events?after={after}&limit=500"))
        found += page["events"]
        after = page["next"]
    return found
