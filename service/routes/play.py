"""`/v1/tables/{table}/moves` and `…/events`: play moves and read events."""

from dataclasses import replace

from flask import Blueprint, Response, request

from events.errors import NotSeated
from events.tables import keyed_orders
from events.tables.following import up_to_now
from events.tables.lineage import LogPosition
from events.tables.move_list import listed
from events.tables.move_reader import read_move
from events.tables.opening import LoadedTable
from events.tables.presenting import present_event
from rules.game import Seat
from service.http.accept import chosen
from service.http.body import read_object
from service.http.caching import of_events
from service.http.charging import charge, reading
from service.http.problems import Problem
from service.http.query_schemas import EventsQuery, MovesQuery
from service.http.replies import answer_reply, json_reply
from service.http.request_checks import query
from service.http.request_context import this_request
from service.http.requester import required_holder, viewer
from service.live.event_streams import Frames, event_stream, live
from service.live.streams import EVENTS_AT_ONCE, lines, server_sent, server_sent_whole
from service.wiring import web_parts

routes = Blueprint("play", __name__, url_prefix="/v1/tables/<table>")

MEDIA_TYPES = ("application/json", "text/event-stream", "application/x-ndjson")


@routes.get("/moves")
@query(MovesQuery())
def legal_moves(table: str) -> Response:
    holder = required_holder(table)
    loaded = web_parts().tables.open(table)
    if not loaded.holds(holder.seat, holder.taken):
        raise NotSeated(table)
    return json_reply(listed(loaded, holder.seat, this_request().query["after"]))


@routes.post("/moves")
def play(table: str) -> Response:
    holder = required_holder(table)
    parts = web_parts()
    command, decision = read_move(parts.tables.codec_of(table).game, read_object())
    return answer_reply(parts.handler.execute(keyed_orders.move(table, holder, command, decision)), holder.seat, 201)


@routes.get("/events")
@query(EventsQuery())
def events(table: str) -> Response:
    page = this_request().query
    loaded = web_parts().tables.open_whole(table)
    watching, position = viewer(loaded), _resumed_after(page["after"])
    if loaded.broken is not None and position.version >= loaded.table.version:
        raise loaded.broken  # the client has already read all readable events
    match chosen(page["form"], MEDIA_TYPES):
        case "application/json":
            charge(reading(min(page["limit"], max(0, loaded.table.version - position.version))))
            return _page(loaded, watching, position, page["limit"])
        case "text/event-stream":
            return _stream(loaded, watching, position)
        case "application/x-ndjson":
            charge(reading(loaded.table.version - position.version))
            tables = web_parts().tables
            presented = lines(tables, loaded, watching, up_to_now(tables, loaded, position, EVENTS_AT_ONCE))
            cache_headers = of_events(loaded, tables.now())
            return Response(presented, content_type="application/x-ndjson", headers=cache_headers)
        case _:
            raise Problem("not-acceptable", f"Events come as {', '.join(MEDIA_TYPES)}.")


def _page(loaded: LoadedTable, watching: Seat | None, position: LogPosition, limit: int) -> Response:
    part = up_to_now(web_parts().tables, loaded, position, limit)
    presented = [present_event(loaded, recorded_event, watching) for recorded_event in part.events]
    to = part.end.version
    more = to < loaded.table.version or loaded.broken is not None  # a client that reads on gets the problem `table-damaged`
    return json_reply(
        {"events": presented, "next": to if presented and more else None}, headers=of_events(loaded, web_parts().tables.now())
    )


def _stream(loaded: LoadedTable, watching: Seat | None, position: LogPosition) -> Response:
    if loaded.broken is not None:
        return event_stream(Frames(server_sent_whole(web_parts().tables, loaded, watching, position)))
    if loaded.table.status == "finished" and position.version == loaded.table.version and position.fits(loaded.head):
        return Response(status=204)  # tells an EventSource not to come back
    charge(reading(loaded.table.version - position.version))
    tables, watched = web_parts().tables, loaded._replace(table=replace(loaded.table, play=None))  # events do not need the game's state
    return live(loaded.id, watching, lambda reader: server_sent(tables, reader, watched, position), "read the events in pages")


def _resumed_after(after: LogPosition) -> LogPosition:
    """The position after which to continue: `Last-Event-ID`, which a browser sends when it reconnects, overrides the parameter."""
    last = request.headers.get("Last-Event-ID", "").strip()
    if not last:
        return after
    position = LogPosition.read(last)
    if position is None:
        raise Problem("header-invalid", "Last-Event-ID must be the `id` of an event in a stream, or its version.")
    return position
