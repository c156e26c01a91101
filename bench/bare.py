"""The baseline of a move: a bare Flask route with one EVALSHA of an append as large as a move's, and an unmodified client library."""

import os
from pathlib import Path
from typing import Any

from flask import Flask, Response
from redis import Redis

from events.store import keys
from events.store.scripts import script_text

EVENT_LINE = b'{"hash":"%s","key":"%s"}' % (b"0" * 64, b"." * 330)
SNAPSHOT = b"." * 1000
DUE_MS = 1_900_000_000_000
SCRIPT = script_text(Path(keys.__file__).with_name("append.lua"))


def create_app() -> Flask:
    app = Flask("bare")
    client = Redis.from_url(os.environ["ROLLSTREAM_REDIS_URL"])
    sha = client.script_load(SCRIPT)

    @app.post("/append/<table>/<int:expected>/<int:lines>")
    def append(table: str, expected: int, lines: int) -> Response:
        of_table = (keys.log_key(table), keys.state_key(table), keys.keys_key(table), keys.secret_key(table))
        of_partition = (keys.feed_key(table[:3]), keys.due_key(table[:3]), keys.receipts_key(table), keys.damaged_key(table[:3]))
        beside = (keys.archived_key(table), keys.erasures_key(table))
        names = (*of_table, *of_partition, keys.creator_key(table), keys.removed_key(table), *beside)
        expected_head, receipts = (expected, "0" * 64 if expected else ""), ("", "")
        types = ",".join(["dicy-cards.dice-rolled"] * lines)
        key, snapshot, secret = (f"0:{expected}", "0" * 32), ("0" * 64, SNAPSHOT), ("leave", "")
        answer: Any = client.evalsha(
            sha,
            len(names),
            *names,
            table,
            *expected_head,
            *key,
            *snapshot,
            *secret,
            types,
            DUE_MS,
            "",
            *receipts,
            "",
            0,
            *[EVENT_LINE] * lines,
        )
        assert answer[0] == b"appended", answer
        return Response(b"{}", 201, content_type="application/json")

    @app.get("/healthz")
    def alive() -> dict[str, Any]:
        return {}

    return app
