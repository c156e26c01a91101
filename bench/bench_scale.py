"""What tables and moves cost each part of the service: the figures from which docs/scale.md computes.

Prints, for each game, the bytes that a running and a finished table take in the store, and the CPU to read one for new lists; then the CPU
of the store and of a worker for a move, of each reader of the feed for the entry of a move, and of web processes for a move and a view,
with their memory and connections. `python -m bench.bench_scale [TABLES]`, 30 tables of each game by default.
"""

import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import psutil
from redis import Redis

from bench.automatic import GAMES
from bench.bench_moves import CONNECTIONS, ROUND_SECONDS, MovingClient, per_second
from bench.serving import Connection, store, web
from events.feed.consumer_group import ConsumerGroup
from events.projections.generations import Generations
from events.projections.projector import Projector
from events.projections.rebuild import rebuild
from events.store.keys import PARTITIONS, feed_key, new_table_id
from events.store.levels import CLIENT_NAME
from events.tables import keyed_orders
from events.tables.keyed_orders import Holder
from events.tables.opening import LoadedTable
from events.timestamps import now
from rules.table_commands import Create, SeatRequest
from tests.workers.dispatching import desk_on
from workers.dispatcher.feed_consumer import FeedConsumer
from workers.dispatcher.kinds import LISTENERS
from workers.dispatcher.parts import DispatcherParts
from workers.feed.reactor import Reactor


class Sizes(NamedTuple):
    """Events of a finished table, and bytes of a table half way through its game and at its end."""

    events: float
    running: float
    finished: float


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    for game in GAMES:
        with store() as url, desk_on(url, now) as parts:
            _warm_up(parts, game)
            events, running, finished = _sizes(parts, game, count)
            listed, read_ms = _of_lists(parts, count)
            print(f"{game}: {events:.0f} events; bytes: running {running:.0f}, finished {finished:.0f}, in the lists {listed:.0f}")
            print(f"  {(finished + listed) / events:.0f} bytes an event of a finished table, all included")
            print(f"  rebuilding the lists takes {read_ms:.1f} ms CPU a table")
    with store() as url, desk_on(url, now) as parts:
        _print_costs(parts, count)
    with store() as url, web("service.app:create_app()", url) as port:
        _print_costs_of_web(url, port)


def _warm_up(parts: DispatcherParts, game: str) -> None:
    """Make what a store holds once: scripts, connections, empty lists."""
    _play(parts, _create(parts, game))
    rebuild(parts.worker.tables, Generations(parts.worker.client), lambda _done, _of: None)


def _sizes(parts: DispatcherParts, game: str, count: int) -> Sizes:
    client, empty = parts.worker.client, _used(parts.worker.client)
    events = [_play(parts, _create(parts, game)).table.version for _ in range(count)]
    finished = (_used(client) - empty) / count
    before, half = _used(client), statistics.mean(events) / 2
    for _ in range(count):
        _play(parts, _create(parts, game), lambda loaded: loaded.table.version >= half)
    return Sizes(statistics.mean(events), (_used(client) - before) / count, finished)


def _used(client: Redis) -> int:
    """Bytes that the store uses, without feeds: those are trimmed soon."""
    client.delete(*map(feed_key, PARTITIONS))
    return int(client.info("memory")["used_memory_dataset"])


def _create(parts: DispatcherParts, game: str) -> LoadedTable:
    """A table for people, with as many seats as are usual."""
    table = new_table_id(os.urandom(17))
    seats = tuple(SeatRequest(kind="human", name=f"Player {number}") for number in range(min(3, max(GAMES[game].seats))))
    return parts.worker.handler.create(keyed_orders.create(table, game, Create(options={}, seats=seats)), game).loaded


def _play(parts: DispatcherParts, loaded: LoadedTable, over: Callable[[LoadedTable], bool] = lambda _: False) -> LoadedTable:
    """The table after the moves that built-in players would make, until it is over or finished."""
    chance = random.Random(loaded.id)
    while loaded.table.status == "playing" and not over(loaded):
        seat = chance.choice(loaded.table.owing)
        holder = Holder(seat, loaded.table.seats[seat].taken)
        order = keyed_orders.move(loaded.id, holder, _move(loaded, seat), loaded.table.decisions[seat])
        loaded = parts.worker.handler.execute(order, loaded).loaded
    return loaded


def _move(loaded: LoadedTable, seat: int) -> object:
    """The best move by the game's quick level of players."""
    ranked = loaded.game.players["greedy"].rank
    assert ranked is not None
    return ranked(loaded.table.play, seat)[0].command


def _of_lists(parts: DispatcherParts, count: int) -> tuple[float, float]:
    """Bytes of a table in the lists, and ms of CPU to rebuild them from its log, half of the tables finished."""
    before, began = _used(parts.worker.client), time.process_time()
    rebuild(parts.worker.tables, Generations(parts.worker.client), lambda _done, _of: None)
    seconds = time.process_time() - began
    return (_used(parts.worker.client) - before) / (2 * count), seconds / (2 * count) * 1000


def _print_costs(parts: DispatcherParts, count: int) -> None:
    client, generations = parts.worker.client, Generations(parts.worker.client)
    rebuild(parts.worker.tables, generations, lambda _done, _of: None)
    started, began = _store_cpu(client), time.process_time()
    for _ in range(count):
        _play(parts, _create(parts, "dicy-cards"))
    entries = sum(client.xlen(feed_key(partition)) for partition in PARTITIONS)
    cpu, at_store = (time.process_time() - began) / entries, (_store_cpu(client) - started) / entries
    print(
        f"a move of a built-in player: {cpu * 1e6:.0f} us CPU of its worker, and {at_store * 1e6:.0f} us of the store, over {entries} moves"
    )
    group = ConsumerGroup(client, "reactor", "one")
    reactor = Reactor(parts.worker, group)
    dispatching = FeedConsumer(parts, ConsumerGroup(client, "dispatcher", "one"), LISTENERS)
    ends = dict.fromkeys(PARTITIONS, "0-0")
    projector = Projector(parts.worker.tables, generations, sleep=lambda _: None)
    readers: dict[str, Callable[[], bool]] = {
        "web process": lambda: _follow(parts, ends),
        "reactor": lambda: _react(reactor),
        "dispatcher": lambda: _dispatch(dispatching),
        "projector": lambda: _project(projector, parts, generations),
    }
    for name, step in readers.items():
        store_before, began = _store_cpu(client), time.process_time()
        while step():
            pass
        cpu, at_store = (time.process_time() - began) / entries, (_store_cpu(client) - store_before) / entries
        print(f"{name}: {cpu * 1e6:.1f} us CPU an entry, and {at_store * 1e6:.1f} us at the store")


def _print_costs_of_web(url: str, port: int) -> None:
    clients = [MovingClient(port) for _ in range(CONNECTIONS)]
    print(f"a move: {_web_ms(clients):.2f} ms CPU of web processes")
    print(f"a view: {_web_ms([partial(Connection(port).request, b'GET', client.table) for client in clients]):.2f} ms CPU of web processes")
    with Redis.from_url(url) as client:
        connections = sum(found["name"] == CLIENT_NAME for found in client.client_list())
    memory = max(process.memory_full_info().uss for process in _web_processes())
    print(f"web processes: {connections} connections to the store in all with {CONNECTIONS} clients, {memory / 1e6:.0f} MB of one")


def _web_ms(crowd: Sequence[Callable[[], object]]) -> float:
    """Milliseconds of CPU of web processes for one request."""
    per_second(crowd)  # warms up
    began = _web_cpu()
    requests = sum(per_second(crowd) for _ in range(3)) * ROUND_SECONDS
    return (_web_cpu() - began) / requests * 1000


def _web_processes() -> list[psutil.Process]:
    return [process for process in psutil.Process().children(recursive=True) if process.name().startswith(("python", "gunicorn"))]


def _web_cpu() -> float:
    """Seconds of CPU that the web processes have used."""
    return sum(sum(process.cpu_times()[:2]) for process in _web_processes())


def _follow(parts: DispatcherParts, ends: dict[str, str]) -> bool:
    """Read the next entries as the hub of a web process does that has no stream of these tables. Returns whether there were any."""
    found: Sequence[object] = ()
    for entry in (found := parts.worker.tables.store.follow(ends, 0)):
        ends[entry.partition] = entry.id
    return bool(found)


def _react(reactor: Reactor) -> bool:
    before = len(reactor._processed)
    reactor.follow(0)
    return len(reactor._processed) > before


def _dispatch(consumer: FeedConsumer) -> bool:
    consumed = consumer.consume(0)
    consumer.done(consumed)
    return bool(consumed)


def _project(projector: Projector, parts: DispatcherParts, generations: Generations) -> bool:
    projector.step(0)
    position = generations.current()
    return position is None or position.checkpoints != parts.worker.tables.store.feed_ends()


def _store_cpu(client: Redis) -> float:
    """Seconds of CPU that the store has used."""
    facts = client.info("cpu")
    return float(facts["used_cpu_user"]) + float(facts["used_cpu_sys"])


if __name__ == "__main__":
    main()
