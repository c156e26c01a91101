"""Makes one attempt to deliver a message: signs it, sends it, checks the answer and stores the result."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace

from events.timestamps import stamp
from workers.counts import Counts
from workers.outgoing import signing
from workers.outgoing.client import NotAnswered, Outgoing
from workers.outgoing.retry_after import retry_after
from workers.webhooks.deliveries import Deliveries
from workers.webhooks.delivery import Attempt, Delivery
from workers.webhooks.messages import ping
from workers.webhooks.pausing import Failures
from workers.webhooks.registry import Webhook, Webhooks, Why
from workers.webhooks.registry import paused as paused_for
from workers.webhooks.retry_times import GONE, PAUSED, SKIPPED, settled

log = logging.getLogger(__name__)

CALL_TIMEOUT: Final = 15.0
"""Seconds that an endpoint may take to answer."""

ATTEMPT_HEADER: Final = "rollstream-attempt"
"""The header that counts the attempts of a message, from 1. A message above 1 may arrive after newer ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """Sends deliveries and stores their results. Every method raises `StoreUnavailable`."""

    outgoing: Outgoing
    webhooks: Webhooks
    deliveries: Deliveries
    failures: Failures
    now: Callable[[], datetime]
    chance: Callable[[], float]
    counts: Counts

    def send(self, webhook: Webhook, delivery: Delivery) -> Delivery | None:
        """Make one attempt, unless the webhook is paused. Returns the delivery as stored now; None if it is deleted."""
        if webhook.paused is not None:
            attempt, requested_pause = self._not_made(PAUSED), None
        else:
            attempt, requested_pause = self._call(webhook, delivery)
            self._count(webhook, delivery, attempt)
        chance = self.chance()
        return self.deliveries.change(webhook.id, delivery.id, lambda stored: settled(stored, attempt, requested_pause, chance))

    def withheld(self, delivery: Delivery, *, skipped: bool) -> Delivery:
        """A new delivery that is not sent: it is `skipped`, or the webhook is paused."""
        return settled(delivery, self._not_made(SKIPPED if skipped else PAUSED), None, 0.0)

    def ping(self, webhook: Webhook, id: str) -> Delivery:
        """Send a ping now, once, also to a paused webhook; a failure does not count against the webhook. `id` must be new each time.

        It is stored after the attempt: if this process dies before, the ping is lost.
        """
        delivery = ping(webhook, id, self.now())
        if existing := self.deliveries.find(webhook.id, delivery.id):
            return existing
        attempt, _ = self._call(webhook, delivery)
        return self.deliveries.add(webhook.id, replace(delivery, attempts=(attempt,), state="failed" if attempt.reason else "delivered"))

    def _not_made(self, reason: str) -> Attempt:
        """An attempt that was not made, for this reason."""
        return Attempt(at=stamp(self.now()), status=None, reason=reason, ms=0)

    def _call(self, webhook: Webhook, delivery: Delivery) -> tuple[Attempt, timedelta | None]:
        """The result of a call, and the pause that its answer requests."""
        began, body = self.now(), delivery.body.encode()
        headers = {
            ATTEMPT_HEADER: str(delivery.tried + 1),
            **signing.headers(webhook.secrets, delivery.id, began, body),
        }
        try:
            answer = self.outgoing.post(webhook.url, body, headers, CALL_TIMEOUT, asker=f"key:{webhook.owner}")
        except NotAnswered as failure:
            self._noted(failure.reason, failure.ms)
            return Attempt(at=stamp(began), status=None, reason=failure.reason, ms=round(failure.ms)), None
        reason = None if 200 <= answer.status < 300 else "status"
        self._noted(reason or "ok", answer.ms)
        return Attempt(at=stamp(began), status=answer.status, reason=reason, ms=round(answer.ms)), retry_after(answer.headers, self.now())

    def _noted(self, outcome: str, ms: float) -> None:
        """Note the outcome of a call for /metrics."""
        self.counts.add("calls", "webhook", outcome)
        self.counts.time("call", "webhook", ms / 1000)

    def _count(self, webhook: Webhook, delivery: Delivery, attempt: Attempt) -> None:
        """Count the attempt for or against the webhook, which may pause it. A failure while this process was absent does not count."""
        if attempt.reason is None:
            self.failures.clear(webhook.id)
        elif attempt.status == GONE:
            self.pause(webhook, "gone")
        elif self.outgoing.away_since(datetime.fromisoformat(attempt.at)):
            log.info("webhook %s is not blamed for an attempt during which this process did not run", webhook.id)
        elif self.failures.count(webhook.id, f"{delivery.id}.{delivery.tried + 1}", self.now()):
            self.pause(webhook, "failing")

    def pause(self, webhook: Webhook, reason: Why) -> None:
        """Pause the webhook, unless its owner has changed its URL meanwhile."""
        paused = paused_for(stamp(self.now()), reason)
        stored = self.webhooks.change(
            webhook.id, lambda stored: replace(stored, paused=stored.paused or paused) if stored.url == webhook.url else stored
        )
        self.failures.clear(webhook.id)
        if stored is not None and stored.paused == paused:
            log.info("webhook %s is paused: %s", webhook.id, reason)
