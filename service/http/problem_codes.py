"""All problem codes of the service, with HTTP status, title and advice for clients. The set is closed.

A catalogue: one entry for each code, in the order of their status. It is longer than other files because a reader looks a code up here.
"""

from collections.abc import Mapping
from typing import NamedTuple


class ProblemKind(NamedTuple):
    """One problem code: its HTTP status, its title, and what a client can do about it. `retry_after` are the seconds that the header
    `Retry-After` asks for; None: no header, or one whose value depends on the request.
    """

    status: int
    title: str
    meaning: str
    retry_after: int | None = None


CODES: Mapping[str, ProblemKind] = {
    "body-unreadable": ProblemKind(
        400,
        "The body is not valid JSON",
        "Send one JSON object in UTF-8, without NaN, Infinity, duplicate keys or half surrogate pairs.",
    ),
    "header-invalid": ProblemKind(
        400,
        "A header is malformed",
        "`detail` names the header and the expected value.",
    ),
    "request-unreadable": ProblemKind(
        400,
        "The request is not valid HTTP/1.1",
        "Its first line, a header or the framing of its body is malformed, or it uses an unsupported `Expect` or `Transfer-Encoding`.",
    ),
    "token-missing": ProblemKind(
        401,
        "A seat token is required",
        "Send the token of your seat: `Authorization: Bearer …`.",
    ),
    "token-invalid": ProblemKind(
        401,
        "The seat token is not valid here",
        "The token belongs to another table or to a player who left the seat, or it is not a token.",
    ),
    "api-key-invalid": ProblemKind(
        401,
        "The API key is invalid",
        "Ask the operator for a key, or leave out `X-API-Key`.",
    ),
    "api-key-missing": ProblemKind(
        401,
        "An API key is required",
        "Bots and webhooks belong to an API key: send it as `X-API-Key`. The operator mints one with `rollstream keys mint`.",
    ),
    "seat-foreign": ProblemKind(
        403,
        "The token is for another seat",
        "A token works for its own seat only.",
    ),
    "bot-not-seatable": ProblemKind(
        403,
        "You cannot use this bot",
        "`detail` says what it requires: the API key of its owner, or the `invitation` that its owner hands out. "
        "`GET /v1/bots` lists the bots that you can use.",
    ),
    "route-unknown": ProblemKind(
        404,
        "There is no such route",
        "`/openapi.yaml` lists them all.",
    ),
    "game-unknown": ProblemKind(
        404,
        "There is no such game",
        "`GET /v1/games` lists them all.",
    ),
    "table-unknown": ProblemKind(
        404,
        "There is no such table",
        "Check the id.",
    ),
    "version-unknown": ProblemKind(
        404,
        "The table has not reached this version",
        "`version` is its current version.",
    ),
    "seat-unknown": ProblemKind(
        404,
        "The table has no such seat",
        "Seats count from 0; the table lists them.",
    ),
    "job-unknown": ProblemKind(
        404,
        "There is no such job",
        "The job never existed, has expired, or was lost with the queue. Repeat the request: `POST /v1/tables/{table}/ai-turns`.",
    ),
    "export-unknown": ProblemKind(
        404,
        "There is no such export",
        "The export was never requested, its request was lost with the queue, or its file is gone. "
        "`POST /v1/tables/{table}/exports` creates it again with the same content.",
    ),
    "bot-unknown": ProblemKind(
        404,
        "There is no such bot",
        "Check the id. You can change only the bots of your own API key.",
    ),
    "webhook-unknown": ProblemKind(
        404,
        "There is no such webhook",
        "Check the id; `GET /v1/webhooks` lists those of your API key.",
    ),
    "delivery-unknown": ProblemKind(
        404,
        "There is no such delivery",
        "The log keeps what is pending, and for seven days the last 4,000 deliveries that have failed and the last 1,000 delivered ones.",
    ),
    "link-unknown": ProblemKind(
        404,
        "There is no such link",
        "A link works once, for one seat, within ten minutes. `POST /v1/tables/{table}/seats/{seat}/links` creates a new one.",
    ),
    "method-not-allowed": ProblemKind(
        405,
        "Method not allowed",
        "`Allow` lists the methods of this route.",
    ),
    "not-acceptable": ProblemKind(
        406,
        "No acceptable format",
        "`detail` names the formats that there are.",
    ),
    "request-timeout": ProblemKind(
        408,
        "The request took too long to arrive",
        "Send it again.",
    ),
    "decision-closed": ProblemKind(
        409,
        "The decision is closed",
        "It has been answered, by another move or by the clock, or it is not this seat's. `events` lists what happened since it opened; "
        "`version` is the table's current version.",
    ),
    "bot-full": ProblemKind(
        409,
        "The bot has reached its limit of tables",
        "`detail` says whether it holds for everybody, for all but its owner, or for you. Choose another player, or try again when one of "
        "its games is over. A game that did not start at once needs a place when it starts. Its owner can change `max_tables`.",
    ),
    "export-not-ready": ProblemKind(
        409,
        "The file is not ready",
        "`GET /v1/exports/{export}` shows its progress.",
    ),
    "history-changed": ProblemKind(
        409,
        "The table does not have the event to go on from",
        "The store has lost its newest writes since you read them. Discard your events of this table, load it again and continue "
        "from its `version`. `reason`: the table has not reached this version (`ahead`) or has another event there (`replaced`).",
    ),
    "idempotency-key-reused": ProblemKind(
        409,
        "The Idempotency-Key was used for another request",
        "Use a new key for a new request.",
    ),
    "commitment-used": ProblemKind(
        409,
        "The commitment has been used",
        "A commitment is valid for one table. Only the same request with the same `Idempotency-Key` gets the answer again. "
        "Otherwise reserve another.",
    ),
    "bot-unavailable": ProblemKind(
        409,
        "A bot of the table cannot be seated",
        "It is paused, or no longer registered. Try again after `Retry-After` seconds if there are any, or create a table without it.",
    ),
    "rematch-unplayed": ProblemKind(
        409,
        "The game never started",
        "The table was closed before its game began. Create another one.",
    ),
    "rematch-left": ProblemKind(
        409,
        "You have left the rematch",
        "Your seat there is not the next one that is given away. Sit down as anybody does (`POST /v1/tables/{table}/seats`, at the table "
        "that `detail` names); if no seat is open there, watch, or create another table.",
    ),
    "rematch-waiting": ProblemKind(
        409,
        "The rematch waits for its players",
        "It starts by itself when all of them have accepted, after `Retry-After` seconds at the latest.",
    ),
    "secret-rotated": ProblemKind(
        409,
        "The secret has been rotated since",
        "A repeated request shows a secret only until the next rotation. Rotate with a new key, or use the secret that you saved.",
    ),
    "too-many-owned": ProblemKind(
        409,
        "The API key has reached its limit",
        "`detail` says how many bots or webhooks it has. Delete or change one.",
    ),
    "too-many-pending": ProblemKind(
        409,
        "Too many deliveries are pending",
        "Ask again when some of them are delivered or have failed: `GET /v1/webhooks/{webhook}/deliveries?state=pending` lists them.",
    ),
    "seats-changed-too-often": ProblemKind(
        409,
        "Too many changes before the start",
        "A table has a bounded number of events before its game starts. Its players can start or leave; to join, create another table.",
    ),
    "too-many-tables-running": ProblemKind(
        409,
        "Too many tables are running",
        "`detail` says how many tables of one client can be open or in progress at once. Finish or leave one, and send the request again. "
        "A game that did not start soon after its table was created counts for its creator when it starts. A table at which nobody acts "
        "ends after its `abandon_after`.",
    ),
    "table-removed": ProblemKind(
        410,
        "The table has been removed",
        "It was created by this request, or with this commitment, before. Send a new `Idempotency-Key` or reserve another commitment "
        "to create another table.",
    ),
    "link-used": ProblemKind(
        410,
        "The link has been used",
        "A link works once. `POST /v1/tables/{table}/seats/{seat}/links` creates a new one.",
    ),
    "commitment-expired": ProblemKind(
        410,
        "The commitment has expired",
        "A commitment is valid for ten minutes. `POST /v1/commitments` reserves another, with different dice, so tell your user.",
    ),
    "body-too-large": ProblemKind(
        413,
        "The body is too large",
        "The limit is 64 KiB.",
    ),
    "uri-too-long": ProblemKind(
        414,
        "The address is too long",
        "The limit for the request line is 4 KiB.",
    ),
    "media-type-unsupported": ProblemKind(
        415,
        "Unsupported media type",
        "Send `Content-Type: application/json`.",
    ),
    "content-encoding-unsupported": ProblemKind(
        415,
        "The body's encoding is not supported",
        "Send the body as it is, without `Content-Encoding`.",
    ),
    "range-not-satisfiable": ProblemKind(
        416,
        "The range begins behind the end",
        "The header `Content-Range` says how many bytes there are.",
    ),
    "body-invalid": ProblemKind(
        422,
        "The body does not match the schema",
        "`errors` lists each invalid field and what it accepts.",
    ),
    "commitment-unknown": ProblemKind(
        422,
        "The commitment was not reserved here",
        "Send `commitment` exactly as `POST /v1/commitments` of this service has answered it.",
    ),
    "target-refused": ProblemKind(
        422,
        "This address is not allowed",
        "Only public `https` addresses are; `detail` says what is wrong. The operator can allow others with `ROLLSTREAM_OUTGOING_ALLOW`.",
    ),
    "parameter-invalid": ProblemKind(
        422,
        "A parameter is malformed",
        "`errors` lists each invalid parameter and what it accepts.",
    ),
    "rate-limited": ProblemKind(
        429,
        "Too many requests",
        "Wait for `Retry-After` seconds; `RateLimit` shows how many requests are left. What costs more than one unit: see the contract.",
    ),
    "too-many-streams": ProblemKind(
        429,
        "You have too many open streams",
        "Close some, or read the events in pages. Try again after `Retry-After` seconds: a stream that was dropped is noticed that late.",
        retry_after=15,
    ),
    "too-many-tables-created": ProblemKind(
        429,
        "You have created too many tables",
        "Wait for `Retry-After` seconds. The operator sets how many tables one client may create in an hour.",
        retry_after=3600,
    ),
    "too-many-seats-taken": ProblemKind(
        429,
        "You have sat down at this table too often",
        "Wait for `Retry-After` seconds, or choose another table. The operator sets how many seats one client takes at a table in an hour.",
        retry_after=3600,
    ),
    "too-many-jobs": ProblemKind(
        429,
        "Too many of your jobs are waiting",
        "Wait until some are done, and ask again after `Retry-After` seconds.",
        retry_after=5,
    ),
    "too-many-tests": ProblemKind(
        429,
        "Too many test calls are under way",
        "`detail` says of whom. Ask again after `Retry-After` seconds.",
        retry_after=5,
    ),
    "too-many-connections": ProblemKind(
        429,
        "Too many connections from this address",
        "Close some, use one for several requests, and wait for `Retry-After` seconds. The connection is closed.",
        retry_after=5,
    ),
    "headers-too-large": ProblemKind(
        431,
        "The headers are too large",
        "The limit is 60 headers, 4 KiB each, 16 KiB in all.",
    ),
    "internal-error": ProblemKind(
        500,
        "Internal error",
        "The service failed. Report the `instance` to the operator.",
    ),
    "table-damaged": ProblemKind(
        500,
        "The table is damaged",
        "It accepts no moves, and waiting does not help. Its events up to `version` can still be read: "
        "`GET /v1/tables/{table}?at=` and `…/events`. Tell the operator the table.",
    ),
    "store-unavailable": ProblemKind(
        503,
        "The store is unavailable",
        "The request may have been carried out. `retry` says whether you may repeat it after `Retry-After` seconds: "
        "`safe` (it takes effect once) or `unsafe` (it may take effect twice: check first).",
        retry_after=2,
    ),
    "not-replicated": ProblemKind(
        503,
        "Too few replicas have it",
        "Your request was carried out, or one before it, but it could still be lost: too few replicas of the store have it. `retry` says "
        "whether you may repeat it after `Retry-After` seconds. The repeated request is answered when they have it.",
        retry_after=2,
    ),
    "queue-unavailable": ProblemKind(
        503,
        "The job queue is unavailable",
        "Exports and turns of built-in players cannot be requested now, nor can it be said how they are. Moves of people and bots are "
        "accepted. `retry` says whether you may repeat the request after `Retry-After` seconds.",
        retry_after=2,
    ),
    "table-busy": ProblemKind(
        503,
        "The table is busy",
        "Your request was not stored. Send it again after `Retry-After` seconds.",
        retry_after=1,
    ),
    "table-newer": ProblemKind(
        503,
        "The table needs a newer version of the service",
        "This part of the service is about to be upgraded. Send the same request again after `Retry-After` seconds.",
        retry_after=5,
    ),
    "archive-unavailable": ProblemKind(
        503,
        "The archive is unavailable",
        "The table ended long ago, and is kept where exports are. Send the same request again after `Retry-After` seconds.",
        retry_after=5,
    ),
    "lookup-timed-out": ProblemKind(
        503,
        "The name could not be looked up in time",
        "The name servers of this address did not answer in time, or too many are being looked up. Try again after `Retry-After` seconds.",
        retry_after=10,
    ),
    "connections-full": ProblemKind(
        503,
        "Too many connections",
        "This server answers as many as it can. Try again after `Retry-After` seconds. The connection is closed.",
        retry_after=5,
    ),
    "store-full": ProblemKind(
        503,
        "The store is nearly full",
        "Nothing new is created: no tables, forks, exports, bots or webhooks. Running games go on. Try again after `Retry-After` seconds.",
        retry_after=60,
    ),
    "streams-full": ProblemKind(
        503,
        "Too many open streams",
        "Try again after `Retry-After` seconds, or read the events in pages.",
        retry_after=5,
    ),
}
"""The service's own codes. The codes of the rules are documented by the games (`GET /v1/games/{game}`) and `rules.table`."""

UNPROCESSABLE = frozenset(
    {"option-unknown", "option-invalid", "seat-count", "level-unknown", "clock-missing", "bot-missing", "substitute-required"}
)
"""Refusals by the rules that concern a value itself, not the state of the table: 422 instead of 409."""

JOB_ERRORS: Mapping[str, str] = {
    "job-failed": "The job failed. The error is logged for the operator; try again later.",
    "job-timed-out": "The job took too long and was stopped. Try again.",
    "job-abandoned": "The worker stopped, and retries failed. Try again.",
}
"""Errors of jobs, in addition to the codes of refused requests."""
