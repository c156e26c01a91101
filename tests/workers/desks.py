"""Desks to test: on a real store, with a clock that the test sets, and what the tests of bots' and webhooks' calls have in common."""

import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from typing import Any

from redis import Redis

from events import orders
from events.access import ApiKeys
from events.connection import connect
from events.feed_group import FeedGroup
from events.handler import Handler
from events.keys import new_table_id
from events.opening import Tables
from events.redis_store import RedisStore
from events.seat_tokens import SeatTokens
from rules.registry import games
from rules.table_orders import Create, SeatRequest
from workers.dispatch.desk import Desk, Listener, Make, lay_desk
from workers.dispatch.dispatcher import Dispatcher
from workers.dispatch.hearing import GROUP
from workers.dispatch.kinds import whose
from workers.dispatch.shares import Party
from workers.outgoing.client import Outgoing
from workers.outgoing.signing import Secret, new_secret
from workers.parked import ParkedJobs
from workers.queues import Jobs
from workers.tasks import TASKS
from workers.tools import Tools
from workers.webhooks import backlog, lane, retry
from workers.webhooks.registry import Webhook

HERE = ip_network("127.0.0.0/8")
SECRET = new_secret(b"0123456789abcdef" * 2)
WEBHOOKS: Mapping[str, Make] = {"lane": lane.make, "retry": retry.make, "backlog": backlog.make}
"""The kinds of calls that webhooks need."""


class Clock:
    """A time of day that stands still until the test moves it."""

    def __init__(self) -> None:
        self.time = datetime.now(UTC).replace(microsecond=0)

    def __call__(self) -> datetime:
        return self.time

    def go_on(self, **span: float) -> None:
        self.time += timedelta(**span)


@contextmanager
def desk_on(url: str, now: Any) -> Iterator[Desk]:
    """A desk that may call this machine, without jitter."""
    client = connect(url)
    handler = Handler(Tables(RedisStore(client), games(), now), os.urandom)
    tools = Tools(client=client, handler=handler, jobs=Jobs(client, TASKS), parked=ParkedJobs(client))
    try:
        yield lay_desk(tools, Outgoing((HERE,)), SeatTokens(bytes(32)), lambda: 0.0)
    finally:
        client.close()


def lay(desk: Desk, *names: str) -> str:
    """A table for people with these names, which begins at once."""
    table = new_table_id(os.urandom(17))
    seats = tuple(SeatRequest(kind="human", name=name) for name in names or ("Ada", "Grace"))
    desk.tools.handler.create(orders.create(table, "dicy-cards", Create(options={}, seats=seats)), "dicy-cards")
    return table


def play(desk: Desk, table: str, moves: int = 1) -> None:
    """Let built-in players decide for whoever owes a decision."""
    for _ in range(moves):
        opened = desk.tools.tables.open(table)
        seat = opened.table.owing[0]
        holder = orders.Holder(seat, opened.table.seats[seat].taken)
        desk.tools.handler.execute(orders.substitute(table, holder, opened.table.decisions[seat], "random"))


def an_owner(client: Redis, id: str = "owner001") -> str:
    """The id of an API key that is there."""
    ApiKeys(client).mint("tests", None, id=id, secret="s" * 32, created_at="2026-01-01T00:00:00Z")
    return id


def webhook(desk: Desk, url: str, *types: str, id: str = "whk_1", table: str | None = None, secret: str = SECRET) -> Webhook:
    """A webhook that was registered now."""
    made = Webhook(
        id=id,
        owner=an_owner(desk.tools.client),
        url=url,
        types=types or ("*",),
        table=table,
        secrets=(Secret(secret),),
        created_at=desk.now().isoformat(timespec="milliseconds").replace("+00:00", "Z"),
    )
    assert desk.webhooks.add(made)
    return made


def dispatcher(
    desk: Desk,
    kinds: Mapping[str, Make] = WEBHOOKS,
    listeners: Sequence[Listener] = (lane.called,),
    name: str = "one",
    whose: Callable[[Desk, str, str], Party] = whose,
    **more: Any,
) -> Dispatcher:
    return Dispatcher(desk, FeedGroup(desk.tools.client, GROUP, name), name, kinds, listeners, whose, **more)


@contextmanager
def running(one: Dispatcher) -> Iterator[None]:
    """Runs a dispatcher for the length of a block."""
    stop = threading.Event()
    thread = threading.Thread(target=one.run, args=(stop.is_set,))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def make_due(desk: Desk, kinds: Mapping[str, Make] = WEBHOOKS) -> int:
    """Make the calls that are due by the desk's clock, one after the other, as a dispatcher does; how many those were."""
    some = desk.schedule.take(desk.now(), 60_000, 1_000, os.urandom(4).hex())
    for taken in some:
        due = kinds[taken.call.kind](desk, *taken.call.ids)
        if due is None:
            desk.schedule.done(taken)
        else:
            desk.schedule.again(taken, due)
    return len(some)
