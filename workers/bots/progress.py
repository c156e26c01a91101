"""The state of a bot's calls for one decision, in the store, so that a dispatcher may crash."""

from typing import Final

import msgspec
from redis import Redis

from events.store.keys import service_key
from events.store.redis_connection import answered
from rules.game import Seat
from rules.table_events import Failure
from workers.bots.question import Question, RefusedAnswer

PROGRESS_KEPT_SECONDS: Final = 2 * 3600
"""Seconds for which it is stored: longer than any bot has for its turn."""


class Owed(msgspec.Struct, frozen=True):
    """A decision that a bot owes for its seat at a table."""

    bot: str
    table: str
    seat: Seat
    decision: int

    def __str__(self) -> str:
        return f"decision {self.decision} of seat {self.seat} at {self.table}"


class CallProgress(msgspec.Struct, frozen=True, kw_only=True):
    """The state of the calls for a decision.

    `message`: number of the current message, from 1. `question`: its content, None until it is sent. `refused`: why the answer to the
    previous message does not count. `sent`: calls that were begun. `attempts`: calls that failed, the last one for `reason`; the result of
    other calls is unknown, since their dispatcher was absent or died. `accepted`: the bot will answer through the API.
    """

    message: int = 1
    question: Question | None = None
    refused: RefusedAnswer | None = None
    sent: int = 0
    attempts: int = 0
    reason: Failure | None = None
    accepted: bool = False

    @property
    def next(self) -> int:
        """The number of the next call, from 1."""
        return max(self.sent, self.attempts) + 1


def message(owed: Owed, number: int) -> str:
    """The id of the message with this number, from 1, for a decision. It has no full stop, because signatures use that as a separator."""
    return f"turn_{owed.table}_{owed.seat}_{owed.decision}_{number}"


read_progress = msgspec.json.Decoder(CallProgress).decode
"""The stored state."""

write_progress = msgspec.json.Encoder().encode
"""The state as it is stored."""


@answered
def load_progress(client: Redis, owed: Owed) -> CallProgress:
    """The stored state; a new one if nothing is stored. Raises `StoreUnavailable`, as all functions here."""
    stored = client.get(_key(owed))
    return read_progress(stored) if stored else CallProgress()


@answered
def save_progress(client: Redis, owed: Owed, progress: CallProgress) -> CallProgress:
    """Store the state, and return it."""
    client.set(_key(owed), write_progress(progress), ex=PROGRESS_KEPT_SECONDS)
    return progress


@answered
def delete_progress(client: Redis, owed: Owed) -> None:
    """Delete the state: the bot is not called for this decision any more."""
    client.delete(_key(owed))


def _key(owed: Owed) -> str:
    return service_key(f"asking:{owed.table}:{owed.seat}:{owed.decision}")
