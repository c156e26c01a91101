"""A message for one webhook, with the result of each attempt to deliver it."""

from datetime import datetime
from typing import Final, Literal, TypeAlias

import msgspec

from events.timestamps import stamp

State: TypeAlias = Literal["pending", "delivered", "failed"]

MOST_ATTEMPTS_STORED: Final = 50
"""The newest attempts that are stored of each delivery: its owner may redeliver it any number of times."""


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """One call. `at`: when it began (UTC, ms). `status`: of its answer, None without an answer. `reason`: why it failed, None if it
    succeeded. `ms`: its duration.
    """

    at: str
    status: int | None
    reason: str | None
    ms: int


class Delivery(msgspec.Struct, frozen=True, kw_only=True):
    """A message for one webhook. `table` and `version`: of its event, None for a ping. `next_at`: when the next attempt is due (UTC, ms),
    None if there is none. `body`: JSON, the same in each attempt. `skipped`: attempts before the last redelivery. `forgotten`: attempts
    that are no longer stored.
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
        """How many attempts were made."""
        return self.forgotten + len(self.attempts)

    @property
    def first(self) -> Attempt:
        """The first attempt since the last redelivery, or the first stored one; there must be one."""
        return self.attempts[min(max(0, self.skipped - self.forgotten), len(self.attempts) - 1)]

    @property
    def is_pending(self) -> bool:
        """Whether it is still to be sent. A ping is sent once: a ping without an attempt was left by an older build that was killed."""
        return self.state == "pending" and (self.table is not None or self.next_at is not None)

    @property
    def settled_at(self) -> str:
        """When it was settled (UTC, ms), if it is settled."""
        return self.attempts[-1].at if self.attempts else self.created_at


def to_redeliver(delivery: Delivery, now: datetime) -> Delivery:
    """The delivery as pending, to be sent now in any state, with all retries again."""
    return msgspec.structs.replace(delivery, state="pending", next_at=stamp(now), skipped=delivery.tried)


def attempted(delivery: Delivery, attempt: Attempt) -> Delivery:
    """The delivery after one more attempt."""
    attempts = (*delivery.attempts, attempt)
    newest = attempts[-MOST_ATTEMPTS_STORED:]
    return msgspec.structs.replace(delivery, attempts=newest, forgotten=delivery.forgotten + len(attempts) - len(newest))
