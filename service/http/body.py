"""Reads a request's body: all of it, in time, and as strict JSON."""

from typing import Any

import gevent
from flask import g, request
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import RequestEntityTooLarge

from events.strict_json import NotJson, read_json
from service.http.problems import Problem

JSON = "application/json"
LIMIT = 64 * 1024
"""Bytes that a body may have; the server stops reading there."""
WITHIN = 10.0
"""Seconds that it may take to arrive. Until then it holds a place that others could use."""


def read_object(*, optional: bool = False) -> dict[str, Any]:
    """The request's body, a JSON object, which is kept as `g.asked.sent`; {} for no body at all if that is allowed.

    Raises the problems `request-timeout`, `body-too-large`, `content-encoding-unsupported`, `media-type-unsupported`, `body-unreadable`,
    and `body-invalid` for JSON that is no object.
    """
    raw = _read()
    _refuse_coded()
    if not raw and optional:
        return {}
    if request.content_type != JSON and not _says_json():
        raise Problem("media-type-unsupported", "The body must be application/json in UTF-8.")
    value = parse(raw)
    if not isinstance(value, dict):
        raise Problem("body-invalid", "The body must be a JSON object.", errors=[{"field": "", "detail": "Must be an object."}])
    g.asked.sent = value
    return value


def refuse_body() -> None:
    """Raises the problem `body-invalid` if the request has a body: of its own route it takes none, and none is read."""
    if request.content_length or (request.content_length is None and _has_begun()):
        detail = "Must be empty."
        raise Problem("body-invalid", "This request takes no body.", errors=[{"field": "", "detail": detail}])


def _has_begun() -> bool:
    """Whether a body without a length has anything in it. One that cannot be read has."""
    if "Transfer-Encoding" not in request.headers:
        return False
    try:
        with gevent.Timeout(WITHIN):
            return request.stream.read(1) != b""
    except (gevent.Timeout, OSError, ParseException):
        return True


def _refuse_coded() -> None:
    """Raises the problem `content-encoding-unsupported` for a body that is said to be compressed, whether or not it is."""
    codings = {coding.strip().lower() for coding in request.headers.get("Content-Encoding", "").split(",")}
    if codings - {"", "identity"}:
        detail = "The body must be sent as it is, without a `Content-Encoding` such as gzip."
        raise Problem("content-encoding-unsupported", detail, headers={"Accept-Encoding": "identity"})


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
