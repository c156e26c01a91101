"""The traces to which scheduled calls belong. A call is known by its ids alone, so its trace is kept beside it, for a while."""

from collections.abc import Callable, Collection
from typing import Any, Final

from events.store.keys import service_key
from events.tracing import read_traceparent

KEPT_MS: Final = 3_600_000
"""How long a call may wait and still belong to its trace."""


def keep(command: Callable[..., Any], calls: Collection[str], trace: str) -> None:
    """Note that these calls belong to a trace, "": to none."""
    if trace:
        for call in calls:
            command("SET", _key(call), trace, "PX", KEPT_MS)


def kept(command: Callable[..., Any], call: str) -> str:
    """The trace to which the call belongs; "": none."""
    stored = command("GET", _key(call))
    return read_traceparent(stored.decode(errors="replace")) if stored else ""


def _key(call: str) -> str:
    return service_key(f"calls:trace:{call}")
