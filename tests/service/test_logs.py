import io
import json
import logging
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from service.logs import _JsonLines, members


class Log:
    """A logger whose lines go to memory."""

    def __init__(self, name: str) -> None:
        self.file = io.BytesIO()
        self.handler = _JsonLines(self.file)
        self.logger = logging.getLogger(name)
        self.logger.addHandler(self.handler)
        self.logger.setLevel(logging.DEBUG)

    def line(self) -> Mapping[str, Any]:
        """The only line so far."""
        (line,) = self.file.getvalue().splitlines()
        read: Mapping[str, Any] = json.loads(line)
        return read


@pytest.fixture
def log() -> Iterator[Log]:
    log = Log("rollstream.tests")
    yield log
    log.logger.removeHandler(log.handler)
    log.logger.setLevel(logging.NOTSET)


def test_an_event_of_the_service_has_its_members_then_event_time_and_level(log: Log) -> None:
    log.logger.info("request", extra=members(id="17", status=409, table=None))

    line = log.line()
    assert list(line) == ["id", "status", "table", "event", "timestamp", "level"]
    assert (line["id"], line["status"], line["table"], line["event"], line["level"]) == ("17", 409, None, "request", "info")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z", line["timestamp"])


def test_a_record_of_a_library_names_its_logger_and_only_known_fields(log: Log) -> None:
    log.logger.warning("%d of %s", 3, "five", extra={"table": "p00-x", "version": 7, "secret": "marker"})

    line = log.line()
    assert list(line) == ["event", "timestamp", "level", "logger", "table", "version"]
    assert (line["event"], line["level"], line["logger"], line["version"]) == ("3 of five", "warning", "rollstream.tests", 7)


def test_an_error_is_one_line_with_its_trace(log: Log) -> None:
    with pytest.raises(ValueError) as caught:
        int("planted\nin two lines")

    log.logger.error("unexpected error", exc_info=caught.value, extra=members(id="18"))

    line = log.line()
    assert list(line) == ["id", "event", "timestamp", "level", "exception"]
    assert line["exception"].startswith("Traceback (most recent call last):\n")
    assert line["exception"].endswith(r"invalid literal for int() with base 10: 'planted\nin two lines'")


def test_what_is_no_json_is_written_as_python_shows_it(log: Log) -> None:
    log.logger.info("request", extra=members(what={"a set"}, who=range(3), text="é"))

    line = log.line()
    assert (line["what"], line["who"], line["text"]) == (["a set"], "range(0, 3)", "é")


def test_a_record_that_cannot_be_written_is_left_out(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging, "raiseExceptions", False)

    log.logger.info("%d", "no number")
    log.logger.info("\udc00")

    assert log.file.getvalue() == b""
