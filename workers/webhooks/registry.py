"""The registered webhooks: their URLs, the types and table they subscribe to, and the secrets that sign their messages."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace
from redis import Redis

from workers.outgoing.signing import Secret
from workers.owners.records import Records

ALL_TYPES: Final = "*"
"""Instead of types: all messages."""

Why: TypeAlias = Literal["owner", "failing", "gone", "behind"]
"""Why a webhook is paused: by its owner, after too many failed attempts in a row, after an answer 410, or because it is too far behind."""


class WebhookPaused(msgspec.Struct, frozen=True, omit_defaults=True):
    """Since when (UTC, ms) a webhook is paused. `reason` is the true reason; `cause` is what is stored: older builds know only three
    reasons and cannot read a record with another one.
    """

    since: str
    cause: Literal["owner", "failing", "gone"] = msgspec.field(name="why")
    behind: bool = False

    @property
    def reason(self) -> Why:
        return "behind" if self.behind else self.cause


def paused(since: str, why: Why) -> WebhookPaused:
    """A webhook's pause for this reason."""
    return WebhookPaused(since, "failing", behind=True) if why == "behind" else WebhookPaused(since, why)


class Webhook(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook. `id`: `whk_…`. `owner`: the id of an API key. `types`: event types and those of `workers.webhooks.kinds`, or `*`
    alone. `table`: None for all tables. `created_at`: UTC (ms); earlier events are not delivered.

    `skip_before`: unread events before this time (UTC, ms) are skipped. `resumed_at`: when its last pause ended; events before this time
    that have become too old are skipped, too. Both are "" if there is no such time.

    `since`: since when (UTC, ms) it receives each type (also `*`), once its types have changed. `changed_at`: when they changed last: what
    waited then may be of a type that it no longer receives. `secrets`, newest first, sign its messages: they are neither shown nor logged
    (`repr` omits them). `retired` contains the fingerprints of replaced secrets.
    """

    id: str
    owner: str
    url: str
    types: tuple[str, ...]
    table: str | None
    secrets: tuple[Secret, ...]
    created_at: str
    paused: WebhookPaused | None = None
    retired: tuple[str, ...] = ()
    since: Mapping[str, str] = {}
    skip_before: str = ""
    resumed_at: str = ""
    changed_at: str = ""

    def wants(self, type: str) -> bool:
        """Whether the webhook receives messages of this type."""
        return type in self.types or ALL_TYPES in self.types

    def wants_since(self, type: str) -> str | None:
        """Since when (UTC, ms) the webhook receives messages of this type; None if it does not."""
        known = [self.since[name] for name in (type, ALL_TYPES) if name in self.since]
        return min(known, default=self.created_at) if self.wants(type) else None

    def wanted(self, type: str, at: str) -> bool:
        """Whether the webhook receives a message of this type about an event at this time."""
        since = self.wants_since(type)
        return since is not None and since <= at

    def skips(self, at: str, *, late: bool) -> bool:
        """Whether a message about an event at this time is logged instead of sent; `late`: the event is too old to be sent."""
        return at < self.skip_before or (late and at < self.resumed_at)

    def with_types(self, types: tuple[str, ...], now: str) -> "Webhook":
        """The webhook with these types. It receives new types from now on."""
        old = {*self.types, *self.since}
        if ALL_TYPES in types:
            since = {name: self.wants_since(name) or now for name in old - {ALL_TYPES}}
            since[ALL_TYPES] = (self.since.get(ALL_TYPES) or self.created_at) if ALL_TYPES in self.types else now
        else:
            since = {name: self.wants_since(name) or now for name in types}
        return replace(self, types=types, since=since, changed_at=self.changed_at if {*types} == {*self.types} else now)

    def __repr__(self) -> str:
        return f"Webhook({self.id})"


class Webhooks(Records[Webhook]):
    """All webhooks of a service. A webhook whose owner's API key is revoked receives nothing."""

    def __init__(self, client: Redis) -> None:
        super().__init__(client, "webhooks", Webhook)
        self._index: tuple[Sequence[Webhook], Mapping[str | None, Sequence[Webhook]]] = ((), {})

    def matching(self, table: str, types: Collection[str]) -> Sequence[Webhook]:
        """The webhooks that receive any of these types at this table, paused or not, including webhooks that were just registered."""
        by_table = self._by_table()
        candidates = (*by_table.get(None, ()), *by_table.get(table, ()))
        return self.owned([webhook for webhook in candidates if any(map(webhook.wants, types))])

    def _by_table(self) -> Mapping[str | None, Sequence[Webhook]]:
        """All webhooks, by the one table that they are for."""
        webhooks = self.all()
        indexed, by_table = self._index
        if webhooks is indexed:
            return by_table
        found: dict[str | None, list[Webhook]] = {}
        for webhook in webhooks:
            found.setdefault(webhook.table, []).append(webhook)
        self._index = webhooks, found
        return found
