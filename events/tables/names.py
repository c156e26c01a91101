"""Names of players, which the chain of events does not contain: an event has a digest, and the name with its salt lies beside it (ADR 75).

An event of schema `DIGESTED_SCHEMA` has `name` null and a `name_digest`; its line has the name and the salt in a member of its own, which
is not hashed. Older events have the name in their data. After an erasure both are without a name.
"""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, NamedTuple

import msgspec

from events.tables.envelope import NamedPlayer, Recorded, canonical
from rules.table_events import SeatTaken
from rules.table_view import name_view

DIGESTED_SCHEMA: Final = 4
"""The schema of `table.seat-taken` since which the chain contains a digest instead of the name."""

NAMES_BESIDE_FROM: Final = 2
"""The format level of the store (ADR 71) from which events of this schema are written, and names can be erased."""

SALT_BYTES: Final = 16

BESIDE_NAME: Final = ("name_salt", "name_erased")
"""What readers of the name see beside it in an event: its salt, or that it was erased."""

DIGEST_LABEL: Final = "rollstream-name-1"


class Parted(NamedTuple):
    """An event as the chain contains it, the number of its schema, and the name beside it (None: no name lies beside it)."""

    fact: Any
    schema: int
    named: NamedPlayer | None = None


def parted(fact: Any, entropy: Callable[[int], bytes] | None) -> Parted:
    """The event and its name, apart. `entropy(n)` returns n unpredictable bytes for the salt. None: as builds before this one write it,
    with the name in the chain.
    """
    if not isinstance(fact, SeatTaken) or fact.name is None:
        return Parted(fact, fact.schema)
    if entropy is None:
        return Parted(fact, DIGESTED_SCHEMA - 1)
    named = NamedPlayer(fact.name, entropy(SALT_BYTES).hex())
    return Parted(replace(fact, name=None, name_digest=digest(named)), fact.schema, named)


def digest(named: NamedPlayer) -> str:
    """SHA-256 (64 hex digits) over the JSON of a label, the salt and the name. Without the salt's 128 bits, nobody can find the name by
    trying names.
    """
    return hashlib.sha256(canonical([DIGEST_LABEL, named.salt, named.name])).hexdigest()


def with_name(fact: Any, named: NamedPlayer | None) -> Any:
    """The event with the name that lies beside it."""
    return fact if named is None else replace(fact, name=named.name)


def name_of(recorded: Recorded) -> str | None:
    """The name of the player who joins in this event; None if it was erased."""
    name: str | None = msgspec.json.decode(recorded.data)["name"]
    return name if recorded.named is None else recorded.named.name


def without_name(recorded: Recorded) -> Recorded:
    """The event after its name was erased. Its hash stays."""
    if recorded.named is not None:
        return msgspec.structs.replace(recorded, named=None)
    data = {**msgspec.json.decode(recorded.data), "name": None}
    return msgspec.structs.replace(recorded, data=msgspec.Raw(canonical(data)))


def shown_data(recorded: Recorded) -> dict[str, Any]:
    """The data of an event as readers see it: with the player's name and its salt, or with the note that the name was erased."""
    data: dict[str, Any] = msgspec.json.decode(recorded.data)
    if recorded.type != SeatTaken.type or data["name"] is not None:
        return data
    if recorded.named is None:
        return {**data, **name_view(recorded.seat or 0, None, erased=True)}
    return {**data, "name": recorded.named.name, "name_salt": recorded.named.salt}
