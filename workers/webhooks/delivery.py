"""A message for one webhook, and what became of each attempt to deliver it."""

from datetime import datetime
from typing import Final, Literal, TypeAlias

import msgspec

from events.timestamps import stamp

State: TypeAlias = Literal["pending", "delivered", "failed"]

MOST_ATTEMPTS: Final = 50
"""Attempts that are kept of each delivery, the newest: its owner may have it sent again as often as they like."""


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """One call. `at`: when it began (UTC, ms); `status`: of its answer, None if there was none; `reason`: why it is not good enough, None
    if it is; `ms`: how long it took.
    """

    at: str
    status: int | None
    reason: str | None
    ms: int


class Delivery(msgspec.Struct, frozen=True, kw_only=True):
    """A message for one webhook. `table` and `version` are what it tells of, None for a ping; `next_at`: when it is sent next (UTC, ms),
    None if it is not; `body`: JSON, the same in each attempt; `skipped`: attempts before it was last asked for; `forgotten`:
    attempts before those that are kept.
    """

    id: str
    type: str
    table: str | None
    version: int | None
    created_at: str
    body: str
    state: State = "pending"
    attempts: tuple[Attempt, ...] = ()
    next_at: str | None = None
    skipped: int = 0
    forgotten: int = 0

    @property
    def tried(self) -> int:
        """How often it was attempted."""
        return self.forgotten + len(self.attempts)

    @property
    def first(self) -> Attempt:
        """The first attempt since it was last asked for, or the first of those that are kept; there must be one."""
        return self.attempts[min(max(0, self.skipped - self.forgotten), len(self.attempts) - 1)]

    @property
    def is_pending(self) -> bool:
        """Whether it is still to be sent. A ping is sent once: one without an attempt is what an older build left when it was killed."""
        return self.state == "pending" and (self.table is not None or self.next_at is not None)

    @property
    def settled_at(self) -> str:
        """When it was settled (UTC, ms), if it is."""
        return self.attempts[-1].at if self.attempts else self.created_at


def asked_again(delivery: Delivery, now: datetime) -> Delivery:
    """The delivery as somebody wants it to be sent now, whatever became of it, and retried from the beginning."""
    return msgspec.structs.replace(delivery, state="pending", next_at=stamp(now), skipped=delivery.tried)


def attempted(delivery: Delivery, attempt: Attempt) -> Delivery:
    """The delivery after one attempt more."""
    attempts = (*delivery.attempts, attempt)
    kept = attempts[-MOST_ATTEMPTS:]
    return msgspec.structs.replace(delivery, attempts=kept, forgotten=delivery.forgotten + len(attempts) - len(kept))
