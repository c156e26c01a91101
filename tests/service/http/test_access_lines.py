"""The log line of a request: what an operator can find a request by."""

import json
import logging
from collections.abc import Iterator, Mapping
from io import BytesIO
from typing import Any

import pytest

from service.logs import LogLines, as_json
from tests.service.in_process import application
from tests.service.keys import mint
from tests.service.playing import rolled, to_move


class Log:
    def __init__(self) -> None:
        self.file = BytesIO()

    def last(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = json.loads(self.file.getvalue().splitlines()[-1])
        return found


@pytest.fixture
def log() -> Iterator[Log]:
    """The lines of requests."""
    log, logger = Log(), logging.getLogger("rollstream.requests")
    handler = LogLines(log.file, as_json)
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    yield log
    logger.removeHandler(handler)
    logger.setLevel(logging.NOTSET)


def test_a_line_says_who_has_asked_for_what_and_what_came_of_it(store_url: str, log: Log) -> None:
    with application(store_url, trusted_proxies="1") as service:
        key = mint(service, None)
        api = service.api(X_Forwarded_For="203.0.113.9, 198.51.100.7", X_API_Key=key)
        created_table = api.create_table(2)
        seat, view = to_move(created_table.seated, created_table.view)

        moved, line = rolled(api, seat, view), log.last()
        refused, line_of_refused = rolled(api, seat, 1), log.last()

    assert (line["method"], line["route"], line["status"]) == ("POST", "/v1/tables/<table>/moves", moved.status)
    assert (line["message"], line["request"]) == ("request", moved.headers["x-request-id"])
    assert (line["client"], line["key"], line["table"]) == ("198.51.100.7", key.split("_")[1], created_table.table)
    assert (line["level"], line["code"]) == ("debug", None)
    assert line["ms"] > 0
    assert (line_of_refused["level"], line_of_refused["status"]) == ("info", refused.status)
    assert line_of_refused["code"] == refused.code


def test_a_path_that_is_no_route_is_not_repeated(store_url: str, log: Log) -> None:
    with application(store_url) as service:
        refused = service.api().get("/v1/tables/not-a-table/seats/secret-marker")

    assert refused.status in {404, 405}
    line = log.last()
    assert "secret-marker" not in json.dumps(line)
    assert (line["client"], line["key"], line["table"]) == ("127.0.0.1", None, None)
