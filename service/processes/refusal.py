"""Problem documents for requests that do not reach the Flask application, in the format of `service.http.problems`.

The refused request may contain a token anywhere, so the answer repeats no part of it.
"""

import uuid
from collections.abc import Mapping
from email.utils import formatdate
from http import HTTPStatus

import msgspec
from gunicorn.http import errors

from service.http.problem_codes import CODES
from service.processes.places import ConnectionRefusal

DETAILS: Mapping[str, str] = {
    "uri-too-long": "The request's first line is too long.",
    "headers-too-large": "There are too many headers, one of them is too long, or all of them are together.",
    "request-unreadable": "The request is not HTTP/1.1 as this service reads it.",
    "too-many-connections": "This address has as many open connections as one may have.",
    "connections-full": "Every connection that this server can serve is in use.",
    "internal-error": "The service could not carry this out; nothing you sent is at fault.",
}
SERVER_ERRORS = (errors.InvalidResponseHeader, errors.InvalidResponseHeaderName)  # type: ignore[attr-defined] # newer than the types
"""Errors of the application that gunicorn counts as errors of clients."""


class Refusal:
    """The problem for an error of the web server or for a connection without a place."""

    def __init__(self, why: BaseException | ConnectionRefusal) -> None:
        self.id = str(uuid.uuid4())
        self.code = str(why) if isinstance(why, ConnectionRefusal) else _code(why)
        self.status = CODES[self.code].status

    def answer(self) -> bytes:
        """The whole HTTP response, head and body."""
        body = msgspec.json.encode(
            {
                "type": f"/docs/problems#{self.code}",
                "title": CODES[self.code].title,
                "status": self.status,
                "detail": DETAILS[self.code],
                "code": self.code,
                "instance": f"urn:uuid:{self.id}",
                **({"retry": "safe"} if self.status == 503 else {}),
            }
        )
        retry_after = CODES[self.code].retry_after
        head = [
            f"HTTP/1.1 {self.status} {HTTPStatus(self.status).phrase}",
            f"Date: {formatdate(usegmt=True)}",
            "Connection: close",
            "Content-Type: application/problem+json",
            f"Content-Length: {len(body)}",
            "X-Content-Type-Options: nosniff",
            "Cache-Control: no-store",
            *([f"Retry-After: {retry_after}"] if retry_after is not None else []),
            f"X-Request-Id: {self.id}",
        ]
        return "\r\n".join([*head, "", ""]).encode() + body


def _code(error: BaseException) -> str:
    match error:
        case errors.LimitRequestLine():
            return "uri-too-long"
        case errors.LimitRequestHeaders():
            return "headers-too-large"
        case errors.ParseException() if not isinstance(error, SERVER_ERRORS):
            return "request-unreadable"
        case _:
            return "internal-error"
