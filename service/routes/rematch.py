"""`/v1/tables/{table}/rematch`: requests and announces another game for the same seats."""

from collections.abc import Iterator
from typing import Any

import msgspec
from flask import Blueprint, Response

from events.errors import BrokenLog, NotSeated, TableUnknown
from events.store.event_store import Proposal, StoreUnavailable
from events.strict_schema import load
from events.tables.keyed_orders import Holder
from events.tables.opening import LoadedTable, Tables
from events.tables.presenting import present_rematch, present_table
from events.tables.rematching import arrive, begin, refuse_unfinished
from rules.game import Seat
from rules.same_fields import shared
from rules.table_commands import Sit
from service.http.accept import chosen
from service.http.body import read_object
from service.http.problems import Problem
from service.http.query_schemas import RematchQuery
from service.http.replies import json_reply
from service.http.request_checks import query
from service.http.request_context import this_request
from service.http.requester import required_holder
from service.live.event_streams import live
from service.live.hub import RETRY_MS, StreamEnded, StreamReader
from service.live.streams import KEEP_ALIVE
from service.metrics import count_events
from service.tables.rematches import request_rematch
from service.tables.table_schemas import RematchSchema
from service.wiring import web_parts

routes = Blueprint("rematch", __name__, url_prefix="/v1/tables/<table>/rematch")

REMATCH = RematchSchema()
MEDIA_TYPES = ("application/json", "text/event-stream")
NOT_CACHED = {"Cache-Control": "no-store", "Vary": "Authorization"}

MOST_SILENT_KEEP_ALIVES = 46
"""Keep-alives without news after which a stream ends. Ten minutes after a game, everybody who wants a rematch has requested it."""


@routes.post("")
def play_again(table: str) -> Response:
    holder = required_holder(table)
    wanted = load(REMATCH, read_object(optional=True))
    source = web_parts().tables.open(table)
    _refuse(source, holder)
    rematch, known = request_rematch(source, holder.seat, wanted), source.rematch
    first = known is None or known.proposal.table != rematch.proposal.table or holder.seat not in known.asked
    own, has_joined = _join_rematch(source, rematch.proposal, holder.seat, wanted)
    loaded = web_parts().tables.open(rematch.proposal.table)
    body = {
        "seat": own.seat,
        "token": web_parts().tokens.issue(loaded.id, own),
        "rematch": present_rematch(rematch),
        "view": present_table(loaded, own.seat if loaded.holds(*own) else None),
    }
    headers = {**NOT_CACHED, "Location": f"/v1/tables/{loaded.id}"}
    return json_reply(body, 201, headers) if first or has_joined else json_reply(body, 200, {**headers, "Idempotent-Replayed": "true"})


@routes.get("")
@query(RematchQuery())
def watch(table: str) -> Response:
    tables = web_parts().tables
    loaded = tables.open(table)
    refuse_unfinished(loaded)
    match chosen(this_request().query["form"], MEDIA_TYPES):
        case "application/json":
            return json_reply({"rematch": present_rematch(loaded.rematch)}, headers={"Cache-Control": "no-store", "Vary": "Accept"})
        case "text/event-stream":
            return live(table, None, lambda reader: _frames(tables, reader), "ask for application/json now and then")
        case _:
            raise Problem("not-acceptable", f"A rematch is told as {' or '.join(MEDIA_TYPES)}.")


def _join_rematch(source: LoadedTable, proposal: Proposal, seat: Seat, wanted: dict[str, Any]) -> tuple[Holder, bool]:
    """The holder of this seat at the rematch after its player has joined, and whether this request joined. Starts the game if possible.

    Raises the problem `rematch-left`, and what `arrive` raises.
    """
    handler, now = web_parts().handler, web_parts().tables.now()
    sit = Sit(**{**shared(source.table.seats[seat], Sit), "client_seed": wanted.get("client_seed")})
    own, joined = arrive(handler, proposal, seat, sit, now)
    if own is None:
        detail = f"You have left seat {seat} of the rematch {proposal.table}. Somebody else has it now, or a seat before it is open."
        raise Problem("rematch-left", detail)
    for caused in (joined, begin(handler, proposal.table, now, web_parts().settings.limits.places_held_after_rematch)):
        if caused is not None:
            count_events(caused)
    return own, joined is not None and not joined.replayed


def _refuse(source: LoadedTable, holder: Holder) -> None:
    """Raises `NotSeated`, `Rejected` and the problem `rematch-unplayed`."""
    if not source.holds(holder.seat, holder.taken):
        raise NotSeated(source.id)
    refuse_unfinished(source)
    if source.table.play is None:
        raise Problem("rematch-unplayed", "The game never began at this table, so there is nothing to play again.")


def _frames(tables: Tables, reader: StreamReader) -> Iterator[str]:
    """The frames of the current rematch and of each change, until nothing has happened for long."""
    yield f"retry: {RETRY_MS}\n\n"
    sent, silent = None, 0
    try:
        while silent < MOST_SILENT_KEEP_ALIVES:
            with reader.log_access:
                rematch = tables.open(reader.table).rematch
            if rematch != sent:
                sent, silent = rematch, 0
                yield f"event: rematch\ndata: {msgspec.json.encode(present_rematch(rematch)).decode()}\n\n"
            if not reader.wait(KEEP_ALIVE).events:
                silent += 1
                yield ": keep-alive\n\n"
    except StreamEnded as ended:
        yield f"retry: {ended.retry_ms}\n\n"
    except (StoreUnavailable, BrokenLog, TableUnknown):
        return
