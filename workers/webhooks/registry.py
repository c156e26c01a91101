"""The webhooks that somebody has registered: where each is called, what it wants to hear of, and the secrets it is signed with."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace
from redis import Redis

from workers.outgoing.signing import Secret
from workers.owners.records import Records

ALL_TYPES: Final = "*"
"""Instead of types: whatever happens."""

TO_MOVE: Final = "seat.to-move"
"""The type of the message that it has become a seat's turn. All other types are those of events."""

Why: TypeAlias = Literal["owner", "failing", "gone", "behind"]
"""Why a webhook is paused: its owner wanted it, its attempts failed too often in a row, it answered 410, it is too far behind."""


class WebhookPaused(msgspec.Struct, frozen=True, omit_defaults=True):
    """Since when (UTC, ms) a webhook is not called. Older builds know three reasons and read no record with another one, so `cause` is one
    of the three; `reason` is the true one.
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
    """A webhook. `id`: `whk_…`; `owner`: the id of an API key; `types`: event types, `seat.to-move`, or `*` alone; `table`: None is all
    tables; `created_at`: UTC (ms). What happened before that is not told.

    `skip_before`: what happened before that (UTC, ms) and was not read for it is not sent; `resumed_at`: when its last pause ended, and
    what happened before that and has become too old is not sent, either. Both are "" if there is no such time.

    `since`: since when (UTC, ms) it is told of each type (also `*`), once its types have changed; `changed_at`: when they did so last: what
    waited then may be of a type that it does not want any more.
    `secrets`, newest first, are for signing: neither told to anybody nor written to a log (`repr` leaves them out). `retired` are the
    fingerprints of those that others have replaced.
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
        """Whether messages of this type are for this webhook."""
        return type in self.types or ALL_TYPES in self.types

    def wants_since(self, type: str) -> str | None:
        """Since when (UTC, ms) what happens is told in messages of this type; None if it is not."""
        known = [self.since[name] for name in (type, ALL_TYPES) if name in self.since]
        return min(known, default=self.created_at) if self.wants(type) else None

    def wanted(self, type: str, at: str) -> bool:
        """Whether a message of this type about what happened at this time is for this webhook."""
        since = self.wants_since(type)
        return since is not None and since <= at

    def skips(self, at: str, *, late: bool) -> bool:
        """Whether what happened at this time is written down instead of sent; `late`: it is older than anything that is to be sent."""
        return at < self.skip_before or (late and at < self.resumed_at)

    def telling(self, types: tuple[str, ...], now: str) -> "Webhook":
        """The webhook with these types. Those that it did not want before are told of from now on."""
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
    """All webhooks of a service. One whose owner's API key is revoked hears of nothing."""

    def __init__(self, client: Redis) -> None:
        super().__init__(client, "webhooks", Webhook)
        self._index: tuple[Sequence[Webhook], Mapping[str | None, Sequence[Webhook]]] = ((), {})

    def matching(self, table: str, types: Collection[str]) -> Sequence[Webhook]:
        """Who wants to hear of any of these types at this table, paused or not. Knows what was registered a moment ago."""
        by_table = self._by_table()
        listening = (*by_table.get(None, ()), *by_table.get(table, ()))
        return self.owned([webhook for webhook in listening if any(map(webhook.wants, types))])

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
