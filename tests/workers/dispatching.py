"""The parts of a dispatcher on a real store, with a clock that the test sets, and tools for tests of calls to bots and webhooks."""

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from typing import Any

from redis import Redis

from events.access.api_keys import ApiKeys
from events.access.seat_tokens import SeatTokens
from events.archive.archive import archive_at
from events.archive.marked_place import StoredPlaceId
from events.feed.consumer_group import ConsumerGroup
from events.store.keys import new_table_id
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.tables import keyed_orders
from events.tables.handler import Handler
from events.tables.opening import Tables
from rules.registry import games
from rules.table_commands import Create, SeatRequest
from workers.calls.shares import Party
from workers.dispatcher.dispatcher import Dispatcher
from workers.dispatcher.feed_consumer import GROUP
from workers.dispatcher.kinds import party_of
from workers.dispatcher.parts import DispatcherParts, Listener, Make, dispatcher_parts
from workers.jobs.parked import ParkedJobs
from workers.jobs.parts import IN_MEMORY, WorkerParts
from workers.jobs.queues import Jobs
from workers.jobs.tasks import TASKS
from workers.outgoing.client import Outgoing
from workers.outgoing.signing import Secret, new_secret
from workers.webhooks import backlog, retry, subscription
from workers.webhooks.registry import Webhook

HERE = ip_network("127.0.0.0/8")
SECRET = new_secret(b"0123456789abcdef" * 2)
WEBHOOKS: Mapping[str, Make] = {"lane": subscription.run, "retry": retry.run, "backlog": backlog.run}
"""The kinds of calls for webhooks."""


class Clock:
    """A clock that stands still until the test moves it."""

    def __init__(self) -> None:
        self.time = datetime.now(UTC).replace(microsecond=0)

    def __call__(self) -> datetime:
        return self.time

    def go_on(self, **span: float) -> None:
        self.time += timedelta(**span)

    def monotonic(self) -> float:
        """Seconds of a monotonic clock that stands still, too: no time slice ends because the machine is slow."""
        return self.time.timestamp()


@contextmanager
def desk_on(url: str, now: Callable[[], datetime], monotonic: Callable[[], float] = time.monotonic) -> Iterator[DispatcherParts]:
    """The parts of a dispatcher that may call this machine, without jitter."""
    client = connect(url)
    archive = archive_at(IN_MEMORY, StoredPlaceId(client))
    handler = Handler(Tables(RedisStore(client, archive=archive), games(), now), os.urandom)
    jobs, parked = Jobs(client, TASKS), ParkedJobs(client)
    tools = WorkerParts(client=client, handler=handler, jobs=jobs, parked=parked, monotonic=monotonic, archive=archive)
    try:
        yield dispatcher_parts(tools, Outgoing((HERE,)), SeatTokens(bytes(32)), lambda: 0.0)
    finally:
        client.close()


def create_table(parts: DispatcherParts, *names: str) -> str:
    """Create a table for people with these names, which starts at once."""
    table = new_table_id(os.urandom(17))
    seats = tuple(SeatRequest(kind="human", name=name) for name in names or ("Ada", "Grace"))
    parts.worker.handler.create(keyed_orders.create(table, "dicy-cards", Create(options={}, seats=seats)), "dicy-cards")
    return table


def play(parts: DispatcherParts, table: str, moves: int = 1) -> None:
    """Let built-in players make the next decisions."""
    for _ in range(moves):
        loaded = parts.worker.tables.open(table)
        seat = loaded.table.owing[0]
        holder = keyed_orders.Holder(seat, loaded.table.seats[seat].taken)
        parts.worker.handler.execute(keyed_orders.substitute(table, holder, loaded.table.decisions[seat], "random"))


def an_owner(client: Redis, id: str = "owner001") -> str:
    """Create an API key; return its id."""
    ApiKeys(client).mint("tests", None, id=id, secret="s" * 32, created_at="2026-01-01T00:00:00Z")
    return id


def webhook(parts: DispatcherParts, url: str, *types: str, id: str = "whk_1", table: str | None = None, secret: str = SECRET) -> Webhook:
    """Register a webhook now."""
    made = Webhook(
        id=id,
        owner=an_owner(parts.worker.client),
        url=url,
        types=types or ("*",),
        table=table,
        secrets=(Secret(secret),),
        created_at=parts.now().isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    )
    assert parts.webhooks.add(made)
    return made


def dispatcher(
    parts: DispatcherParts,
    kinds: Mapping[str, Make] = WEBHOOKS,
    listeners: Sequence[Listener] = (subscription.wanted_calls,),
    name: str = "one",
    party_of: Callable[[DispatcherParts, str, str], Party] = party_of,
    **more: Any,
) -> Dispatcher:
    return Dispatcher(parts, ConsumerGroup(parts.worker.client, GROUP, name), name, kinds, listeners, party_of, **more)


@contextmanager
def running(one: Dispatcher) -> Iterator[None]:
    """Run a dispatcher for the block."""
    stop = threading.Event()
    thread = threading.Thread(target=one.run, args=(stop.is_set,))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def make_due(parts: DispatcherParts, kinds: Mapping[str, Make] = WEBHOOKS) -> int:
    """Make the due calls, one after the other, as a dispatcher does; return their number."""
    some = parts.schedule.take(parts.now(), 60_000, 1_000, os.urandom(4).hex())
    for taken in some:
        due = kinds[taken.call.kind](parts, *taken.call.ids)
        if due is None:
            parts.schedule.done(taken)
        else:
            parts.schedule.again(taken, due)
    return len(some)
