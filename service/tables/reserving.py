"""Creates tables on a reserved commitment: checks the reservation, and repeats the first answer only to the request that used it."""

from collections.abc import Callable

from events.errors import CommitmentUnknown, KeyReused, TableUnknown
from events.fairness.commitments import Reservation
from events.tables.handler import Answer
from events.tables.keyed_orders import Order
from service.http.problems import Problem
from service.http.requester import idempotency_key, own_key
from service.wiring import web_parts


def reserved_secret(reservation: Reservation) -> str:
    """The reserved dice secret. Raises the problem `commitment-unknown`."""
    try:
        return web_parts().commitments.secret(reservation)
    except CommitmentUnknown:
        raise Problem("commitment-unknown", "This service has not answered a reservation with these three values.") from None


def requester_of_reservation() -> str:
    """Identifies the request: by its Idempotency-Key and API key, or randomly, if it has no Idempotency-Key and so cannot be repeated.

    Others can learn the three values of a reservation once its table exists. These alone must not give anybody the tokens of its seats.
    """
    idempotency = idempotency_key()
    if idempotency is None:
        return web_parts().entropy(16).hex()
    return own_key(idempotency)


def create_reserved(reservation: Reservation, order: Order, create: Callable[[], Answer]) -> Answer:
    """The answer of `create()` while the reservation is valid. The request that used the reservation can get its first answer again, even
    after that.

    Raises the problems `commitment-used` and `commitment-expired`, and what `create` raises.
    """
    try:
        return web_parts().handler.recall(order) if web_parts().commitments.is_over(reservation) else create()
    except KeyReused:
        raise Problem("commitment-used", "A table was created with this commitment by another request.") from None
    except TableUnknown:
        raise Problem("commitment-expired", f"The commitment was good until {reservation.good_until}.") from None
