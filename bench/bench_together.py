"""Eight seats answer each roll within 50 ms, 200 rolls: is every answer accepted, and how long does it take?

Whole tables of Dice Cards on the shipped configuration. Every seat has a connection of its own, knows its legal moves before, and marks if
it can. Prints how many answers were refused, how many scripts the store ran for all requests, and how long an answer took; targets: none
refused, 99 % within 150 ms. `python -m bench.bench_together [ROLLS]`
"""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from random import Random
from typing import Any, NamedTuple

from redis import Redis

from bench.automatic import create_table
from bench.serving import Connection, store, web

SEATS = 8
WITHIN = 0.05
"""Seconds in which all seats answer."""
TABLE = {"game": "dice-cards", "seats": [{"kind": "human"}] * SEATS}
TARGET_MS = 150


class Answered(NamedTuple):
    """Milliseconds that an answer took, and what was wrong with it (empty: nothing)."""

    ms: float
    refusal: str


class Player:
    """A seat at a table, with a connection of its own."""

    def __init__(self, port: int, chance: Random) -> None:
        self._connection, self._chance = Connection(port), chance

    def sit(self, table: str, token: str) -> None:
        self._path, self._token = f"/v1/tables/{table}/moves", token

    def choose(self) -> None:
        """Choose a move among the legal ones: any but the last, which strikes the roll, if there is one."""
        moves = json.loads(self._connection.request(b"GET", self._path, token=self._token))["moves"]
        self._move = json.dumps(self._chance.choice(moves[:-1] or moves)).encode() if moves else b""

    def answer(self, starts: float) -> Answered:
        """Send the chosen move at some time within `WITHIN` after `starts`."""
        time.sleep(max(0.0, starts + self._chance.uniform(0, WITHIN) - time.perf_counter()))
        sent, refusal = time.perf_counter(), ""
        try:
            self._connection.request(b"POST", self._path, self._move, self._token)
        except RuntimeError as refused:
            refusal = str(refused)
        return Answered((time.perf_counter() - sent) * 1000, refusal)


def main() -> None:
    rolls = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with store() as url, web("service.app:create_app()", url) as port, ThreadPoolExecutor(SEATS) as pool, Redis.from_url(url) as redis:
        answered = list(_rolls(port, pool, rolls))
        calls = redis.info("commandstats")["cmdstat_evalsha"]["calls"]
    refused = [answer.refusal for answer in answered if answer.refusal]
    times = sorted(answer.ms for answer in answered)
    slow = times[len(times) * 99 // 100]
    print(f"{len(answered)} answers to {rolls} rolls, {len(refused)} refused; {calls} scripts in the store")
    print(f"median {times[len(times) // 2]:.0f} ms, 99 % within {slow:.0f} ms (target: {TARGET_MS}), at most {times[-1]:.0f} ms")
    for refusal in refused[:10]:
        print(f"  {refusal}")
    sys.exit(bool(refused) or slow > TARGET_MS)


def _rolls(port: int, pool: ThreadPoolExecutor, rolls: int) -> Iterator[Answered]:
    """The answers to so many rolls, at as many tables as they need. What precedes the rolls of a table is played, but not counted."""
    players, left = [Player(port, Random(seat)) for seat in range(SEATS)], rolls
    with closing(Connection(port)) as watching:
        while left:
            created = create_table(watching, TABLE)
            path = f"/v1/tables/{created['view']['table']}"
            _seat(created, players)
            while left and (view := json.loads(watching.request(b"GET", path)))["status"] == "playing":
                answers = _round(pool, [players[owed["seat"]] for owed in view["owed"]])
                if view["state"]["phase"] == "rolling":
                    left -= 1
                    yield from answers


def _seat(created: Any, players: Sequence[Player]) -> None:
    for seat, player in enumerate(players):
        player.sit(created["view"]["table"], created["tokens"][str(seat)])


def _round(pool: ThreadPoolExecutor, players: Sequence[Player]) -> list[Answered]:
    """All these players choose, and then answer together."""
    list(pool.map(Player.choose, players))
    starts = time.perf_counter() + 0.02
    return list(pool.map(Player.answer, players, [starts] * len(players)))


if __name__ == "__main__":
    main()
