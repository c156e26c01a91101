"""One attempt to deliver a message: signed, sent, judged and written down."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace

from events.timestamps import stamp
from workers.outgoing import signing
from workers.outgoing.client import NotAnswered, Outgoing
from workers.outgoing.retry_after import retry_after
from workers.webhooks.deliveries import Deliveries
from workers.webhooks.delivery import Attempt, Delivery
from workers.webhooks.failures import Failures
from workers.webhooks.messages import ping
from workers.webhooks.pausing import GONE, PAUSED, SKIPPED, settled
from workers.webhooks.registry import Webhook, Webhooks, Why
from workers.webhooks.registry import paused as paused_for

log = logging.getLogger(__name__)

SECONDS: Final = 15.0
"""How long an endpoint may take to answer."""

ATTEMPT: Final = "rollstream-attempt"
"""The header that counts the attempts of a message, from 1. A message above 1 may come after newer ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """Every method raises `StoreUnavailable`."""

    outgoing: Outgoing
    webhooks: Webhooks
    deliveries: Deliveries
    failures: Failures
    now: Callable[[], datetime]
    chance: Callable[[], float]

    def send(self, webhook: Webhook, delivery: Delivery) -> Delivery | None:
        """Try once to deliver it, unless the webhook is paused. Answers the delivery as it is kept now, None if it is forgotten."""
        if webhook.paused is not None:
            attempt, wish = self._none(PAUSED), None
        else:
            attempt, wish = self._call(webhook, delivery)
            self._judge(webhook, delivery, attempt)
        chance = self.chance()
        return self.deliveries.change(webhook.id, delivery.id, lambda kept: settled(kept, attempt, wish, chance))

    def withheld(self, delivery: Delivery, *, skipped: bool) -> Delivery:
        """A new delivery as it is kept where it is not sent: it is `skipped`, or else the webhook is paused."""
        return settled(delivery, self._none(SKIPPED if skipped else PAUSED), None, 0.0)

    def ping(self, webhook: Webhook, id: str) -> Delivery:
        """Send a ping now, once, also to a paused webhook; a failed one is not held against it. `id` is to be another one each time.

        It is kept when it was tried: if this process dies before, nobody sends it.
        """
        delivery = ping(webhook, id, self.now())
        if known := self.deliveries.find(webhook.id, delivery.id):
            return known
        attempt, _ = self._call(webhook, delivery)
        return self.deliveries.add(webhook.id, replace(delivery, attempts=(attempt,), state="failed" if attempt.reason else "delivered"))

    def _none(self, reason: str) -> Attempt:
        """The attempt that is not made, for this reason."""
        return Attempt(at=stamp(self.now()), status=None, reason=reason, ms=0)

    def _call(self, webhook: Webhook, delivery: Delivery) -> tuple[Attempt, timedelta | None]:
        """What came of a call, and how long its answer asks us to wait."""
        began, body = self.now(), delivery.body.encode()
        headers = {
            ATTEMPT: str(delivery.tried + 1),
            **signing.headers(webhook.secrets, delivery.id, began, body),
        }
        try:
            answer = self.outgoing.post(webhook.url, body, headers, SECONDS, asker=f"key:{webhook.owner}")
        except NotAnswered as failure:
            return Attempt(at=stamp(began), status=None, reason=failure.reason, ms=round(failure.ms)), None
        reason = None if 200 <= answer.status < 300 else "status"
        return Attempt(at=stamp(began), status=answer.status, reason=reason, ms=round(answer.ms)), retry_after(answer.headers, self.now())

    def _judge(self, webhook: Webhook, delivery: Delivery, attempt: Attempt) -> None:
        """Whether the webhook goes on being called. What failed while this process did not run is not its fault."""
        if attempt.reason is None:
            self.failures.forget(webhook.id)
        elif attempt.status == GONE:
            self.pause(webhook, "gone")
        elif self.outgoing.away_since(datetime.fromisoformat(attempt.at)):
            log.info("webhook %s is not blamed for an attempt during which this process did not run", webhook.id)
        elif self.failures.count(webhook.id, f"{delivery.id}.{delivery.tried + 1}", self.now()):
            self.pause(webhook, "failing")

    def pause(self, webhook: Webhook, why: Why) -> None:
        """Call it no more, unless its owner has given it another address meanwhile."""
        paused = paused_for(stamp(self.now()), why)
        kept = self.webhooks.change(
            webhook.id, lambda kept: replace(kept, paused=kept.paused or paused) if kept.url == webhook.url else kept
        )
        self.failures.forget(webhook.id)
        if kept is not None and kept.paused == paused:
            log.info("webhook %s is paused: %s", webhook.id, why)
