"""`/v1/tables/{table}/moves` and `…/events`: play, and read what happened."""

from flask import Blueprint, Response, g, request

from events.errors import NotSeated
from events.tables import keyed_orders
from events.tables.following import up_to_now
from events.tables.lineage import LogPosition
from events.tables.opening import LINES_AT_ONCE as EVENTS
from events.tables.opening import LoadedTable
from events.tables.presenting import present_event, present_move
from rules.game import Seat
from service.http.accept import accepted
from service.http.body import read_object
from service.http.caching import of_events
from service.http.charging import charge, reading
from service.http.fields import PageQuery
from service.http.problems import Problem
from service.http.replies import answer_reply, json_reply
from service.http.request_checks import query
from service.http.requester import required_holder, viewer
from service.live.event_streams import event_stream, live
from service.live.streams import lines, server_sent, server_sent_whole
from service.wiring import wired

routes = Blueprint("play", __name__, url_prefix="/v1/tables/<table>")

KINDS = ("application/json", "text/event-stream", "application/x-ndjson")


@routes.get("/moves")
def legal_moves(table: str) -> Response:
    holder = required_holder(table)
    opened = wired().tables.open(table)
    if not opened.holds(holder.seat, holder.taken):
        raise NotSeated(table)
    decision = opened.table.decisions[holder.seat]
    commands = opened.game.legal(opened.table.play, holder.seat) if decision else ()
    return json_reply({"decision": decision or None, "moves": [present_move(opened.game, command, decision) for command in commands]})


@routes.post("/moves")
def play(table: str) -> Response:
    holder = required_holder(table)
    parts = wired()
    moves = parts.moves[parts.tables.codec_of(table).game.name]
    command, decision = moves.load(read_object())
    return answer_reply(parts.handler.execute(keyed_orders.move(table, holder, command, decision)), holder.seat, 201)


@routes.get("/events")
@query(PageQuery())
def events(table: str) -> Response:
    page = g.asked.query
    opened = wired().tables.open_whole(table)
    watching, place = viewer(opened), _resumed_after(page["after"])
    if opened.broken is not None and place.version >= opened.table.version:
        raise opened.broken  # what is whole was read before
    match accepted(KINDS):
        case "application/json":
            charge(reading(min(page["limit"], max(0, opened.table.version - place.version))))
            return _page(opened, watching, place, page["limit"])
        case "text/event-stream":
            return _stream(opened, watching, place)
        case "application/x-ndjson":
            charge(reading(opened.table.version - place.version))
            tables = wired().tables
            told = lines(tables, opened, watching, up_to_now(tables, opened, place, EVENTS))
            keeping = of_events(opened, tables.now())
            return Response(told, content_type="application/x-ndjson", headers=keeping)
        case _:
            raise Problem("not-acceptable", f"Events come as {', '.join(KINDS)}.")


def _page(opened: LoadedTable, watching: Seat | None, place: LogPosition, limit: int) -> Response:
    part = up_to_now(wired().tables, opened, place, limit)
    told = [present_event(opened, happened, watching) for happened in part.events]
    to = part.end.version
    more = to < opened.table.version or opened.broken is not None  # a client that reads on is told that the table is damaged
    return json_reply({"events": told, "next": to if told and more else None}, headers=of_events(opened, wired().tables.now()))


def _stream(opened: LoadedTable, watching: Seat | None, place: LogPosition) -> Response:
    if opened.broken is not None:
        return event_stream(server_sent_whole(wired().tables, opened, watching, place))
    if opened.table.status == "finished" and place.version == opened.table.version and place.fits(opened.head):
        return Response(status=204)  # tells an EventSource not to come back
    charge(reading(opened.table.version - place.version))
    tables = wired().tables
    return live(opened.id, watching, lambda reader: server_sent(tables, reader, opened, place), "read the events in pages")


def _resumed_after(after: LogPosition) -> LogPosition:
    """The event after which to go on: `Last-Event-ID` wins, since a browser sends it when it comes back by itself."""
    last = request.headers.get("Last-Event-ID", "").strip()
    if not last:
        return after
    place = LogPosition.read(last)
    if place is None:
        raise Problem("header-invalid", "Last-Event-ID must be the `id` of an event in a stream, or its version.")
    return place
