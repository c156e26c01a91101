"""Every kind of key that the store has, and what a backup does with it (ADR 81)."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final, Literal, NamedTuple, TypeAlias

from events.store.keys import TABLE_ID, partition_of

Decision: TypeAlias = Literal["table", "early", "late", "merged", "derived", "left"]
"""What a backup does with a key.

- table: it is part of its table, and read in one step with it.
- early: read before the tables, because it may be behind its table, but never ahead of it.
- late: read after the tables, because it may know more than they do, but never less.
- merged: read after the tables; a restore keeps what the new place knows, too.
- derived: a restore makes it again.
- left: it means nothing in another place, or at another time.
"""

_PARTS: Final = {
    "<partition>": r"p[01][0-9]",
    "<table>": TABLE_ID,
    "<two>": "[0-9a-z]{2}",
    "<queue>": "(turns|exports)",
    "<id>": r"[^:]+",
    "<rest>": ".+",
}


class Family(NamedTuple):
    """The keys of one pattern. `<id>` is any text without a colon, `<rest>` any text."""

    pattern: str
    decision: Decision
    why: str

    def has(self, key: str) -> bool:
        """Whether the key is one of these."""
        return _expression(self.pattern).fullmatch(key) is not None


_TABLE, _OF_PARTITION, _SERVICE = "rs:{<partition>}:<table>", "rs:{<partition>}", "rs:{service}"

_OWN: Final = ("log", "state", "keys", "secret", "receipts", "creator", "exports", "forks", "rematch")

FAMILIES: Final[Sequence[Family]] = (
    *(Family(f"{_TABLE}:{name}", "table", "a table's own") for name in _OWN),
    Family(f"{_OF_PARTITION}:due", "table", "a table's due time"),
    # In this order: a message that is stored meanwhile is behind its cursor as it was read, so it is found again.
    Family(f"{_SERVICE}:told:<id>:<id>", "early", "up to where a webhook has received a table"),
    Family(f"{_SERVICE}:told:<id>:<id>:before", "early", "the positions before"),
    Family(f"{_SERVICE}:waiting:<id>", "early", "tables that wait at a webhook"),
    Family(f"{_SERVICE}:deliveries:<id>", "early", "messages of a webhook, also pending ones"),
    Family(f"{_SERVICE}:deliveries:<id>:<id>", "early", "their order"),
    Family(f"{_SERVICE}:webhook:<id>:failed", "early", "failed attempts in a row"),
    Family(f"{_SERVICE}:asking:<id>:<id>:<id>", "early", "how far the asking of a bot is"),
    Family(f"{_SERVICE}:calls", "early", "calls that are due"),
    Family(f"{_SERVICE}:calls:asked", "early", "calls that were asked for while they were made"),
    Family(f"{_SERVICE}:secret", "late", "seat tokens are signed with it"),
    Family(f"{_SERVICE}:api-keys", "late", "owners of bots and webhooks"),
    Family(f"{_SERVICE}:bots", "late", "bots"),
    Family(f"{_SERVICE}:bots:changes", "late", "how often they have changed"),
    Family(f"{_SERVICE}:bot:<rest>", "late", "health, statistics and places of a bot"),
    Family(f"{_SERVICE}:webhooks", "late", "webhooks"),
    Family(f"{_SERVICE}:webhooks:changes", "late", "how often they have changed"),
    Family(f"{_SERVICE}:removed:<id>", "late", "ids of removed bots and webhooks"),
    Family(f"{_SERVICE}:commitment-keys", "late", "reserved dice follow from them"),
    Family(f"{_SERVICE}:signing-key", "late", "receipts are signed with it"),
    Family(f"{_SERVICE}:signing-keys", "late", "receipts are checked with them"),
    Family(f"{_SERVICE}:readers", "late", "for whom the feed is kept"),
    Family(f"{_OF_PARTITION}:archived:<two>", "late", "stubs of archived tables"),
    Family(f"{_OF_PARTITION}:damaged", "late", "tables that are set aside"),
    Family(f"{_OF_PARTITION}:leftovers", "late", "what is still to be deleted of removed tables"),
    Family(f"{_OF_PARTITION}:removed:<two>", "merged", "ids of removed tables"),
    Family(f"{_SERVICE}:erased-names", "merged", "names that were erased"),
    Family(f"{_OF_PARTITION}:feed", "derived", "a restore announces every table"),
    Family("rs:{lobby}:<rest>", "derived", "a restore rebuilds the lists"),
    Family(f"{_SERVICE}:values", "derived", "built-in players ask for these tables again, and workers compute them"),
    Family(f"{_SERVICE}:reader:<id>", "left", "positions in a feed that is not there"),
    Family(f"{_TABLE}:connected", "left", "who watches now"),
    Family(f"{_TABLE}:erasures", "left", "counts changes for processes that hold the table"),
    Family(f"{_TABLE}:rewritten", "left", "a log while names are erased in it"),
    Family(f"{_TABLE}:staged:<id>", "left", "a table while it is put back"),
    Family(f"{_OF_PARTITION}:loose", "left", "files of the archive that are about to be deleted"),
    Family(f"{_SERVICE}:archive", "left", "what operators see of the archive: counted again"),
    Family(f"{_SERVICE}:exports-place", "left", "another place has an id of its own"),
    Family(f"{_OF_PARTITION}:mark", "left", "asks replicas"),
    Family(f"{_SERVICE}:mark", "left", "asks replicas"),
    Family(f"{_SERVICE}:format", "left", "a new store has the newest form"),
    Family(f"{_SERVICE}:ready", "left", "asks whether the store takes writes"),
    Family(f"{_SERVICE}:restoring", "left", "a restore that is not complete"),
    Family(f"{_SERVICE}:calls:<id>", "left", "leases and lines of calls: those are due again"),
    Family(f"{_SERVICE}:calls:trace:<rest>", "left", "traces of calls"),
    Family(f"{_SERVICE}:counts", "left", "what workers and dispatchers have counted"),
    Family(f"{_SERVICE}:alive:<rest>", "left", "signs of life"),
    Family(f"{_SERVICE}:dispatcher:<id>", "left", "signs of life"),
    Family(f"{_SERVICE}:retention", "left", "whose turn it is"),
    Family(f"{_SERVICE}:retention:place", "left", "how far a walk is"),
    Family(f"{_SERVICE}:seat-link:<id>", "left", "valid for ten minutes"),
    Family(f"{_SERVICE}:seat-link-used:<id>", "left", "valid for ten minutes"),
    # The queue may be on the store. What it loses, due times bring back (ADR 68).
    Family("rq:<rest>", "left", "the queue: jobs"),
    Family(f"{_SERVICE}:parked", "left", "the queue: what fails is parked again"),
    Family(f"{_SERVICE}:parked-order", "left", "the queue: what fails is parked again"),
    Family(f"{_SERVICE}:<queue>:served", "left", "the queue: shares"),
    Family(f"{_SERVICE}:<queue>:<id>:places", "left", "the queue: shares"),
    Family(f"{_SERVICE}:<queue>:<id>:since", "left", "the queue: shares"),
    Family(f"{_SERVICE}:<queue>:<id>:shares", "left", "the queue: shares"),
    Family(f"{_SERVICE}:reclaiming:<id>", "left", "the queue: whose turn it is"),
    Family(f"{_SERVICE}:taken:<id>", "left", "the queue: who has a job"),
)


def family_of(key: str) -> Family | None:
    """The family of a key; None for a key that no part of the service writes."""
    return next((family for family in FAMILIES if family.has(key)), None)


def names_of_table(table: str) -> Sequence[str]:
    """All keys that are parts of a table."""
    return [f"rs:{{{partition_of(table)}}}:{table}:{name}" for name in _OWN]


@cache
def _expression(pattern: str) -> re.Pattern[str]:
    escaped = re.escape(pattern)
    for name, part in _PARTS.items():
        escaped = escaped.replace(re.escape(name), part)
    return re.compile(escaped)
