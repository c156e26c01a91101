"""The parts that commands about workers use, on the store of the settings or of a data folder."""

import secrets
from ipaddress import ip_address
from pathlib import Path

from events.access.api_keys import SECRET_BYTES, secret_when_needed
from events.access.seat_tokens import SeatTokens
from events.store.redis_connection import connect
from rules.registry import games
from service.command_line._store import queue_url, store_url
from service.http.client import client_at, client_digest
from service.settings import Settings
from workers.jobs.parts import WorkerParts, worker_parts
from workers.jobs.tasks import TASKS


def creator_of(creator: str, data: Path) -> str:
    """The creator's stored name, given an API key's id, an address, or that name. Raises what `store_url` raises."""
    if creator.startswith(("key:", "address:")):
        return creator
    try:
        address = ip_address(creator)
    except ValueError:
        return f"key:{creator}"
    settings = Settings.from_environment()
    secret = settings.secret or secret_when_needed(connect(store_url(settings, data)), secrets.token_bytes(SECRET_BYTES))
    return client_digest(SeatTokens(secret).derive, client_at(str(address)))


def parts_at(data: Path) -> WorkerParts:
    """The parts for this data folder. Raises what `queue_url` raises."""
    settings = Settings.from_environment()
    store, catalogue = store_url(settings, data), games(settings.games)
    queue, exports = queue_url(settings, data), settings.exports_at(data)
    return worker_parts(
        store,
        catalogue,
        TASKS,
        exports,
        queue_url=queue,
        replication=settings.replication,
        signing_key=settings.signing_key,
        limits=settings.limits,
    )
