"""The requester: seat tokens, API keys and Idempotency-Keys, read from headers only, never from the URL."""

import re
from itertools import pairwise
from typing import Final

from flask import request

from events.tables.keyed_orders import Holder
from events.tables.opening import LoadedTable
from rules.game import Seat
from service.http.client import client_digest
from service.http.problems import Problem
from service.http.request_context import this_request
from service.wiring import web_parts

IDEMPOTENCY_KEY: Final = re.compile(r"[A-Za-z0-9_-]{16,128}", re.ASCII)
UUID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-(?P<version>[0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE | re.ASCII)
RANDOM_UUID_VERSIONS: Final = frozenset("47")
"""Versions of UUIDs that are random. Others are derived from a name, or from a clock and a machine."""
PUBLIC_ID: Final = re.compile(r"p[0-9]{2}-[0-9a-z]{26}|P[0-9]{2}-[0-9A-Z]{26}|(?:bot|whk)_[a-z2-7]{24}|(?:BOT|WHK)_[A-Z2-7]{24}", re.ASCII)
"""Public ids of tables, bots and webhooks."""
LEAST_LENGTH, LEAST_DISTINCT, LEAST_UNPREDICTABLE = 32, 8, 16
"""Minimum length of a random key, its minimum number of different characters, and of characters that do not continue a row such as 1234.
Of a million random keys of 32 hexadecimal digits, none had fewer.
"""


def required_holder(table: str) -> Holder:
    """The holder that the request's seat token was issued to. The handler checks whether this player still holds the seat.

    Raises the problems `token-missing` and `token-invalid`.
    """
    holder = _holder(table)
    if holder is None:
        raise token_missing()
    this_request().viewer = holder.seat
    return holder


def token_missing() -> Problem:
    """The problem `token-missing`."""
    return Problem("token-missing", "This needs the token of a seat at this table, in the header `Authorization: Bearer …`.")


def refuse_foreign(holder: Holder, seat: Seat) -> None:
    """Raises the problem `seat-foreign` if this is not the holder's seat."""
    if holder.seat != seat:
        raise Problem("seat-foreign", f"This token is for seat {holder.seat}, not for seat {seat}.")


def refuse_unknown(loaded: LoadedTable, seat: Seat) -> None:
    """Raises the problem `seat-unknown` if the table has no such seat."""
    if seat >= len(loaded.table.seats):
        raise Problem("seat-unknown", f"The table has no seat {seat}.")


def viewer(loaded: LoadedTable) -> Seat | None:
    """The seat whose token the request carries; None for a spectator. Raises the problem `token-invalid`.

    If a damaged log cannot be read up to the event that took the seat, its holder sees what a spectator sees.
    """
    holder = _holder(loaded.id)
    if holder is None:
        return None
    if not loaded.holds(holder.seat, holder.taken):
        if loaded.broken is not None:
            return None
        raise _invalid()
    return holder.seat


def _holder(table: str) -> Holder | None:
    header = request.environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    holder = web_parts().tokens.read(table, token.strip()) if scheme.lower() == "bearer" else None
    if holder is None:
        raise _invalid()
    return holder


def _invalid() -> Problem:
    return Problem(
        "token-invalid", "The header `Authorization` must be `Bearer` and the token of a seat at this table whose holder has not left."
    )


def required_owner() -> str:
    """The id of the request's API key. Raises the problem `api-key-missing`."""
    owner: str | None = this_request().owner
    if owner is None:
        raise Problem("api-key-missing", "This needs an API key, in the header `X-API-Key`.")
    return owner


def creator() -> str:
    """The creator that a new table counts for: the API key, or a digest of the address. The address itself is not stored."""
    client: str = this_request().client
    return client if client.startswith("key:") else client_digest(web_parts().tokens.derive, client)


def idempotency_key() -> str | None:
    """The request's `Idempotency-Key`; None if there is none. Raises the problem `header-invalid`.

    Without an API key, only this key distinguishes the client from others. So it must be as hard to guess as the tokens that it returns.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not IDEMPOTENCY_KEY.fullmatch(key):
        raise Problem("header-invalid", "Idempotency-Key must have 16 to 128 letters, digits, - or _ (a UUID, say).")
    if this_request().owner is None and not is_secret(key):
        raise Problem(
            "header-invalid",
            "Without an API key, Idempotency-Key must be a UUID of version 4 or 7, or 32 random letters, digits, - or _ and more: 8 "
            "different ones at least, nothing repeated or in a row such as 1234, and no public id. Whoever sends the same request with "
            "the same key gets the same answer, tokens included.",
        )
    return key


def own_key(key: str) -> str:
    """Identifies the request: the `Idempotency-Key` together with the API key, so that clients cannot repeat each other's requests."""
    return f"{request.headers.get('X-API-Key', '')}:{key}"


def is_secret(key: str) -> bool:
    """Whether an `Idempotency-Key` looks random: without public ids, it is long and varied, does not repeat itself and has few rows."""
    uuid = UUID.fullmatch(key)
    if uuid is not None and uuid["version"] not in RANDOM_UUID_VERSIONS:
        return False
    random_part = PUBLIC_ID.sub("", key)
    characters = random_part.replace("-", "").lower()
    repeats = any(characters.startswith(characters[length:]) for length in range(1, len(characters) // 2 + 1))
    is_varied = len(set(characters)) >= LEAST_DISTINCT and _unpredictable(characters) >= LEAST_UNPREDICTABLE
    return len(random_part) >= LEAST_LENGTH and is_varied and not repeats


def _unpredictable(characters: str) -> int:
    """How many characters do not continue the step before them, as they would in 0000, 1234 and 9876."""
    steps = [ord(character) - ord(before) for before, character in pairwise(characters)]
    return sum(step not in {0, before} for before, step in pairwise([0, *steps]))
