"""The context of the current request, at `flask.g.context`: client, quota, viewer, query and body."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.game import Seat
from service.http.rate_limits import Quota


@dataclass(slots=True)
class RequestContext:
    """The context of one request. `started`: seconds of a monotonic clock. `id`: a UUID for client and operator.

    `client` is the client that the costs count for, `key:<id>` or `address:<network>`; `own_limit` is that client's own limit per minute,
    if any. `owner` is the id of the request's API key. `names_decision`: repeated, the request cannot concern another decision. `query`
    contains the parameters, `sent` the JSON object of the body.
    """

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
