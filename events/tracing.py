"""Traces: what follows from a request, from its append to the jobs and calls that it causes, with the time that each takes (ADR 79).

Without a tracer (`use`) nothing is traced, stored or imported. A trace travels as the `traceparent` of W3C Trace Context, in the feed and
with jobs and calls, never in events.
"""

import re
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Final, Literal, Protocol, TypeAlias

Kind: TypeAlias = Literal["server", "internal", "consumer", "client"]
"""`server`: answers a request; `consumer`: does what a job or the feed asked for; `client`: calls others; `internal`: everything else."""

Value: TypeAlias = str | int

TRACEPARENT: Final = re.compile(r"[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}", re.ASCII)
"""The form of a `traceparent` of version 00 (W3C Trace Context, 3.2.2)."""


class Tracer(Protocol):
    """Makes spans. Safe for threads and greenlets, each of which has a current span of its own."""

    def span(self, name: str, kind: Kind, parent: str, attributes: Mapping[str, Value]) -> AbstractContextManager[None]:
        """A span around the block. `parent` is a `traceparent`; "" or one that cannot be read: the current span, if any."""

    def describe(self, name: str, attributes: Mapping[str, Value], *, failed: bool) -> None:
        """Name the current span, now that more is known of it, and say whether it has failed."""

    def traceparent(self) -> str:
        """The current span for others; "": there is none."""


_OFF: Final = nullcontext()
_tracer: Tracer | None = None


def use(tracer: Tracer | None) -> None:
    """From now on this process traces with `tracer`; None: not at all."""
    global _tracer  # noqa: PLW0603 - as with logging, every part of the process has the same
    _tracer = tracer


def is_on() -> bool:
    """Whether this process traces."""
    return _tracer is not None


def span(name: str, kind: Kind = "internal", parent: str = "", **attributes: Value) -> AbstractContextManager[None]:
    """A span around the block. `parent` is the `traceparent` that came with what is done; "": the current span, if any.

    `attributes` are ours: their names get the prefix `rollstream.`.
    """
    if _tracer is None:
        return _OFF
    return _tracer.span(name, kind, parent, {f"rollstream.{attribute}": value for attribute, value in attributes.items()})


def describe(name: str, attributes: Mapping[str, Value], *, failed: bool) -> None:
    """Name the current span, now that more is known of it, and say whether it has failed."""
    if _tracer is not None:
        _tracer.describe(name, attributes, failed=failed)


def traceparent() -> str:
    """The current span, for the feed, a job or a call; "": there is none."""
    return "" if _tracer is None else _tracer.traceparent()


def trace_fields() -> Mapping[str, str]:
    """The current span as fields of a log line."""
    _, trace, span_id, _ = (traceparent() or "---").split("-")
    return {"trace_id": trace, "span_id": span_id} if trace else {}


def read_traceparent(text: str) -> str:
    """The text if it is a `traceparent`, else ""."""
    return text if TRACEPARENT.fullmatch(text) else ""
