"""`/v1/tables`: create, list and show tables; join, leave and start them; fork an old one."""

import math
from typing import Any

from flask import Blueprint, Response

from events.strict_schema import load
from events.tables import keyed_orders
from events.tables.forking import Fork, fork
from events.tables.handler import Answer
from events.tables.keyed_orders import Holder
from events.tables.opening import LoadedTable
from events.tables.presenting import present_table
from events.tables.rematching import REMATCH_KEY, gathering, is_awaited
from events.timestamps import epoch_ms
from rules.game import AnyGame, Seat
from rules.rejected import Rejected
from rules.table_commands import Create
from rules.table_events import SeatTaken
from service.http.body import read_object
from service.http.caching import of_view
from service.http.charging import UNITS_PER_TABLE, charge, count_seat, listing, reading, refuse_more_seats
from service.http.problems import Problem
from service.http.query_schemas import TableQuery, TablesQuery
from service.http.replies import answer_reply, json_reply, once, view_reply
from service.http.request_checks import query
from service.http.request_context import this_request
from service.http.requester import refuse_foreign, refuse_unknown, required_holder, viewer
from service.tables.creating import before_creating, create_once, created_before, new_table
from service.tables.joining import join_order, joined_before
from service.tables.starting import make_room
from service.tables.table_schemas import DEFAULT_ABANDON_AFTER, ForkSchema, NoBody, SitSchema, TableSchema
from service.wiring import web_parts

routes = Blueprint("tables", __name__, url_prefix="/v1/tables")

TABLE, FORK, SIT, NO_BODY = TableSchema(), ForkSchema(), SitSchema(), NoBody()


@routes.post("")
def create() -> Response:
    sent = read_object()
    earlier = created_before("table")
    if earlier is not None:
        return _created_reply(earlier)
    wanted = load(TABLE, sent)
    game = wanted.pop("game")
    if game not in web_parts().games:
        detail = f"Must be one of: {', '.join(web_parts().games)}."
        raise Problem("body-invalid", f"There is no game {game!r}.", errors=[{"field": "game", "detail": detail}])
    commitment, invitations = wanted.pop("commitment", None), wanted.pop("invitations")
    table, paced = new_table("table", commitment), _with_clock(wanted, web_parts().games[game])
    before_creating(table, UNITS_PER_TABLE)
    order = Create(**paced, reserved=commitment is not None)
    return _created_reply(create_once("table", table, game, order, commitment, invitations))


@routes.get("")
@query(TablesQuery())
def lobby() -> Response:
    charge(listing(this_request().query["limit"]))
    try:
        tables, cursor = web_parts().lobby.list(**this_request().query)
    except ValueError:
        wrong = {"field": "cursor", "detail": "Must be the `next` of a page."}
        raise Problem("parameter-invalid", "Wrong: cursor.", errors=[wrong]) from None
    return json_reply({"tables": tables, "next": cursor})


@routes.get("/<table>")
@query(TableQuery())
def show(table: str) -> Response:
    version = this_request().query.get("at")
    loaded = web_parts().tables.open(table) if version is None else web_parts().tables.open_whole(table)
    watching = _eyes(loaded, this_request().query.get("seat"))
    if version is None:
        return view_reply(loaded, watching, of_view(loaded, web_parts().tables.now(), past=False))
    charge(reading(min(version, loaded.table.version)))
    then = web_parts().tables.at(loaded, version)._replace(connected=(), rematch=None)  # these are not part of the log
    return view_reply(then, watching, of_view(loaded, web_parts().tables.now(), past=True))


def _eyes(loaded: LoadedTable, seat: Seat | None) -> Seat | None:
    """The seat whose view is shown: that of the token, whose holder may also see what earlier holders saw, or at a finished table any.

    Refuses with `table-not-finished`. Raises the problems `token-invalid` and `seat-unknown`.
    """
    own = viewer(loaded)
    if seat is None:
        return own
    refuse_unknown(loaded, seat)
    if loaded.table.status != "finished":
        raise Rejected("table-not-finished", "This table is still being played; only its end opens what a seat saw.")
    return seat


@routes.post("/<table>/seats")
def sit(table: str) -> Response:
    sent = read_object(optional=True)
    answer = joined_before(table)
    if answer is None:
        wanted, loaded = load(SIT, sent), web_parts().tables.open(table, REMATCH_KEY)
        refuse_more_seats(table)
        order = join_order(table, wanted)._replace(due_by=_latest_start(loaded))
        answer = web_parts().handler.execute(order, loaded, make_room)
        count_seat(answer)
    [(seat, token)] = _tokens(answer).items()
    return once(answer, {"seat": seat, "token": token, "view": present_table(answer.loaded, seat)}, 201)


@routes.delete("/<table>/seats/<int:seat>")
def leave(table: str, seat: int) -> Response:
    holder = required_holder(table)
    loaded = web_parts().tables.open(table, REMATCH_KEY)
    if holder.seat != seat:
        refuse_unknown(loaded, seat)
        refuse_foreign(holder, seat)
    order = keyed_orders.leave(table, holder)._replace(due_by=_latest_start(loaded))
    return answer_reply(web_parts().handler.execute(order, loaded), holder.seat, 200)


@routes.post("/<table>/start")
def start(table: str) -> Response:
    holder = required_holder(table)
    load(NO_BODY, read_object(optional=True))
    loaded = web_parts().tables.open(table, REMATCH_KEY)
    _refuse_early_start(loaded)
    return answer_reply(web_parts().handler.execute(keyed_orders.start(table, holder), loaded, make_room), holder.seat, 200)


def _latest_start(loaded: LoadedTable) -> int | None:
    """The time (epoch, ms) at which a rematch starts at the latest; None for any other table."""
    expected = gathering(loaded)
    return None if expected is None else expected.starts


def _refuse_early_start(loaded: LoadedTable) -> None:
    """Raises the problem `rematch-waiting` while a rematch waits for its players, each of whom may add a client seed."""
    expected, now = gathering(loaded), web_parts().tables.now()
    if expected is not None and is_awaited(loaded, now):
        seconds = max(1, math.ceil((expected.starts - epoch_ms(now)) / 1000))
        detail = f"The game starts when all players have asked for the rematch, or in {seconds} seconds."
        raise Problem("rematch-waiting", detail, headers={"Retry-After": str(seconds)})


@routes.post("/<table>/fork")
def go_on_from(table: str) -> Response:
    sent, what = read_object(), f"fork:{table}"
    earlier = created_before(what)
    if earlier is not None:
        return _created_reply(earlier)
    wanted = load(FORK, sent)
    commitment, invitations = wanted.pop("commitment", None), wanted.pop("invitations")
    new, source = new_table(what, commitment), web_parts().tables.open(table)
    paced = _with_clock(wanted, source.game)
    before_creating(new, UNITS_PER_TABLE + min(wanted["at"], source.table.version))
    order = fork(web_parts().tables, source, Fork(**paced, reserved=commitment is not None))
    return _created_reply(create_once(what, new, source.game.name, order, commitment, invitations))


def _with_clock(wanted: dict[str, Any], game: AnyGame) -> dict[str, Any]:
    """The body with defaults: the game's own clock, and an `abandon_after` of two turns or more."""
    paced = {"turn_seconds": game.turn_seconds, **wanted}
    return {"abandon_after": max(DEFAULT_ABANDON_AFTER, 2 * (paced["turn_seconds"] or 0)), **paced}


def _created_reply(answer: Answer) -> Response:
    tokens = {str(seat): token for seat, token in _tokens(answer).items()}
    body = {"view": present_table(answer.loaded, None), "tokens": tokens, "receipt": answer.receipt}
    return once(answer, body, 201, {"Location": f"/v1/tables/{answer.loaded.id}"})


def _tokens(answer: Answer) -> dict[Seat, str]:
    """A token for every human seat that these events took; a repeated request gets the same tokens."""
    taken = [(recorded, event) for recorded, event in answer.events if isinstance(event, SeatTaken)]
    holders = [Holder(event.seat, recorded.version) for recorded, event in taken if event.kind == "human"]
    return {holder.seat: web_parts().tokens.issue(answer.loaded.id, holder) for holder in holders}
