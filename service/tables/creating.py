"""Creating a table once, however often the same request comes.

What was created before is answered first: before a limit, a full store or a rule that has become stricter can refuse the request.
"""

from functools import partial
from typing import Any

from flask import g

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
from service.http.requester import creator, idempotency_key, own_key
from service.tables.reserving import asking, create_reserved, reserved_secret
from service.tables.room import refuse_if_full, refuse_without_room
from service.tables.seating import Invitations, admitted, without_invitations
from service.wiring import wired


def created_before(what: str) -> Answer | None:
    """The first answer to the request, if it has created its table before; `what` is the kind of table that it asks for.

    Nothing of its body is looked at but whether it is the same. What builds have stored that knew a request by its fields (ADR 39) is not
    found here.
    """
    if idempotency_key() is None:
        return None
    sent = g.asked.sent
    if "commitment" in sent:
        reserved = sent["commitment"]
        table, who = reserved.get("table") if isinstance(reserved, dict) else None, asking()
    else:
        table, who = new_table(what, None), None
    if not isinstance(table, str) or not is_table_id(table):
        return None
    try:
        return wired().handler.recall(keyed_orders.create_again(table, _sent(what), who))
    except (KeyReused, TableUnknown):
        return None


def new_table(what: str, commitment: Reservation | None) -> str:
    """The id of a new table: the reserved one, or one of its own."""
    return new_table_id(_table_bytes(what, idempotency_key())) if commitment is None else commitment.table


def before_creating(table: str, cost: int) -> None:
    """Charge so many units for a table, unless it is there already. Raises the problem `rate-limited`."""
    if not wired().tables.exists(table):
        charge(cost)


def create_once(what: str, table: str, game: str, order: Create, commitment: Reservation | None, invitations: Invitations) -> Answer:
    """Create the table, or recall the first answer. Raises the problems of a table that cannot be created, and `KeyReused`."""
    secret, who = (None, None) if commitment is None else (reserved_secret(commitment), asking())
    # known by what was asked for: a bot may have another name when it is asked again, what is left out another default
    asked = keyed_orders.create(table, game, order, who, sent=_sent(what), creator=creator())
    create = partial(_created, asked, game, secret, invitations)
    answer = create() if commitment is None else create_reserved(commitment, asked, create)
    count_creation(answer)
    return answer


def _created(asked: Order, game: str, secret: str | None, invitations: Invitations) -> Answer:
    if wired().tables.exists(asked.table):
        return wired().handler.recall(asked)
    if wired().tables.store.was_removed(asked.table):
        raise TableRemoved(asked.table)
    _refuse_impatience(asked.command)
    refuse_if_full()
    refuse_without_room(asked.table, asked.creator)
    with admitted(asked, game, invitations) as admissible:
        return wired().handler.create(admissible, game, secret)


def _refuse_impatience(wanted: Create) -> None:
    """Raises the problem `body-invalid` for a patience that ends before a turn does. No bot has more time than people have."""
    has_bot = any(seat.kind == "bot" for seat in wanted.seats)
    turn = wanted.turn_seconds or wanted.bot_seconds or (BOT_SECONDS if has_bot else 0)
    if wanted.abandon_after is not None and wanted.abandon_after < turn:
        detail = f"Must be at least {turn}, the seconds that a turn may take."
        raise Problem("body-invalid", f"abandon_after: {detail}", errors=[{"field": "abandon_after", "detail": detail}])


def _sent(what: str) -> Any:
    """What a request for a table is known by."""
    return [what, without_invitations(g.asked.sent)]


def _table_bytes(what: str, idempotency: str | None) -> bytes:
    """What a new table's id is made of: chance, or the Idempotency-Key under the service's secret, so that a repeated
    request finds the table that it has laid. The same key for something else is another table.
    """
    if idempotency is None:
        return wired().entropy(TABLE_ID_BYTES)
    return wired().tokens.derive(f"{what}:{own_key(idempotency)}")[:TABLE_ID_BYTES]
