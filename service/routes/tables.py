"""`/v1/tables`: lay a table, find one, look at one, sit down, start, leave."""

from flask import Blueprint, Response, request

from events import orders
from events.handler import Answer
from events.keys import TABLE_ID_BYTES, new_table_id
from events.orders import Holder
from events.telling import tell_table
from rules.game import Seat
from rules.table_events import Create, SeatTaken
from service.access import idempotency_key, required_holder, viewer
from service.body import read_object
from service.problems import Problem
from service.replies import answer_reply, json_reply, once, view_reply
from service.schemas import At, Lobby, SitSchema, TableSchema, load
from service.wiring import wired

routes = Blueprint("tables", __name__, url_prefix="/v1/tables")

TABLE, SIT, LOBBY, AT = TableSchema(), SitSchema(), Lobby(), At()


@routes.post("")
def create() -> Response:
    wanted = load(TABLE, read_object())
    game = wanted.pop("game")
    if game not in wired().games:
        detail = f"Must be one of: {', '.join(wired().games)}."
        raise Problem("body-invalid", f"There is no game {game!r}.", errors=[{"field": "game", "detail": detail}])
    table = new_table_id(_table_bytes(idempotency_key()))
    answer = wired().handler.create(orders.create(table, game, Create(**wanted)), game)
    body = {"view": tell_table(answer.opened, None), "tokens": {str(seat): token for seat, token in _tokens(answer).items()}}
    return once(answer, body, 201, {"Location": f"/v1/tables/{table}"})


@routes.get("")
def lobby() -> Response:
    query = load(LOBBY, request.args.to_dict(), "parameter-invalid")
    try:
        tables, cursor = wired().lobby.list(**query)
    except ValueError:
        wrong = {"field": "cursor", "detail": "Must be the `next` of a page."}
        raise Problem("parameter-invalid", "Wrong: cursor.", errors=[wrong]) from None
    return json_reply({"tables": tables, "next": cursor})


@routes.get("/<table>")
def show(table: str) -> Response:
    version = load(AT, request.args.to_dict(), "parameter-invalid").get("at")
    opened = wired().tables.open(table) if version is None else wired().tables.open_at(table, version)
    return view_reply(opened, viewer(opened))


@routes.post("/<table>/seats")
def sit(table: str) -> Response:
    order = load(SIT, read_object(optional=True))
    idempotency = idempotency_key() or wired().entropy(16).hex()
    answer = wired().handler.execute(orders.sit(table, order, idempotency))
    [(seat, token)] = _tokens(answer).items()
    return once(answer, {"seat": seat, "token": token, "view": tell_table(answer.opened, seat)}, 201)


@routes.delete("/<table>/seats/<int:seat>")
def leave(table: str, seat: int) -> Response:
    holder = required_holder(table)
    if holder.seat != seat:
        if seat >= len(wired().tables.open(table).table.seats):
            raise Problem("seat-unknown", f"The table has no seat {seat}.")
        raise Problem("seat-foreign", f"This token is for seat {holder.seat}, not for seat {seat}.")
    return answer_reply(wired().handler.execute(orders.leave(table, holder)), holder.seat, 200)


@routes.post("/<table>/start")
def start(table: str) -> Response:
    holder = required_holder(table)
    if read_object(optional=True):
        raise Problem("body-invalid", "Starting takes no fields.", errors=[{"field": "", "detail": "Must be empty."}])
    return answer_reply(wired().handler.execute(orders.start(table, holder)), holder.seat, 200)


def _tokens(answer: Answer) -> dict[Seat, str]:
    """A token for everybody who sat down in these events: the same one whenever the same request is repeated."""
    holders = [Holder(event.seat, recorded.version) for recorded, event in answer.events if isinstance(event, SeatTaken)]
    return {holder.seat: wired().tokens.issue(answer.opened.id, holder) for holder in holders}


def _table_bytes(idempotency: str | None) -> bytes:
    """What a new table's id is made of: chance, or the Idempotency-Key under the service's secret, so that a repeated
    request finds the table that it has laid.
    """
    if idempotency is None:
        return wired().entropy(TABLE_ID_BYTES)
    return wired().tokens.derive(f"table:{request.headers.get('X-API-Key', '')}:{idempotency}")[:TABLE_ID_BYTES]
