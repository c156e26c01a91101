"""Makes reservations as a service would have at an earlier time: with its keys and another clock."""

import secrets
from datetime import timedelta

from events.fairness.commitments import CommitmentKeys, Commitments
from events.store.redis_connection import connect
from events.timestamps import now


def reserved_ago(store_url: str, **ago: float) -> dict[str, str]:
    """The reservation that the service on this store would have returned so long ago (`minutes=11`)."""
    with connect(store_url) as client:
        keys = CommitmentKeys(client, secrets.token_bytes, now)
        return Commitments(keys.all, secrets.token_bytes, lambda: now() - timedelta(**ago)).reserve()._asdict()
