"""Cache headers: how long a response may be cached, and by whom. A response without its own headers is not cached.

A spectator's view of a finished table never changes, so shared caches (a CDN) may store it and crawlers do not slow down players.
Responses for a seat, or about a table in progress, are for the requester alone.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from flask import Response, request

from events.tables.opening import LoadedTable

SETTLED_AFTER: Final = timedelta(minutes=1)
"""The minimum time since a table's end. A store that loses its newest writes (docs/durability.md) loses none older than that."""
CACHE_FIXED: Final = "public, max-age=2592000, immutable"
"""For responses that never change: thirty days, so that the copies of a table that an operator removes expire at some time."""
CACHE_ENDED_VIEW: Final = "public, max-age=1, s-maxage=10"
"""The view of a finished table: its spectators may change, and a rematch may be offered. A browser revalidates after one second, a CDN
after ten."""
CACHE_PRIVATE: Final = "private, no-cache"
CACHE_NEVER: Final = "no-store"
CACHE_TEXTS: Final = "public, max-age=300"
"""For the documentation and the catalogue of games."""
CACHE_PAGE: Final = "no-cache"
"""For the page itself: a browser revalidates it each time."""
CACHE_PAGE_FILE: Final = "public, max-age=31536000, immutable"
"""For the page's files: their addresses change with their content."""


def is_settled(loaded: LoadedTable, now: datetime) -> bool:
    """Whether the table's log can no longer change."""
    ended = loaded.table.status == "finished" and loaded.broken is None
    return ended and now - datetime.fromisoformat(loaded.at) > SETTLED_AFTER


def of_view(loaded: LoadedTable, now: datetime, *, past: bool) -> Mapping[str, str]:
    """Headers for a view of a table as it is now, or as it was at a version (`past`)."""
    cache_control = CACHE_PRIVATE
    if is_settled(loaded, now) and "Authorization" not in request.headers:
        cache_control = CACHE_FIXED if past else CACHE_ENDED_VIEW
    return {"Cache-Control": cache_control, "Vary": "Authorization"}


def of_events(loaded: LoadedTable, now: datetime) -> Mapping[str, str]:
    """Headers for a page or a stream of lines of a table's events up to now."""
    fixed = is_settled(loaded, now) and "Authorization" not in request.headers
    return {"Cache-Control": CACHE_FIXED if fixed else CACHE_NEVER, "Vary": "Accept, Authorization, Last-Event-ID"}


def of_file(loaded: LoadedTable, now: datetime) -> Mapping[str, str]:
    """Headers for an export of a finished table, which is the same for every requester."""
    return {"Cache-Control": CACHE_FIXED if is_settled(loaded, now) else CACHE_PRIVATE}


def complete(response: Response, path: str) -> None:
    """Add missing `Cache-Control` and `Vary` headers to the response for a path. Without `Cache-Control` of its own it is not cached."""
    headers = response.headers
    present = {name.lower(): value for name, value in headers}
    cache_control = present.get("cache-control")
    if cache_control is None:
        text = response.status_code == 200 and path.startswith(("/docs", "/openapi."))
        cache_control = CACHE_TEXTS if text else CACHE_NEVER
        headers.add("Cache-Control", cache_control)
    if path.startswith("/v1/") and not cache_control.startswith("public"):
        match present.get("vary"):
            case None:
                headers.add("Vary", "Authorization, X-API-Key")
            case "Origin":
                headers.set("Vary", "Origin, Authorization, X-API-Key")
