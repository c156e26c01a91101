"""Problem documents (RFC 9457): turns every error into a response with a `code` from a closed set. Only this module maps errors to HTTP."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from flask import Flask, Response
from werkzeug.exceptions import (
    HTTPException,
    InternalServerError,
    MethodNotAllowed,
    RequestedRangeNotSatisfiable,
    RequestEntityTooLarge,
    RequestTimeout,
    UnsupportedMediaType,
)

from events.errors import (
    ArchiveUnreachable,
    BranchLost,
    BrokenLog,
    DecisionClosed,
    KeyReused,
    LinkUnknown,
    LinkUsed,
    NewerLog,
    NotSeated,
    SeatsExhausted,
    TableBusy,
    TableRemoved,
    TableUnknown,
    VersionUnknown,
)
from events.store.event_store import NotReplicated, StoreUnavailable
from events.strict_schema import Invalid
from events.tables.presenting import present_event, present_table
from rules.game import Seat
from rules.rejected import Rejected
from service.http.problem_codes import CODES, UNPROCESSABLE
from service.http.request_context import this_request
from service.http.retry_safety import UNKNOWN_OUTCOMES, repeating
from service.logs import members
from workers.jobs.queue_server import QueueUnavailable

log = logging.getLogger("rollstream.problems")

PROBLEM_TYPE = "application/problem+json"
"""The media type of a problem document (RFC 9457)."""


class Problem(Exception):
    """Raise this anywhere in the service to answer with a problem. `extra` becomes members of the document."""

    def __init__(self, code: str, detail: str, *, headers: Mapping[str, str] | None = None, **extra: Any) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail
        self.headers = dict(headers or {})
        self.extra = extra


def invalid_problem(code: str, invalid: Invalid) -> Problem:
    """The problem for values that a schema refuses. Its detail names the first wrong fields, its `errors` name all of them."""
    return Problem(code, invalid.told(3), errors=invalid.errors)


def handle_problems(app: Flask) -> None:
    """Register handlers that turn every error of a route into a problem document."""
    app.register_error_handler(Problem, answer)
    app.register_error_handler(Invalid, lambda invalid: answer(invalid_problem("body-invalid", invalid)))
    app.register_error_handler(Rejected, _rejected)
    app.register_error_handler(DecisionClosed, _decision_closed)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _unexpected)
    plain = {
        TableUnknown: ("table-unknown", "There is no table with this id."),
        TableRemoved: ("table-removed", "The table that this request would create, or has created, has been removed."),
        SeatsExhausted: ("seats-changed-too-often", "Seats of this table were taken and left so often that nobody can join it any more."),
        NotSeated: ("token-invalid", "The token does not hold this seat, or not any more."),
        KeyReused: ("idempotency-key-reused", "This Idempotency-Key came before with another request."),
        LinkUnknown: ("link-unknown", "No link with this code hands over this seat now."),
        LinkUsed: ("link-used", "This link has handed its seat over already."),
        TableBusy: ("table-busy", "Too many moves arrived at the same instant; yours was not stored."),
        StoreUnavailable: ("store-unavailable", "The store did not answer in time."),
        NotReplicated: ("not-replicated", "It is stored, but too few replicas of the store have confirmed it in time."),
        ArchiveUnreachable: ("archive-unavailable", "The table is archived, and the archive did not answer."),
        QueueUnavailable: ("queue-unavailable", "The job queue did not answer in time. Games go on."),
    }
    for error, (code, detail) in plain.items():
        app.register_error_handler(error, lambda _, code=code, detail=detail: answer(Problem(code, detail)))
    app.register_error_handler(VersionUnknown, _version_unknown)
    app.register_error_handler(BranchLost, _history_changed)
    app.register_error_handler(BrokenLog, _damaged)
    app.register_error_handler(NewerLog, _newer)


def answer(problem: Problem) -> Response:
    """The response for a problem, with its status and headers."""
    kind = CODES[problem.code]
    if kind.retry_after is not None:
        problem.headers.setdefault("Retry-After", str(kind.retry_after))
    if kind.status == 503:
        _add_retry_advice(problem)
    if kind.status == 401:
        problem.headers.setdefault("WWW-Authenticate", 'Bearer realm="rollstream"')
    return _document(problem.code, kind.status, kind.title, problem.detail, problem.extra, problem.headers)


def _add_retry_advice(problem: Problem) -> None:
    """Set the member `retry`. Only if a server did not answer, the request may already have taken effect."""
    if problem.code not in UNKNOWN_OUTCOMES:
        problem.extra["retry"] = "safe"
        return
    problem.extra["retry"], advice = repeating()
    problem.detail = f"{problem.detail} {advice}"


def _document(
    code: str, status: int, title: str, detail: str, extra: Mapping[str, Any], headers: Mapping[str, str] | None = None
) -> Response:
    this_request().problem = code
    body = {
        "type": f"/docs/problems#{code}",
        "title": title,
        "status": status,
        "detail": detail,
        "code": code,
        "instance": f"urn:uuid:{this_request().id}",
        **extra,
    }
    return Response(msgspec.json.encode(body), status, headers, content_type=PROBLEM_TYPE)


def _rejected(refusal: Rejected) -> Response:
    status = 422 if refusal.code in UNPROCESSABLE else 409
    reasons = {"field": refusal.field, "rule": refusal.rule}
    extra = {name: value for name, value in reasons.items() if value is not None}
    return _document(refusal.code, status, "The rules do not allow this", refusal.detail, extra)


def _decision_closed(closed: DecisionClosed) -> Response:
    view = present_table(closed.loaded, this_request().viewer)
    events = [present_event(closed.loaded, recorded_event, this_request().viewer) for recorded_event in closed.since]
    detail = f"Decision {closed.decision} is not open for this seat. {_pending_decisions(view['owed'], this_request().viewer)}"
    return answer(Problem("decision-closed", detail, version=view["version"], owed=view["owed"], events=events))


def _pending_decisions(owed: Sequence[Mapping[str, Any]], seat: Seat | None) -> str:
    """The pending decisions as text, for a seat that answered another decision."""
    own = [decision["decision"] for decision in owed if decision["seat"] == seat]
    if own:
        return f"It owes decision {own[0]}."
    if not owed:
        return "The table waits for nobody."
    return "It owes none: " + " and ".join(f"seat {decision['seat']} owes decision {decision['decision']}" for decision in owed) + "."


def _version_unknown(unknown: VersionUnknown) -> Response:
    return answer(Problem("version-unknown", f"The table is at version {unknown.version}.", version=unknown.version))


def _history_changed(lost: BranchLost) -> Response:
    return answer(Problem("history-changed", str(lost), reason=lost.reason, version=lost.head.version))


def _damaged(broken: BrokenLog) -> Response:
    """The problem `table-damaged`. The reason is logged where the damage is found; the client does not see it."""
    readable = broken.version - 1
    detail = f"The table is set aside and accepts no moves. Its events up to version {readable} can be read."
    return answer(Problem("table-damaged", detail, version=readable))


def _newer(newer: NewerLog) -> Response:
    readable = newer.version - 1
    return answer(Problem("table-newer", f"What happened after version {readable} can be read by a newer version only.", version=readable))


def _http(error: HTTPException) -> Response:
    match error:
        case MethodNotAllowed():
            allowed = ", ".join(sorted(error.valid_methods or ()))
            return answer(Problem("method-not-allowed", f"This route takes {allowed}.", headers={"Allow": allowed}))
        case RequestEntityTooLarge():
            return answer(Problem("body-too-large", "The body has more than 64 KiB."))
        case UnsupportedMediaType():
            return answer(Problem("media-type-unsupported", "The body must be application/json."))
        case RequestedRangeNotSatisfiable():
            length = error.length or 0
            return answer(Problem("range-not-satisfiable", f"It has {length} bytes.", headers={"Content-Range": f"bytes */{length}"}))
        case RequestTimeout():
            return answer(Problem("request-timeout", "The body did not arrive in time."))
        case InternalServerError():
            return _unexpected(error)
        case _:
            return answer(Problem("body-unreadable", "The request could not be read."))


def _unexpected(error: Exception) -> Response:
    """An unforeseen error: logged with its trace and the request's id. The client gets the id, but no details."""
    log.error("unexpected error", exc_info=error, extra=members(error=type(error).__name__))
    return answer(Problem("internal-error", "The service could not carry this out; nothing you sent is at fault."))
