"""The orders that a table accepts, each with an idempotency key that makes a repeated request harmless.

A key's name says what is decided, and a table decides it once. The fingerprint says how it was decided.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import fields
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec

from events.store.event_store import Key
from events.tables.envelope import canonical
from rules.game import Seat
from rules.table_commands import (
    Abandon,
    Arrive,
    Automatic,
    Close,
    Create,
    Expire,
    Fail,
    Leave,
    RequestAdvice,
    SeatRequest,
    Sit,
    Start,
    Substitute,
)
from rules.table_events import Failure

CREATION_KEY: Final = "create"
"""The name of the key under which a table stores the order that created it."""


class Holder(NamedTuple):
    """A seat and the version at which its holder took it."""

    seat: Seat
    taken: int


class Order(NamedTuple):
    """A command for a table.

    `holder` must hold the seat that it names (None: the order needs no seat, as when joining). `decision` is the decision that a move
    answers, or that a request for advice is about; None for everything else. `version` is the only version at which the order is accepted
    (None: any). `attended`: the process that gives the order continues with the table, so no job is needed. `creator`: the client that a
    new table counts for. `earlier()` returns the fingerprints that earlier builds gave the same request. `due_by` is the latest time
    (epoch, ms) at which a worker must check the table, unless its game has started.
    """

    table: str
    command: Any
    key: Key
    holder: Holder | None = None
    decision: int | None = None
    version: int | None = None
    attended: bool = False
    creator: str = ""
    earlier: Callable[[], Collection[str]] = tuple
    due_by: int | None = None

    @property
    def ends_holding(self) -> bool:
        """Whether the order ends the holding of its seat. Its key then names the holder, who may repeat the request."""
        return isinstance(self.command, Leave | Arrive)


def move(table: str, holder: Holder, command: Any, decision: int) -> Order:
    """A game's command as a seat's answer to its decision. A decision accepts exactly one move."""
    return Order(table, command, Key(f"{holder.seat}:{decision}", _given(command)), holder, decision)


def automatic(table: str, holder: Holder, decision: int, *, attended: bool) -> Order:
    """The answer of the built-in player that holds the seat. It is given once, however often it is requested."""
    return move(table, holder, Automatic(), decision)._replace(attended=attended)


def substitute(table: str, holder: Holder, decision: int, level: str) -> Order:
    """The answer of a built-in player instead of the seat's holder."""
    return move(table, holder, Substitute(level=level), decision)


def request_advice(table: str, holder: Holder, decision: int) -> Order:
    """The announcement that the seat's holder requests advice for its decision. It is made once, and the decision stays open."""
    return Order(table, RequestAdvice(), Key(f"advice:{holder.seat}:{decision}", ""), holder, decision)


def expire(table: str, holder: Holder, decision: int) -> Order:
    """The end of the time for a decision. It counts unless an answer comes first."""
    return move(table, holder, Expire(), decision)


def fail(table: str, holder: Holder, decision: int, reason: Failure, attempts: int) -> Order:
    """The failure of a bot to answer a decision. It counts once, whatever the reason, unless an answer comes first."""
    return Order(table, Fail(reason=reason, attempts=attempts), Key(f"{holder.seat}:{decision}", _GIVEN_UP), holder, decision)


def is_nobodys(key: str) -> bool:
    """Whether a stored key belongs to an order that no player gave: a time-out, or the failure of a bot."""
    return key.endswith(_NOBODYS)


def abandon(table: str, version: int) -> Order:
    """The end of a table at which nothing has happened since this version."""
    return Order(table, Abandon(), Key(f"abandon:{version}", ""), version=version)


def close(table: str) -> Order:
    """The end of a table that the operator closes."""
    return Order(table, Close(), Key("close", ""))


def create(table: str, game: str, order: Create, idempotency: str | None = None, *, sent: Any = None, creator: str = "") -> Order:
    """Create a table under a new id. With an `idempotency` text, only a request with the same text gets the first answer again.

    `sent` is the JSON of the request, if there is one. The same request is the same order, even if a later build changes the defaults of
    members that it leaves out.
    """
    all_fields = partial(_earlier, game, order, idempotency)
    known = next(all_fields()) if sent is None else of_request(["create", sent, idempotency])
    return Order(table, order, Key(CREATION_KEY, known), creator=creator, earlier=lambda: tuple(all_fields()))


def create_again(table: str, sent: Any, idempotency: str | None) -> Order:
    """The order of a request that may have created this table before. It recalls the answer and creates nothing."""
    return Order(table, None, Key(CREATION_KEY, of_request(["create", sent, idempotency])))


def sit_again(table: str, idempotency: str, sent: Any) -> Order:
    """The order of a request that may have taken a seat before. It recalls the answer and takes no seat."""
    return Order(table, None, Key(_sat(idempotency), of_request(["sit", sent])))


def sit(table: str, order: Sit, idempotency: str, *, sent: Any = None) -> Order:
    """Take a seat. The same `idempotency` text never takes a second one. `sent` as for `create`."""
    all_fields = _given(order)
    known = all_fields if sent is None else of_request(["sit", sent])
    return Order(table, order, Key(_sat(idempotency), known), earlier=lambda: (all_fields,))


def _sat(idempotency: str) -> str:
    return f"sit:{fingerprint(idempotency)}"


def start(table: str, holder: Holder) -> Order:
    """Start the game. It starts once, however many players request it."""
    return Order(table, Start(), Key("start", ""), holder)


def begin(table: str) -> Order:
    """Start the game without a player's request, when its start time has come."""
    return Order(table, Start(), Key("start", ""))


def arrive(table: str, holder: Holder, client_seed: str | None, due_by: int) -> Order:
    """Arrive at the seat of a rematch, once. Later requests change nothing, whatever seed they contain."""
    return Order(table, Arrive(client_seed=client_seed), Key(f"arrive:{holder.seat}", ""), holder, due_by=due_by)


def rejoin(table: str, seat: Seat, order: Sit, version: int, due_by: int) -> Order:
    """Take the seat of a rematch again after its player has left it, while the table is at this version."""
    return Order(table, order, rejoin_key(seat, version), version=version, due_by=due_by)


def rejoin_key(seat: Seat, version: int) -> Key:
    """The key under which a table stores that the player of this seat has taken it again, at the version after this one."""
    return Key(f"return:{seat}:{version}", "")


def leave(table: str, holder: Holder) -> Order:
    """Leave or resign: each holder of a seat does so once."""
    return Order(table, Leave(), Key(f"leave:{holder.seat}:{holder.taken}", ""), holder)


def stored_key(key: Key) -> str:
    """The key in the form that a stored event contains."""
    return f"{key.name}#{key.fingerprint}"


def read_stored_key(text: str) -> Key:
    """The key that a stored event contains in the form of `stored_key`."""
    name, _, fingerprint = text.rpartition("#")
    return Key(name, fingerprint)


def of_request(sent: Any) -> str:
    """The fingerprint of a request's JSON: 32 hex digits, different for different values."""
    return hashlib.sha256(json.dumps(sent, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:32]


def fingerprint(value: Any) -> str:
    """32 hex digits, different for different values. The type of a command counts as well as its fields."""
    return _hashed(type(value), msgspec.to_builtins(value, order="sorted"))


def _given(command: Any) -> str:
    """The fingerprint of a command."""
    return _hashed(type(command), _covered(command))


def _hashed(kind: type[Any], content: Any) -> str:
    return hashlib.sha256(canonical([kind.__name__, content])).hexdigest()[:32]


_ADDED: Final = ({"reserved"}, {"bot_seconds", "on_failure"})
"""Fields added to `Create` while a fingerprint covered all fields, the latest first. With the second set, seats got `bot`."""
_COVERED: Final[Mapping[type[Any], Collection[str]]] = {
    Create: {
        *("options", "seats", "client_seed", "auto_start", "turn_seconds", "on_expiry", "abandon_after", "bot_seconds", "on_failure"),
        *("origin", "inherited", "reserved"),
    },
    SeatRequest: {"kind", "name", "level", "bot"},
    Sit: {"name", "client_seed"},
}
"""The fields of these commands when a fingerprint covered all, whatever they contained."""


def _covered(command: Any) -> dict[str, Any]:
    """A command as the JSON that a fingerprint covers. A field with its default value does not count, unless it has always counted. So a
    field added later with a default leaves the fingerprints of stored requests unchanged.
    """
    always = _COVERED.get(type(command), ())
    known = [(field, getattr(command, field.name)) for field in fields(command)]
    counted = {field.name: value for field, value in known if field.name in always or value != field.default}
    seats = {"seats": [_covered(seat) for seat in command.seats]} if isinstance(command, Create) else {}
    covered: dict[str, Any] = msgspec.to_builtins({**counted, **seats}, order="sorted")
    return covered


def _earlier(game: str, order: Create, idempotency: str | None) -> Iterator[str]:
    """The fingerprints of a creation as earlier builds computed them from all fields, the latest build first."""
    fields_now = _covered(order)
    key = [] if idempotency is None else [idempotency]
    yield _hashed(list, [game, fields_now, *key])
    for added in _ADDED:
        if any(fields_now.pop(name) for name in added):
            return
        if "bot_seconds" in added and any(seat.pop("bot") for seat in fields_now["seats"]):
            return
        yield _hashed(list, [game, fields_now, *key])


_GIVEN_UP: Final = fingerprint(Fail.__name__)
_NOBODYS: Final = (f"#{fingerprint(Expire())}", f"#{_GIVEN_UP}")
