"""The context of the current request: client, quota, viewer, query and body."""

import os
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from rules.game import Seat
from service.http.rate_limits import Quota

if TYPE_CHECKING:
    from service.wiring import WebParts


@dataclass(slots=True)
class RequestContext:
    """The context of one request. `parts`: those of the application that answers it. `started`: seconds of a monotonic clock. `id`: a UUID
    for client and operator.

    `client` is the client that the costs count for, `key:<id>` or `address:<network>`; `own_limit` is that client's own limit per minute,
    if any. `owner` is the id of the request's API key. `names_decision`: repeated, the request cannot concern another decision. `query`
    contains the parameters, `sent` the JSON object of the body.
    """

    parts: "WebParts"
    started: float
    id: str
    quota: Quota | None = None
    client: str = ""
    own_limit: int | None = None
    owner: str | None = None
    viewer: Seat | None = None
    problem: str | None = None
    names_decision: bool = False
    query: Mapping[str, Any] = field(default_factory=dict)
    sent: Mapping[str, Any] = field(default_factory=dict)


_current: Final[ContextVar[RequestContext]] = ContextVar("the request that is answered")


def new_id() -> str:
    """A random UUID (version 4), as `uuid.uuid4` makes it, without an object that only becomes text."""
    digits = os.urandom(16).hex()
    variant = "89ab"[int(digits[16], 16) % 4]
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-{variant}{digits[17:20]}-{digits[20:]}"


def begin(context: RequestContext) -> None:
    """From now on, this thread or greenlet answers this request."""
    _current.set(context)


def this_request() -> RequestContext:
    """The request that this thread or greenlet answers. `flask.g`, behind two proxies, would take long for what is asked for so often."""
    return _current.get()
