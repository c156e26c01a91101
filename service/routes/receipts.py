"""What the service signs: the receipts of a table, and the public keys to check them with."""

from typing import Final

import msgspec
from flask import Blueprint, Response

from events.errors import TableUnknown
from events.fairness.public_keys import key_set
from events.fairness.receipts import read
from service.http.replies import json_reply
from service.wiring import wired

routes = Blueprint("receipts", __name__)

KEYS_FOR: Final = 300
"""Seconds for which caches may keep the public keys. Who meets a receipt of a key that is not among them asks again later."""


@routes.get("/v1/tables/<table>/receipts")
def receipts(table: str) -> Response:
    tables = wired().tables
    tables.codec_of(table)  # raises `TableUnknown`
    kept = tables.store.receipts(table)
    if not any(kept) and tables.store.was_removed(table):  # which the codec's process need not know
        raise TableUnknown(table)
    return json_reply(msgspec.to_builtins(read(kept, table)), headers={"Cache-Control": "no-cache"})


@routes.get("/.well-known/jwks.json")
def keys() -> Response:
    headers = {"Cache-Control": f"public, max-age={KEYS_FOR}"}
    return Response(msgspec.json.encode(key_set(wired().issuer.published())), headers=headers, content_type="application/jwk-set+json")
