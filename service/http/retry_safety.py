"""Whether a request may be sent again when nobody knows if it was carried out: what the problem `store-unavailable` says about it.

A new route that changes something belongs into one of the sets. Until then the service says the careful thing about it.
"""

from typing import Final, Literal, NamedTuple

from flask import g, request

READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})

ONCE: Final = frozenset(
    {
        "play.play",  # a decision takes one move
        "tables.start",
        "tables.leave",
        "rematch.play_again",  # one rematch for each table, and the same seat in it
        "exports.ask_for_file",  # one file for each table and format
        "bots.change",  # to the same again
        "bots.remove",
        "webhooks.change",
        "webhooks.remove",
    }
)
"""Endpoints that do nothing more when the same request comes again."""

HARMLESS: Final = frozenset(
    {
        "commitments.reserve",  # an unused reservation costs nothing
        "seat_links.offer",  # a link that nobody has seen expires
        "bots.invite",  # the newest invitation counts, and the owner can look it up
        "bots.test",
        "webhooks.test",
        "webhooks.send_again",  # a message keeps its id
        "webhooks.send_missed_again",
    }
)
"""Endpoints that do the same again, which is as good as once."""

KEYED: Final = frozenset(
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
"""Endpoints that do it a second time unless the request has an `Idempotency-Key`."""

NAMING: Final = frozenset({"jobs.ask_player"})
"""Endpoints that may do it for another decision unless the request names one; then `g.asked.names_decision` is true."""


class Repeating(NamedTuple):
    """For programs and for people: what comes of the same request, sent once more."""

    retry: Literal["safe", "unsafe"]
    advice: str


_ONCE: Final = Repeating("safe", "Send the same again: it is not done twice.")
_HARMLESS: Final = Repeating("safe", "Send the same again: a second time does no harm.")
_UNKNOWN: Final = "Perhaps your request was carried out, perhaps not. Sent again, it may be done twice: look first"


def repeating() -> Repeating:
    """What holds for the request that is being answered."""
    endpoint = request.endpoint
    if endpoint is None or request.method in READING or endpoint in ONCE:
        return _ONCE
    if endpoint in HARMLESS:
        return _HARMLESS
    if endpoint in NAMING:
        return _ONCE if g.asked.names_decision else Repeating("unsafe", f"{_UNKNOWN}, and name the `decision` that you mean.")
    if endpoint in KEYED and "Idempotency-Key" in request.headers:
        return _ONCE
    return Repeating("unsafe", f"{_UNKNOWN}. With an `Idempotency-Key` it is done once, however often you send it.")
