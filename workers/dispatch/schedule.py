"""The calls that are to be made, and when: kept in the store, so that whoever makes them may die.

A call is taken under a lease. Who has it renews that; when it is over, the call is due again, for anybody. So a call may be made twice,
and whatever it does must bear that.
"""

import re
from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from redis import Redis

from events.connection import answered
from events.keys import service_key
from events.moments import epoch_ms
from events.scripts import Script

_DUE: Final = service_key("calls")
"""A sorted set: calls by the time (epoch, ms) at which they are due, or at which the lease of whoever has them is over."""

_HELD: Final = service_key("calls:held")
"""A hash: call -> the taking under which somebody has it."""

_ASKED: Final = service_key("calls:asked")
"""A hash: call -> when it is due again, asked for while somebody has it."""

_ASK, _TAKE, _HOLD, _PUT = (Script(Path(__file__).with_name(f"{name}.lua")) for name in ("ask", "take", "hold", "put"))
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


class Taken(NamedTuple):
    """A call that somebody has, and the taking that gave it to them."""

    call: Call
    taking: str


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
            _ASK(self._command, (_DUE, _HELD, _ASKED), epoch_ms(due), *map(str, calls))

    @answered
    def take(self, now: datetime, lease_ms: int, limit: int, taking: str) -> Sequence[Taken]:
        """Calls that are due, longest due first; they are this taking's for so long. `taking` must be another text each time."""
        names = _TAKE(self._command, (_DUE, _HELD, _ASKED), epoch_ms(now), epoch_ms(now) + lease_ms, limit, taking)
        return [Taken(_read(name), taking) for name in names]

    @answered
    def hold(self, some: Collection[Taken], now: datetime, lease_ms: int) -> None:
        """Renew the lease of calls that are still held."""
        if some:
            values = (text for taken in some for text in (str(taken.call), taken.taking))
            _HOLD(self._command, (_DUE, _HELD), epoch_ms(now) + lease_ms, *values)

    @answered
    def again(self, taken: Taken, due: datetime) -> None:
        """Give a call back, to be made again at this time. Changes nothing if somebody else has it by now."""
        _PUT(self._command, (_DUE, _HELD, _ASKED), str(taken.call), taken.taking, epoch_ms(due))

    @answered
    def done(self, taken: Taken) -> None:
        """The call is made. Unless somebody else has it by now, it is forgotten; what was asked for meanwhile is not."""
        _PUT(self._command, (_DUE, _HELD, _ASKED), str(taken.call), taken.taking, "")

    @answered
    def earliest(self) -> int | None:
        """When the next call is due (epoch, ms); None if there is none."""
        found: list[Any] = self._command("ZRANGE", _DUE, 0, 0, "WITHSCORES")
        return int(float(found[1])) if found else None

    @answered
    def count(self) -> int:
        """How many calls are to be made, now or later."""
        return int(self._command("ZCARD", _DUE))


def _read(name: bytes) -> Call:
    kind, *ids = name.decode(errors="replace").split(":")
    return Call(kind, tuple(ids))
