"""What a request costs its client beside the one unit that every request costs, and what else it counts for.

A route charges before it does the work, as soon as it knows how much that will be. The costs stand in the contract ("Rate limits") and in
docs/limits.md.
"""

from collections.abc import Callable
from math import ceil
from typing import Final

from flask import g

from events.tables.handler import Answer
from service.http.problems import Problem
from service.wiring import wired

EVENTS: Final = 100
"""Events read and folded for one unit."""
EXPORTED: Final = 10
"""Events for one unit that a worker checks, folds and writes into a file."""
ITEMS: Final = 20
"""Items of a list for one unit."""
FOUND: Final = 1000
"""Deliveries for one unit that are looked through for those in one state."""
TABLES: Final = 50
"""Tables that are looked at for one unit."""
BYTES: Final = 100_000
"""Bytes of a file for one unit."""
CREATING: Final = 4
ASKING: Final = 4
"""For a job of a built-in player."""


def charge(units: int) -> None:
    """Count so many more units for the request's client; the answer's headers show what is left. Raises the problem `rate-limited`."""
    if units > 0:
        asked = g.asked
        asked.quota = quota = wired().rate_limit.count(asked.client, asked.own_limit, units)
        if not quota.allowed:
            raise limited(quota.limit, quota.window)


def limited(limit: int, window: int) -> Problem:
    """The problem `rate-limited`."""
    return Problem("rate-limited", f"More than {limit} units in {window} seconds.")


def reading(events: int) -> int:
    """The cost of reading so many events."""
    return ceil(events / EVENTS)


def exporting(events: int) -> int:
    """The cost of a file of so many events."""
    return ceil(events / EXPORTED)


def listing(items: int) -> int:
    """The cost of a page of so many items: the first ones are part of the request."""
    return ceil(items / ITEMS) - 1


def searching(deliveries: int) -> int:
    """The cost of finding those in one state in a log of so many deliveries."""
    return ceil(deliveries / FOUND)


def redelivering(deliveries: int) -> int:
    """The cost of finding out which of so many deliveries were missed, and of sending these again."""
    return ceil(deliveries / ITEMS)


def looking(tables: int) -> int:
    """The cost of finding out which of so many tables still run."""
    return ceil(tables / TABLES)


def sending(size: int) -> int:
    """The cost of a file of so many bytes."""
    return ceil(size / BYTES)


def refuse_more_creations(exists: Callable[[], bool]) -> None:
    """Raises the problem `too-many-tables-created` if the request's client has created as many in this hour as it may. A table that
    `exists` (asked only then) is not created: the request is a repeated one.
    """
    quota = wired().creations.count(g.asked.client, units=0)
    if not quota.remaining and not exists():
        detail = f"You have created {quota.limit} tables, as many as one client may in {quota.window} seconds."
        raise Problem("too-many-tables-created", detail, headers={"Retry-After": str(quota.reset)})


def count_creation(answer: Answer) -> None:
    """Count the table in this hour for the request's client, if the answer is not one that was given before."""
    if not answer.replayed:
        wired().creations.count(g.asked.client)


def refuse_more_seats(table: str) -> None:
    """Raises the problem `too-many-seats-taken` if the request's client has sat down at the table as often in this hour as it may: whoever
    sits down and leaves again and again keeps others from it.
    """
    quota = wired().sittings.count(_at(table), units=0)
    if not quota.remaining:
        detail = f"You have taken {quota.limit} seats at this table, as many as one client may in {quota.window} seconds."
        raise Problem("too-many-seats-taken", detail, headers={"Retry-After": str(quota.reset)})


def count_seat(answer: Answer) -> None:
    """Count the seat in this hour for the request's client at the table, if the answer is not one that was given before."""
    if not answer.replayed:
        wired().sittings.count(_at(answer.opened.id))


def _at(table: str) -> str:
    """The request's client at a table."""
    return f"{g.asked.client} {table}"


def count_job(job: str) -> None:
    """Count a job that is about to be asked for among those of the request's client that wait. Raises the problem `too-many-jobs`."""
    waiting = wired().waiting
    if not waiting.admits(g.asked.client, job):
        detail = f"{waiting.most} jobs that you have asked for are not done yet, as many as one client may have."
        raise Problem("too-many-jobs", detail)
