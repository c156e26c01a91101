"""What the commands about workers work with, on the store that the settings or a data folder name."""

import secrets
from ipaddress import ip_address
from pathlib import Path

from events.access import SECRET_BYTES, secret_when_needed
from events.connection import connect
from events.seat_tokens import SeatTokens
from rules.registry import games
from service.client import client_at, client_digest
from service.command_line._store import store_url
from service.settings import Settings
from workers.tasks import TASKS
from workers.tools import Tools
from workers.tools import tools as tools_at


def creator_of(who: str, data: Path) -> str:
    """Whom tables of an API key (its id) or of an address count for, as tables keep it. Raises what `store_url` does."""
    if who.startswith(("key:", "address:")):
        return who
    try:
        address = ip_address(who)
    except ValueError:
        return f"key:{who}"
    settings = Settings.from_environment()
    secret = settings.secret or secret_when_needed(connect(store_url(settings, data)), secrets.token_bytes(SECRET_BYTES))
    return client_digest(SeatTokens(secret).derive, client_at(str(address)))


def tools(data: Path) -> Tools:
    """Raises what `store_url` does."""
    settings = Settings.from_environment()
    store, catalogue = store_url(settings, data), games(settings.games)
    return tools_at(store, catalogue, TASKS, settings.exports_at(data), settings.signing_key, settings.limits)
