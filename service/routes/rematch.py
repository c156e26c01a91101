"""`/v1/tables/{table}/rematch`: one more game for the same seats, and who has asked for it."""

from collections.abc import Iterator
from typing import Any

import msgspec
from flask import Blueprint, Response

from events.errors import BrokenLog, NotSeated, TableUnknown
from events.store.event_store import Proposal, StoreUnavailable
from events.tables.keyed_orders import Holder
from events.tables.opening import LoadedTable, Tables
from events.tables.presenting import present_rematch, present_table
from events.tables.rematching import arrive, begin, refuse_unfinished
from rules.game import Seat
from rules.table_commands import Sit
from service.http.accept import accepted
from service.http.body import read_object
from service.http.fields import load
from service.http.problems import Problem
from service.http.replies import json_reply
from service.http.requester import required_holder
from service.live.event_streams import live
from service.live.hub import StreamEnded, StreamReader
from service.live.streams import KEEP_ALIVE, RETRY_MS
from service.metrics import count_events
from service.tables.rematches import ask
from service.tables.table_schemas import RematchSchema
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
        "rematch": present_rematch(rematch),
        "view": present_table(opened, own.seat if opened.holds(*own) else None),
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
            return json_reply({"rematch": present_rematch(opened.rematch)}, headers={"Cache-Control": "no-store", "Vary": "Accept"})
        case "text/event-stream":
            return live(table, None, lambda reader: _frames(tables, reader), "ask for application/json now and then")
        case _:
            raise Problem("not-acceptable", f"A rematch is told as {' or '.join(KINDS)}.")


def _come(source: LoadedTable, proposal: Proposal, seat: Seat, wanted: dict[str, Any]) -> tuple[Holder, bool]:
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


def _refuse(source: LoadedTable, holder: Holder) -> None:
    """Raises `NotSeated`, `Rejected` and the problem `rematch-unplayed`."""
    if not source.holds(holder.seat, holder.taken):
        raise NotSeated(source.id)
    refuse_unfinished(source)
    if source.table.play is None:
        raise Problem("rematch-unplayed", "The game never began at this table, so there is nothing to play again.")


def _frames(tables: Tables, reader: StreamReader) -> Iterator[str]:
    """The rematch as it is, and again whenever somebody else has asked, until nothing has happened for long."""
    yield f"retry: {RETRY_MS}\n\n"
    told, signs = None, 0
    try:
        while signs < SIGNS:
            with reader.looking:
                rematch = tables.open(reader.table).rematch
            if rematch != told:
                told, signs = rematch, 0
                yield f"event: rematch\ndata: {msgspec.json.encode(present_rematch(rematch)).decode()}\n\n"
            if not reader.wait(KEEP_ALIVE).events:
                signs += 1
                yield ": keep-alive\n\n"
    except (StreamEnded, StoreUnavailable, BrokenLog, TableUnknown):
        return
