"""What can be asked of a table, each with the key that makes a second asking harmless.

A key's name says what is decided, and a table decides it once; the fingerprint says how it was decided.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Iterator
from dataclasses import MISSING, fields
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec

from events.store.event_store import Key
from events.tables.envelope import canonical
from rules.game import Seat
from rules.table_commands import Abandon, Arrive, Automatic, Close, Create, Expire, Fail, Leave, Sit, Start, Substitute
from rules.table_events import Failure

CREATE: Final = "create"
"""The name of the key under which a table remembers the order that created it."""


class Holder(NamedTuple):
    """Somebody who holds a seat since the version at which they took it."""

    seat: Seat
    taken: int


class Order(NamedTuple):
    """A command for a table. `holder` must hold the seat it gives (None: nobody's seat, as when sitting down);
    `decision` is the decision that a move answers, None for everything else; `version` is the only one at which the table may be
    (None: any). `attended`: whoever orders it goes on with the table, so nobody has to be called to it. `creator`: whom a new
    table counts for. `earlier()`: the fingerprints that earlier builds gave the same request. `due_by`: the latest time (epoch, ms) at
    which somebody must look at the table, unless its game has begun.
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
        """Whether nobody holds the seat any more once this is done; its key then names the holder, who may ask again."""
        return isinstance(self.command, Leave | Arrive)


def move(table: str, holder: Holder, command: Any, decision: int) -> Order:
    """A game's command as the answer of a seat to its decision: a decision takes exactly one move."""
    return Order(table, command, Key(f"{holder.seat}:{decision}", _given(command)), holder, decision)


def automatic(table: str, holder: Holder, decision: int, *, attended: bool) -> Order:
    """The answer of the built-in player who holds the seat: whoever asks for it, and how often, it is given once."""
    return move(table, holder, Automatic(), decision)._replace(attended=attended)


def substitute(table: str, holder: Holder, decision: int, level: str) -> Order:
    """The answer of a built-in player in the place of whoever holds the seat."""
    return move(table, holder, Substitute(level=level), decision)


def expire(table: str, holder: Holder, decision: int) -> Order:
    """The end of the time for a decision, which counts unless an answer comes first."""
    return move(table, holder, Expire(), decision)


def fail(table: str, holder: Holder, decision: int, reason: Failure, attempts: int) -> Order:
    """The end of asking a bot for a decision, which counts unless an answer comes first: whoever gives it up, and for whatever reason,
    it is given up once.
    """
    return Order(table, Fail(reason=reason, attempts=attempts), Key(f"{holder.seat}:{decision}", _GIVEN_UP), holder, decision)


def is_nobodys(key: str) -> bool:
    """Whether this is the key, as a stored event has it, of an order that nobody at the table gave: a clock, or whoever asks the bots."""
    return key.endswith(_NOBODYS)


def abandon(table: str, version: int) -> Order:
    """The end of a table at which nothing has happened since this version."""
    return Order(table, Abandon(), Key(f"abandon:{version}", ""), version=version)


def close(table: str) -> Order:
    """The end of a table that the operator closes."""
    return Order(table, Close(), Key("close", ""))


def create(table: str, game: str, order: Create, asking: str | None = None, *, sent: Any = None, creator: str = "") -> Order:
    """Create a table under an id that is used for nothing else. With a text `asking`, only the same text gets the first answer again.

    `sent` is the JSON of the request, if there is one: the same request is the same order, whatever a later build makes of what it
    leaves out.
    """
    all_fields = partial(_earlier, game, order, asking)
    known = next(all_fields()) if sent is None else of_request(["create", sent, asking])
    return Order(table, order, Key(CREATE, known), creator=creator, earlier=lambda: tuple(all_fields()))


def create_again(table: str, sent: Any, asking: str | None) -> Order:
    """The order of a request that may have created this table before, for recalling its answer: it can create none."""
    return Order(table, None, Key(CREATE, of_request(["create", sent, asking])))


def sit_again(table: str, idempotency: str, sent: Any) -> Order:
    """The order of a request that may have taken a seat before, for recalling its answer: it can take none."""
    return Order(table, None, Key(_sat(idempotency), of_request(["sit", sent])))


def sit(table: str, order: Sit, idempotency: str, *, sent: Any = None) -> Order:
    """Take a seat; the same `idempotency` text never takes a second one. `sent` as for `create`."""
    all_fields = fingerprint(order)
    known = all_fields if sent is None else of_request(["sit", sent])
    return Order(table, order, Key(_sat(idempotency), known), earlier=lambda: (all_fields,))


def _sat(idempotency: str) -> str:
    return f"sit:{fingerprint(idempotency)}"


def start(table: str, holder: Holder) -> Order:
    """Start the game: whoever asks, it starts once."""
    return Order(table, Start(), Key("start", ""), holder)


def begin(table: str) -> Order:
    """Start the game without anybody's request: its time has come."""
    return Order(table, Start(), Key("start", ""))


def arrive(table: str, holder: Holder, client_seed: str | None, due_by: int) -> Order:
    """Come to the seat of a rematch, once: later requests change nothing, whatever seed they bring."""
    return Order(table, Arrive(client_seed=client_seed), Key(f"arrive:{holder.seat}", ""), holder, due_by=due_by)


def come_back(table: str, seat: Seat, order: Sit, version: int, due_by: int) -> Order:
    """Take the seat of a rematch again that its player has given up, while the table is at this version."""
    return Order(table, order, came_back(seat, version), version=version, due_by=due_by)


def came_back(seat: Seat, version: int) -> Key:
    """By what a table remembers that the player of this seat has taken it again, at the version after this one."""
    return Key(f"return:{seat}:{version}", "")


def leave(table: str, holder: Holder) -> Order:
    """Stand up or resign: each holder of a seat does so once."""
    return Order(table, Leave(), Key(f"leave:{holder.seat}:{holder.taken}", ""), holder)


def stored_key(key: Key) -> str:
    """The key as a stored event has it."""
    return f"{key.name}#{key.fingerprint}"


def of_request(sent: Any) -> str:
    """The fingerprint of the JSON that was sent: 32 hex digits that differ for different values."""
    return hashlib.sha256(json.dumps(sent, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:32]


def fingerprint(value: Any) -> str:
    """32 hex digits that differ for different values; a command's type counts as well as its fields."""
    return _hashed(type(value), msgspec.to_builtins(value, order="sorted"))


def _given(command: Any) -> str:
    """The fingerprint of a command. A field that has its default does not count: so a field that is added later, with a default, leaves
    the fingerprints of stored moves as they are.
    """
    known = msgspec.to_builtins(command, order="sorted")
    left_out = {field.name for field in fields(command) if field.default is not MISSING and getattr(command, field.name) == field.default}
    return _hashed(type(command), {name: value for name, value in known.items() if name not in left_out})


def _hashed(kind: type[Any], content: Any) -> str:
    return hashlib.sha256(canonical([kind.__name__, content])).hexdigest()[:32]


_ADDED: Final = ({"reserved"}, {"bot_seconds", "on_failure"})
"""Fields that `Create` was given while fingerprints were those of all its fields, the latest first; with the second, seats got `bot`."""


def _earlier(game: str, order: Create, asking: str | None) -> Iterator[str]:
    """The fingerprints of a creation as builds gave them that knew it by all its fields: the latest such build first."""
    wanted: dict[str, Any] = msgspec.to_builtins(order, order="sorted")
    more = [] if asking is None else [asking]
    yield _hashed(list, [game, wanted, *more])
    for added in _ADDED:
        if any(wanted.pop(name) for name in added):
            return
        if "bot_seconds" in added and any(seat.pop("bot") for seat in wanted["seats"]):
            return
        yield _hashed(list, [game, wanted, *more])


_GIVEN_UP: Final = fingerprint(Fail.__name__)
_NOBODYS: Final = (f"#{fingerprint(Expire())}", f"#{_GIVEN_UP}")
