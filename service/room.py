"""Room for what is new: whether the store has memory left for it, and whether the client creates and runs no more tables than it may.

What is refused here is new: a request that comes again is recognised before, and gets its first answer.
"""

from collections.abc import Callable
from contextlib import suppress

from events.store import StoreUnavailable
from service.charging import refuse_more_creations
from service.problems import Problem
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

    def exists() -> bool:
        return bool(wired().tables.store.read(table, 0, 1))

    _refuse_more_running(exists, creator)
    refuse_more_creations(exists)


def _refuse_more_running(exists: Callable[[], bool], creator: str) -> None:
    limit = wired().settings.limits.tables_running
    if wired().lobby.running(creator, limit) < limit or exists():
        return
    detail = f"{limit} tables that you have created are open or being played, which is as many as may be: finish one, or leave it."
    raise Problem("too-many-tables-running", detail)
