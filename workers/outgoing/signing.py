"""Signs messages by Standard Webhooks 1.0 (https://www.standardwebhooks.com), so that a receiver can verify sender, time and content."""

import hashlib
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from standardwebhooks import Webhook

from events.timestamps import stamp

PREFIX_OF_SECRETS: Final = "whsec_"
SECRET_OVERLAP: Final = timedelta(hours=24)
"""How long a replaced secret still signs."""


@dataclass(frozen=True, slots=True)
class Secret:
    """A secret that a receiver shares with the service: `text` as it was shown; `until` when it ends (UTC, ms), None while it is the
    newest.
    """

    text: str = field(repr=False)
    until: str | None = None


def new_secret(random_bytes: bytes) -> str:
    """32 bytes, random or derived, as the text of a secret: `whsec_` and base64."""
    return PREFIX_OF_SECRETS + b64encode(random_bytes).decode()


def fingerprint(text: str) -> str:
    """A hash that identifies a secret without revealing it: the first 32 hex digits of its SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def rotated(secrets: Sequence[Secret], text: str, now: datetime) -> tuple[Secret, ...]:
    """The secrets, newest first, after `text` becomes the newest. The previous newest signs for 24 more hours, the others end at once: two
    rotations remove a stolen secret. A text that is already there changes nothing, so a request may be repeated.
    """
    if any(secret.text == text for secret in secrets):
        return tuple(secrets)
    return Secret(text), *(replace(secret, until=stamp(now + SECRET_OVERLAP)) for secret in secrets[:1])


def valid(secrets: Sequence[Secret], now: datetime) -> tuple[Secret, ...]:
    """The secrets that sign at this time, newest first."""
    return tuple(secret for secret in secrets if secret.until is None or stamp(now) < secret.until)


def headers(secrets: Sequence[Secret], message: str, now: datetime, body: bytes) -> dict[str, str]:
    """The headers of a message with this id and body (UTF-8), sent now: one signature for each valid secret, newest first."""
    time = now.astimezone(UTC)  # the library ignores the time zone
    signatures = [Webhook(secret.text).sign(message, time, body.decode()) for secret in valid(secrets, now)]
    return {
        "webhook-id": message,
        "webhook-timestamp": str(int(time.timestamp())),
        "webhook-signature": " ".join(signatures),
    }
