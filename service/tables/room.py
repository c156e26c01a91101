"""Refuses new tables when the store is nearly full or the client has reached its limits.

A repeated request is recognised earlier and gets its first answer.
"""

from contextlib import suppress
from datetime import timedelta
from functools import partial

from events.store.event_store import StoreUnavailable
from service.http.charging import charge, looking, refuse_more_creations
from service.http.problems import Problem
from service.wiring import web_parts


def refuse_if_full() -> None:
    """Call this before creating anything that stays in the store. Raises the problem `store-full`."""
    with suppress(StoreUnavailable):  # the route reports this itself
        if web_parts().memory().full:
            raise Problem("store-full", "The store is nearly full: nothing new is created now. Running games go on.")


def refuse_without_room(table: str, creator: str) -> None:
    """Call this before creating this table for the creator. It refuses nothing if the table exists already: the request is a repeated one.
    repeated one.

    Raises the problems `too-many-tables-running` and `too-many-tables-created`.
    """
    exists = partial(web_parts().tables.exists, table)
    if not _is_room(creator) and not exists():
        raise _too_many("that you have created", "finish one, or leave it")
    refuse_more_creations(exists)


def refuse_more_running(creator: str) -> None:
    """Call this before starting the game of an existing table of this creator. Raises the problem `too-many-tables-running`."""
    if not _is_room(creator):
        raise _too_many("of whoever has created this one", "it can start when one of them has ended")


def _is_room(creator: str) -> bool:
    limits = web_parts().settings.limits
    count = web_parts().lobby.running(creator, limits.tables_running, timedelta(seconds=limits.unstarted_counted))
    if count.looked_at:
        charge(looking(count.looked_at))
    return count.running < limits.tables_running


def _too_many(whose: str, what: str) -> Problem:
    limit = web_parts().settings.limits.tables_running
    detail = f"{limit} tables {whose} are being played or were created a moment ago, which is as many as may be: {what}."
    return Problem("too-many-tables-running", detail)
