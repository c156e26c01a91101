"""Joins a table once, however often the request is repeated: one seat, one token."""

from events.errors import KeyReused
from events.tables import keyed_orders
from events.tables.handler import Answer
from events.tables.keyed_orders import Order
from rules.table_commands import Sit
from service.http.request_context import this_request
from service.http.requester import idempotency_key, own_key
from service.wiring import web_parts


def joined_before(table: str) -> Answer | None:
    """The first answer to the request if it has already taken a seat, else None. A repeated request must have the same body.

    Raises as `Tables.open`.
    """
    idempotency = idempotency_key()
    if idempotency is None:
        return None
    known = idempotency if this_request().owner is None else own_key(idempotency)
    try:
        return web_parts().handler.recall(keyed_orders.sit_again(table, known, this_request().sent))
    except KeyReused:
        return None


def join_order(table: str, wanted: Sit) -> Order:
    """The order to join. Raises as `Tables.open`.

    Earlier builds identified a request by the `Idempotency-Key` alone, whatever the API key and however short the `Idempotency-Key`. Their
    fingerprints cover the order, not the JSON body, so the fingerprint identifies a seat that such a build gave. A seat that this build
    gave without an API key has another fingerprint.
    """
    idempotency = idempotency_key()
    if idempotency is None:
        return keyed_orders.sit(table, wanted, web_parts().entropy(16).hex(), sent=this_request().sent)
    without_api_key = keyed_orders.sit(table, wanted, idempotency, sent=this_request().sent)
    if this_request().owner is None:
        return without_api_key
    known = web_parts().tables.open(table, without_api_key.key.name).idempotency_record
    if known is not None and known.fingerprint in without_api_key.earlier():
        return without_api_key
    return keyed_orders.sit(table, wanted, own_key(idempotency), sent=this_request().sent)
