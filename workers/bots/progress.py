"""How far the asking of a bot for one decision has come: kept in the store, so that whoever asks may die."""

from typing import Final

import msgspec
from redis import Redis

from events.store.keys import service_key
from events.store.redis_connection import answered
from rules.game import Seat
from rules.table_events import Failure
from workers.bots.question import Question, RefusedAnswer

KEPT_SECONDS: Final = 2 * 3600
"""Seconds for which it is kept: longer than any bot has for its turn."""


class Owed(msgspec.Struct, frozen=True):
    """A decision that a bot owes for its seat at a table."""

    bot: str
    table: str
    seat: Seat
    decision: int

    def __str__(self) -> str:
        return f"decision {self.decision} of seat {self.seat} at {self.table}"


class Asking(msgspec.Struct, frozen=True, kw_only=True):
    """`message`: which one the bot is sent, from 1; `question`: what it says, None until it is put; `refused`: why the answer to the
    message before it does not count. `sent`: calls that were begun; `attempts`: those that came to nothing, the last of them for the
    `reason`. Of others nobody knows what came: their dispatcher was away, or died. `accepted`: the bot will answer by itself.
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
    """The id of the message that a bot is sent for a decision, by its number from 1. It has no full stop, which signatures separate by."""
    return f"turn_{owed.table}_{owed.seat}_{owed.decision}_{number}"


_read = msgspec.json.Decoder(Asking).decode


@answered
def load(client: Redis, owed: Owed) -> Asking:
    """How far it has come; not far at all, if nothing is kept. Raises `StoreUnavailable`, as all functions here."""
    kept = client.get(_key(owed))
    return _read(kept) if kept else Asking()


@answered
def keep(client: Redis, owed: Owed, asking: Asking) -> Asking:
    """Keep it as it is now."""
    client.set(_key(owed), msgspec.json.encode(asking), ex=KEPT_SECONDS)
    return asking


@answered
def forget(client: Redis, owed: Owed) -> None:
    """The bot is not asked any more."""
    client.delete(_key(owed))


def _key(owed: Owed) -> str:
    return service_key(f"asking:{owed.table}:{owed.seat}:{owed.decision}")
