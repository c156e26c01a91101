"""The calls that are to be made, and when: kept in the store, so that whoever makes them may die.

A call that is due waits in a line with those of its kind to the same endpoint, so that a crowd of calls to one endpoint costs a dispatcher
one look. Which lines it takes calls from, and how many, it decides by shares.

A call is taken under a lease. Who has it renews that; when it is over, the call is due again, for anybody. So a call may be made twice,
and whatever it does must bear that.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from redis import Redis

from events.store.keys import service_key
from events.store.redis_connection import answered
from events.store.scripts import Script
from events.timestamps import epoch_ms

DUE: Final = service_key("calls")
"""A sorted set: calls by the time (epoch, ms) at which they are due, or at which the lease of whoever has them is over."""

HELD: Final = service_key("calls:held")
"""A hash: call -> the lease under which somebody has it; `waiting` while it waits in a line."""

_ASKED: Final = service_key("calls:asked")
"""A hash: call -> when it is due again, asked for while somebody has it."""

_WAITING: Final = service_key("calls:waiting")
"""A sorted set: line, since when and call, of all calls that wait; those of a line stand together, in the order of their times."""

_LINES: Final = service_key("calls:lines")
"""A sorted set: lines by the time (epoch, ms) since which their first call waits."""

MOVED: Final = 1_000
"""Calls that begin to wait in one go."""

MOST_LINES: Final = 4_000
"""Lines that are looked at in one go."""

LOOKED_AT_MS: Final = 60_000
"""After how long a call that waits is looked at by dispatchers of an older build, which do not know lines."""

_ASK, _GATHER, _GIVE, _HOLD, _PUT = (Script(Path(__file__).with_name(f"{name}.lua")) for name in ("ask", "gather", "give", "hold", "put"))
_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,100}")


class Call(NamedTuple):
    """A call: what kind it is and whom it is about. The first id names the endpoint that it goes to (a bot, a webhook)."""

    kind: str
    ids: tuple[str, ...]

    @property
    def endpoint(self) -> str:
        return self.ids[0] if self.ids else self.kind  # of what nobody has asked for and stands there all the same

    def __str__(self) -> str:
        return ":".join((self.kind, *self.ids))


class LeasedCall(NamedTuple):
    """A call that somebody has, and the lease that gave it to them."""

    call: Call
    lease: str


class Line(NamedTuple):
    """Calls of one kind to one endpoint that are due and wait: how many, and since when (epoch, ms) the first of them does."""

    name: str
    since: int
    calls: int

    @property
    def kind(self) -> str:
        return self.name.partition(":")[0]

    @property
    def endpoint(self) -> str:
        kind, _, endpoint = self.name.partition(":")
        return endpoint or kind  # as of a call


class Chooser(Protocol):
    """Says which calls are taken: one of each line in turn, as long as its line is admitted."""

    def weight(self, line: Line) -> int:
        """Lines of less weight come first; of the same weight, the one whose call waits longest."""

    def admit(self, line: Line) -> bool:
        """Whether one more call of the line is taken, which then counts."""


class Everything:
    """Chooses all calls."""

    def weight(self, _line: Line) -> int:
        return 0

    def admit(self, _line: Line) -> bool:
        return True


EVERYTHING: Final = Everything()


class Schedule:
    """Every method raises `StoreUnavailable`, and may be called again when its answer was lost."""

    def __init__(self, client: Redis) -> None:
        self._command: Callable[..., Any] = client.execute_command

    def ask(self, call: Call, due: datetime) -> None:
        """Have a call made at this time, or earlier if it is known and due earlier. One that is being made is made once more after that.

        Raises `ValueError` for a kind or an id that is no short text of letters, digits and `._-`.
        """
        self.ask_all((call,), due)

    @answered
    def ask_all(self, calls: Collection[Call], due: datetime) -> None:
        """The same for several calls, in one go."""
        for call in calls:
            if not call.ids or not all(map(_ID.fullmatch, (call.kind, *call.ids))):
                raise ValueError(f"{call!r} is no call")
        if calls:
            _ASK(self._command, (DUE, HELD, _ASKED), epoch_ms(due), *map(str, calls))

    @answered
    def take(self, now: datetime, lease_ms: int, limit: int, lease: str, chooser: Chooser = EVERYTHING) -> Sequence[LeasedCall]:
        """Calls that are due, no more than `limit`, longest due first; they are this taking's for so long. `lease` must be another text
        each time.
        """
        if not (chosen := _chosen(self._gather(epoch_ms(now)), limit, chooser)):
            return []
        of_lines = (value for line, calls in chosen.items() for value in (line, calls))
        given = _GIVE(self._command, (DUE, HELD, _ASKED, _WAITING, _LINES), epoch_ms(now), epoch_ms(now) + lease_ms, lease, *of_lines)
        by_time = sorted(zip(given[::2], given[1::2], strict=True))
        return [LeasedCall(_read(name), lease) for _, name in by_time]

    def _gather(self, now_ms: int) -> Sequence[Line]:
        found = _GATHER(self._command, (DUE, HELD, _WAITING, _LINES), now_ms, now_ms + LOOKED_AT_MS, MOVED, MOST_LINES)
        names = (name.decode(errors="surrogateescape") for name in found[::3])
        return [Line(*line) for line in zip(names, (int(float(since)) for since in found[1::3]), found[2::3], strict=True)]

    @answered
    def hold(self, some: Collection[LeasedCall], now: datetime, lease_ms: int) -> None:
        """Renew the lease of calls that are still held."""
        if some:
            values = (text for taken in some for text in (str(taken.call), taken.lease))
            _HOLD(self._command, (DUE, HELD), epoch_ms(now) + lease_ms, *values)

    @answered
    def again(self, taken: LeasedCall, due: datetime) -> None:
        """Give a call back, to be made again at this time. Changes nothing if somebody else has it by now."""
        _PUT(self._command, (DUE, HELD, _ASKED), str(taken.call), taken.lease, epoch_ms(due))

    @answered
    def done(self, taken: LeasedCall) -> None:
        """The call is made. Unless somebody else has it by now, it is forgotten; what was asked for meanwhile is not."""
        _PUT(self._command, (DUE, HELD, _ASKED), str(taken.call), taken.lease, "")

    @answered
    def earliest(self) -> int | None:
        """When the next call is due (epoch, ms); None if there is none."""
        found: list[Any] = self._command("ZRANGE", DUE, 0, 0, "WITHSCORES")
        return int(float(found[1])) if found else None

    @answered
    def count(self) -> int:
        """How many calls are to be made, now or later."""
        return int(self._command("ZCARD", DUE))


def _chosen(lines: Sequence[Line], limit: int, chooser: Chooser) -> Mapping[str, int]:
    """How many calls to take of each line, by its name."""
    chosen: Counter[str] = Counter()
    left = sorted(lines, key=lambda line: (chooser.weight(line), line.since))
    while left and limit > 0:
        admitted = [line for line in left[:limit] if chooser.admit(line)]
        chosen.update(line.name for line in admitted)
        limit -= len(admitted)
        left = [line for line in admitted if chosen[line.name] < line.calls]
    return chosen


def _read(name: bytes) -> Call:
    kind, *ids = name.decode(errors="replace").split(":")
    return Call(kind, tuple(ids))
