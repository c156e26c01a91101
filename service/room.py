"""Room for what is new: whether the store has memory left for it, and whether the client creates and runs no more tables than it may."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from flask import request

from events.store import StoreUnavailable
from service.charging import refuse_more_creations
from service.problems import Problem
from service.wiring import wired

GROWING: Final = frozenset({"tables.create", "tables.go_on_from", "exports.ask_for_file", "bots.register", "webhooks.add"})
"""Endpoints after which the store holds more than before, for good. What goes on at a running table is none of them."""


def refuse_growth() -> None:
    """Before a request: raises the problem `store-full` if it would make the store grow that is nearly full."""
    if request.endpoint in GROWING:
        refuse_if_full()


def refuse_if_full() -> None:
    """Raises the problem `store-full` if the store is nearly full."""
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
