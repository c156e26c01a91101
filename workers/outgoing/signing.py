"""Standard Webhooks 1.0 (https://www.standardwebhooks.com): what is sent is signed, so that its receiver knows that it came from here,
just now and unchanged.
"""

import hashlib
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from standardwebhooks import Webhook

from events.timestamps import stamp

PREFIX: Final = "whsec_"
OVERLAP: Final = timedelta(hours=24)
"""How long a secret signs after another one has taken its place."""


@dataclass(frozen=True, slots=True)
class Secret:
    """What one receiver shares with us: `text` as it was shown, `until` the moment at which it ends, None while it is the newest."""

    text: str = field(repr=False)
    until: str | None = None


def new_secret(random_bytes: bytes) -> str:
    """32 bytes, by chance or derived, as the text of a secret: `whsec_` and base64."""
    return PREFIX + b64encode(random_bytes).decode()


def fingerprint(text: str) -> str:
    """By which a secret is known again and cannot be found out."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def rotated(secrets: Sequence[Secret], text: str, now: datetime) -> tuple[Secret, ...]:
    """The secrets, newest first, after `text` has become the newest. The one before it signs for 24 hours more, others end at once:
    who rotates twice is rid of a stolen one. A text that is there already changes nothing, so that asking twice is asking once.
    """
    if any(secret.text == text for secret in secrets):
        return tuple(secrets)
    return Secret(text), *(replace(secret, until=stamp(now + OVERLAP)) for secret in secrets[:1])


def valid(secrets: Sequence[Secret], now: datetime) -> tuple[Secret, ...]:
    """The secrets that sign at that moment, newest first."""
    return tuple(secret for secret in secrets if secret.until is None or stamp(now) < secret.until)


def headers(secrets: Sequence[Secret], message: str, now: datetime, body: bytes) -> dict[str, str]:
    """The headers of a message with this id and body (UTF-8), sent now: one signature for each valid secret, newest first."""
    moment = now.astimezone(UTC)  # the library takes the digits of any time zone for UTC
    signatures = [Webhook(secret.text).sign(message, moment, body.decode()) for secret in valid(secrets, now)]
    return {
        "webhook-id": message,
        "webhook-timestamp": str(int(moment.timestamp())),
        "webhook-signature": " ".join(signatures),
    }
