"""Ownership of bots and webhooks: ids and secrets for an API key, limits, and checks of addresses."""

from base64 import b32encode
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from events.errors import KeyReused
from service.http.problems import Problem
from service.http.request_context import this_request
from service.http.requester import idempotency_key
from service.wiring import web_parts
from workers.bots.registry import Bot
from workers.outgoing.client import NotLookedUp, TargetRefused
from workers.outgoing.signing import Secret, fingerprint, new_secret, rotated, valid
from workers.owners.removed import was_removed
from workers.webhooks.registry import Webhook

Owned = TypeVar("Owned", Bot, Webhook)

MOST_RETIRED = 100
"""Number of old secrets of a bot or webhook that are recognised. A repeated request brings none of them back."""
ID_BYTES, SECRET_BYTES = 15, 32
FOR_THE_OWNER = {"Cache-Control": "no-store", "Vary": "X-API-Key"}
"""Headers of a response that shows an owner more than others."""


class Minted(NamedTuple):
    """The id and the secret of a new bot or webhook."""

    id: str
    secret: str


def minted(prefix: str, owner: str, sent: Mapping[str, Any]) -> Minted:
    """The id (with this prefix) and the secret of an owner's new bot or webhook: random, or derived from the `Idempotency-Key`.

    So the same request creates the same id and secret again. The secret also depends on the body as it was sent, so it distinguishes a
    repeated request from another one with the same key, whatever the rules for a body are by then.
    """
    key = idempotency_key()
    if key is None:
        return Minted(_id(prefix, web_parts().entropy(ID_BYTES)), new_secret(web_parts().entropy(SECRET_BYTES)))
    derive, request_id = web_parts().tokens.derive, f"{owner}:{key}"
    body = msgspec.json.encode(sent, order="sorted").decode()
    return Minted(_id(prefix, derive(f"{prefix}id:{request_id}")[:ID_BYTES]), new_secret(derive(f"{prefix}secret:{request_id}:{body}")))


def known_by(known: Bot | Webhook, prefix: str, secret: str, read: Callable[[], Mapping[str, Any]]) -> str:
    """The secret by which the same request was known when it came first: `secret`, or what older builds made of the body as they had `read`
    it.

    Raises as `read`, which is called only if `secret` was never the thing's own.
    """
    if secret == known.secrets[0].text or fingerprint(secret) in known.retired:
        return secret
    return minted(prefix, known.owner, {name: value for name, value in read().items() if name in this_request().sent}).secret


def next_secret(id: str) -> str:
    """The next secret of the bot or webhook with this id: random, or derived from the request's `Idempotency-Key`."""
    key = idempotency_key()
    return new_secret(web_parts().entropy(SECRET_BYTES) if key is None else web_parts().tokens.derive(f"next-secret:{id}:{key}"))


def refuse_removed(id: str) -> None:
    """Raises the problem `idempotency-key-reused` if the bot or webhook that this key created was deleted."""
    if was_removed(web_parts().parts.worker.client, id):
        raise Problem("idempotency-key-reused", "What this Idempotency-Key stands for was deleted: use another key.")


def refuse_another(known: Bot | Webhook, secret: str) -> None:
    """Raises `KeyReused` if the same key came before with another body.

    Raises the problem `secret-rotated` if the secret of the same request has been rotated since.
    """
    if secret == known.secrets[0].text:
        return
    _refuse_retired(known, secret)
    raise KeyReused(known.id)


def with_next(known: Owned, secret: str) -> Owned:
    """The bot or webhook with `secret` as its newest secret; unchanged if it is that already.

    Raises the problem `secret-rotated` if it was the newest secret before.
    """
    newest = known.secrets[0].text
    if secret == newest:
        return known
    _refuse_retired(known, secret)
    retired = (fingerprint(newest), *known.retired)[:MOST_RETIRED]
    return replace(known, secrets=rotated(known.secrets, secret, web_parts().parts.now()), retired=retired)


def replayed(known: Bot | Webhook, secret: str) -> Mapping[str, str]:
    """The header `Idempotent-Replayed` if `secret` is already the newest one, else no header."""
    return {"Idempotent-Replayed": "true"} if secret == known.secrets[0].text else {}


def _refuse_retired(known: Bot | Webhook, secret: str) -> None:
    if fingerprint(secret) in known.retired:
        advice = "which is not shown again: rotate it, or use the one you kept"
        raise Problem("secret-rotated", f"What this Idempotency-Key stands for has had another secret since, {advice}.")


def refuse_too_many(owned: int, what: str) -> None:
    """Raises the problem `too-many-owned` if the API key has reached its limit of `bots` or `webhooks` (`what`)."""
    if owned >= getattr(web_parts().settings.limits, what):
        raise Problem("too-many-owned", f"This API key has {owned} {what} already.")


def refuse_target(url: str) -> None:
    """Raises the problem `target-refused` for an address that may not be called, `lookup-timed-out` if the look-up of its name is slow."""
    try:
        web_parts().parts.outgoing.check(url, asker=this_request().client)
    except TargetRefused as refused:
        raise Problem("target-refused", f"The address {refused}.", field="url") from None
    except NotLookedUp:
        raise Problem("lookup-timed-out", "The name of this address could not be looked up in time.", field="url") from None


def present_secrets(secrets: Sequence[Secret]) -> list[dict[str, str | None]]:
    """The secrets that sign now, newest first, as JSON: only until when each is used."""
    return [{"until": secret.until} for secret in valid(secrets, web_parts().parts.now())]


def _id(prefix: str, raw: bytes) -> str:
    return prefix + b32encode(raw).decode().lower()
