"""The least that could be done for a move: a bare Flask route that makes one EVALSHA of an append as large as a move's."""

import os
from typing import Any

from flask import Flask, Response

from events.connection import connect
from events.redis_store import RedisStore
from events.store import Append, Key, Snapshot

LINE = b'{"hash":"%s","x":"%s"}' % (b"0" * 64, b"." * 330)
SNAPSHOT = b"." * 1000


def create_app() -> Flask:
    app = Flask("bare")
    store = RedisStore(connect(os.environ["ROLLSTREAM_REDIS_URL"]))

    @app.post("/append/<table>/<int:expected>/<int:lines>")
    def append(table: str, expected: int, lines: int) -> Response:
        key = Key(f"0:{expected}", "0" * 32)
        snapshot = Snapshot(expected + lines, "0" * 64, SNAPSHOT)
        store.append(Append(table, expected, key, [LINE] * lines, ["dicy-cards.dice-rolled"] * lines, snapshot))
        return Response(b"{}", 201, content_type="application/json")

    @app.get("/healthz")
    def alive() -> dict[str, Any]:
        return {}

    return app
