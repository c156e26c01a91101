"""`/v1/tables/{table}/rematch`: one more game for the same seats, and who has asked for it."""

from collections.abc import Iterator
from typing import Any

import msgspec
from flask import Blueprint, Response

from events.errors import BrokenLog, NotSeated, TableUnknown
from events.opening import Opened, Tables
from events.orders import Holder
from events.rematching import arrive, begin, refuse_unfinished
from events.store import Proposal, StoreUnavailable
from events.telling import tell_rematch, tell_table
from rules.game import Seat
from rules.table_orders import Sit
from service.accepting import accepted
from service.access import required_holder
from service.body import read_object
from service.body_schemas import RematchSchema
from service.event_streams import live
from service.hub import Ended, Reader
from service.metrics import count_events
from service.problems import Problem
from service.rematches import ask
from service.replies import json_reply
from service.schemas import load
from service.streams import KEEP_ALIVE, RETRY_MS
from service.wiring import wired

routes = Blueprint("rematch", __name__, url_prefix="/v1/tables/<table>/rematch")

REMATCH = RematchSchema()
KINDS = ("application/json", "text/event-stream")
FRESH = {"Cache-Control": "no-store", "Vary": "Authorization"}

SIGNS = 46
"""Signs of life after which a stream ends in which nothing has happened: ten minutes after a game, who wants another one has said so."""


@routes.post("")
def play_again(table: str) -> Response:
    holder = required_holder(table)
    wanted = load(REMATCH, read_object(optional=True))
    source = wired().tables.open(table)
    _refuse(source, holder)
    rematch, known = ask(source, holder.seat, wanted), source.rematch
    first = known is None or known.proposal.table != rematch.proposal.table or holder.seat not in known.asked
    own, came = _come(source, rematch.proposal, holder.seat, wanted)
    opened = wired().tables.open(rematch.proposal.table)
    body = {
        "seat": own.seat,
        "token": wired().tokens.issue(opened.id, own),
        "rematch": tell_rematch(rematch),
        "view": tell_table(opened, own.seat if opened.holds(*own) else None),
    }
    headers = {**FRESH, "Location": f"/v1/tables/{opened.id}"}
    return json_reply(body, 201, headers) if first or came else json_reply(body, 200, {**headers, "Idempotent-Replayed": "true"})


@routes.get("")
def watch(table: str) -> Response:
    tables = wired().tables
    opened = tables.open(table)
    refuse_unfinished(opened)
    match accepted(KINDS):
        case "application/json":
            return json_reply({"rematch": tell_rematch(opened.rematch)}, headers={"Cache-Control": "no-store", "Vary": "Accept"})
        case "text/event-stream":
            return live(table, None, lambda reader: _frames(tables, reader), "ask for application/json now and then")
        case _:
            raise Problem("not-acceptable", f"A rematch is told as {' or '.join(KINDS)}.")


def _come(source: Opened, proposal: Proposal, seat: Seat, wanted: dict[str, Any]) -> tuple[Holder, bool]:
    """Who holds this seat at the rematch once its player has come, and whether this request brought them. The game starts if it can.

    Raises the problem `rematch-left`, and as `arrive`.
    """
    handler, now = wired().handler, wired().tables.now()
    name, client_seed = source.table.seats[seat].name, wanted.get("client_seed")
    own, brought = arrive(handler, proposal, seat, Sit(name=name, client_seed=client_seed), now)
    if own is None:
        detail = f"You have left seat {seat} of the rematch {proposal.table}. Somebody else has it now, or a seat before it is open."
        raise Problem("rematch-left", detail)
    for caused in (brought, begin(handler, proposal.table, now, wired().settings.limits.places_held_after_rematch)):
        if caused is not None:
            count_events(caused)
    return own, brought is not None and not brought.replayed


def _refuse(source: Opened, holder: Holder) -> None:
    """Raises `NotSeated`, `Rejected` and the problem `rematch-unplayed`."""
    if not source.holds(holder.seat, holder.taken):
        raise NotSeated(source.id)
    refuse_unfinished(source)
    if source.table.play is None:
        raise Problem("rematch-unplayed", "The game never began at this table, so there is nothing to play again.")


def _frames(tables: Tables, reader: Reader) -> Iterator[str]:
    """The rematch as it is, and again whenever somebody else has asked, until nothing has happened for long."""
    yield f"retry: {RETRY_MS}\n\n"
    told, signs = None, 0
    try:
        while signs < SIGNS:
            with reader.looking:
                rematch = tables.open(reader.table).rematch
            if rematch != told:
                told, signs = rematch, 0
                yield f"event: rematch\ndata: {msgspec.json.encode(tell_rematch(rematch)).decode()}\n\n"
            if not reader.wait(KEEP_ALIVE).events:
                signs += 1
                yield ": keep-alive\n\n"
    except (Ended, StoreUnavailable, BrokenLog, TableUnknown):
        return
