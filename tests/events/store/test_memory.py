"""How full the store is, and that this appears in the operator's log."""

import logging

import pytest
from redis import Redis

from events.store.memory_usage import StoreMemory


def test_the_log_says_once_that_the_store_is_nearly_full_and_once_that_it_has_room_again(
    fresh_store_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    seconds = iter(range(0, 100, 2))
    with Redis.from_url(fresh_store_url) as client:
        memory = StoreMemory(client, reserve=10, monotonic=lambda: next(seconds))
        told = []

        try:
            for limit in (0, 1, 1, 0, 0):
                client.config_set("maxmemory", limit)
                told.append((memory().full, len(caplog.records)))
        finally:
            client.config_set("maxmemory", 0)

    assert told == [(False, 0), (True, 1), (True, 1), (False, 2), (False, 2)]
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 2
    assert "nearly full" in caplog.records[0].message
