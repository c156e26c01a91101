"""Many archived tables beside running ones: memory of the store, latency of a move, and of a view of an archived table.

Plays some games, copies them under other ids and archives the copies. Prints also how long rebuilding the lists takes for each table.
`python -m bench.bench_archive [FINISHED] [RUNNING]`, by default 100,000 and 2,000.
"""

import argparse
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.automatic import GAMES
from bench.bench_moves import MovingClient
from bench.bench_scale import _create, _play, _used
from bench.serving import Connection, store, web
from events.projections.generations import Generations
from events.projections.rebuild import rebuild
from events.store.keys import new_table_id
from events.store.whole_table import WholeTable
from events.tables.envelope import NO_HASH, read_line, write_line
from events.tables.opening import Tables
from events.timestamps import epoch_ms, now
from rules.registry import games
from tests.workers.dispatching import desk_on
from workers.dispatcher.parts import DispatcherParts
from workers.jobs.parts import WorkerParts, worker_parts
from workers.jobs.tasks import TASKS

FEW, SAMPLES, PLAYED, AT_ONCE = 10, 500, 10, 200


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("finished", type=int, nargs="?", default=100_000)
    options.add_argument("running", type=int, nargs="?", default=2_000)
    chosen = options.parse_args()
    finished, running = chosen.finished, chosen.running
    with (
        TemporaryDirectory() as folder,
        store() as url,
        desk_on(url, now) as desk,
        web("service.app:create_app()", url, ROLLSTREAM_EXPORTS_URL=folder) as port,
        store() as small_url,
        web("service.app:create_app()", small_url) as small_port,
    ):
        wholes = [_played(desk, game) for game in GAMES for _ in range(PLAYED)]
        clients = _running(port, running)
        parts = worker_parts(url, games(), TASKS, folder)
        _rebuilt(parts)
        before = _used(parts.client)
        archived = _archived(url, folder, wholes, finished)
        read_ms = _rebuilt(parts) / (finished + running) * 1000
        sizes = [path.stat().st_size for path in Path(folder).rglob("*.zst")]
        memory = (_used(parts.client) - before) / finished
        print(f"each archived table: {memory:.0f} bytes of the store, {statistics.mean(sizes):.0f} in its file")
        print(f"rebuilding the lists takes {read_ms:.1f} ms a table")
        small = [MovingClient(small_port) for _ in range(FEW)]
        _print_moves({f"{FEW} running tables": small, f"{running} running tables, {finished} archived": random.sample(clients, FEW)})
        _print_views(port, random.sample(archived, min(SAMPLES, finished)))


def _played(desk: DispatcherParts, game: str) -> WholeTable:
    """A finished table, which leaves the store."""
    tables = desk.worker.tables
    loaded = _play(desk, tables.open(_create(desk, game).id))  # with its secret, which is revealed at the end
    whole = tables.store.read_whole(loaded.id)
    assert whole is not None
    tables.store.remove(loaded.id, 0)
    return whole


def _running(port: int, count: int) -> Sequence[MovingClient]:
    """Tables in progress, each with a few moves, on a few connections."""
    connections = [Connection(port) for _ in range(FEW)]
    clients = [MovingClient(port, connections[number % FEW]) for number in range(count)]
    for client in clients:
        for _ in range(4):
            client()
    return clients


def _archived(url: str, folder: str, wholes: Sequence[WholeTable], count: int) -> Sequence[str]:
    """The ids of archived copies of these tables."""
    began, done = time.monotonic(), list[str]()
    work = [AT_ONCE] * (count // AT_ONCE) + [count % AT_ONCE]
    with Pool(os.cpu_count()) as pool:
        for tables in pool.imap_unordered(partial(_archive_copies, url, folder, wholes), work):
            done += tables
            print(f"{len(done)} of {count} archived, {(time.monotonic() - began) / max(1, len(done)) * 1000:.1f} ms each", file=sys.stderr)
    return done


def _archive_copies(url: str, folder: str, wholes: Sequence[WholeTable], count: int) -> Sequence[str]:
    parts, done = worker_parts(url, games(), TASKS, folder), list[str]()
    for _ in range(count):
        table = new_table_id(os.urandom(17))
        assert parts.tables.store.put_back(_copy(parts.tables, random.choice(wholes), table), epoch_ms(now())) == "stored"
        assert parts.archiving.archive(table)
        done.append(table)
    return done


def _copy(tables: Tables, whole: WholeTable, table: str) -> WholeTable:
    """The same game under another id. Its dice do not verify any more."""
    lines, head = list[bytes](), NO_HASH
    for line in whole.lines:
        one = read_line(line)
        shown = ("version", "type", "schema", "seat", "at", "decision", "data")
        made = write_line(head, {"table": table, **{name: getattr(one, name) for name in shown}}, one.key)
        head = made.hash
        lines.append(made.plain(table, one.version))
    assert whole.snapshot is not None
    codec = next(codec for codec in tables.codecs.values() if codec.thaw(whole.table, whole.snapshot) is not None)
    state = codec.thaw(whole.table, whole.snapshot)
    assert state is not None
    return whole._replace(table=table, lines=lines, snapshot=codec.freeze(table, head, state))


def _rebuilt(parts: WorkerParts) -> float:
    """Seconds of this process that new lists took."""
    began = time.process_time()
    rebuild(parts.tables, Generations(parts.client), lambda _done, _of: None)
    return time.process_time() - began


def _print_moves(stores: Mapping[str, Sequence[MovingClient]]) -> None:
    """The moves of both stores in turn, so that other work on the machine disturbs them alike."""
    times: Mapping[str, list[float]] = {what: [] for what in stores}
    for clients in stores.values():
        for client in clients:
            client.reconnect()
    for _ in range(SAMPLES // FEW):
        for what, clients in stores.items():
            times[what] += _times(clients)
    for what, measured in times.items():
        print(f"a move with {what}: {_quantiles(measured)}")


def _print_views(port: int, tables: Sequence[str]) -> None:
    connection = Connection(port)
    for name, path in (
        ("view", "/v1/tables/{}"),
        ("view at a version", "/v1/tables/{}?at=9"),
        ("events", "/v1/tables/{}/events?limit=100"),
    ):
        times = _times([partial(connection.request, b"GET", path.format(table)) for table in tables])
        print(f"first {name} of an archived table: {_quantiles(times)}" if name == "view" else f"{name} of one: {_quantiles(times)}")


def _times(requests: Sequence[Callable[[], object]]) -> Sequence[float]:
    times = []
    for request in requests:
        began = time.perf_counter()
        request()
        times.append(time.perf_counter() - began)
    return times


def _quantiles(times: Sequence[float]) -> str:
    return f"median {statistics.median(times) * 1000:.1f} ms, p95 {statistics.quantiles(times, n=20)[-1] * 1000:.1f} ms"


if __name__ == "__main__":
    main()
