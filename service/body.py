"""Reads a request's body: all of it, in time, and as strict JSON."""

from typing import Any

import gevent
from flask import request
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import RequestEntityTooLarge

from events.strict_json import NotJson, read_json
from service.problems import Problem

JSON = "application/json"
LIMIT = 64 * 1024
"""Bytes that a body may have; the server stops reading there."""
WITHIN = 10.0
"""Seconds that it may take to arrive. Until then it holds a place that others could use."""


def read_object(*, optional: bool = False) -> dict[str, Any]:
    """The request's body, a JSON object; {} for no body at all if that is allowed.

    Raises the problems `request-timeout`, `body-too-large`, `media-type-unsupported`, `body-unreadable`, and `body-invalid` for
    JSON that is no object.
    """
    raw = _read()
    if not raw and optional:
        return {}
    if request.content_type != JSON and not _says_json():
        raise Problem("media-type-unsupported", "The body must be application/json in UTF-8.")
    value = parse(raw)
    if not isinstance(value, dict):
        raise Problem("body-invalid", "The body must be a JSON object.", errors=[{"field": "", "detail": "Must be an object."}])
    return value


def _says_json() -> bool:
    """Whether a longer Content-Type, such as one with a charset, means the same."""
    return request.mimetype == JSON and request.mimetype_params.get("charset", "utf-8").lower() == "utf-8"


def _read() -> bytes:
    """All of the body. Nothing is done on half of one: what was cut off could have been what mattered."""
    try:
        with gevent.Timeout(WITHIN):
            raw = request.get_data(cache=False)
    except gevent.Timeout:
        raise Problem("request-timeout", f"The body did not arrive within {WITHIN:.0f} seconds.") from None
    except (OSError, ParseException):  # the web server's, from within its stream
        raise Problem("body-unreadable", "The body is not framed as HTTP wants it, or did not arrive whole.") from None
    if len(raw) > LIMIT:
        raise RequestEntityTooLarge
    if request.content_length not in {None, len(raw)}:
        raise Problem("body-unreadable", "The body did not arrive whole.")
    return raw


def parse(raw: bytes) -> Any:
    """The JSON value in `raw`. Raises the problem `body-unreadable`."""
    try:
        return read_json(raw)
    except NotJson as error:
        raise Problem("body-unreadable", f"The body {error.detail}.") from None
