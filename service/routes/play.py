"""`/v1/tables/{table}/moves` and `…/events`: play, and read what happened."""

from contextlib import ExitStack

from flask import Blueprint, Response, request

from events import orders
from events.errors import NotSeated
from events.opening import Opened
from events.telling import tell_event, tell_move
from rules.game import Seat
from service.access import required_holder, viewer
from service.body import read_object
from service.hub import StreamsFull
from service.problems import Problem
from service.replies import answer_reply, json_reply
from service.schemas import Page, load
from service.streams import lines, server_sent
from service.wiring import wired

routes = Blueprint("play", __name__, url_prefix="/v1/tables/<table>")

PAGE = Page()
FRESH = {"Cache-Control": "no-store", "Vary": "Accept, Authorization"}
KINDS = ("application/json", "text/event-stream", "application/x-ndjson")


@routes.get("/moves")
def legal_moves(table: str) -> Response:
    holder = required_holder(table)
    opened = wired().tables.open(table)
    if not opened.holds(holder.seat, holder.taken):
        raise NotSeated(table)
    decision = opened.table.decisions[holder.seat]
    commands = opened.game.legal(opened.table.play, holder.seat) if decision else ()
    return json_reply({"decision": decision or None, "moves": [tell_move(opened.game, command, decision) for command in commands]})


@routes.post("/moves")
def play(table: str) -> Response:
    holder = required_holder(table)
    parts = wired()
    moves = parts.moves[parts.tables.codec_of(table).game.name]
    command, decision = moves.load(read_object())
    return answer_reply(parts.handler.execute(orders.move(table, holder, command, decision)), holder.seat, 201)


@routes.get("/events")
def events(table: str) -> Response:
    page = load(PAGE, request.args.to_dict(), "parameter-invalid")
    opened = wired().tables.open(table)
    watching, after = viewer(opened), _resumed_after(page["after"])
    match request.accept_mimetypes.best_match(KINDS) if request.accept_mimetypes else KINDS[0]:
        case "application/json":
            return _page(opened, watching, after, page["limit"])
        case "text/event-stream":
            return _stream(opened, watching, after)
        case "application/x-ndjson":
            return Response(lines(wired().tables, opened, watching, after), content_type="application/x-ndjson", headers=FRESH)
        case _:
            raise Problem("not-acceptable", f"Events come as {', '.join(KINDS)}.")


def _page(opened: Opened, watching: Seat | None, after: int, limit: int) -> Response:
    newest = opened.table.version
    to = min(newest, after + limit)
    told = [tell_event(opened, happened, watching) for happened in wired().tables.happened(opened.codec, opened.id, after, to)]
    return json_reply({"events": told, "next": to if after < to < newest else None}, headers=FRESH)


def _stream(opened: Opened, watching: Seat | None, after: int) -> Response:
    if opened.table.status == "finished" and after >= opened.table.version:
        return Response(status=204)  # tells an EventSource not to come back
    until_closed = ExitStack()
    try:
        reader = until_closed.enter_context(wired().hub.reading(opened.id, watching))
    except StreamsFull:
        raise Problem("streams-full", "This server has as many open streams as it serves; read the events in pages.") from None
    frames = server_sent(wired().tables, reader, opened, after)
    headers = {**FRESH, "X-Accel-Buffering": "no"}
    response = Response(frames, content_type="text/event-stream; charset=utf-8", headers=headers)
    response.call_on_close(until_closed.close)
    return response


def _resumed_after(after: int) -> int:
    """The version after which to go on: `Last-Event-ID` wins, since a browser sends it when it comes back by itself."""
    last = request.headers.get("Last-Event-ID", "").strip()
    if last and not (last.isascii() and last.isdigit() and len(last) < 16):
        raise Problem("header-invalid", "Last-Event-ID must be the version of an event.")
    return int(last) if last else after
