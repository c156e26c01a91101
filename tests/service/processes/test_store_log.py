import json
import logging
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from service.logs import LogLines, as_json
from service.processes.store_log import StoreLog


@pytest.fixture
def logged() -> Iterator[BytesIO]:
    """What the loggers of embedded servers write."""
    file, logger = BytesIO(), logging.getLogger("rollstream.embedded")
    handler = LogLines(file, as_json)
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield file
    logger.removeHandler(handler)
    logger.setLevel(logging.NOTSET)


def lines(logged: BytesIO) -> list[tuple[str, str, str]]:
    read: list[dict[str, Any]] = [json.loads(line) for line in logged.getvalue().splitlines()]
    return [(line["logger"], line["level"], line["message"]) for line in read]


def test_what_a_server_adds_to_its_log_is_logged_with_its_level(tmp_path: Path, logged: BytesIO) -> None:
    file = tmp_path / "store.log"
    file.write_text("1:M 01 Dec 2026 03:00:00.000 # of an earlier start\n")
    log = StoreLog(file, "store")

    with file.open("a") as server:
        server.write("1:M 01 Dec 2026 04:00:00.000 * Ready to accept connections\n1:M 01 Dec 2026 04:00:00.001 - a detail\n")
        server.write("1:M 01 Dec 2026 04:00:01.000 # Out of memory\n=== REDIS BUG REPORT START\n\nhalf a l")
        server.flush()
        log._look()
        server.write("ine\n")
    log.start()
    log.stop()

    assert lines(logged) == [
        ("rollstream.embedded.store", "info", "Ready to accept connections"),
        ("rollstream.embedded.store", "warning", "Out of memory"),
        ("rollstream.embedded.store", "warning", "=== REDIS BUG REPORT START"),
        ("rollstream.embedded.store", "warning", "half a line"),
    ]


def test_a_log_that_comes_later_or_begins_again_is_read_from_its_beginning(tmp_path: Path, logged: BytesIO) -> None:
    file = tmp_path / "queue.log"
    log = StoreLog(file, "queue")

    log._look()
    file.write_text("1:M 01 Dec 2026 04:00:00.000 * the first of many words\n")
    log._look()
    file.write_text("1:M 01 Dec 2026 04:00:02.000 * new\n")
    log._look()

    assert [message for _, _, message in lines(logged)] == ["the first of many words", "new"]
