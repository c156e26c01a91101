"""What is known of a request while it is answered; it lies at `flask.g.asked`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules.game import Seat
from service.http.rate_limits import Quota


@dataclass(slots=True)
class RequestContext:
    """A request: when it began (seconds of a running clock), its number for client and operator, and what came out so far.

    `client` is whom its costs are counted for, `key:<id>` or `address:<network>`, `own_limit` its limit if it has one of its own; `owner`
    is the id of the API key that it came with; `names_decision`: sent again, it cannot be about another decision; `query` are its
    parameters, `sent` is the JSON object in its body.
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
