"""A webhook with more to tell than it may have pending."""

from tests.workers.dispatching import Clock, create_table, make_due
from workers.calls.schedule import Call
from workers.dispatcher.parts import DispatcherParts
from workers.webhooks.waiting import Waiting

HOOK = "whk_1"
PENDING = 10


def tables(parts: DispatcherParts, count: int) -> list[str]:
    """New tables with events for the webhook."""
    created_table = [create_table(parts) for _ in range(count)]
    for table in created_table:
        parts.schedule.request(Call("lane", (HOOK, table)), parts.now())
    return created_table


def work(parts: DispatcherParts, clock: Clock, minutes: int = 1) -> None:
    """Make all calls that are due during this time."""
    for _ in range(minutes * 6):
        make_due(parts)
        clock.go_on(seconds=10)


def why(parts: DispatcherParts) -> str | None:
    known = parts.webhooks.find(HOOK)
    assert known is not None
    return None if known.paused is None else known.paused.reason


def waiting(parts: DispatcherParts) -> int:
    return Waiting(parts.worker.client).count(HOOK)
