"""The webhooks that somebody has registered: where each is called, what it wants to hear of, and the secrets it is signed with."""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

import msgspec
from redis import Redis

from events.access import ApiKeys
from events.connection import answered
from events.keys import service_key
from events.scripts import Script
from workers.outgoing.signing import Secret

ALL_TYPES: Final = "*"
"""Instead of types: whatever happens."""

TO_MOVE: Final = "seat.to-move"
"""The type of the message that it has become a seat's turn. All other types are those of events."""

Why: TypeAlias = Literal["owner", "failing", "gone"]
"""Why a webhook is paused: its owner wanted it, its attempts failed too often in a row, it answered 410."""

_WEBHOOKS: Final = service_key("webhooks")
"""A hash: the record of each webhook, by id."""

_CHANGES: Final = service_key("webhooks:changes")
"""How often any record has changed: who has read the records knows by it whether they still hold."""

_REPLACE: Final = Script(Path(__file__).with_name("replace.lua"))


class Paused(msgspec.Struct, frozen=True):
    """Since when (UTC, ms) a webhook is not called, and why."""

    since: str
    why: Why


class Webhook(msgspec.Struct, frozen=True, kw_only=True):
    """A webhook. `id`: `whk_…`; `owner`: the id of an API key; `types`: event types, `seat.to-move`, or `*` alone; `table`: None is all
    tables; `created_at`: UTC (ms). What happened before that is not told.

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
    paused: Paused | None = None
    retired: tuple[str, ...] = ()

    def wants(self, type: str) -> bool:
        """Whether messages of this type are for this webhook."""
        return type in self.types or ALL_TYPES in self.types

    def __repr__(self) -> str:
        return f"Webhook({self.id})"


_read = msgspec.json.Decoder(Webhook).decode
_write = msgspec.json.Encoder().encode


class Webhooks:
    """All webhooks of a service. Every method raises `StoreUnavailable`, and may be called again when its answer was lost.

    A webhook whose owner's API key is revoked is not found any more, and hears of nothing.
    """

    def __init__(self, client: Redis) -> None:
        self._ask: Callable[..., Any] = client.execute_command
        self._keys = ApiKeys(client)
        self._known: tuple[bytes | None, Mapping[str | None, Sequence[Webhook]]] = (b"", {})

    @answered
    def add(self, webhook: Webhook) -> bool:
        """Keep a new webhook; False if its id is taken by another record."""
        return self._replace(webhook.id, b"", _write(webhook))

    @answered
    def find(self, id: str) -> Webhook | None:
        """The webhook with this id."""
        kept = self._ask("HGET", _WEBHOOKS, id)
        return next(iter(self._owned([_read(kept)])), None) if kept else None

    @answered
    def of(self, owner: str) -> Sequence[Webhook]:
        """The webhooks of one API key, revoked or not, oldest first."""
        owned = (webhook for some in self._by_table().values() for webhook in some if webhook.owner == owner)
        return sorted(owned, key=lambda webhook: (webhook.created_at, webhook.id))

    @answered
    def matching(self, table: str, types: Collection[str]) -> Sequence[Webhook]:
        """Who wants to hear of any of these types at this table, paused or not. Knows what was registered a moment ago."""
        by_table = self._by_table()
        listening = (*by_table.get(None, ()), *by_table.get(table, ()))
        return self._owned([webhook for webhook in listening if any(map(webhook.wants, types))])

    @answered
    def change(self, id: str, make: Callable[[Webhook], Webhook]) -> Webhook | None:
        """What `make` has made of the webhook, kept; None if there is none. Called again if somebody else has changed it meanwhile."""
        while kept := self._ask("HGET", _WEBHOOKS, id):
            webhook = make(_read(kept))
            if self._replace(id, kept, _write(webhook)):
                return webhook
        return None

    @answered
    def remove(self, id: str) -> None:
        """Forget the webhook. What was to be told to it is not told any more."""
        while kept := self._ask("HGET", _WEBHOOKS, id):
            self._replace(id, kept, b"")

    def _owned(self, webhooks: Sequence[Webhook]) -> Sequence[Webhook]:
        owners = self._keys.among({webhook.owner for webhook in webhooks})
        return [webhook for webhook in webhooks if webhook.owner in owners]

    def _replace(self, id: str, before: bytes, after: bytes) -> bool:
        return bool(_REPLACE(self._ask, (_WEBHOOKS, _CHANGES), id, before, after))

    def _by_table(self) -> Mapping[str | None, Sequence[Webhook]]:
        """All webhooks, by the one table that they are for. Read again only when any has changed."""
        changes = self._ask("GET", _CHANGES)
        known, by_table = self._known
        if changes == known:
            return by_table
        found: dict[str | None, list[Webhook]] = {}
        for kept in self._ask("HVALS", _WEBHOOKS):
            webhook = _read(kept)
            found.setdefault(webhook.table, []).append(webhook)
        self._known = changes, found  # of the number that was read first: a change in between is seen the next time
        return found
