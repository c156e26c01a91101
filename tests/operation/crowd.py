"""Clients that play and follow tables on kept connections. Every failure counts: none of them retries a request whose answer is lost."""

import http.client
import json
import random
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile
from typing import Any, Final, Self

from tests.live import choose

TABLE: Final = {"game": "dicy-cards", "seats": [{"kind": "human", "name": "Player 1"}, {"kind": "human", "name": "Player 2"}]}
BETWEEN_MOVES: Final = 0.05
"""Seconds that a player takes for a move: the machine has other things to do."""


GOOD: Final = {200, 201, 202}
REQUESTS, EVENTS = 20, 20
"""Requests after which a client opens another connection, and events after which a follower opens another stream."""


@dataclass
class Seen:
    """What the clients of one table have received: the hash of each event by its version, of all moves, and in the order of the stream."""

    table: str
    acknowledged: dict[int, str] = field(default_factory=dict)
    followed: list[tuple[int, str]] = field(default_factory=list)


class Client:
    """A client with one kept connection. It connects to the first of its ports where somebody listens, as a proxy in front of them does,
    and does it again after so many requests.
    """

    def __init__(self, ports: Sequence[int], requests: int = REQUESTS) -> None:
        self._ports = ports
        self._requests = requests
        self._connection: http.client.HTTPConnection | None = None
        self._left = 0

    def ask(self, method: str, path: str, body: Any = None, *, token: str | None = None, **headers: str) -> Any:
        """The JSON of the answer, which must be a good one. `headers` have `_` for `-` in their names."""
        sent = {"Content-Type": "application/json", **({} if token is None else {"Authorization": f"Bearer {token}"})}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        return json.loads(self._good(method, path, sent, None if body is None else json.dumps(body).encode()))

    def text(self, path: str) -> str:
        """The text of an answer, which must be a good one."""
        return self._good("GET", path, {}, None)

    def _good(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> str:
        answer = self.open(method, path, headers, body)
        content = answer.read().decode()
        assert answer.status in GOOD, (method, path, answer.status, content)
        return content

    def open(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None) -> http.client.HTTPResponse:
        if not self._left:
            self.close()
        if self._connection is None or self._connection.sock is None:  # the server asked to close it with its last answer
            self._connection, self._left = self._connected(), self._requests
        self._left -= 1
        self._connection.request(method, path, body, dict(headers))
        return self._connection.getresponse()

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _connected(self) -> http.client.HTTPConnection:
        for port in self._ports:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            try:
                connection.connect()
            except ConnectionRefusedError:
                continue
            return connection
        raise AssertionError(f"nobody listens on {self._ports}")


def play(ports: Sequence[int], chance: random.Random, over: threading.Event, created: Callable[[Seen], None]) -> None:
    """Play tables of two seats, one after the other, until it is over; then resign. Every move is accepted."""
    with Client(ports) as client:
        while not over.is_set():
            play_table(client, chance, over, created)


def play_table(client: Client, chance: random.Random, over: threading.Event, created: Callable[[Seen], None]) -> None:
    """Play a table to its end, or resign when it is over."""
    answer = client.ask("POST", "/v1/tables", TABLE)
    view, seen = answer["view"], Seen(answer["view"]["table"])
    path, tokens = f"/v1/tables/{seen.table}", answer["tokens"]
    created(seen)
    while view["status"] == "playing" and not over.wait(BETWEEN_MOVES):
        token = tokens[str(view["owed"][0]["seat"])]
        moved = client.ask("POST", f"{path}/moves", choose(client.ask("GET", f"{path}/moves", token=token)["moves"], chance), token=token)
        seen.acknowledged |= {event["version"]: event["hash"] for event in moved["events"]}
        view = moved["view"]
    if view["status"] == "playing":
        client.ask("DELETE", f"{path}/seats/0", token=tokens["0"])


def follow(ports: Sequence[int], failed: threading.Event, seen: Seen) -> None:
    """Follow a table from its first event to its last, through every end of a stream. It may never come if a client has failed."""
    path = f"/v1/tables/{seen.table}/events"
    place: str | None = "0"
    with Client(ports) as client:
        while place is not None and not failed.is_set():
            with client.open("GET", path, {"Accept": "text/event-stream", "Last-Event-ID": place}) as answer:
                place = read_stream(answer, failed, seen, place)
            client.close()  # it may be in the middle of a stream


def read_stream(answer: http.client.HTTPResponse, failed: threading.Event, seen: Seen, place: str) -> str | None:
    """The place from which to go on when the stream ends, or has sent so many events. None if nothing follows the last event."""
    if answer.status == 204:
        return None
    assert answer.status == 200, answer.read()
    for line in takewhile(lambda _: not failed.is_set(), answer):
        name, _, value = line.decode().strip().partition(": ")
        if name == "id":
            place = value
        elif name == "data":
            event = json.loads(value)
            seen.followed.append((event["version"], event["hash"]))
            if event["version"] % EVENTS == 0:
                break
    return place


@contextmanager
def crowd(*ports: Sequence[int]) -> Iterator[list[Seen]]:
    """During the block, a player for each of these lists of ports plays tables, and each table has a follower. All must end well: then
    every acknowledged event is in the stream, and the stream has no gap.
    """
    over, failed, tables, followers = threading.Event(), threading.Event(), list[Seen](), list["Future[None]"]()
    with ThreadPoolExecutor(64) as pool:

        def begin(places: Sequence[int], seen: Seen) -> None:
            tables.append(seen)
            followers.append(pool.submit(follow, places, failed, seen))

        players = [pool.submit(play, places, random.Random(number), over, partial(begin, places)) for number, places in enumerate(ports)]
        try:
            yield tables
        finally:
            over.set()
        if any(player.exception() for player in players):
            failed.set()
        for each in (*players, *followers):
            each.result(60)
    for seen in tables:
        assert [version for version, _ in seen.followed] == [*range(1, len(seen.followed) + 1)]
        assert seen.acknowledged.items() <= set(seen.followed)
