"""`/v1/tables`: lay a table, find one, look at one, sit down, start, leave, go on from an old one."""

import math
from functools import partial
from typing import Any

from flask import Blueprint, Response, g

from events import orders
from events.commitments import Reservation
from events.forking import Fork, fork
from events.handler import Answer
from events.keys import TABLE_ID_BYTES, new_table_id
from events.moments import epoch_ms
from events.opening import Opened
from events.orders import Holder, Order
from events.rematching import CREATED, gathering, is_awaited
from events.telling import tell_table
from rules.game import AnyGame, Seat
from rules.table_events import SeatTaken
from rules.table_orders import Create, Sit
from service.access import creator, idempotency_key, is_secret, own_key, refuse_foreign, refuse_unknown, required_holder, viewer
from service.body import read_object
from service.body_schemas import DEFAULT_PATIENCE, ForkSchema, Nothing, SitSchema, TableSchema
from service.caching import of_view
from service.charging import CREATING, charge, count_creation, listing, reading
from service.problems import Problem
from service.replies import answer_reply, json_reply, once, view_reply
from service.reserving import asking, create_reserved, reserved_secret
from service.room import refuse_without_room
from service.schemas import At, Lobby, load
from service.seating import Invitations, admitted, without_invitations
from service.taking import query
from service.wiring import wired

routes = Blueprint("tables", __name__, url_prefix="/v1/tables")

TABLE, FORK, SIT, NOTHING = TableSchema(), ForkSchema(), SitSchema(), Nothing()


@routes.post("")
def create() -> Response:
    wanted = load(TABLE, read_object())
    game = wanted.pop("game")
    if game not in wired().games:
        detail = f"Must be one of: {', '.join(wired().games)}."
        raise Problem("body-invalid", f"There is no game {game!r}.", errors=[{"field": "game", "detail": detail}])
    commitment, invitations = wanted.pop("commitment", None), wanted.pop("invitations")
    table = _new_table("table", commitment)
    order = Create(**_with_clock(wanted, wired().games[game]), reserved=commitment is not None)
    charge(CREATING)
    return _lay("table", table, game, order, commitment, invitations)


@routes.get("")
@query(Lobby())
def lobby() -> Response:
    charge(listing(g.asked.query["limit"]))
    try:
        tables, cursor = wired().lobby.list(**g.asked.query)
    except ValueError:
        wrong = {"field": "cursor", "detail": "Must be the `next` of a page."}
        raise Problem("parameter-invalid", "Wrong: cursor.", errors=[wrong]) from None
    return json_reply({"tables": tables, "next": cursor})


@routes.get("/<table>")
@query(At())
def show(table: str) -> Response:
    version = g.asked.query.get("at")
    opened = wired().tables.open(table) if version is None else wired().tables.open_whole(table)
    watching = viewer(opened)  # whoever holds a seat now may see what it saw before they came
    if version is None:
        return view_reply(opened, watching, of_view(opened, wired().tables.now(), past=False))
    charge(reading(min(version, opened.table.version)))
    then = wired().tables.at(opened, version)._replace(connected=(), rematch=None)  # no part of what happened
    return view_reply(then, watching, of_view(opened, wired().tables.now(), past=True))


@routes.post("/<table>/seats")
def sit(table: str) -> Response:
    wanted = load(SIT, read_object(optional=True))
    order, opened = _sitting(table, wanted, idempotency_key()), wired().tables.open(table, CREATED)
    answer = wired().handler.execute(order._replace(due_by=_starts(opened)), opened)
    [(seat, token)] = _tokens(answer).items()
    return once(answer, {"seat": seat, "token": token, "view": tell_table(answer.opened, seat)}, 201)


@routes.delete("/<table>/seats/<int:seat>")
def leave(table: str, seat: int) -> Response:
    holder = required_holder(table)
    opened = wired().tables.open(table, CREATED)
    if holder.seat != seat:
        refuse_unknown(opened, seat)
        refuse_foreign(holder, seat)
    order = orders.leave(table, holder)._replace(due_by=_starts(opened))
    return answer_reply(wired().handler.execute(order, opened), holder.seat, 200)


@routes.post("/<table>/start")
def start(table: str) -> Response:
    holder = required_holder(table)
    load(NOTHING, read_object(optional=True))
    opened = wired().tables.open(table, CREATED)
    _refuse_to_hurry(opened)
    return answer_reply(wired().handler.execute(orders.start(table, holder), opened), holder.seat, 200)


def _starts(opened: Opened) -> int | None:
    """When (epoch, ms) a rematch starts at the latest, whoever comes and goes until then; None for any other table."""
    expected = gathering(opened)
    return None if expected is None else expected.starts


def _refuse_to_hurry(opened: Opened) -> None:
    """Raises the problem `rematch-waiting` while the players of a rematch are waited for, each of whom may bring a seed."""
    expected, now = gathering(opened), wired().tables.now()
    if expected is not None and is_awaited(opened, now):
        seconds = max(1, math.ceil((expected.starts - epoch_ms(now)) / 1000))
        detail = f"The game starts when all players have asked for the rematch, or in {seconds} seconds."
        raise Problem("rematch-waiting", detail, headers={"Retry-After": str(seconds)})


@routes.post("/<table>/fork")
def go_on_from(table: str) -> Response:
    wanted = load(FORK, read_object())
    commitment, invitations = wanted.pop("commitment", None), wanted.pop("invitations")
    new = _new_table(f"fork:{table}", commitment)
    source = wired().tables.open(table)
    charge(CREATING + min(wanted["at"], source.table.version))
    order = fork(wired().tables, source, Fork(**_with_clock(wanted, source.game), reserved=commitment is not None))
    return _lay(f"fork:{table}", new, source.game.name, order, commitment, invitations)


def _sitting(table: str, wanted: Sit, idempotency: str | None) -> Order:
    """The order to sit down. A seat that an earlier build gave was known by the `Idempotency-Key` alone, whatever API key came with it."""
    if idempotency is None:
        return orders.sit(table, wanted, wired().entropy(16).hex(), sent=g.asked.sent)
    older = orders.sit(table, wanted, idempotency, sent=g.asked.sent)
    if g.asked.owner is None or (is_secret(idempotency) and wired().tables.open(table, older.key.name).recollection is not None):
        return older
    return orders.sit(table, wanted, own_key(idempotency), sent=g.asked.sent)


def _with_clock(wanted: dict[str, Any], game: AnyGame) -> dict[str, Any]:
    """The wishes for a table with the game's own clock, unless they say otherwise, and with patience for two turns at least.

    Raises the problem `body-invalid` for a patience that ends before a turn does.
    """
    paced = {"turn_seconds": game.turn_seconds, **wanted}
    turn, patience = max(paced["turn_seconds"] or 0, paced.get("bot_seconds", 0)), paced.get("abandon_after")
    if patience is not None and patience < turn:
        detail = f"Must be at least {turn}, the seconds that a turn may take."
        raise Problem("body-invalid", f"abandon_after: {detail}", errors=[{"field": "abandon_after", "detail": detail}])
    return {"abandon_after": max(DEFAULT_PATIENCE, 2 * (paced["turn_seconds"] or 0)), **paced}


def _lay(what: str, table: str, game: str, order: Create, commitment: Reservation | None, invitations: Invitations) -> Response:
    refuse_without_room(table, creator())
    secret, who = (None, None) if commitment is None else (reserved_secret(commitment), asking())
    # known by what was asked for: a bot may have another name when it is asked again, what is left out another default
    asked = orders.create(table, game, order, who, sent=[what, without_invitations(g.asked.sent)], creator=creator())
    with admitted(asked, game, invitations) as admissible:
        create = partial(wired().handler.create, admissible, game, secret)
        answer = create() if commitment is None else create_reserved(commitment, admissible, create)
    count_creation(answer)
    tokens = {str(seat): token for seat, token in _tokens(answer).items()}
    body = {"view": tell_table(answer.opened, None), "tokens": tokens, "receipt": answer.receipt}
    return once(answer, body, 201, {"Location": f"/v1/tables/{table}"})


def _tokens(answer: Answer) -> dict[Seat, str]:
    """A token for every person who sat down in these events: the same one whenever the same request is repeated."""
    taken = [(recorded, event) for recorded, event in answer.events if isinstance(event, SeatTaken)]
    holders = [Holder(event.seat, recorded.version) for recorded, event in taken if event.kind == "human"]
    return {holder.seat: wired().tokens.issue(answer.opened.id, holder) for holder in holders}


def _new_table(what: str, commitment: Reservation | None) -> str:
    """The id of a new table: the reserved one, or one of its own."""
    return new_table_id(_table_bytes(what, idempotency_key())) if commitment is None else commitment.table


def _table_bytes(what: str, idempotency: str | None) -> bytes:
    """What a new table's id is made of: chance, or the Idempotency-Key under the service's secret, so that a repeated
    request finds the table that it has laid. The same key for something else is another table.
    """
    if idempotency is None:
        return wired().entropy(TABLE_ID_BYTES)
    return wired().tokens.derive(f"{what}:{own_key(idempotency)}")[:TABLE_ID_BYTES]
