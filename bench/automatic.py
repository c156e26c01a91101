"""Tables of built-in players at a running service: created by one request each, and read when they are finished."""

import json
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import cycle, islice, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from bench.serving import LIMITS, Connection
from rules.registry import games
from tests.chaos.service import Whole, whole_service

GAMES = games()
MODES = ("glacial", "interglacial", "beginner", "intermediate", "interactions")
CUSTOM = ("odds", "sixes", "three-lowest", "alike-x5", "different-sum")

OPTIONS: Mapping[str, Sequence[Mapping[str, Any]]] = {
    "dicy-cards": [*({"mode": mode} for mode in MODES), {"mode": "custom", "cards": CUSTOM}],
    "dice-cards": [{"deal": deal} for deal in ("nine-keep-six", "choose-any", "young")],
    "ice-dice": [
        {"variant": variant, "ties": ties} for variant, ties in product(("standard", "young", "experienced"), ("adults", "children"))
    ],
}
"""The options with which tables of each game are created."""


class Kind(NamedTuple):
    """A table's game, number of seats, options and level."""

    game: str
    seats: int
    options: Mapping[str, Any]
    level: str

    def request(self, seed: str) -> dict[str, Any]:
        """The request that creates the table."""
        seats = [{"kind": "ai", "level": self.level}] * self.seats
        return {"game": self.game, "options": self.options, "seats": seats, "client_seed": seed}

    def __str__(self) -> str:
        """For people, without long options."""
        options = ", ".join(value for value in self.options.values() if isinstance(value, str))
        return f"{self.game}, {self.seats} seats, {options}, {self.level}"


def kinds(count: int, names: Collection[str] = tuple(GAMES), seats: Collection[int] = range(100)) -> list[Kind]:
    """So many tables of these games: every possible number of seats in `seats`, and all options and levels in turn."""
    all_kinds = [
        Kind(name, *chosen)
        for name in names
        for chosen in product([number for number in GAMES[name].seats if number in seats], OPTIONS[name], GAMES[name].players)
    ]
    return list(islice(cycle(all_kinds), count))


@contextmanager
def service(**variables: str) -> Iterator[tuple[Whole, Connection]]:
    """The whole service, started with these environment variables and the limits of the benchmarks, and a connection to it."""
    own = {"ROLLSTREAM_CONFIG": str(LIMITS), **variables}
    with TemporaryDirectory() as folder, whole_service(Path(folder), variables=own) as whole:
        yield whole, Connection(urlsplit(whole.url).port or 0)


def create_table(connection: Connection, request: Any) -> Any:
    """The answer to the request for a table."""
    return json.loads(connection.request(b"POST", "/v1/tables", json.dumps(request).encode()))


def wait_until_finished(connection: Connection, tables: Sequence[str], seconds: float) -> None:
    """Raises TimeoutError if tables are not finished after so many seconds."""
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
