"""The schedule of outgoing calls, in the store: when each call is due and who holds its lease, so that a dispatcher may crash.

A due call waits in a line with the other calls of its kind to the same endpoint. So many calls to one endpoint cost a dispatcher one look.
The dispatcher decides by shares from which lines it takes calls, and how many.

A dispatcher takes a call under a lease and renews that lease. When the lease expires, the call is due again for every dispatcher. So a call
may be made twice, and its effect must be the same.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol, Self

from redis import Redis

from events.store.keys import service_key
from events.store.redis_connection import answered
from events.store.scripts import Script
from events.timestamps import epoch_ms
from events.tracing import traceparent
from workers.calls import traces

DUE_KEY: Final = service_key("calls")
"""A sorted set: calls by the time (epoch, ms) at which they are due, or at which their lease expires."""

HELD_KEY: Final = service_key("calls:held")
"""A hash: call -> its lease while a dispatcher makes it; `waiting` while it waits in a line."""

_ASKED_KEY: Final = service_key("calls:asked")
"""A hash: call -> when it is due again, requested while a dispatcher holds it."""

_WAITING_KEY: Final = service_key("calls:waiting")
"""A sorted set of all calls that wait: line, time since when it waits, and call. The calls of a line are in the order of their times."""

_LINES_KEY: Final = service_key("calls:lines")
"""A sorted set: lines by the time (epoch, ms) since which their first call waits."""

MOST_CALLS_QUEUED_AT_ONCE: Final = 1_000
"""Due calls that one step puts into their lines."""

MOST_LINES_AT_ONCE: Final = 4_000
"""Lines that one step returns."""

QUEUED_CALL_DUE_AGAIN_MS: Final = 60_000
"""After this time a call that waits in a line is due again, in case its line is lost, and for older dispatchers that know no lines."""

_ASK, _GATHER, _GIVE, _HOLD, _PUT = (Script(Path(__file__).with_name(f"{name}.lua")) for name in ("ask", "gather", "give", "hold", "put"))
_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,100}")


class Call(NamedTuple):
    """A call: its kind, and the ids of what it is about. The first id is its endpoint (a bot or a webhook)."""

    kind: str
    ids: tuple[str, ...]

    @property
    def endpoint(self) -> str:
        return self.ids[0] if self.ids else self.kind  # a foreign entry in the store without ids

    def __str__(self) -> str:
        return ":".join((self.kind, *self.ids))

    @classmethod
    def read(cls, name: bytes) -> Self:
        """The call in its stored text."""
        kind, *ids = name.decode(errors="replace").split(":")
        return cls(kind, tuple(ids))


class LeasedCall(NamedTuple):
    """A call and the lease under which a dispatcher took it."""

    call: Call
    lease: str


class Line(NamedTuple):
    """The due calls of one kind to one endpoint: how many wait, and since when (epoch, ms) the first of them waits."""

    name: str
    since: int
    calls: int

    @property
    def kind(self) -> str:
        return self.name.partition(":")[0]

    @property
    def endpoint(self) -> str:
        kind, _, endpoint = self.name.partition(":")
        return endpoint or kind  # as `Call.endpoint`


class Chooser(Protocol):
    """Chooses which calls are leased: one of each line in turn, as long as its line is admitted."""

    def weight(self, line: Line) -> int:
        """Lines of less weight come first; among equal weights, the line whose first call has waited longest."""

    def admit(self, line: Line) -> bool:
        """Whether one more call of the line is leased. An admitted call counts from then on."""


class Everything:
    """Chooses all calls."""

    def weight(self, _line: Line) -> int:
        return 0

    def admit(self, _line: Line) -> bool:
        return True


EVERYTHING: Final = Everything()


class Schedule:
    """All scheduled calls. Every method raises `StoreUnavailable`, and may be repeated when its reply was lost."""

    def __init__(self, client: Redis) -> None:
        self._command: Callable[..., Any] = client.execute_command

    def request(self, call: Call, due: datetime) -> None:
        """Schedule a call for this time, or earlier if it is already due earlier. A call that is being made is made once more afterwards.

        Raises `ValueError` if the kind or an id is not 1 to 100 letters, digits and `._-`.
        """
        self.request_all((call,), due)

    @answered
    def request_all(self, calls: Collection[Call], due: datetime, trace: str = "") -> None:
        """Schedule several calls for this time in one step. They belong to `trace`, or to the current one. Raises as `request`."""
        for call in calls:
            if not call.ids or not all(map(_ID.fullmatch, (call.kind, *call.ids))):
                raise ValueError(f"{call!r} is no call")
        traces.keep(self._command, [*map(str, calls)], trace or traceparent())
        if calls:
            _ASK(self._command, (DUE_KEY, HELD_KEY, _ASKED_KEY), epoch_ms(due), *map(str, calls))

    @answered
    def take(self, now: datetime, lease_ms: int, limit: int, lease: str, chooser: Chooser = EVERYTHING) -> Sequence[LeasedCall]:
        """Take at most `limit` due calls, longest due first, under a lease of `lease_ms` milliseconds. `lease` must be unique to this
        request.
        """
        if not (chosen := _chosen(self._gather(epoch_ms(now)), limit, chooser)):
            return []
        of_lines = (value for line, calls in chosen.items() for value in (line, calls))
        given = _GIVE(
            self._command,
            (DUE_KEY, HELD_KEY, _ASKED_KEY, _WAITING_KEY, _LINES_KEY),
            epoch_ms(now),
            epoch_ms(now) + lease_ms,
            lease,
            *of_lines,
        )
        by_time = sorted(zip(given[::2], given[1::2], strict=True))
        return [LeasedCall(Call.read(name), lease) for _, name in by_time]

    def _gather(self, now_ms: int) -> Sequence[Line]:
        found = _GATHER(
            self._command,
            (DUE_KEY, HELD_KEY, _WAITING_KEY, _LINES_KEY),
            now_ms,
            now_ms + QUEUED_CALL_DUE_AGAIN_MS,
            MOST_CALLS_QUEUED_AT_ONCE,
            MOST_LINES_AT_ONCE,
        )
        names = (name.decode(errors="surrogateescape") for name in found[::3])
        return [Line(*line) for line in zip(names, (int(float(since)) for since in found[1::3]), found[2::3], strict=True)]

    @answered
    def hold(self, calls: Collection[LeasedCall], now: datetime, lease_ms: int) -> None:
        """Renew the lease of those of these calls that are still held."""
        if calls:
            values = (text for leased in calls for text in (str(leased.call), leased.lease))
            _HOLD(self._command, (DUE_KEY, HELD_KEY), epoch_ms(now) + lease_ms, *values)

    @answered
    def again(self, leased: LeasedCall, due: datetime) -> None:
        """Release a call, to be made again at this time. Has no effect if its lease was lost."""
        _PUT(self._command, (DUE_KEY, HELD_KEY, _ASKED_KEY), str(leased.call), leased.lease, epoch_ms(due))

    @answered
    def done(self, leased: LeasedCall) -> None:
        """Remove a call that was made, unless its lease was lost. If it was requested again meanwhile, it is due again at that time."""
        _PUT(self._command, (DUE_KEY, HELD_KEY, _ASKED_KEY), str(leased.call), leased.lease, "")

    @answered
    def earliest(self) -> int | None:
        """When the next call is due (epoch, ms); None if none is scheduled."""
        found: list[Any] = self._command("ZRANGE", DUE_KEY, 0, 0, "WITHSCORES")
        return int(float(found[1])) if found else None

    @answered
    def trace(self, call: Call) -> str:
        """The trace to which the call belongs; "": none."""
        return traces.kept(self._command, str(call))

    @answered
    def count(self) -> int:
        """How many calls are scheduled, now or later."""
        return int(self._command("ZCARD", DUE_KEY))


def _chosen(lines: Sequence[Line], limit: int, chooser: Chooser) -> Mapping[str, int]:
    """How many calls to take of each line, by its name. Takes one of each admitted line in turn, up to `limit`."""
    chosen: Counter[str] = Counter()
    left = sorted(lines, key=lambda line: (chooser.weight(line), line.since))
    while left and limit > 0:
        admitted = [line for line in left[:limit] if chooser.admit(line)]
        chosen.update(line.name for line in admitted)
        limit -= len(admitted)
        left = [line for line in admitted if chosen[line.name] < line.calls]
    return chosen
