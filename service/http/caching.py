"""How long an answer may be kept, and by whom. Every answer says so; what says nothing itself is kept by nobody.

What a spectator sees of a finished table never changes, so shared caches (a CDN) may keep it and crawlers take no time of the players. What
is shown to a seat, or of a table that is still played, is for the one who asked.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final

from flask import Response, request

from events.tables.opening import LoadedTable

SETTLED: Final = timedelta(minutes=1)
"""How long ago a table must have ended: a store that loses its newest writes (docs/durability.md) loses none older than that."""
FIXED: Final = "public, max-age=2592000, immutable"
"""What never changes, for thirty days: an operator who removes a table need not wait for ever until caches have forgotten it."""
ENDED: Final = "public, max-age=1, s-maxage=10"
"""The view of a finished table: who watches it may change, and a rematch be offered. A browser asks again at once, a CDN in ten seconds."""
PRIVATE: Final = "private, no-cache"
NOBODY: Final = "no-store"
TEXTS: Final = "public, max-age=300"
"""Documentation, and the catalogue of games."""


def is_settled(opened: LoadedTable, now: datetime) -> bool:
    """Whether nothing of the table's log can change any more."""
    ended = opened.table.status == "finished" and opened.broken is None
    return ended and now - datetime.fromisoformat(opened.at) > SETTLED


def of_view(opened: LoadedTable, now: datetime, *, past: bool) -> Mapping[str, str]:
    """Headers for a view of a table as it is now, or as it was at a version (`past`)."""
    keeping = PRIVATE
    if "Authorization" not in request.headers and is_settled(opened, now):
        keeping = FIXED if past else ENDED
    return {"Cache-Control": keeping, "Vary": "Authorization"}


def of_events(opened: LoadedTable, now: datetime) -> Mapping[str, str]:
    """Headers for a page, or the lines, of a table's events up to now."""
    fixed = "Authorization" not in request.headers and is_settled(opened, now)
    return {"Cache-Control": FIXED if fixed else NOBODY, "Vary": "Accept, Authorization, Last-Event-ID"}


def of_file(opened: LoadedTable, now: datetime) -> Mapping[str, str]:
    """Headers for a file of a finished table, which is the same whoever asks."""
    return {"Cache-Control": FIXED if is_settled(opened, now) else PRIVATE}


def complete(response: Response) -> None:
    """Say of an answer that says nothing about it that nobody keeps it, and which headers it depends on."""
    headers, path = response.headers, request.path
    if "Cache-Control" not in headers:
        text = response.status_code == 200 and path.startswith(("/docs", "/openapi."))
        headers["Cache-Control"] = TEXTS if text else NOBODY
    if path.startswith("/v1/") and not headers["Cache-Control"].startswith("public") and set(response.vary) <= {"Origin"}:
        response.vary.update(("Authorization", "X-API-Key"))
