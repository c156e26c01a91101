"""Every refusal as a problem document (RFC 9457) with a `code` from a closed set. The one place that knows HTTP and errors."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
import structlog
from flask import Flask, Response, g
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestEntityTooLarge, RequestTimeout, UnsupportedMediaType

from events.errors import DecisionClosed, KeyReused, NotSeated, TableBusy, TableUnknown, VersionUnknown
from events.store import StoreUnavailable
from events.telling import tell_event
from rules.rejected import Rejected


class ProblemKind(NamedTuple):
    """One code: its HTTP status, its title, and what a client can do about it."""

    status: int
    title: str
    meaning: str


CODES: Mapping[str, ProblemKind] = {
    "body-unreadable": ProblemKind(400, "The body is not JSON", "Send one JSON object in UTF-8, without NaN, Infinity, duplicate keys or half surrogate pairs."),
    "header-invalid": ProblemKind(400, "A header is malformed", "`detail` names the header and what it takes."),
    "token-missing": ProblemKind(401, "A seat token is needed", "Send the token of your seat: `Authorization: Bearer …`."),
    "token-invalid": ProblemKind(401, "The seat token is not valid here", "It is of another table, of somebody who left the seat, or no token at all."),
    "api-key-invalid": ProblemKind(401, "The API key is not known", "Ask the operator for a key, or leave out `X-API-Key`."),
    "seat-foreign": ProblemKind(403, "That is another seat", "A token acts for its own seat only."),
    "route-unknown": ProblemKind(404, "There is no such route", "`/openapi.yaml` lists them all."),
    "game-unknown": ProblemKind(404, "There is no such game", "`GET /v1/games` lists them all."),
    "table-unknown": ProblemKind(404, "There is no such table", "Check the id."),
    "version-unknown": ProblemKind(404, "The table has not come so far", "`version` is where it is."),
    "seat-unknown": ProblemKind(404, "The table has no such seat", "Seats count from 0; the table lists them."),
    "method-not-allowed": ProblemKind(405, "The route does not take this method", "The header `Allow` lists what it takes."),
    "not-acceptable": ProblemKind(406, "No such representation", "Accept application/json, text/event-stream or application/x-ndjson."),
    "request-timeout": ProblemKind(408, "The request took too long to arrive", "Send it again."),
    "decision-closed": ProblemKind(409, "The decision is not open", "It was answered otherwise or is not this seat's; `events` tells what happened since it was opened, `version` where the table is."),
    "idempotency-key-reused": ProblemKind(409, "The Idempotency-Key stands for another request", "Use a new key for a new request."),
    "body-too-large": ProblemKind(413, "The body is too large", "A body has at most 64 KiB."),
    "media-type-unsupported": ProblemKind(415, "The body's media type is not taken", "Send `Content-Type: application/json`."),
    "body-invalid": ProblemKind(422, "The body does not have the right shape", "`errors` names each field and what it takes."),
    "parameter-invalid": ProblemKind(422, "A parameter is malformed", "`errors` names each parameter and what it takes."),
    "rate-limited": ProblemKind(429, "Too many requests", "Wait for `Retry-After` seconds; the header `RateLimit` tells what is left."),
    "internal-error": ProblemKind(500, "Something is broken here", "Not your fault. Tell the operator the `instance`."),
    "store-unavailable": ProblemKind(503, "The store does not answer", "Send the same request again after `Retry-After` seconds: it is never carried out twice."),
    "table-busy": ProblemKind(503, "Too many moves at the same instant", "Send the same request again after `Retry-After` seconds."),
    "streams-full": ProblemKind(503, "Too many open streams", "Try again after `Retry-After` seconds, or read the events in pages."),
}  # fmt: skip
"""The service's own codes. The rules' codes are documented by the games (`GET /v1/games/{game}`) and `rules.table`."""

UNPROCESSABLE = frozenset({"option-unknown", "option-invalid", "seat-count"})
"""Refusals of the rules that are about a value itself, not about the situation: 422 instead of 409."""

RETRY_AFTER = {"store-unavailable": "2", "table-busy": "1", "streams-full": "5"}

log = structlog.get_logger("rollstream.problems")


class Problem(Exception):
    """Raised anywhere in the service to answer with a problem; `extra` becomes members of the document."""

    def __init__(self, code: str, detail: str, *, headers: Mapping[str, str] | None = None, **extra: Any) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail
        self.headers = dict(headers or {})
        self.extra = extra


def handle_problems(app: Flask) -> None:
    """Turn every error that can leave a route into its problem document."""
    app.register_error_handler(Problem, answer)
    app.register_error_handler(Rejected, _rejected)
    app.register_error_handler(DecisionClosed, _decision_closed)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unexpected)
    plain = {
        TableUnknown: ("table-unknown", "There is no table with this id."),
        NotSeated: ("token-invalid", "The token does not hold this seat, or not any more."),
        KeyReused: ("idempotency-key-reused", "This Idempotency-Key came before with another request."),
        TableBusy: ("table-busy", "Too many moves arrived at the same instant; yours was not stored."),
        StoreUnavailable: ("store-unavailable", "The store did not answer in time. If your request was stored, sending it again tells you so."),
    }  # fmt: skip
    for error, (code, detail) in plain.items():
        app.register_error_handler(error, lambda _, code=code, detail=detail: answer(Problem(code, detail)))
    app.register_error_handler(VersionUnknown, _version_unknown)


def answer(problem: Problem) -> Response:
    """The response for a problem."""
    kind = CODES[problem.code]
    if problem.code in RETRY_AFTER:
        problem.headers.setdefault("Retry-After", RETRY_AFTER[problem.code])
    if kind.status == 401:
        problem.headers.setdefault("WWW-Authenticate", 'Bearer realm="rollstream"')
    return _document(problem.code, kind.status, kind.title, problem.detail, problem.extra, problem.headers)


def _document(
    code: str, status: int, title: str, detail: str, extra: Mapping[str, Any], headers: Mapping[str, str] | None = None
) -> Response:
    g.problem = code
    body = {
        "type": f"/docs/problems#{code}",
        "title": title,
        "status": status,
        "detail": detail,
        "code": code,
        "instance": f"urn:uuid:{g.request_id}",
        **extra,
    }
    return Response(msgspec.json.encode(body), status, headers, content_type="application/problem+json")


def _rejected(refusal: Rejected) -> Response:
    status = 422 if refusal.code in UNPROCESSABLE else 409
    reasons = {"field": refusal.field, "rule": refusal.rule}
    extra = {name: value for name, value in reasons.items() if value is not None}
    return _document(refusal.code, status, "The rules do not allow this", refusal.detail, extra)


def _decision_closed(closed: DecisionClosed) -> Response:
    events = [tell_event(closed.opened, happened, g.viewer) for happened in closed.since]
    detail = f"Decision {closed.decision} is not open for this seat; see what happened since, and answer the one it owes now."
    return answer(Problem("decision-closed", detail, version=closed.opened.table.version, events=events))


def _version_unknown(unknown: VersionUnknown) -> Response:
    return answer(Problem("version-unknown", f"The table is at version {unknown.version}.", version=unknown.version))


def _http(error: HTTPException) -> Response:
    match error:
        case MethodNotAllowed():
            allowed = ", ".join(sorted(error.valid_methods or ()))
            return answer(Problem("method-not-allowed", f"This route takes {allowed}.", headers={"Allow": allowed}))
        case RequestEntityTooLarge():
            return answer(Problem("body-too-large", "The body has more than 64 KiB."))
        case UnsupportedMediaType():
            return answer(Problem("media-type-unsupported", "The body must be application/json."))
        case RequestTimeout():
            return answer(Problem("request-timeout", "The body did not arrive in time."))
        case _ if error.code == 404:
            return answer(Problem("route-unknown", "There is no such route."))
        case _:
            return answer(Problem("body-unreadable", "The request could not be read."))


def _unexpected(error: Exception) -> Response:
    """What nobody foresaw: logged with its trace, told without it."""
    log.error("unexpected error", error=type(error).__name__, exc_info=error)
    return answer(Problem("internal-error", "The service could not carry this out; nothing you sent is at fault."))
