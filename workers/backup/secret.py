"""How a backup knows the service's secret again, without showing it."""

from collections.abc import Iterable
from typing import Final

from events.access.seat_tokens import SeatTokens
from events.store.keys import service_key
from workers.backup.backups import Manifest
from workers.backup.key_values import KeyValue
from workers.backup.parts import BackupUnusable

SECRET: Final = service_key("secret")
"""A string: the secret, unless a setting names it."""


def stored_secret(keys: Iterable[KeyValue]) -> bytes | None:
    """The secret among these keys of a store; None if a setting names it."""
    return next((value.values[0] for value in keys if value.name == SECRET), None)


def check_value(secret: bytes) -> str:
    """64 hex digits that only this secret gives, and that do not give it away."""
    return SeatTokens(secret).derive("rollstream-backup").hex()


def check_secret(manifest: Manifest, setting: bytes | None) -> None:
    """Raises `BackupUnusable` unless the service will have the secret of the backup: the one of its setting, or else the one inside."""
    if setting is None and manifest.secret and not manifest.secret_inside:
        raise BackupUnusable("the backup does not contain the secret of its service: set ROLLSTREAM_SECRET as it was there")
    if setting is not None and check_value(setting) != manifest.secret:
        raise BackupUnusable("ROLLSTREAM_SECRET is not the secret of the backup: no seat token would be valid")
