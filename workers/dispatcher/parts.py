"""The parts that every outgoing call works with. A dispatcher creates them once; clock and randomness enter here only."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from events.access.seat_tokens import SeatTokens
from events.store.event_store import FeedEntry
from workers.bots.registry import Bots
from workers.calls.schedule import Call, Schedule
from workers.jobs.parts import WorkerParts
from workers.outgoing.client import Outgoing
from workers.webhooks.deliveries import Deliveries
from workers.webhooks.pausing import Failures
from workers.webhooks.reading import TableReader
from workers.webhooks.registry import Webhooks
from workers.webhooks.sending import Sender


@dataclass(frozen=True, slots=True, kw_only=True)
class DispatcherParts:
    """The parts of a worker, and the registries, logs and clients for outgoing calls."""

    worker: WorkerParts
    outgoing: Outgoing
    tokens: SeatTokens
    bots: Bots
    webhooks: Webhooks
    deliveries: Deliveries
    sender: Sender
    reader: TableReader
    schedule: Schedule
    chance: Callable[[], float]
    """A number from 0.0 up to 1.0, for the jitter of retries."""

    @property
    def now(self) -> Callable[[], datetime]:
        """The time of day."""
        return self.worker.tables.now


Make: TypeAlias = Callable[..., datetime | None]
"""Makes a call, with the parts and the call's ids. Returns when to make it again; None if it is done. It may run twice."""

Listener: TypeAlias = Callable[[DispatcherParts, FeedEntry], Iterable[Call]]
"""Returns the calls that a feed entry causes, to be made at once."""


def dispatcher_parts(worker: WorkerParts, outgoing: Outgoing, tokens: SeatTokens, chance: Callable[[], float]) -> DispatcherParts:
    """The parts of a dispatcher that works with the store and the tables of `worker`. `chance` returns numbers from 0.0 up to 1.0."""
    client, now = worker.client, worker.tables.now
    webhooks, deliveries = Webhooks(client), Deliveries(client)
    return DispatcherParts(
        worker=worker,
        outgoing=outgoing,
        tokens=tokens,
        bots=Bots(client),
        webhooks=webhooks,
        deliveries=deliveries,
        sender=Sender(
            outgoing=outgoing,
            webhooks=webhooks,
            deliveries=deliveries,
            failures=Failures(client),
            now=now,
            chance=chance,
            counts=worker.counts,
        ),
        reader=TableReader(worker.tables),
        schedule=Schedule(client),
        chance=chance,
    )
