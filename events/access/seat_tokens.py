"""Seat tokens. They are signed, so nothing is stored, and a repeated request gets the same token again.

A token names a seat and the version at which its holder took it. The next holder has another version, so the token of a player who has left
is invalid (ADR 0005).
"""

import hmac
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from events.tables.keyed_orders import Holder

TOKEN_FORM = re.compile(r"seat\.(?P<seat>0|[1-9][0-9]?)\.(?P<taken>[1-9][0-9]{0,14})\.(?P<signature>[A-Za-z0-9_-]{43})")

MOST_REMEMBERED: Final = 10_000
"""The most tokens whose holders a process remembers."""


class NotIssued(Exception):
    """The service did not issue the token for this table. It is raised, because results are remembered and errors are not."""


class SeatTokens:
    """Signs and reads tokens with the service's secret (32 bytes or more)."""

    def __init__(self, secret: bytes | Callable[[], bytes]) -> None:
        """`secret` is the secret, or a function that returns it when needed. Every method raises whatever that function raises."""
        self._secret: Callable[[], bytes] = secret if callable(secret) else lambda: secret
        self._remembered = lru_cache(MOST_REMEMBERED)(self._read)

    def issue(self, table: str, holder: Holder) -> str:
        """The token of a holder at a table: printable ASCII, for the header `Authorization: Bearer`."""
        return f"seat.{holder.seat}.{holder.taken}.{self._signature(table, holder)}"

    def read(self, table: str, token: str) -> Holder | None:
        """The holder that the token was issued to; None if this service did not issue it for this table. A player sends the same token
        again and again, so the latest are remembered; what a stranger sends, of any length, is not.
        """
        try:
            return self._remembered(table, token)
        except NotIssued:
            return None

    def _read(self, table: str, token: str) -> Holder:
        form = TOKEN_FORM.fullmatch(token)
        if form is None:
            raise NotIssued
        holder = Holder(int(form["seat"]), int(form["taken"]))
        if not hmac.compare_digest(self._signature(table, holder), form["signature"]):
            raise NotIssued
        return holder

    def derive(self, text: str) -> bytes:
        """32 bytes derived from the text with the secret. Without the secret nobody can compute them."""
        return hmac.digest(self._secret(), text.encode(), "sha256")

    def _signature(self, table: str, holder: Holder) -> str:
        signature = self.derive(f"seat:{table}:{holder.seat}:{holder.taken}")
        return urlsafe_b64encode(signature).decode().rstrip("=")
