"""Reads a request's body: whole, within a time limit, as strict JSON."""

from io import BytesIO
from typing import Any
from wsgiref.types import WSGIEnvironment

import gevent
from flask import request
from gunicorn.http.errors import ParseException
from werkzeug.exceptions import RequestEntityTooLarge

from events.strict_json import NotJson, read_json
from service.http.problems import Problem
from service.http.request_context import this_request

JSON = "application/json"
LONGEST_BODY = 64 * 1024
"""Maximum bytes of a body; the server stops reading there."""
BODY_TIMEOUT = 10.0
"""Maximum seconds for a body to arrive. Meanwhile the connection occupies a place that others could use."""


def read_object(*, optional: bool = False) -> dict[str, Any]:
    """The request's body, a JSON object, which is also stored as `this_request().sent`. With `optional`, {} if there is no body.

    Raises the problems `request-timeout`, `body-too-large`, `content-encoding-unsupported`, `media-type-unsupported`, `body-unreadable`,
    and `body-invalid` for JSON that is no object.
    """
    environ = request.environ
    raw = _read(environ)
    if "HTTP_CONTENT_ENCODING" in environ:
        _refuse_encoded(environ["HTTP_CONTENT_ENCODING"])
    if not raw and optional:
        return {}
    if environ.get("CONTENT_TYPE") != JSON and not _is_json():
        raise Problem("media-type-unsupported", "The body must be application/json in UTF-8.")
    value = parse(raw)
    if not isinstance(value, dict):
        raise Problem("body-invalid", "The body must be a JSON object.", errors=[{"field": "", "detail": "Must be an object."}])
    this_request().sent = value
    return value


def refuse_body(environ: WSGIEnvironment) -> None:
    """Raises the problem `body-invalid` if the request has a body, although its route accepts none. The body is not read."""
    if _length(environ) or ("HTTP_TRANSFER_ENCODING" in environ and _has_begun(environ)):
        detail = "Must be empty."
        raise Problem("body-invalid", "This request takes no body.", errors=[{"field": "", "detail": detail}])


def _has_begun(environ: WSGIEnvironment) -> bool:
    """Whether a body without a length contains at least one byte. A body that cannot be read counts as one that does."""
    try:
        with gevent.Timeout(BODY_TIMEOUT):
            return bool(_stream(environ).read(1))
    except (gevent.Timeout, OSError, ParseException):
        return True


def _refuse_encoded(content_encoding: str) -> None:
    """Raises the problem `content-encoding-unsupported` for a body whose headers declare a compression, whether or not it is compressed."""
    codings = {coding.strip().lower() for coding in content_encoding.split(",")}
    if codings - {"", "identity"}:
        detail = "The body must be sent as it is, without a `Content-Encoding` such as gzip."
        raise Problem("content-encoding-unsupported", detail, headers={"Accept-Encoding": "identity"})


def _is_json() -> bool:
    """Whether a longer Content-Type, such as one with a charset, also means JSON in UTF-8."""
    return request.mimetype == JSON and request.mimetype_params.get("charset", "utf-8").lower() == "utf-8"


def _read(environ: WSGIEnvironment) -> bytes:
    """The whole body. A partial body is refused: the missing part could change the meaning."""
    length = _length(environ)
    if length is not None and length > LONGEST_BODY:
        raise RequestEntityTooLarge
    raw = _received(_stream(environ), LONGEST_BODY + 1 if length is None else length)
    if len(raw) > LONGEST_BODY:
        raise RequestEntityTooLarge
    if length not in {None, len(raw)}:
        raise Problem("body-unreadable", "The body did not arrive whole.")
    return raw


def _received(stream: Any, most: int) -> bytes:
    """At most so many bytes of the body, when they have arrived."""
    if isinstance(stream, BytesIO):
        return stream.read(most)  # the web server has it already
    try:
        with gevent.Timeout(BODY_TIMEOUT):
            raw: bytes = stream.read(most)
    except gevent.Timeout:
        raise Problem("request-timeout", f"The body did not arrive within {BODY_TIMEOUT:.0f} seconds.") from None
    except (OSError, ParseException):  # raised by the web server's stream
        raise Problem("body-unreadable", "The body is not framed as HTTP wants it, or did not arrive whole.") from None
    return raw


def _length(environ: WSGIEnvironment) -> int | None:
    """The length of the body, which the web server has checked; None if the request declares none."""
    text = environ.get("CONTENT_LENGTH")
    return int(text) if text else None


def _stream(environ: WSGIEnvironment) -> Any:
    """The body as the web server reads it, which ends where the body ends. Werkzeug's stream around it would limit it once more."""
    return environ["wsgi.input"]


def parse(raw: bytes) -> Any:
    """The JSON value in `raw`. Raises the problem `body-unreadable`."""
    try:
        return read_json(raw)
    except NotJson as error:
        raise Problem("body-unreadable", f"The body {error.detail}.") from None
