"""The public keys of a service in the form of `/.well-known/jwks.json`: a JWK Set (RFC 7517, RFC 8037) with the times of the keys."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from events.fairness.signing import SEED_BYTES, decoded, thumbprint
from events.strict_json import NotJson, read_json

MOST_KEY_SET_BYTES: Final = 1024 * 1024
"""The largest set that is read. A key has about 250 bytes."""

SET_MEMBERS: Final = (
    "its member keys is a list of objects; an Ed25519 key has the texts kid and x, and may have the times valid_from and valid_until, "
    "such as 2026-11-28T12:00:00.000Z, or null"
)

Timestamp = Annotated[
    str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$", min_length=24, max_length=24)
]


class PublicKey(msgspec.Struct, frozen=True, kw_only=True):
    """An Ed25519 key `x` (base64url) with its thumbprint `kid`.

    It signed from `valid_from` to `valid_until` (None: it still signs; in a foreign set also: unknown).
    """

    kid: str
    x: str
    valid_from: Timestamp | None = None
    valid_until: Timestamp | None = None

    def jwk(self) -> dict[str, Any]:
        """The key as a member of a JWK Set."""
        return {"kty": "OKP", "crv": "Ed25519", "alg": "EdDSA", "use": "sig", **msgspec.to_builtins(self)}


class _Set(msgspec.Struct):
    keys: list[dict[str, Any]]


def key_set(keys: Iterable[PublicKey]) -> dict[str, Any]:
    """The JWK Set of these keys, as JSON values."""
    return {"keys": [key.jwk() for key in keys]}


def read_key_set(data: bytes) -> Mapping[str, PublicKey]:
    """The Ed25519 keys in a JWK Set by their ids. Keys of other kinds are ignored (RFC 7517, section 5).

    Raises `ValueError` for anything else, also for a key whose id is not its thumbprint. The message is the rest of a sentence.
    """
    if len(data) > MOST_KEY_SET_BYTES:
        raise ValueError(f"has more than {MOST_KEY_SET_BYTES} bytes")
    try:
        found = msgspec.convert(read_json(data), _Set).keys
        keys = [msgspec.convert(key, PublicKey) for key in found if (key.get("kty"), key.get("crv")) == ("OKP", "Ed25519")]
    except NotJson as error:
        raise ValueError(error.detail) from error
    except msgspec.ValidationError as error:
        raise ValueError(f"is no set of keys: {SET_MEMBERS}") from error
    for key in keys:
        _check(key)
    if len({key.kid for key in keys}) < len(keys):
        raise ValueError("has a key twice")
    return {key.kid: key for key in keys}


def check_x(x: str) -> None:
    """Raises `ValueError` if `x` is not a public key. The message is the rest of a sentence about the set."""
    try:
        decoded(x, SEED_BYTES)
    except ValueError as error:
        raise ValueError(f"has a key whose x is no public key: {x!r}") from error


def check_timestamp(timestamp: Timestamp) -> None:
    """Raises `ValueError` if the time does not exist. The message is the rest of a sentence about the set."""
    try:
        datetime.fromisoformat(timestamp)
    except ValueError as error:
        raise ValueError(f"has a key with a time that is no time: {timestamp}") from error


def _check(key: PublicKey) -> None:
    check_x(key.x)
    if key.kid != thumbprint(key.x):
        raise ValueError(f"has a key with another id than its thumbprint {thumbprint(key.x)}: {key.kid!r}")
    for timestamp in (key.valid_from, key.valid_until):
        if timestamp is not None:
            check_timestamp(timestamp)
