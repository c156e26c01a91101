"""Sitting down once, however often the same request comes: one seat, one token."""

from flask import g

from events.errors import KeyReused
from events.tables import keyed_orders
from events.tables.handler import Answer
from events.tables.keyed_orders import Order
from rules.table_commands import Sit
from service.http.requester import idempotency_key, own_key
from service.wiring import wired


def sat_before(table: str) -> Answer | None:
    """The first answer to the request, if it has taken a seat before. Nothing of its body is looked at but whether it is the same.

    Raises as `Tables.open`.
    """
    idempotency = idempotency_key()
    if idempotency is None:
        return None
    known = idempotency if g.asked.owner is None else own_key(idempotency)
    try:
        return wired().handler.recall(keyed_orders.sit_again(table, known, g.asked.sent))
    except KeyReused:
        return None


def sitting(table: str, wanted: Sit) -> Order:
    """The order to sit down. Raises as `Tables.open`.

    A seat that an earlier build gave was known by the `Idempotency-Key` alone, whatever API key came with it, and however short it was. The
    fingerprint tells such a seat: it is that of the order, not of the JSON. A seat that this build gave without an API key is none of them.
    """
    idempotency = idempotency_key()
    if idempotency is None:
        return keyed_orders.sit(table, wanted, wired().entropy(16).hex(), sent=g.asked.sent)
    alone = keyed_orders.sit(table, wanted, idempotency, sent=g.asked.sent)
    if g.asked.owner is None:
        return alone
    known = wired().tables.open(table, alone.key.name).recollection
    if known is not None and known.fingerprint in alone.earlier():
        return alone
    return keyed_orders.sit(table, wanted, own_key(idempotency), sent=g.asked.sent)
