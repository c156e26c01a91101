"""Tables that are created on a reserved commitment: whether it is one, and who is answered when it has been used already."""

from collections.abc import Callable

from events.errors import CommitmentUnknown, KeyReused, TableUnknown
from events.fairness.commitments import Reservation
from events.tables.handler import Answer
from events.tables.keyed_orders import Order
from service.http.problems import Problem
from service.http.requester import idempotency_key, own_key
from service.wiring import wired


def reserved_secret(reservation: Reservation) -> str:
    """The dice secret that was reserved. Raises the problem `commitment-unknown`."""
    try:
        return wired().commitments.secret(reservation)
    except CommitmentUnknown:
        raise Problem("commitment-unknown", "This service has not answered a reservation with these three values.") from None


def asking() -> str:
    """Whose request this is. A repeated one is known by its Idempotency-Key and API key; without an Idempotency-Key none is repeated.

    The three values of a reservation become known to others once its table exists, so they alone bring nobody the tokens of its seats.
    """
    idempotency = idempotency_key()
    if idempotency is None:
        return wired().entropy(16).hex()
    return own_key(idempotency)


def create_reserved(reservation: Reservation, order: Order, create: Callable[[], Answer]) -> Answer:
    """What `create()` answers while the reservation is good, and then or afterwards the first answer again to the request that got it.

    Raises the problems `commitment-used` and `commitment-expired`, and what `create` raises.
    """
    try:
        return wired().handler.recall(order) if wired().commitments.is_over(reservation) else create()
    except KeyReused:
        raise Problem("commitment-used", "A table was created with this commitment by another request.") from None
    except TableUnknown:
        raise Problem("commitment-expired", f"The commitment was good until {reservation.good_until}.") from None
