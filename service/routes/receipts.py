"""`/v1/tables/{table}/receipts` and `/.well-known/jwks.json`: signed receipts, and the public keys that verify them."""

from typing import Final

import msgspec
from flask import Blueprint, Response

from events.errors import TableUnknown
from events.fairness.public_keys import key_set
from events.fairness.receipts import read
from service.http.replies import json_reply
from service.wiring import web_parts

routes = Blueprint("receipts", __name__)

KEYS_MAX_AGE: Final = 300
"""Seconds for which caches may store the public keys. A client that meets an unknown key must request them again later."""


@routes.get("/v1/tables/<table>/receipts")
def receipts(table: str) -> Response:
    tables = web_parts().tables
    tables.codec_of(table)  # raises `TableUnknown`
    stored = tables.store.receipts(table)
    if not any(stored) and tables.store.was_removed(table):  # this process may have cached the codec
        raise TableUnknown(table)
    return json_reply(msgspec.to_builtins(read(stored, table)), headers={"Cache-Control": "no-cache"})


@routes.get("/.well-known/jwks.json")
def keys() -> Response:
    headers = {"Cache-Control": f"public, max-age={KEYS_MAX_AGE}"}
    return Response(msgspec.json.encode(key_set(web_parts().issuer.published())), headers=headers, content_type="application/jwk-set+json")
