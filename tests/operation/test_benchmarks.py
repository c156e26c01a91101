"""A benchmark's reference must change together with the code that it represents."""

from contextlib import closing

import pytest

from bench.bench_moves import BareClient
from bench.serving import store, web
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore


def test_the_bare_append_that_moves_are_measured_against_appends_as_the_store_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROLLSTREAM_WEB_PROCESSES", "1")
    with store() as url, web("bench.bare:create_app()", url) as port, closing(BareClient(port)) as client:
        for _ in range(4):
            client()

        with closing(connect(url)) as connection:
            assert len(RedisStore(connection).read(client.table, 0, 100)) == 1 + 2 + 1 + 2
