"""Deletes old backups, and files that no backup needs any more."""

from datetime import datetime, timedelta
from typing import Final

from workers.backup.backups import SHARED, Backups, name_at

INTERRUPTED_AFTER: Final = timedelta(days=1)
"""A backup that is not complete after so long was interrupted. A younger one may still run, so its files are kept."""


def prune(backups: Backups, keep: int, now: datetime) -> int:
    """Keep the newest complete backups, as many as `keep`, and what may still run. Returns how many others were deleted.

    Raises `OSError`, and `BackupUnusable` if one that is kept cannot be read: then no file is deleted.
    """
    old = [*backups.complete()[:-keep]]
    old += [name for name in backups.incomplete() if name < name_at(now - INTERRUPTED_AFTER)]
    for name in old:
        backups.delete(name)
    files = backups.place.sizes(SHARED).keys()  # looked up first: a backup that begins now may copy more
    if not backups.incomplete():
        needed = {file.name for name in backups.complete() for file in backups.open(name).files()}
        for name in files - needed:
            backups.place.remove(f"{SHARED}/{name}")
    return len(old)
