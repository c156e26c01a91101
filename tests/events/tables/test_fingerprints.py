"""The fingerprints under which requests are stored: a build that adds a field with a default leaves them as they are."""

from events.tables import keyed_orders
from rules.table_commands import Create, SeatRequest, Sit
from rules.table_events import OnExpiry

SEATS = (SeatRequest(kind="human", name="Ada"), SeatRequest(kind="ai", level="greedy"), SeatRequest(kind="open"))
ORDER = Create(options={"mode": "glacial"}, seats=SEATS, client_seed="x", turn_seconds=30, on_expiry=OnExpiry(policy="skip"))


def test_creations_keep_their_fingerprints() -> None:
    order = keyed_orders.create("t", "dicy-cards", ORDER, "abc")

    assert order.key.fingerprint == "561ee646e01c5927f6ff740f12bd66ad"
    assert order.earlier() == (order.key.fingerprint, "5db1e2fd8f02e487ca7ad5c201e80141", "779d2a163917567a65d001afcf7959d2")


def test_joins_keep_their_fingerprints() -> None:
    assert keyed_orders.sit("t", Sit(name="Bo", client_seed="s"), "i").key.fingerprint == "000845b5e9f93d5e7e825dd8c175d946"
    assert keyed_orders.sit("t", Sit(name="Bo"), "i", sent={}).earlier() == ("54bec6fc61863a945538fce4d1f5f0e1",)
