"""Room for what is new: whether the store has memory left for it, and whether the client creates and runs no more tables than it may.

What is refused here is new: a request that comes again is recognised before, and gets its first answer.
"""

from contextlib import suppress
from datetime import timedelta
from functools import partial

from events.store.event_store import StoreUnavailable
from service.http.charging import charge, looking, refuse_more_creations
from service.http.problems import Problem
from service.wiring import wired


def refuse_if_full() -> None:
    """Before something is created that stays. Raises the problem `store-full` if the store is nearly full."""
    with suppress(StoreUnavailable):  # the route finds out for itself
        if wired().memory().full:
            raise Problem("store-full", "The store is nearly full: nothing new is created now. Running games go on.")


def refuse_without_room(table: str, creator: str) -> None:
    """Before this table is created for the creator by the request's client. One that is there already is not created: the request is a
    repeated one.

    Raises the problems `too-many-tables-running` and `too-many-tables-created`.
    """
    exists = partial(wired().tables.exists, table)
    if not _is_room(creator) and not exists():
        raise _too_many("that you have created", "finish one, or leave it")
    refuse_more_creations(exists)


def refuse_more_running(creator: str) -> None:
    """Before a game starts that this creator's table has waited for: raises the problem `too-many-tables-running` if it has no room."""
    if not _is_room(creator):
        raise _too_many("of whoever has created this one", "it can start when one of them has ended")


def _is_room(creator: str) -> bool:
    limits = wired().settings.limits
    count = wired().lobby.running(creator, limits.tables_running, timedelta(seconds=limits.unstarted_counted))
    if count.looked_at:
        charge(looking(count.looked_at))
    return count.running < limits.tables_running


def _too_many(whose: str, what: str) -> Problem:
    limit = wired().settings.limits.tables_running
    detail = f"{limit} tables {whose} are being played or were created a moment ago, which is as many as may be: {what}."
    return Problem("too-many-tables-running", detail)
