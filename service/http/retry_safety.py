"""Whether a client may repeat a request whose outcome is unknown, after a problem such as `store-unavailable`.

Add each new route that changes something to one of the sets. Until then, the service advises against repeating it.
"""

from typing import Final, Literal, NamedTuple

from flask import request

from service.http.request_context import this_request

UNKNOWN_OUTCOMES: Final = frozenset({"store-unavailable", "not-replicated", "queue-unavailable"})
"""The codes of problems after which the request may have taken effect."""

READING_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})

IDEMPOTENT: Final = frozenset(
    {
        "play.play",  # one move per decision
        "tables.start",
        "tables.leave",
        "rematch.play_again",  # one rematch per table, and the same seat in it
        "exports.ask_for_file",  # one file per table and format
        "bots.change",  # to the same values
        "bots.remove",
        "webhooks.change",
        "webhooks.remove",
    }
)
"""Endpoints whose repeated request changes nothing more."""

HARMLESS_TO_REPEAT: Final = frozenset(
    {
        "commitments.reserve",  # an unused reservation costs nothing
        "seat_links.offer",  # an unseen link expires
        "bots.invite",  # the newest invitation is valid, and the owner can read it
        "bots.test",
        "webhooks.test",
        "webhooks.send_again",  # a message keeps its id
        "webhooks.send_missed_again",
    }
)
"""Endpoints whose repeated request takes effect again, without harm."""

IDEMPOTENT_WITH_KEY: Final = frozenset(
    {
        "tables.create",
        "tables.sit",
        "tables.go_on_from",
        "seat_links.claim",
        "bots.register",
        "bots.rotate",
        "webhooks.add",
        "webhooks.rotate",
    }
)
"""Endpoints whose repeated request takes effect a second time unless it has an `Idempotency-Key`."""

IDEMPOTENT_WITH_DECISION: Final = frozenset({"jobs.ask_player"})
"""Endpoints whose repeated request may concern another decision unless it names one; then `this_request().names_decision` is true."""


class Repeating(NamedTuple):
    """The member `retry` of the problem, for programs, and advice for people."""

    retry: Literal["safe", "unsafe"]
    advice: str


_DONE_ONCE: Final = Repeating("safe", "Send the same again: it is not done twice.")
_HARMLESS_REPEAT: Final = Repeating("safe", "Send the same again: a second time does no harm.")
_UNKNOWN: Final = "Perhaps your request was carried out, perhaps not. Sent again, it may be done twice: look first"


def repeating() -> Repeating:
    """Whether the current request may be repeated, and advice."""
    endpoint = request.endpoint
    if endpoint is None or request.method in READING_METHODS or endpoint in IDEMPOTENT:
        return _DONE_ONCE
    if endpoint in HARMLESS_TO_REPEAT:
        return _HARMLESS_REPEAT
    if endpoint in IDEMPOTENT_WITH_DECISION:
        return _DONE_ONCE if this_request().names_decision else Repeating("unsafe", f"{_UNKNOWN}, and name the `decision` that you mean.")
    if endpoint in IDEMPOTENT_WITH_KEY and "Idempotency-Key" in request.headers:
        return _DONE_ONCE
    return Repeating("unsafe", f"{_UNKNOWN}. With an `Idempotency-Key` it is done once, however often you send it.")
