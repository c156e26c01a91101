import io
import json
import logging
import re
import sys
import threading
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from events.log_context import log_fields, note, noted
from service.logs import LogLines, as_json, as_text, log_what_is_printed, members


class Log:
    """A logger whose lines go to memory."""

    def __init__(self, name: str) -> None:
        self.file = io.BytesIO()
        self.handler = LogLines(self.file, as_json)
        self.logger = logging.getLogger(name)
        self.logger.addHandler(self.handler)
        self.logger.setLevel(logging.DEBUG)

    def line(self) -> Mapping[str, Any]:
        """The only line so far."""
        (line,) = self.file.getvalue().splitlines()
        read: Mapping[str, Any] = json.loads(line)
        return read

    def text(self) -> str:
        return self.file.getvalue().decode()


@pytest.fixture
def log() -> Iterator[Log]:
    log = Log("rollstream.tests")
    note()  # of the last request that a test of this process has made of the application
    yield log
    log.logger.removeHandler(log.handler)
    log.logger.setLevel(logging.NOTSET)


@pytest.fixture
def sentences(log: Log) -> Log:
    """The same for a person at a terminal."""
    log.handler._form = as_text
    return log


def test_a_line_has_time_level_logger_and_message_then_what_the_event_is_about(log: Log) -> None:
    log.logger.info("request", extra=members(status=409, table=None, level="nonsense"))

    line = log.line()
    assert list(line) == ["time", "level", "logger", "message", "status", "table"]
    assert (line["level"], line["logger"], line["message"], line["status"]) == ("info", "rollstream.tests", "request", 409)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"])


def test_a_record_of_a_library_has_only_known_fields(log: Log) -> None:
    log.logger.warning("%d of %s", 3, "five", extra={"table": "p00-x", "version": 7, "secret": "marker"})

    line = log.line()
    assert list(line) == ["time", "level", "logger", "message", "table", "version"]
    assert (line["message"], line["level"], line["version"]) == ("3 of five", "warning", 7)


def test_lines_name_the_request_that_is_served_meanwhile(log: Log) -> None:
    note(request="17")
    with noted(job="play-1"):
        log.logger.info("in both", extra=members(status=200))
    assert log_fields() == {"request": "17"}
    note()

    assert log_fields() == {}
    assert list(log.line().items())[3:] == [("message", "in both"), ("request", "17"), ("job", "play-1"), ("status", 200)]


def test_an_error_is_one_line_with_its_trace(log: Log) -> None:
    with pytest.raises(ValueError) as caught:
        int("planted\nin two lines")

    log.logger.error("unexpected error", exc_info=caught.value, extra=members(error="ValueError"))

    line = log.line()
    assert list(line) == ["time", "level", "logger", "message", "error", "exception"]
    assert line["exception"].startswith("Traceback (most recent call last):\n")
    assert line["exception"].endswith(r"invalid literal for int() with base 10: 'planted\nin two lines'")


def test_what_python_prints_is_logged(log: Log) -> None:
    logging.getLogger("rollstream").addHandler(log.handler)
    logging.getLogger("py.warnings").addHandler(log.handler)
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        log_what_is_printed()
        warnings.warn("planted warning", stacklevel=1)
    thread = threading.Thread(target=int, args=("planted in a thread",))
    thread.start()
    thread.join()
    sys.excepthook(RuntimeError, RuntimeError("planted at the end"), None)
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    logging.getLogger("rollstream").removeHandler(log.handler)
    logging.getLogger("py.warnings").removeHandler(log.handler)

    warned, in_thread, ended = (json.loads(line) for line in log.file.getvalue().splitlines())
    assert "planted warning" in warned["message"]
    assert (in_thread["message"], in_thread["level"]) == ("thread: unexpected error", "error")
    assert "planted in a thread" in in_thread["exception"]
    assert (ended["message"], ended["exception"]) == ("process: unexpected error", "RuntimeError: planted at the end")


def test_for_a_person_a_line_is_a_sentence(sentences: Log) -> None:
    sentences.logger.info("listening on %s", "http://127.0.0.1:8000")
    sentences.logger.warning("request", extra=members(status=409, key=None, route="/v1/tables"))
    sentences.logger.error("failed", exc_info=ValueError("planted"))

    assert sentences.text().splitlines() == [
        "tests: listening on http://127.0.0.1:8000",
        "tests: warning: request (status=409 route=/v1/tables)",
        "tests: error: failed",
        "ValueError: planted",
    ]


def test_what_is_no_json_is_written_as_python_shows_it(log: Log) -> None:
    log.logger.info("request", extra=members(what={"a set"}, who=range(3), text="é"))

    line = log.line()
    assert (line["what"], line["who"], line["text"]) == (["a set"], "range(0, 3)", "é")


def test_a_record_that_cannot_be_written_is_left_out(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging, "raiseExceptions", False)

    log.logger.info("%d", "no number")
    log.logger.info("\udc00")

    assert log.file.getvalue() == b""
