"""Who asks: seat tokens and API keys, from headers only, never from the address."""

import re
from itertools import pairwise
from typing import Final

from flask import g, request

from events.tables.keyed_orders import Holder
from events.tables.opening import LoadedTable
from rules.game import Seat
from service.http.client import client_digest
from service.http.problems import Problem
from service.wiring import wired

KEY: Final = re.compile(r"[A-Za-z0-9_-]{16,128}", re.ASCII)
UUID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-(?P<version>[0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE | re.ASCII)
BY_CHANCE: Final = frozenset("47")
"""Versions of UUIDs that are made by chance. Others follow from a name, or from a clock and a machine."""
PUBLIC: Final = re.compile(r"p[0-9]{2}-[0-9a-z]{26}|(?:bot|whk)_[a-z2-7]{24}", re.IGNORECASE | re.ASCII)
"""Ids that others see."""
LEAST_LONG, LEAST_DIFFERENT, LEAST_UNEXPECTED = 32, 8, 16
"""Characters that a key by chance has; different ones; and those that do not go on as the one before them did. Of a million random keys of
32 hexadecimal digits none had fewer.
"""


def required_holder(table: str) -> Holder:
    """Whom the request's seat token was issued to at this table; that they still sit there, the handler checks.

    Raises the problems `token-missing` and `token-invalid`.
    """
    holder = _holder(table)
    if holder is None:
        raise token_missing()
    g.asked.viewer = holder.seat
    return holder


def token_missing() -> Problem:
    """The problem `token-missing`."""
    return Problem("token-missing", "This needs the token of a seat at this table, in the header `Authorization: Bearer …`.")


def refuse_foreign(holder: Holder, seat: Seat) -> None:
    """Raises the problem `seat-foreign` if it is not the holder's own seat."""
    if holder.seat != seat:
        raise Problem("seat-foreign", f"This token is for seat {holder.seat}, not for seat {seat}.")


def refuse_unknown(opened: LoadedTable, seat: Seat) -> None:
    """Raises the problem `seat-unknown` if the table has no such seat."""
    if seat >= len(opened.table.seats):
        raise Problem("seat-unknown", f"The table has no seat {seat}.")


def viewer(opened: LoadedTable) -> Seat | None:
    """The seat whose token the request carries, None for a spectator. Raises the problem `token-invalid`.

    Of a table that cannot be read up to where the seat was taken, its holder sees what a spectator sees.
    """
    holder = _holder(opened.id)
    if holder is None:
        return None
    if not opened.holds(holder.seat, holder.taken):
        if opened.broken is not None:
            return None
        raise _invalid()
    return holder.seat


def _holder(table: str) -> Holder | None:
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    holder = wired().tokens.read(table, token.strip()) if scheme.lower() == "bearer" else None
    if holder is None:
        raise _invalid()
    return holder


def _invalid() -> Problem:
    return Problem(
        "token-invalid", "The header `Authorization` must be `Bearer` and the token of a seat at this table whose holder has not left."
    )


def required_owner() -> str:
    """The id of the API key that the request came with. Raises the problem `api-key-missing`."""
    owner: str | None = g.asked.owner
    if owner is None:
        raise Problem("api-key-missing", "This needs an API key, in the header `X-API-Key`.")
    return owner


def creator() -> str:
    """Whom a table that this request creates counts for: its API key, or a digest of its address, which is stored nowhere itself."""
    client: str = g.asked.client
    return client if client.startswith("key:") else client_digest(wired().tokens.derive, client)


def idempotency_key() -> str | None:
    """The request's `Idempotency-Key`, if it has one. Raises the problem `header-invalid`.

    Without an API key it is all that tells this client from another, so it has to be as hard to guess as the tokens that it brings back.
    """
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not KEY.fullmatch(key):
        raise Problem("header-invalid", "Idempotency-Key must have 16 to 128 letters, digits, - or _ (a UUID, say).")
    if g.asked.owner is None and not is_secret(key):
        raise Problem(
            "header-invalid",
            "Without an API key, Idempotency-Key must be a UUID of version 4 or 7, or 32 random letters, digits, - or _ and more: 8 "
            "different ones at least, nothing repeated or in a row such as 1234, and no public id. Whoever sends the same request with "
            "the same key gets the same answer, tokens included.",
        )
    return key


def own_key(key: str) -> str:
    """What a request with this `Idempotency-Key` is known by: the key belongs to the API key that it came with."""
    return f"{request.headers.get('X-API-Key', '')}:{key}"


def is_secret(key: str) -> bool:
    """Whether an `Idempotency-Key` looks as if it was made by chance: no public id and no row counts in it, and nothing is repeated."""
    uuid = UUID.fullmatch(key)
    if uuid is not None and uuid["version"] not in BY_CHANCE:
        return False
    own = PUBLIC.sub("", key)
    signs = own.replace("-", "").lower()
    repeats = any(signs.startswith(signs[length:]) for length in range(1, len(signs) // 2 + 1))
    return len(own) >= LEAST_LONG and len(set(signs)) >= LEAST_DIFFERENT and _unexpected(signs) >= LEAST_UNEXPECTED and not repeats


def _unexpected(signs: str) -> int:
    """How many characters do not go on as the one before them did, as in 0000, 1234 and 9876."""
    steps = [ord(sign) - ord(before) for before, sign in pairwise(signs)]
    return sum(step not in {0, before} for before, step in pairwise([0, *steps]))
