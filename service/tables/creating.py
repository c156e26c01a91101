"""Creates a table once, however often the request is repeated.

A repeated request gets its first answer before any check: no limit, full store or stricter rule can refuse it.
"""

from functools import partial
from typing import Any

from events.errors import KeyReused, TableRemoved, TableUnknown
from events.fairness.commitments import Reservation
from events.store.keys import TABLE_ID_BYTES, is_table_id, new_table_id
from events.tables import keyed_orders
from events.tables.handler import Answer
from events.tables.keyed_orders import Order
from rules.table_bots import BOT_SECONDS
from rules.table_commands import Create
from service.http.charging import charge, count_creation
from service.http.problems import Problem
from service.http.request_context import this_request
from service.http.requester import creator, idempotency_key, own_key
from service.tables.reserving import create_reserved, requester_of_reservation, reserved_secret
from service.tables.room import refuse_if_full, refuse_without_room
from service.tables.seating import Invitations, admitted, without_invitations
from service.wiring import web_parts


def created_before(what: str) -> Answer | None:
    """The first answer to the request if it has already created its table, else None.

    `what` names the kind of table: `table`, or `fork:` and the source's id. A repeated request must have the same body; the body is not
    validated. Tables of earlier builds, which identified a request by its fields (ADR 39), are not found here.
    """
    if idempotency_key() is None:
        return None
    sent = this_request().sent
    if "commitment" in sent:
        reserved = sent["commitment"]
        table, requester = reserved.get("table") if isinstance(reserved, dict) else None, requester_of_reservation()
    else:
        table, requester = new_table(what, None), None
    if not isinstance(table, str) or not is_table_id(table):
        return None
    try:
        return web_parts().handler.recall(keyed_orders.create_again(table, _sent(what), requester))
    except (KeyReused, TableUnknown):
        return None


def new_table(what: str, commitment: Reservation | None) -> str:
    """The id of a new table: the reserved id, or a new one. See `created_before` for `what`."""
    return new_table_id(_table_bytes(what, idempotency_key())) if commitment is None else commitment.table


def before_creating(table: str, cost: int) -> None:
    """Charge `cost` units for a table, unless it exists already. Raises the problem `rate-limited`."""
    if not web_parts().tables.exists(table):
        charge(cost)


def create_once(what: str, table: str, game: str, order: Create, commitment: Reservation | None, invitations: Invitations) -> Answer:
    """Create the table, or return the first answer to the same request.

    Raises `KeyReused`, and the problems of tables that cannot be created.
    """
    secret, requester = (None, None) if commitment is None else (reserved_secret(commitment), requester_of_reservation())
    # The JSON body identifies the order: when the request is repeated, a bot may have another name, or a missing field another default.
    order_as_sent = keyed_orders.create(table, game, order, requester, sent=_sent(what), creator=creator())
    create = partial(_created, order_as_sent, game, secret, invitations)
    answer = create() if commitment is None else create_reserved(commitment, order_as_sent, create)
    count_creation(answer)
    return answer


def _created(order_as_sent: Order, game: str, secret: str | None, invitations: Invitations) -> Answer:
    if web_parts().tables.exists(order_as_sent.table):
        return web_parts().handler.recall(order_as_sent)
    if web_parts().tables.store.was_removed(order_as_sent.table):
        raise TableRemoved(order_as_sent.table)
    _refuse_short_abandon_after(order_as_sent.command)
    refuse_if_full()
    refuse_without_room(order_as_sent.table, order_as_sent.creator)
    with admitted(order_as_sent, game, invitations) as admissible:
        return web_parts().handler.create(admissible, game, secret)


def _refuse_short_abandon_after(wanted: Create) -> None:
    """Raises the problem `body-invalid` if `abandon_after` is shorter than a turn.

    At a table without a clock, the time of a bot's turn counts. A bot never has more time than a person.
    """
    has_bot = any(seat.kind == "bot" for seat in wanted.seats)
    turn = wanted.turn_seconds or wanted.bot_seconds or (BOT_SECONDS if has_bot else 0)
    if wanted.abandon_after is not None and wanted.abandon_after < turn:
        detail = f"Must be at least {turn}, the seconds that a turn may take."
        raise Problem("body-invalid", f"abandon_after: {detail}", errors=[{"field": "abandon_after", "detail": detail}])


def _sent(what: str) -> Any:
    """What identifies a request for a table: its kind, and its body without invitations."""
    return [what, without_invitations(this_request().sent)]


def _table_bytes(what: str, idempotency: str | None) -> bytes:
    """The bytes of a new table's id: random, or derived from the Idempotency-Key and the service's secret.

    So a repeated request finds the table that it created. The same key creates a different table for a different `what`.
    """
    if idempotency is None:
        return web_parts().entropy(TABLE_ID_BYTES)
    return web_parts().tokens.derive(f"{what}:{own_key(idempotency)}")[:TABLE_ID_BYTES]
