"""Rate-limit costs: the units that a request costs in addition to the one unit of every request, and other counts per client.

A route charges before it does the work, as soon as it knows the cost. The contract ("Rate limits") and docs/limits.md list the costs.
"""

from collections.abc import Callable
from math import ceil
from typing import Final

from events.tables.handler import Answer
from service.http.problems import Problem
from service.http.request_context import this_request
from service.wiring import web_parts

EVENTS_READ_PER_UNIT: Final = 100
"""Events that the service reads and folds for one unit."""
EVENTS_EXPORTED_PER_UNIT: Final = 10
"""Events that a worker checks, folds and writes into a file for one unit."""
ITEMS_PER_UNIT: Final = 20
"""Items of a list for one unit."""
DELIVERIES_SEARCHED_PER_UNIT: Final = 1000
"""Deliveries that are searched by state for one unit."""
TABLES_CHECKED_PER_UNIT: Final = 50
"""Tables whose state is checked for one unit."""
BYTES_PER_UNIT: Final = 100_000
"""Bytes of a file for one unit."""
UNITS_PER_TABLE: Final = 4
"""Units to create a table."""
UNITS_PER_AI_JOB: Final = 4
"""Units for a job of a built-in player."""


def charge(units: int) -> None:
    """Count more units for the request's client; the response's headers show the rest. Raises the problem `rate-limited`."""
    if units > 0:
        context = this_request()
        context.quota = quota = web_parts().rate_limit.count(context.client, context.own_limit, units)
        if not quota.allowed:
            raise limited(quota.limit, quota.window)


def limited(limit: int, window: int) -> Problem:
    """The problem `rate-limited`."""
    return Problem("rate-limited", f"More than {limit} units in {window} seconds.")


def reading(events: int) -> int:
    """The units for reading so many events."""
    return ceil(events / EVENTS_READ_PER_UNIT)


def exporting(events: int) -> int:
    """The units for exporting so many events."""
    return ceil(events / EVENTS_EXPORTED_PER_UNIT)


def listing(items: int) -> int:
    """The units for a list page of so many items, beyond the request's own unit."""
    return ceil(items / ITEMS_PER_UNIT) - 1


def searching(deliveries: int) -> int:
    """The units for finding the deliveries in one state in a log of so many."""
    return ceil(deliveries / DELIVERIES_SEARCHED_PER_UNIT)


def redelivering(deliveries: int) -> int:
    """The units for finding the missed ones among so many deliveries and for sending them again."""
    return ceil(deliveries / ITEMS_PER_UNIT)


def looking(tables: int) -> int:
    """The units for finding out which of so many tables are still running."""
    return ceil(tables / TABLES_CHECKED_PER_UNIT)


def sending(size: int) -> int:
    """The units for sending a file of so many bytes."""
    return ceil(size / BYTES_PER_UNIT)


def refuse_more_creations(exists: Callable[[], bool]) -> None:
    """Raises the problem `too-many-tables-created` if the request's client has reached its limit of tables per window.

    `exists` is called only at the limit. If the table exists already, nothing is refused: the request is a repeated one.
    """
    quota = web_parts().creations.count(this_request().client, units=0)
    if not quota.remaining and not exists():
        detail = f"You have created {quota.limit} tables, as many as one client may in {quota.window} seconds."
        raise Problem("too-many-tables-created", detail, headers={"Retry-After": str(quota.reset)})


def count_creation(answer: Answer) -> None:
    """Count the new table for the request's client, unless the answer repeats an earlier one."""
    if not answer.replayed:
        web_parts().creations.count(this_request().client)


def refuse_more_seats(table: str) -> None:
    """Raises the problem `too-many-seats-taken` if the request's client has sat down at the table as often in this hour as it may: whoever
    sits down and leaves again and again keeps others from it.
    """
    quota = web_parts().sittings.count(_at(table), units=0)
    if not quota.remaining:
        detail = f"You have taken {quota.limit} seats at this table, as many as one client may in {quota.window} seconds."
        raise Problem("too-many-seats-taken", detail, headers={"Retry-After": str(quota.reset)})


def count_seat(answer: Answer) -> None:
    """Count the seat in this hour for the request's client at the table, if the answer is not one that was given before."""
    if not answer.replayed:
        web_parts().sittings.count(_at(answer.loaded.id))


def _at(table: str) -> str:
    """The request's client at a table."""
    return f"{this_request().client} {table}"


def count_job(job: str) -> None:
    """Count a job that this request is about to queue among the client's waiting jobs. Raises the problem `too-many-jobs`."""
    waiting = web_parts().waiting
    if not waiting.admits(this_request().client, job):
        detail = f"{waiting.most} jobs that you have asked for are not done yet, as many as one client may have."
        raise Problem("too-many-jobs", detail)
